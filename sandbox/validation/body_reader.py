"""Strict reading of a body, with errors in Discord's nested format."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sandbox.errors import ApiError
from sandbox.json_codec import Json, Path


class ValidationErrors:
    """The errors of a body, each at the path of the wrong value."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def __bool__(self) -> bool:
        return bool(self._tree)

    def add(self, at: Path, code: str, message: str) -> None:
        """Add an error about the value at a path."""
        node = self._tree
        for step in at:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_if_any(self) -> None:
        """Refuse the body (50035) if there is any error."""
        if self._tree:
            raise ApiError.from_code(50035, self._tree)


def invalid(at: Path, code: str, message: str) -> ApiError:
    """Return the API error of a body with exactly one wrong value.

    >>> invalid(("name",), "BASE_TYPE_REQUIRED", "This field is required").body["errors"]
    {'name': {'_errors': [{'code': 'BASE_TYPE_REQUIRED', 'message': 'This field is required'}]}}
    """
    errors = ValidationErrors()
    errors.add(at, code, message)
    return ApiError.from_code(50035, errors._tree)  # noqa: SLF001


class Form:
    """A JSON object of a body, read field by field."""

    def __init__(self, value: object, at: Path, errors: ValidationErrors) -> None:
        self.at = at
        self.errors = errors
        self.value: Json = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            errors.add(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def add_error(self, key: str | int, code: str, message: str) -> None:
        """Add an error about a field."""
        self.errors.add((*self.at, key), code, message)

    def has(self, key: str) -> bool:
        """Return whether the field is present and not null."""
        return self.value.get(key) is not None

    def _get(self, key: str, *, required: bool) -> Any:
        value = self.value.get(key)
        if value is None and required:
            self.add_error(key, "BASE_TYPE_REQUIRED", "This field is required")
        return value

    def text(self, key: str, high: int, *, low: int = 0, required: bool = False) -> str | None:
        """Return a string within its length, or None if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.add_error(key, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        words = str(value)
        if low <= len(words) <= high:
            return words
        if low:
            self.add_error(
                key, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
            )
        else:
            self.add_error(key, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        return None

    def number(
        self,
        key: str,
        low: float | None = None,
        high: float | None = None,
        *,
        required: bool = False,
        whole: bool = True,
    ) -> float | None:
        """Return a number within its bounds, or None if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return None
        kind = "int" if whole else "float"
        try:
            number = int(value) if whole else float(value)
        except (TypeError, ValueError, OverflowError):
            self.add_error(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not {kind}.')
            return None
        if low is not None and number < low:
            self.add_error(
                key, "NUMBER_TYPE_MIN", f"{kind} value should be greater than or equal to {low}."
            )
            return None
        if high is not None and number > high:
            self.add_error(
                key, "NUMBER_TYPE_MAX", f"{kind} value should be less than or equal to {high}."
            )
            return None
        return number

    def whole(
        self, key: str, low: int | None = None, high: int | None = None, *, required: bool = False
    ) -> int | None:
        """Return an integer within its bounds, or None if it is missing or wrong."""
        number = self.number(key, low, high, required=required)
        return None if number is None else int(number)

    def snowflake(self, key: str, *, required: bool = False) -> int | None:
        """Return an id, or None if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return None
        try:
            return int(value)
        except (TypeError, ValueError):
            self.add_error(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None

    def truth(self, key: str, *, default: bool = False) -> bool:
        """Return a boolean, or the default if it is missing or wrong."""
        value = self.value.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.add_error(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def choice(self, key: str, allowed: Collection[Any], *, required: bool = False) -> Any:
        """Return one of the allowed values, or None if it is missing or not allowed."""
        value = self._get(key, required=required)
        if value is None or (not isinstance(value, dict | list) and value in allowed):
            return value
        listed = ", ".join(str(each) for each in sorted(allowed))
        self.add_error(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return None

    def items(
        self, key: str, high: int, *, low: int = 0, required: bool = False
    ) -> list[tuple[Any, Path]]:
        """Return the items of a list with their paths, or none if the list is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.add_error(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.add_error(
                key,
                "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH",
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length.",
            )
        return [(inner, (*self.at, key, index)) for index, inner in enumerate(value)]

    def forms(self, key: str, high: int, *, low: int = 0, required: bool = False) -> list[Form]:
        """Return the items of a list of objects."""
        found = self.items(key, high, low=low, required=required)
        return [Form(inner, at, self.errors) for inner, at in found]

    def child(self, key: str, *, required: bool = False) -> Form | None:
        """Return a nested object, or None if it is missing."""
        value = self._get(key, required=required)
        return None if value is None else Form(value, (*self.at, key), self.errors)


def body_form(body: object) -> Form:
    """Return the whole body as a form with errors of its own."""
    errors = ValidationErrors()
    form = Form(body, (), errors)
    errors.raise_if_any()
    return form

"""Reading a body strictly, and saying what is wrong with it in Discord's nested shape."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sandbox.errors import Refusal
from sandbox.json_codec import Json, Path


class Complaints:
    """What is wrong with a body, kept where it is wrong."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def __bool__(self) -> bool:
        return bool(self._tree)

    def add(self, at: Path, code: str, message: str) -> None:
        """Complain about the value at that path."""
        node = self._tree
        for step in at:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def enforce(self) -> None:
        """Refuse the body (50035) if anything was wrong with it."""
        if self._tree:
            raise Refusal.of(50035, self._tree)


def invalid(at: Path, code: str, message: str) -> Refusal:
    """The refusal of a body with exactly one mistake.

    >>> invalid(("name",), "BASE_TYPE_REQUIRED", "This field is required").body["errors"]
    {'name': {'_errors': [{'code': 'BASE_TYPE_REQUIRED', 'message': 'This field is required'}]}}
    """
    wrong = Complaints()
    wrong.add(at, code, message)
    return Refusal.of(50035, wrong._tree)  # noqa: SLF001


class Form:
    """One JSON object of a body, read field by field."""

    def __init__(self, value: object, at: Path, wrong: Complaints) -> None:
        self.at = at
        self.wrong = wrong
        self.value: Json = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            wrong.add(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def complain(self, key: str | int, code: str, message: str) -> None:
        """Complain about one field."""
        self.wrong.add((*self.at, key), code, message)

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.value.get(key) is not None

    def _get(self, key: str, *, required: bool) -> Any:
        value = self.value.get(key)
        if value is None and required:
            self.complain(key, "BASE_TYPE_REQUIRED", "This field is required")
        return value

    def text(self, key: str, high: int, *, low: int = 0, required: bool = False) -> str | None:
        """A string within its length; None if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.complain(key, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        words = str(value)
        if low <= len(words) <= high:
            return words
        if low:
            self.complain(
                key, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
            )
        else:
            self.complain(key, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
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
        """A number within its bounds; None if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return None
        kind = "int" if whole else "float"
        try:
            number = int(value) if whole else float(value)
        except (TypeError, ValueError, OverflowError):
            self.complain(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not {kind}.')
            return None
        if low is not None and number < low:
            self.complain(
                key, "NUMBER_TYPE_MIN", f"{kind} value should be greater than or equal to {low}."
            )
            return None
        if high is not None and number > high:
            self.complain(
                key, "NUMBER_TYPE_MAX", f"{kind} value should be less than or equal to {high}."
            )
            return None
        return number

    def whole(
        self, key: str, low: int | None = None, high: int | None = None, *, required: bool = False
    ) -> int | None:
        """An integer within its bounds; None if it is missing or wrong."""
        number = self.number(key, low, high, required=required)
        return None if number is None else int(number)

    def snowflake(self, key: str, *, required: bool = False) -> int | None:
        """An id."""
        value = self._get(key, required=required)
        if value is None:
            return None
        try:
            return int(value)
        except (TypeError, ValueError):
            self.complain(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None

    def truth(self, key: str, *, default: bool = False) -> bool:
        """A boolean."""
        value = self.value.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.complain(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def choice(self, key: str, allowed: Collection[Any], *, required: bool = False) -> Any:
        """One of a few values; None if it is missing or another."""
        value = self._get(key, required=required)
        if value is None or (not isinstance(value, dict | list) and value in allowed):
            return value
        listed = ", ".join(str(each) for each in sorted(allowed))
        self.complain(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return None

    def items(
        self, key: str, high: int, *, low: int = 0, required: bool = False
    ) -> list[tuple[Any, Path]]:
        """The members of a list with their paths; empty if it is missing or wrong."""
        value = self._get(key, required=required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.complain(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.complain(
                key,
                "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH",
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length.",
            )
        return [(inner, (*self.at, key, index)) for index, inner in enumerate(value)]

    def forms(self, key: str, high: int, *, low: int = 0, required: bool = False) -> list[Form]:
        """The members of a list of objects."""
        found = self.items(key, high, low=low, required=required)
        return [Form(inner, at, self.wrong) for inner, at in found]

    def child(self, key: str, *, required: bool = False) -> Form | None:
        """An object inside this one."""
        value = self._get(key, required=required)
        return None if value is None else Form(value, (*self.at, key), self.wrong)


def body_form(body: object) -> Form:
    """The whole body as a form with complaints of its own."""
    wrong = Complaints()
    form = Form(body, (), wrong)
    wrong.enforce()
    return form

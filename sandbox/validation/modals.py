"""Modals: the validation of a bot's modal, and of a person's submission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.errors import NotPossible
from sandbox.json_codec import Json, Path, get_or_default
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, ValidationErrors
from sandbox.validation.components import (
    CHECKBOX,
    CHECKBOXES,
    CHECKS,
    LABEL,
    RADIO,
    ROW,
    SELECT,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    UPLOAD,
    ComponentValidator,
    option_list,
    value_range,
)

IN_LABEL = (*SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_modal(data: object, at: Path, emojis: Mapping[int, object]) -> Json:
    """Return a modal as a bot opens it, or refuse it with 50035 if anything is wrong."""
    errors = ValidationErrors()
    form, check = Form(data, at, errors), ComponentValidator(errors, (), emojis)
    form.text("title", limits.MODAL_TITLE, low=1, required=True)
    form.text("custom_id", limits.CUSTOM_ID, low=1, required=True)
    for component in form.forms("components", limits.MODAL_COMPONENTS, low=1, required=True):
        if component.value.get("type") == ROW:
            _old_row(component, check)
        else:
            check.check(component, (LABEL, TEXT))
    errors.raise_if_any()
    return form.value


def _old_row(form: Form, check: ComponentValidator) -> None:
    """Check a text input in a row of its own, the old form with the label on the input."""
    for child in form.forms("components", 1, low=1, required=True):
        child.text("label", limits.LABEL, low=1, required=True)
        check.check(child, (TEXT_INPUT,))


def _label(form: Form, check: ComponentValidator) -> None:
    form.text("label", limits.LABEL, low=1, required=True)
    form.text("description", limits.LABEL_DESCRIPTION)
    inner = form.child("component", required=True)
    if inner is not None:
        check.check(inner, IN_LABEL)


def _text_input(form: Form, check: ComponentValidator) -> None:
    form.choice("style", (1, 2), required=True)
    low = form.whole("min_length", 0, limits.TEXT_INPUT) or 0
    high = form.whole("max_length", 1, limits.TEXT_INPUT) or limits.TEXT_INPUT
    if low > high:
        form.add_error("min_length", "NUMBER_TYPE_MAX", "min_length cannot exceed max_length")
    form.text("value", high)
    form.text("placeholder", limits.TEXT_PLACEHOLDER)
    form.truth("required")


def _upload(form: Form, check: ComponentValidator) -> None:
    value_range(form, limits.UPLOADS)


def _radio(form: Form, check: ComponentValidator) -> None:
    option_list(form, check, limits.RADIO_OPTIONS)


def _checkboxes(form: Form, check: ComponentValidator) -> None:
    count = option_list(form, check, limits.CHECKBOX_OPTIONS)
    high = form.value.get("max_values")
    form.value.setdefault("max_values", count or 1)
    value_range(form, max(count, 1))
    if high is None:
        form.value.pop("max_values", None)


def _checkbox(form: Form, check: ComponentValidator) -> None:
    form.truth("default")


CHECKS.update(
    {
        LABEL: _label,
        TEXT_INPUT: _text_input,
        UPLOAD: _upload,
        RADIO: _radio,
        CHECKBOXES: _checkboxes,
        CHECKBOX: _checkbox,
    }
)


def fields(modal: Json) -> list[tuple[str, Json]]:
    """Return the labels and inputs of a modal, in order."""
    found: list[tuple[str, Json]] = []
    for component in modal["components"]:
        if component["type"] == LABEL:
            found.append((component["label"], component["component"]))
        elif component["type"] == ROW:
            inner = component["components"][0]
            found.append((inner.get("label") or "", inner))
    return found


def submitted_components(modal: Json, answers: Mapping[str, Any]) -> list[Json]:
    """Return the components that a client submits. Answers are given by label or custom id.

    Raises:
        NotPossible: A client would not submit this.
    """
    known = {label for label, _ in fields(modal)} | {f["custom_id"] for _, f in fields(modal)}
    for key in answers:
        if key not in known:
            raise NotPossible(f"the modal has no field {key!r}, but {sorted(known)}")
    sent: list[Json] = []
    for component in modal["components"]:
        number = {"id": component.get("id") or 0}
        if component["type"] == TEXT:
            sent.append(number | {"type": TEXT})
            continue
        old = component["type"] == ROW
        inner = component["components"][0] if old else component["component"]
        label = inner.get("label") if old else component["label"]
        answer = answers.get(label, answers.get(inner["custom_id"]))
        made = {"id": inner.get("id") or 0, "type": inner["type"], "custom_id": inner["custom_id"]}
        made |= _answer(label or inner["custom_id"], inner, answer)
        sent.append(
            number
            | ({"type": ROW, "components": [made]} if old else {"type": LABEL, "component": made})
        )
    return sent


def _answer(label: str, field: Json, said: Any) -> Json:
    """Return the value or values of a field, checked as a client checks them."""
    kind = field["type"]
    required = field.get("required") is not False
    if kind == TEXT_INPUT:
        return {"value": _typed(label, field, said, required=required)}
    if kind == CHECKBOX:
        return {"value": bool(field.get("default") if said is None else said)}
    if kind == RADIO:
        chosen = _chosen(label, field, [] if said is None else [said])
        if not chosen and required:
            raise NotPossible(f"{label!r} is required")
        return {"value": chosen[0] if chosen else None}
    chosen = _chosen(label, field, _as_list(said))
    total = len(field.get("options") or ())
    high = get_or_default(field, "max_values", total if kind == CHECKBOXES else 1)
    low = get_or_default(field, "min_values", 1)
    if not chosen and not required:
        return {"values": []}
    if not max(low, int(required)) <= len(chosen) <= high:
        raise NotPossible(f"{label!r} takes {low} to {high} values, not {len(chosen)}")
    return {"values": chosen}


def _typed(label: str, field: Json, said: Any, *, required: bool) -> str:
    words = str((field.get("value") or "") if said is None else said)
    low = get_or_default(field, "min_length", 0)
    high = get_or_default(field, "max_length", limits.TEXT_INPUT)
    if not words and not required:
        return words
    if not max(low, int(required)) <= len(words) <= high:
        raise NotPossible(f"{label!r} takes {low} to {high} characters, not {len(words)}")
    return words


def _as_list(said: Any) -> list[Any]:
    if said is None:
        return []
    return list(said) if isinstance(said, Sequence) and not isinstance(said, str) else [said]


def _chosen(label: str, field: Json, said: list[Any]) -> list[str]:
    """Return the values of options named by value or label, or the ids of people and places."""
    if field["type"] not in (SELECT, RADIO, CHECKBOXES):
        return [str(getattr(each, "id", each)) for each in said]
    options = field["options"]
    if not said:
        return [option["value"] for option in options if option.get("default")]
    chosen = []
    for each in said:
        found = [o["value"] for o in options if each in (o["value"], o["label"])]
        if not found:
            raise NotPossible(f"{label!r} has no option {each!r}")
        chosen.append(found[0])
    return chosen

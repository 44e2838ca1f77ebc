"""The rules that an edition names, checked against the rules of the engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import UnionType
from typing import TYPE_CHECKING, Final, Union, get_args, get_origin, get_type_hints

from engine.board import RuleSpec
from engine.ids import Piece
from maps.documents import Section
from maps.spelling import listed

if TYPE_CHECKING:
    from engine.rules import Rule

GIVEN: Final = ("spec", "seats")
"""The fields that the engine passes to every rule. All other fields are parameters."""


def read_rules(sections: tuple[Section, ...]) -> tuple[RuleSpec, ...]:
    """Read the mechanics of an edition, in the order in which the engine consults them.

    Raises:
        MapError: There is no such rule or parameter, or a value has the wrong type.

    """
    known = _rule_classes()
    rules: dict[str, RuleSpec] = {}
    for section in sections:
        rule = _rule(section, known)
        if rule.use in rules:
            raise section.mistake(f'rule "{rule.use}" stands there twice')
        rules[rule.use] = rule
    return tuple(rules.values())


def buildings() -> tuple[Piece, ...]:
    """Return the pieces that a mechanic puts in cities."""
    return tuple(piece for rule in _rule_classes().values() for piece in rule.buildings)


def _rule_classes() -> Mapping[str, type[Rule]]:
    # Import the rules late, because only loading an edition needs them. Listing editions does not.
    from engine.rules import RULES

    return RULES


def _rule(section: Section, known: Mapping[str, type]) -> RuleSpec:
    if "use" not in section.values:
        raise section.mistake('missing: "use"')
    name = section.known(section.text("use"), known, "rule")
    section = dataclasses.replace(section, name=f"{section.name} ({name})")
    params = {key: value for key, value in section.values.items() if key != "use"}
    _check_parameters(section, known[name], params)
    return RuleSpec(name, {key: _freeze(value) for key, value in params.items()})


def _check_parameters(section: Section, rule: type, params: Mapping[str, object]) -> None:
    fields = {field.name: field for field in dataclasses.fields(rule) if _is_parameter(field)}
    hints = get_type_hints(rule)
    for key, value in params.items():
        section.known(key, fields, "parameter")
        if not fits(value, hints[key]):
            raise section.mistake(f"{key} must be {_type_name(hints[key])}, not {value!r}")
    missing = [key for key, field in fields.items() if _is_required(field) and key not in params]
    if missing:
        raise section.mistake(f"missing: {listed(missing)}")


def _is_parameter(field: dataclasses.Field[object]) -> bool:
    # A field that a rule computes by itself is no parameter.
    return field.init and field.name not in GIVEN


def _is_required(field: dataclasses.Field[object]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def fits(value: object, wanted: object) -> bool:
    """Return whether a TOML value can be a parameter of the type *wanted*.

    >>> fits([0, 20, 30, 40], tuple[int, ...]), fits({"train": "many"}, Mapping[str, int])
    (True, False)
    """
    origin, inside = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return any(fits(value, option) for option in inside)
    if isinstance(value, list):
        return origin in (tuple, list) and all(fits(item, inside[0]) for item in value)
    if isinstance(value, dict):
        is_table = isinstance(origin, type) and issubclass(dict, origin)
        return is_table and all(fits(item, inside[1]) for item in value.values())
    # Compare the exact type, because Python takes True for 1, but an edition must not.
    # A NewType is checked as its base type.
    return type(value) is getattr(wanted, "__supertype__", wanted)


def _type_name(wanted: object) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false"}
    base = getattr(wanted, "__supertype__", wanted)
    if isinstance(base, type) and base in names:
        return names[base]
    return "a list" if get_origin(wanted) in (tuple, list) else "a table"


def _freeze(value: object) -> object:
    """Turn lists into tuples, so that code cannot change a rule by accident."""
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value

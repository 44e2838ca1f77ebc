"""What is kept for a while: bounded, the longest unused forgotten first."""

from __future__ import annotations

from maps.lru import LruCache


def _filled(*keys: str, most: int) -> LruCache[str, str]:
    kept = LruCache[str, str](most)
    for key in keys:
        kept.put(key, key.upper())
    return kept


def _left(kept: LruCache[str, str], keys: str) -> str:
    return "".join(key for key in keys if kept.get(key))


def test_is_bounded() -> None:
    kept = _filled(*"abcdef", most=3)

    assert len(kept) == 3
    assert _left(kept, "abcdef") == "def"


def test_what_is_asked_for_stays() -> None:
    kept = _filled(*"abc", most=3)

    assert kept.get("a") == "A"
    kept.put("d", "D")

    assert _left(kept, "abcd") == "acd"


def test_what_is_put_again_stays_too() -> None:
    kept = _filled(*"abca", *"d", most=3)

    assert _left(kept, "abcd") == "acd"


def test_is_made_once() -> None:
    kept, made = LruCache[str, int](2), []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [kept.get_or_make("a", make) for _ in range(3)] == [1, 1, 1]
    kept.clear()
    assert kept.get_or_make("a", make) == 2

"""People with habits: awake, at their times, the same for the same seed."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice, pairwise, takewhile

from bench.community.people import BEGIN, DAY, DEFAULT, Person, VisitSchedule

YEAR = 365 * DAY


def check_ins(seed: str) -> list[timedelta]:
    """A year of somebody, since the games began."""
    moments = (one - BEGIN for one in Person(seed).check_ins())
    return list(takewhile(lambda one: one < YEAR, moments))


def test_the_same_seed_is_the_same_person() -> None:
    assert check_ins("1/0/0") == check_ins("1/0/0")
    assert check_ins("1/0/0") != check_ins("1/0/1")


def test_they_come_in_their_order_and_sleep_every_day() -> None:
    """All check-ins of a person lie in the same 16 hours of the day."""
    for seed in map(str, range(20)):
        found = check_ins(seed)
        assert found == sorted(found)
        hours = sorted({one % DAY for one in found})
        around = [*hours, hours[0] + DAY]
        longest = max(b - a for a, b in pairwise(around))
        assert longest >= DAY - DEFAULT.awake


def test_how_often_they_come_is_what_the_page_says() -> None:
    """1 to 6 times a day, in 80 % with time for a turn, nine days of ten."""
    daily = [len(check_ins(str(seed))) / 365 for seed in range(60)]

    assert min(daily) > 0.8 * 0.9 * 0.9
    assert max(daily) < 6 * 0.8 * 0.9 * 1.1
    assert 2.0 < sum(daily) / len(daily) < 3.0


def test_a_notice_is_followed_within_hours_of_awake_time() -> None:
    """A night and days off may lie between; one time in five they are too busy."""
    person, every = Person("7"), timedelta(hours=5)
    notices = [BEGIN + number * every for number in range(500)]
    answers = [(at, person.answer(at)) for at in notices]
    late = [came - at for at, came in answers if came is not None]

    assert 0.7 < len(late) / len(notices) < 0.9
    assert timedelta(seconds=-1) < min(late)
    assert len(late) / 3 < sum(one <= DEFAULT.answers for one in late) < len(late)
    hours = sorted({(came - BEGIN) % DAY for _, came in answers if came is not None})
    around = [*hours, hours[0] + DAY]
    assert max(b - a for a, b in pairwise(around)) >= DAY - DEFAULT.awake


def test_a_diary_holds_habits_and_calls() -> None:
    """Whoever is called comes earlier, and by themselves no less often."""
    habitual = list(islice(Person("3").check_ins(), 3))
    diary = VisitSchedule(Person("3"))
    seen = []
    while len(seen) < 40:
        seen.append(diary.next)
        diary.advance()
        if len(seen) % 2:
            diary.notify(seen[-1])

    assert seen == sorted(seen)
    assert seen[0] == habitual[0]
    assert {*habitual} <= {*seen}

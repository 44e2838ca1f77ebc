"""The reveal: an animated picture that turns over the tickets and then shows the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final

from PIL import Image

from engine.ids import Seat, TicketId
from maps.layout import Layout
from render.board import lay_board
from render.board_cache import ground_for
from render.frame import Camera, Frame
from render.palette import UNUSED, distinct
from render.pen import Box
from render.reveal.pointing import point_at
from render.reveal.ranking import lay_ranking
from render.reveal.stage import CAPTION, Plate, Stub, lay_bonus, lay_caption, lay_plate, lay_title
from render.reveal.story import Step, is_ticket, opening, told
from render.scene import Scene, Stress
from render.score_labels import score_key
from render.stamps import Quick
from render.tickets import called

WIDE: Final = 1000
"""The width of a wide board."""
HIGH: Final = 900
"""The height of a high board."""
BAR: Final = 184
SIDE: Final = 330
"""The width of the seats beside a high board. Below a wide board, `BAR` is their height."""
TALLEST: Final = 226

# The durations of frames, in milliseconds.
FIRST: Final = 1800
TURNING: Final = 120
TICKETS: Final = 26_000
"""The time for all tickets together, as far as `LEAST` and `LONGEST` per ticket allow it."""
LEAST, LONGEST = 500, 1700
BONUS: Final = 2600
LAST: Final = 6000


@dataclass
class Telling:
    """The frames of the animation so far, and the current plates of the seats."""

    plates: dict[Seat, Plate]
    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def show(self, frame: Image.Image, time: int) -> None:
        """Add a frame that is shown for *time* milliseconds."""
        self.frames.append(frame)
        self.times.append(time)


@dataclass(frozen=True)
class Stage:
    """The parts that all frames share."""

    scene: Scene
    frame: Frame
    board: Image.Image
    """The final board in its frame, without captions and plates."""


def draw_reveal(scene: Scene) -> bytes:
    """Draw the end of a game as an animated GIF that plays once and ends with the ranking.

    On the final board the tickets turn over one after the other, the failed ones first. Then come
    the bonuses.
    """
    frame = _frame(scene.layout)
    ground = ground_for(scene.spec, scene.layout, frame, scene.language)
    stage = Stage(scene, frame, lay_board(ground, scene.seen, Stress()))
    seats = [Seat(number) for number in range(len(scene.result.totals))]
    telling = Telling({seat: _plate(scene, seat) for seat in seats})
    _add_steps(stage, telling, told(scene.spec, scene.result))
    last = Image.new("P", stage.board.size)
    last.putpalette(stage.board.getpalette() or [])
    lay_ranking(last, scene)
    telling.show(last, LAST)
    return _gif(telling)


def _frame(layout: Layout) -> Frame:
    """Return the frame: a caption, below it the board, and the seats.

    The seats are below a wide board and beside a high board.
    """
    window = (0.0, 0.0, layout.width, layout.height)
    if layout.width > layout.height:
        camera = Camera(window, WIDE / layout.width, 0, CAPTION)
        bottom = CAPTION + camera.height
        seats = (0.0, bottom, WIDE, bottom + BAR)
        return Frame(WIDE, bottom + BAR, camera, seats=seats)
    camera = Camera(window, HIGH / layout.height, 0, CAPTION)
    left, bottom = camera.width, CAPTION + camera.height
    seats = (left, CAPTION, left + SIDE, bottom)
    return Frame(left + SIDE, bottom, camera, seats=seats, is_wide=False)


def _plate(scene: Scene, seat: Seat) -> Plate:
    sheet = scene.result
    held = sum(line.seat == seat and is_ticket(scene.spec, line) for line in sheet.lines)
    return Plate(seat, scene.name(seat), opening(sheet, seat), (Stub.HIDDEN,) * held)


def _add_steps(stage: Stage, telling: Telling, steps: Sequence[Step]) -> None:
    first = _with_seats(stage, telling.plates)
    lay_title(Quick(first), stage.frame.width, stage.scene)
    telling.show(first, FIRST)
    turns = sum(step.tickets for step in steps)
    stay = min(LONGEST, max(LEAST, TICKETS // max(1, turns) - TURNING))
    for step in steps:
        if step.tickets:
            _turn_tickets(stage, telling, step)
        for seat, gain in step.gains().items():
            telling.plates[seat] = telling.plates[seat].gaining(gain)
        canvas = _with_seats(stage, telling.plates)
        _lay_step(stage, canvas, step)
        telling.show(canvas, stay if step.tickets else BONUS)
        for seat, plate in telling.plates.items():
            telling.plates[seat] = plate.settled()


def _turn_tickets(stage: Stage, telling: Telling, step: Step) -> None:
    """Turn the tickets of a step: show them from their edge, then set their front."""
    seat, count = step.lines[0].seat, len(step.lines)
    plate = telling.plates[seat]
    telling.plates[seat] = plate.turning(count, Stub.TURNING)
    telling.show(_with_seats(stage, telling.plates), TURNING)
    telling.plates[seat] = plate.turning(count, Stub.DONE if step.done else Stub.FAILED)


def _with_seats(stage: Stage, plates: dict[Seat, Plate]) -> Image.Image:
    """Return the board with the current plates of the seats."""
    canvas = stage.board.copy()
    for plate, box in zip(plates.values(), _places(stage.frame, len(plates)), strict=True):
        lay_plate(Quick(canvas), box, plate)
    return canvas


def _places(frame: Frame, count: int) -> Iterator[Box]:
    left, top, right, bottom = frame.seats or (0, 0, 0, 0)
    if frame.is_wide:
        step = (right - left - 8) / count
        for number in range(count):
            x = left + 8 + step * number
            yield x, top + 8, x + step - 8, bottom - 8
        return
    step = min(TALLEST, (bottom - top) / count)
    for number in range(count):
        yield left + 8, top + step * number, right - 8, top + step * (number + 1) - 8


def _lay_step(stage: Stage, canvas: Image.Image, step: Step) -> None:
    scene = stage.scene
    if step.tickets:
        seat, tickets = step.lines[0].seat, scene.spec.tickets
        about = "  ·  ".join(called(scene, tickets[TicketId(line.detail)]) for line in step.lines)
        lay_caption(canvas, stage.frame.width, seat, about, step.gains()[seat], done=step.done)
    else:
        lay_bonus(canvas, stage.frame.width, scene.say(score_key(step.rule)), step.gains())
    point_at(canvas, stage.frame.camera, scene, step)


def _gif(telling: Telling) -> bytes:
    """Return the frames as a GIF without a loop, which plays once.

    Pixels that do not change from frame to frame cost no bytes.
    """
    out = BytesIO()
    table = distinct()
    for frame in telling.frames:
        frame.putpalette(table)
    first, *others = telling.frames
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=others,
        duration=telling.times,
        palette=table,
        transparency=UNUSED,
        optimize=True,
        interlace=0,
    )
    return out.getvalue()

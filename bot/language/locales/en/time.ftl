# Clocks, pauses and vacations: what people are told, and why something is not possible.

line-timed-out = Time is up for { $player } on seat { $seat }: the caretaker plays this turn.
line-caretaker-keeps = Time is up for { $player } for the third turn in a row: the caretaker plays seat { $seat } until its owner is back.
line-offered = { $by } offers seat { $seat } of { $player }, who has been away for long. Cards and tickets go with it, sealed.
line-skipped = { $by } lets the caretaker play this turn of { $player }.
line-extended = { $by } gave this turn { $hours ->
    [one] one more hour.
   *[other] { $hours } more hours.
  }
line-pace = { $by } set the pace of this table, from the next turn on: { $pace ->
    [blitz] blitz, 5 minutes for a turn.
    [day] 24 hours for a turn.
    [relaxed] 72 hours for a turn.
   *[none] turns without an end.
  }
line-paused = { $by } paused this table. Clocks, reminders and the caretaker stand still; whoever wants to may move.
line-paused-why = { $by } paused this table: { $why } Clocks, reminders and the caretaker stand still; whoever wants to may move.
line-resumed = { $by } ended the pause. Clocks go on with what was left.
line-resumed-itself = The pause has ended after 14 days. Clocks go on with what was left.
line-players-paused = The players paused this table. Clocks, reminders and the caretaker stand still; whoever wants to may move.
line-players-resumed = The players ended the pause. Clocks go on with what was left.
line-vacation = { $player } (seat { $seat }) is away until { $until }. The clock stands still until then.
line-vacation-over = { $player } (seat { $seat }) is back from vacation.
told-reminder = { $edition }, { $channel }: it is your turn.
told-nudge = { $edition }, { $channel }: { $by } waits for your turn.
told-caretaker-keeps = { $edition }, { $channel }: time was up three turns in a row, so the caretaker plays your seat. It is still yours: come back whenever you like.

lobby-error-no-such-pace = There is no such pace. It can be one of: { $paces }.
lobby-error-not-helped = The caretaker does not play your seat.
lobby-error-not-awaited = Nobody waits for you at this table.
lobby-error-no-snooze = There is nothing to put off here: turns have no end, or are too short for that.
lobby-error-away-not-possible = Reminders can be silenced for 12 hours or for a day.
lobby-error-no-such-zone = There is no such time zone. Perhaps you mean: { $like }?
lobby-error-quiet-not-possible = Quiet hours can be up to { $most } hours a day, and must end at another time than they begin.
lobby-error-nudge-self = It is you who is awaited.
lobby-error-nudge-bot = A bot is next: it needs no nudge.
lobby-error-nudge-early = It is too early for that: a quarter of the time for a turn has to pass first. You can nudge { $when }.
lobby-error-nudged-before = Somebody was nudged at this table not long ago. The next nudge is possible { $when }.
lobby-error-hours-not-possible = A turn can be given { $least } to { $most } more hours.
lobby-error-no-clock = Nobody's time runs out at this table now.
lobby-error-skip-seated = Whoever plays at this table cannot skip a turn of it. Ask another moderator.
lobby-error-skip-early = It is too early for that: a quarter of the time for a turn has to pass first.
lobby-error-nobody-awaited = No person is awaited there now.
lobby-error-paused = This table is paused.
lobby-error-paused-already = This table is paused already.
lobby-error-not-paused = This table is not paused.
lobby-error-moderators-pause = A moderator paused this table, and only a moderator can end that.
lobby-error-not-kept = The caretaker does not keep this seat: { $player } plays it, or it is free.
lobby-error-offer-early = This seat can be offered { $when }: until then its owner may come back.
lobby-error-on-vacation = You are on vacation already. It ends { $when }; /my vacation end ends it now.
lobby-error-vacation-past = A vacation ends in the future.
lobby-error-vacation-days = { $left ->
    [0] You have no days of vacation left: there are 30 in a year.
    [one] You have one day of vacation left: there are 30 in a year.
   *[other] You have { $left } days of vacation left: there are 30 in a year.
  }
lobby-error-no-vacation = You are not on vacation.

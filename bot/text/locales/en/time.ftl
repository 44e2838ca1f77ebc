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
line-paused-why = { $by } paused this table: “{ $why }”. Clocks, reminders and the caretaker stand still; whoever wants to may move.
line-resumed = { $by } ended the pause. Clocks go on with what was left.
line-resumed-itself = The pause has ended after 14 days. Clocks go on with what was left.
line-players-paused = The players paused this table. Clocks, reminders and the caretaker stand still; whoever wants to may move.
line-players-resumed = The players ended the pause. Clocks go on with what was left.
line-deserted = Everyone is away, so the table is paused. *{ button-im-back }* or *{ button-take-seat }* resumes it. After 90 days it is canceled.
line-deserted-over = The table resumes.
line-deserted-canceled = Nobody came back to this table for 90 days, so it was canceled without a result.
line-vacation = { $player } (seat { $seat }) is away until { $until }. The clock stands still until then.
line-vacation-over = { $player } (seat { $seat }) is back from vacation.
told-reminder = { $edition }, { $channel }: it is your turn.
told-nudge = { $edition }, { $channel }: { $by } waits for your turn.
told-caretaker-keeps = { $edition }, { $channel }: time was up three turns in a row, so the caretaker plays your seat. It is still yours: come back whenever you like.
told-deserted = { $edition }, { $channel }: everyone is away, so the table is paused. Your seat is still yours, and *{ button-im-back }* resumes the game. After 90 days the table is canceled.
told-deserted-canceled = { $edition }, { $channel }: nobody came back to your table for 90 days, so it was canceled without a result.

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
lobby-error-deserted = Everyone at this table is away. It resumes when a player presses *{ button-im-back }* or someone presses *{ button-take-seat }*.
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

## Time: the table's
line-no-pace = From now on a table can have a pace: so much time for each turn, and the caretaker plays when it is up. This one has none, as before; a moderator sets one with /game pace.
told-extended = { $edition }, { $channel }: { $by } gave you { $hours ->
    [one] one more hour
   *[other] { $hours } more hours
  } for this turn.
told-offered = { $edition }, { $channel }: you were away for long, so { $by } offers your seat to others. As long as nobody has taken it, you can do that yourself.
told-pause-refused = { $edition }, { $channel }: too many are against what you asked for, so nothing changes.
pace-blitz = Blitz: 5 minutes a turn, 10 in reserve
pace-day = Day: 24 hours a turn, 48 in reserve
pace-relaxed = Relaxed: 72 hours a turn, 6 days in reserve
pace-none = None: turns have no end
lobby-pace = Pace – { $pace }.
lobby-never-sleeps = The clock never sleeps: quiet hours and vacations do not stop it.
lobby-vacation-yes = Clocks stand still for those who are on vacation.
lobby-vacation-no = Vacations do not stop the clock here.
lobby-solo = Whoever plays with bots alone has no clock.
lobby-lasts-hours = With { $people } people a game takes about { $count ->
    [one] one hour.
   *[other] { $count } hours.
  }
lobby-lasts-days = With { $people } people who look in a few times a day a game takes about { $count } days.
lobby-lasts-weeks = With { $people } people who look in a few times a day a game takes about { $count } weeks.
board-until = Until { $moment }
board-paused = Paused since { $moment }
board-paused-by = by { $by }
board-paused-why = by { $by }: “{ $why }”
board-paused-deserted = because everyone is away. *{ button-im-back }* or *{ button-take-seat }* resumes it.
board-paused-players = by the players
board-away = { $player } is away until { $until }.
games-until = until { $moment }
games-paused = paused
request-pause = { $player } asks for a pause. Agreed: { $agreed }, needed: { $needed }; the request ends { $until }.
request-resume = { $player } asks to end the pause. Agreed: { $agreed }, needed: { $needed }; the request ends { $until }.
button-pause = Ask for a pause
button-resume = Ask to go on
request-cancel = { $player } asks to cancel this game. It would end without a result, and that can't be undone. Agreed: { $agreed }, needed: { $needed }; the request ends { $until }.
button-cancel = Ask to cancel game…
button-cancel-sure = Cancel this game
cancel-sure = { $of ->
    [1] Do you want to cancel this game? You are the only person here, so it ends at once, without a result. That can't be undone.
   *[other] Do you want to cancel this game? It ends without a result once { $needed } of { $of } players agree. That can't be undone. The others are asked under the board and have 24 hours.
  }
cancel-asked = The others are asked under the board. Agreed: { $agreed }, needed: { $needed }.
cancel-refused = You voted to keep playing.
vote-seated = You play here, so this is a vote of the players. Agreed: { $agreed }, needed: { $needed }.
line-players-cancelled = The players voted to cancel this game. It ended without a result.
told-players-cancelled = { $edition }, { $channel }: the players voted to cancel your game. It ended without a result.
told-cancel-refused = { $edition }, { $channel }: too many players want to keep playing, so your request to cancel the game is closed.
lobby-error-moderator-plays = You play at this table, so you can't do this alone. Ask another moderator.
lobby-error-moderator-could-return = You gave up a seat here and can still take it back, so you can't do this. Ask another moderator.
pause-asked = The others are asked under the board. Agreed: { $agreed }, needed: { $needed }.
pause-refused = You are against it. It stays as it is unless enough others agree.
pause-done = The table is paused.
resume-done = The table goes on.
clock-done = Done. Everybody at the table reads it there.
pace-vacation-stays = Whether vacations stop the clock was settled when the table was opened. Where they do, 14 days of each player's count in one game; days already used stay used at any pace.
settings-pace = Pace of new tables: { $pace }.
command-game-pause = Let this table stand still: clocks, reminders and the caretaker
command-game-resume = End the pause of this table
command-game-extend = Give whoever is awaited more time for this turn
command-game-skip = Let the caretaker play this turn now
command-game-offer = Let others take a seat that the caretaker has kept for long
command-game-pace = How long turns may take, from the next one on
option-why = Why, for all to read
option-hours = How many more hours
option-skipped = Whose turn, if several are awaited
option-pace = How long each turn may take
option-vacation = Whether clocks stand still for those who are on vacation
option-usual-pace = How long turns of new tables may take
option-usual-vacation = Whether clocks of new tables stand still for those who are on vacation
lobby-error-pace-already = That is the pace of this table already.
lobby-error-game-over = The game at this table is over.
lobby-error-helped-no-vote = The caretaker plays your seat. Make a move first, then you have a say in this.

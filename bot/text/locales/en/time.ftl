# The clocks of a table, pauses and vacations.

line-timed-out = { $player } (seat { $seat }) ran out of time. The caretaker bot plays this turn.
line-caretaker-keeps = { $player } ran out of time three turns in a row. The caretaker bot plays seat { $seat } until they're back.
line-offered = { $by } offers { $player }'s seat { $seat }, which has been inactive for a long time. Its cards and tickets stay hidden.
line-skipped = { $by } skipped { $player }. The caretaker bot plays this turn.
line-extended =
    { $by } added { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    } to this turn.
line-pace =
    { $by } changed the pace. From the next turn: { $pace ->
        [blitz] blitz, 5 minutes per turn.
        [day] 24 hours per turn.
        [relaxed] 72 hours per turn.
       *[none] no time limit.
    }
line-paused = { $by } paused this table. Clocks and reminders stop, but you can still move.
line-paused-why = { $by } paused this table: “{ $why }”. Clocks and reminders stop, but you can still move.
line-resumed = { $by } resumed this table. Clocks continue where they stopped.
line-resumed-itself = The pause ended after 14 days. Clocks continue where they stopped.
line-players-paused = The players paused this table. Clocks and reminders stop, but you can still move.
line-players-resumed = The players resumed this table. Clocks continue where they stopped.
line-deserted = Everyone is away, so the table is paused. *{ button-im-back }* or *{ button-take-seat }* resumes it. After 90 days it's canceled.
line-deserted-over = The table resumes.
line-deserted-canceled = Nobody came back to this table for 90 days, so it was canceled without a result.
line-vacation = { $player } (seat { $seat }) is on vacation until { $until }. Their clock is stopped.
line-vacation-over = { $player } (seat { $seat }) is back from vacation.
told-reminder = { $edition }, { $channel }: it's your turn.
told-nudge = { $edition }, { $channel }: { $by } is waiting for you.
told-caretaker-keeps = { $edition }, { $channel }: you ran out of time three turns in a row, so the caretaker bot is playing for you. The seat is still yours. Come back any time.
told-deserted = { $edition }, { $channel }: everyone is away, so the table is paused. Your seat is still yours, and *{ button-im-back }* resumes the game. After 90 days the table is canceled.
told-deserted-canceled = { $edition }, { $channel }: nobody came back to your table for 90 days, so it was canceled without a result.

lobby-error-no-such-pace = Unknown pace. Choose one of: { $paces }.
lobby-error-not-helped = The caretaker bot isn't playing your seat.
lobby-error-not-awaited = It's not your turn at this table.
lobby-error-no-snooze = You can't snooze here: turns are untimed or too short.
lobby-error-away-not-possible = You can mute reminders for 12 hours or 1 day.
lobby-error-no-such-zone = Unknown time zone. Did you mean { $like }?
lobby-error-quiet-not-possible = Quiet hours can be at most { $most } hours long and must end at a different time than they start.
lobby-error-nudge-self = It's your own turn.
lobby-error-nudge-bot = It's a bot's turn. It doesn't need a nudge.
lobby-error-nudge-early = Too early. You can nudge { $when }, once a quarter of the turn's time has passed.
lobby-error-nudged-before = Someone nudged at this table recently. You can nudge again { $when }.
lobby-error-hours-not-possible = You can add { $least } to { $most } hours.
lobby-error-no-clock = No clock is running at this table.
lobby-error-skip-seated = You're playing at this table, so you can't skip a turn here. Ask another moderator.
lobby-error-skip-early = Too early. You can skip a turn once a quarter of its time has passed.
lobby-error-nobody-awaited = No player's turn to skip.
lobby-error-paused = This table is paused.
lobby-error-paused-already = This table is already paused.
lobby-error-not-paused = This table isn't paused.
lobby-error-moderators-pause = A moderator paused this table. Only a moderator can resume it.
lobby-error-deserted = Everyone at this table is away. It resumes when a player presses *{ button-im-back }* or someone presses *{ button-take-seat }*.
lobby-error-not-kept = You can only offer a seat that the caretaker bot has taken over. { $player } is playing this one, or it's free.
lobby-error-offer-early = You can offer this seat { $when }. Until then its owner may come back.
lobby-error-on-vacation = You're already on vacation. It ends { $when }, or now with /my vacation end.
lobby-error-vacation-past = Choose a date in the future.
lobby-error-vacation-days =
    { $left ->
        [0] You have no vacation days left this year (30 per year).
        [one] You have 1 vacation day left this year (30 per year).
       *[other] You have { $left } vacation days left this year (30 per year).
    }
lobby-error-no-vacation = You're not on vacation.

# Paces, votes and moderators' commands.
line-no-pace = New: tables can have a time limit per turn. This table has none. A moderator can set one with /game pace.
told-extended =
    { $edition }, { $channel }: { $by } gave you { $hours ->
        [one] 1 more hour
       *[other] { $hours } more hours
    } for this turn.
told-offered = { $edition }, { $channel }: you've been away a long time, so { $by } is offering your seat to others. Until someone takes it, you can take it back.
told-pause-refused = { $edition }, { $channel }: your request was voted down. Nothing changes.
pace-blitz = Blitz: 5 min per turn, 10 min time bank
pace-day = Day: 24 h per turn, 48 h time bank
pace-relaxed = Relaxed: 72 h per turn, 6-day time bank
pace-none = No time limit
lobby-pace = Pace: { $pace }.
lobby-never-sleeps = Quiet hours and vacations don't stop the clock.
lobby-vacation-yes = Vacations stop the clock.
lobby-vacation-no = Vacations don't stop the clock.
lobby-solo = If you play against bots only, there's no clock.
lobby-lasts-hours =
    With { $people } people, expect about { $count ->
        [one] 1 hour.
       *[other] { $count } hours.
    }
lobby-lasts-days = With { $people } people checking in a few times a day, expect about { $count } days.
lobby-lasts-weeks = With { $people } people checking in a few times a day, expect about { $count } weeks.
board-paused = Paused since { $moment }
board-paused-by = by { $by }
board-paused-why = by { $by }: “{ $why }”
board-paused-deserted = because everyone is away. *{ button-im-back }* or *{ button-take-seat }* resumes it.
board-paused-players = by the players
board-away = { $player } is on vacation until { $until }.
games-paused = paused
request-pause = { $player } asks to pause. { $agreed } of { $needed } votes; ends { $until }.
request-resume = { $player } asks to resume. { $agreed } of { $needed } votes; ends { $until }.
button-pause = Ask to pause
button-resume = Ask to resume
request-cancel = { $player } asks to cancel this game without a result. That's irreversible. { $agreed } of { $needed } votes; ends { $until }.
button-cancel = Ask to cancel game…
button-cancel-sure = Cancel this game
cancel-sure =
    { $of ->
        [1] Cancel this game? It ends at once, without a result. That's irreversible.
       *[other] Cancel this game? It ends without a result once { $needed } of { $of } players agree. That's irreversible. The others have 24 hours to vote.
    }
cancel-asked = The vote is below the board: { $agreed } of { $needed }.
cancel-refused = You voted to keep playing.
vote-seated = You play here, so the players vote on it: { $agreed } of { $needed }.
line-players-cancelled = The players canceled this game. It ended without a result.
told-players-cancelled = { $edition }, { $channel }: the players canceled your game. It ended without a result.
told-cancel-refused = { $edition }, { $channel }: the players want to keep playing, so your request to cancel is closed.
lobby-error-moderator-plays = You play at this table, so you can't do this alone. Ask another moderator.
lobby-error-moderator-could-return = You gave up a seat here and can still take it back, so you can't do this. Ask another moderator.
pause-asked = The vote is below the board: { $agreed } of { $needed }.
pause-refused = You voted no.
pause-done = The table is paused.
resume-done = The table is running again.
clock-done = Done. It's posted in the channel.
pace-vacation-stays = Vacation rules stay as they were when the table opened: if vacations stop the clock, each player has 14 days per game, and days already used count.
settings-pace = Pace of new tables: { $pace }.
settings-choose-pace = Pace of new tables
settings-choose-vacation = Vacations at new tables
lobby-error-settings-not-allowed = Only moderators can change the settings of a server.
command-game-pause = Pause this table
command-game-resume = Resume this table
command-game-extend = Add time to the current turn
command-game-skip = Let the caretaker bot play the current turn
command-game-offer = Offer an inactive player's seat to others
command-game-pace = Change the time limit per turn
option-reason = Reason, shown in the channel
option-hours = How many hours to add
option-skipped = Whose turn, if several players are choosing
option-pace = Time limit per turn
option-vacation = Whether vacations stop the clock
option-usual-pace = Time limit per turn at new tables
option-usual-vacation = Whether vacations stop the clock at new tables
lobby-error-pace-already = This table already has that pace.
lobby-error-game-over = This game is over.
lobby-error-helped-no-vote = The caretaker bot is playing your seat. Make a move first, then you can vote.

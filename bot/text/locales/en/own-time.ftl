# A player's own clock: notices, quiet hours and vacations.


time-due = Due { $moment }
time-due-bank = Due { $moment } · time bank { $bank }
time-bank = Time bank: until { $moment }
time-bank-left = Time bank: { $bank } left, until { $moment }
time-minutes = { $count } min
time-hours = { $count } h
time-days = { $count } days
time-away = 🏖️ You're on vacation until { $until }, and your clock is stopped. Moving ends your vacation.
time-paused = ⏸️ This table is paused. You can still move.
card-deserted = Everyone is away, so the table is paused. Press *{ button-im-back }* to play on.
card-kept = The caretaker bot is playing your seat until you're back.

told-timed-out = { $edition }, { $channel }: you ran out of time, so the caretaker bot played this turn for you. The seat is still yours, and you play the next turn.
told-timed-out-last = { $edition }, { $channel }: you ran out of time, so the caretaker bot played this turn for you. It was your last turn of the game.
told-skipped-last = { $edition }, { $channel }: { $by } skipped you, so the caretaker bot played this turn. It was your last turn of the game.
told-skipped = { $edition }, { $channel }: { $by } skipped you, so the caretaker bot played this turn. The seat is still yours, and you play the next turn.

button-snooze = Snooze
button-away = I'm away…
button-away-12 = 12 hours
button-away-24 = 1 day
button-away-week = 1 week (vacation)
button-im-back = I'm back
button-nudge = Nudge
button-hours = My hours…

away-how-long = How long will you be away? For 12 hours or 1 day you get no reminders, but your clock keeps running. A week counts as vacation: your clocks stop, and your tables are notified.
away-muted = No reminders until { $until }. Your deadlines don't change.
snoozed = Next reminder { $until }. Your deadline doesn't change.
nudged = Nudge sent.
im-back = Welcome back! Your seat is yours again.
im-back-turn = Welcome back! Your seat is yours again, and it's your turn, with full time.

hours-offer = When do you sleep? Your clock can stop while you do. We only ask once. You can change it any time with /my clock.
hours-kept = Saved.
hours-unknown = Your clock runs day and night. Choose your time zone, then your quiet hours. With /my clock you can enter any zone and any time.
hours-zone = 🌍 { $zone }, now { $time }
hours-quiet = 🌙 Quiet from { $begin } to { $end }: your clock stops, and you get no reminders.
hours-quiet-none = No quiet hours
hours-weekends-count = Weekends: clock runs
hours-weekends-free = Weekends: clock stops
hours-muted = 🔕 No reminders until { $until }
hours-vacation = 🏖️ On vacation until { $until }
hours-days-left =
    { $left ->
        [0] No vacation days left this year (30 per year)
        [one] 1 vacation day left this year (30 per year)
       *[other] { $left } vacation days left this year (30 per year)
    }
hours-in-time =
    ✅ On time: { $played } of { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }
hours-privacy = Others only see your deadline and time bank. They may hint at when you sleep.
hours-next-turn = Changes apply from your next turn. Blitz tables have no quiet hours.
hours-choose-zone = Your time zone
hours-choose-quiet = Quiet hours
hours-choose-weekends = Weekends

vacation-started = You're on vacation until { $until }. Your clocks stop, for up to 14 days per game, and your tables are notified. Any move, or /my vacation end, ends it.
vacation-ended = Welcome back! Your clocks are running again.
vacation-not-at = Your clock keeps running at these tables, because they don't allow vacations or you've used 14 days there: { $tables }.
vacation-span = { $days ->
    [1] Tomorrow
    [7] In a week
    [14] In two weeks
    [21] In three weeks
   *[other] In { $days } days
  }
date = { $weekday ->
    [0] Mon
    [1] Tue
    [2] Wed
    [3] Thu
    [4] Fri
    [5] Sat
   *[6] Sun
  } { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
  } { $year }

error-no-time = Enter a time such as 22:30, 7 or 10 pm, or “off” for no quiet hours.
error-no-date = Enter a date such as 2026-06-30 or 30.6., or a number of days.
error-no-zone = Set your time zone first, with /my clock zone:
error-half-quiet = Enter both from: and to:.

command-my-clock = Set your time zone, quiet hours and weekends
command-my-vacation = Stop your clocks while you're away
command-my-vacation-start = Start a vacation: your clocks stop at all tables
command-my-vacation-end = End your vacation
option-zone = Your time zone: type a city
option-from = Start of quiet hours, such as 22:30, or “off”
option-to = End of quiet hours, such as 7 (at most 10 hours)
option-weekends = Whether your clock runs on weekends
option-until = Last day of your vacation

topic-time = Time limits, reminders, vacation
rules-time = **Pace.** Each turn has a time limit: 5 minutes (blitz), 24 hours (day) or 72 hours (relaxed). When it's used up, your time bank runs: 10 minutes, 48 hours or 6 days for the whole game. Each turn you play puts a quarter of the limit back. Messages say when the limit is due, and what is in your bank.
    { "" }**Quiet hours.** Set your time zone, up to 10 quiet hours a day, and weekends with /my clock. During that time your clock stops and you get no reminders. Blitz tables have no quiet hours.
    { "" }**Reminders** are direct messages, at most four per turn. { $snooze } postpones one, { $away } mutes all. If you're waiting for someone, use { $nudge } under { $more } once a quarter of their time has passed.
    { "" }**Vacation.** /my vacation start stops all your clocks, up to 30 days a year and 14 per game. Any move ends it. End it within a day, and it costs no day, once a week. A table can rule vacations out when it's opened. A new pace changes neither that nor the days you've used.
    { "" }**Pauses** stop every clock at a table. You can still move. Two thirds of the players can pause and resume it under { $more }. So can moderators who don't play there. They can also add time or skip a turn.
    { "" }**Everyone away?** The table pauses. { $im-back } or { button-take-seat } resumes it. If nobody comes back within 90 days, the table is canceled.
    { "" }**Canceling** ends a game without a result. Two thirds of the players can do it under { $more }. So can moderators who don't play there.
    { "" }**Out of time?** The caretaker, a cautious bot that knows only what you know, plays that turn. After three in a row it keeps playing until you press { $im-back }. The seat stays yours, and you get the full time for your turn.
    { "" }**Away for long?** A moderator can give your seat away without asking you after 24 hours (blitz), 3 days (day), 9 days (relaxed) or 7 days (no limit) without a move, or at once if you leave the server.

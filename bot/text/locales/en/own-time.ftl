# One's own time: what a person is told about it and can say about it.

## Time: one's own

time-until = ⏳ You have until { $until }.
time-until-bank = ⏳ The time for this turn is used up, and your reserve is running: you have until { $until }.
time-away = 🏖️ You are on vacation, so your clock stands still until { $until }. If you move all the same, your vacation ends.
time-paused = ⏸️ This table is paused: no clock runs. You may move all the same.
card-waits-until = { $player } is next, until { $until }.
card-deserted = Everyone is away, so the table is paused. Press *{ button-im-back }* and play on.
card-kept = The caretaker plays your seat until you are back.

told-timed-out = { $edition }, { $channel }: your time was up, so the caretaker played this turn for you. Your seat is still yours, and the next turn is yours again.
told-timed-out-last = { $edition }, { $channel }: your time was up, so the caretaker played this turn for you. It was your last turn of the game.
told-skipped-last = { $edition }, { $channel }: { $by } let the caretaker play this turn for you. It was your last turn of the game.
told-skipped = { $edition }, { $channel }: { $by } let the caretaker play this turn for you. Your seat is still yours, and the next turn is yours again.

button-snooze = Snooze
button-away = I'm away…
button-away-12 = 12 hours
button-away-24 = 1 day
button-away-week = A week: vacation
button-im-back = I'm back
button-nudge = Nudge
button-hours = My hours…

away-how-long = How long are you away? For 12 hours or a day nobody reminds you, but your clock runs on. A week is a vacation: your clocks stand still, and your tables read that you are away.
away-muted = Nobody reminds you until { $until }. Your deadlines stay as they are.
snoozed = You are reminded again { $until }. Your deadline stays as it is.
nudged = Whoever is awaited will hear that you are waiting.
im-back = Welcome back! Your seat is yours again.
im-back-turn = Welcome back! Your seat is yours again, and it is your turn: you have the full time for it.

hours-offer = When do you sleep? Your clock can sleep with you. You are asked only once; /my clock is always there.
hours-kept = Your settings were kept.
hours-unknown = Nobody knows when you sleep, so your clock runs day and night. Choose where you live; then you can choose quiet hours. /my clock knows every zone and every time.
hours-zone = 🌍 { $zone }, where it is { $time } now
hours-quiet = 🌙 Quiet from { $begin } to { $end }: your clock stands still, and nobody reminds you.
hours-quiet-none = No quiet hours
hours-weekends-count = On weekends your clock runs
hours-weekends-free = On weekends your clock stands still
hours-muted = 🔕 No reminders until { $until }
hours-vacation = 🏖️ On vacation until { $until }
hours-days-left = { $left ->
    [0] No days of vacation left: there are 30 in a year.
    [one] One day of vacation left: there are 30 in a year.
   *[other] { $left } days of vacation left: there are 30 in a year.
  }
hours-in-time = ✅ Played in time: { $played } of { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
  }
hours-privacy = Others see only your deadline; from it they may guess your night.
hours-next-turn = A change counts from your next turn on; a deadline that is running stays. Blitz tables never sleep.
hours-choose-zone = Where do you live?
hours-choose-quiet = When should it be quiet?
hours-choose-weekends = And on weekends?

vacation-started = You are on vacation until { $until }. Your clocks stand still, in one game for 14 days at most; your tables read that you are away. A move of yours ends it, and so does /my vacation end.
vacation-ended = Your vacation is over, and your clocks run again.
vacation-not-at = Without you the clock runs on here, because the table does not allow vacations or has seen 14 days of yours: { $tables }.
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

error-no-time = Type a time of the day such as 22:30, 7 or 10 pm; or off for no quiet hours.
error-no-date = Type a date such as 2026-06-30 or 30.6., or a number of days from today.
error-no-zone = Say where you live first: /my clock zone: suggests places while you type.
error-half-quiet = Quiet hours need both ends: say from: and to:.

command-my-clock = Your time zone, quiet hours and weekends; or what is set
command-my-vacation = Let your clocks stand still while you are away
command-my-vacation-start = Go on vacation: the clocks of all your tables stand still
command-my-vacation-end = Come back from vacation
option-zone = Where you live: type a city
option-from = When your quiet hours begin, such as 22:30; or off
option-to = When your quiet hours end, such as 7; 10 hours at most
option-weekends = Whether your clock runs on Saturdays and Sundays
option-until = The last day of your vacation

topic-time = Time: deadlines, reminders, vacation
rules-time = A table has a pace. Each turn has its time: 5 minutes (blitz), 24 hours (day) or 72 hours (relaxed); with “none” turns have no end. When that is used up, a reserve helps out: 10 minutes, 48 hours or 6 days for the whole game. Each turn that you play gives a quarter of a turn's time back to it. The deadline on your hand card counts both.
  { "" }**Your clock sleeps with you.** With /my clock you say where you live, when it is quiet (up to 10 hours a day) and whether weekends count. Then your clock stands still and nobody reminds you. Others see only your deadline. Blitz never sleeps.
  { "" }**Reminders** come by direct message, at most four in a turn: when half of the time is over, shortly before its end, and in the middle of the reserve. { $snooze } puts one off, { $away } silences all of them. Whoever waits finds { $nudge } under { $more }: it calls whoever is awaited, after a quarter of the time.
  { "" }**Vacation**: with /my vacation start all your clocks stand still, 30 days in a year, 14 in one game. A move of yours ends it. A table can exclude it from the start; another pace later changes neither that nor the days you have used.
  { "" }**When everyone is away**, the table pauses. { $im-back } or { button-take-seat } resumes it. If nobody is back after 90 days, the table is canceled.
  { "" }**A pause** stops all clocks of a table. Players may still move. Two thirds of the players can begin and end one, under { $more }. So can moderators who do not play there; they can also give more time for a turn, or let the caretaker play it.
  { "" }**Canceling a game** ends it without a result. Two thirds of those who own a seat can do it, under { $more }, and so can moderators who do not play there.
  { "" }**When time is up** the caretaker, a careful bot that knows no more than your seat, plays this one turn. After three in a row it keeps your seat until you press { $im-back }. The seat stays yours, and you have the full time for your turn. A moderator can give it to others without asking you after 24 hours (blitz), 3 days (day), 9 days (relaxed) or 7 days (none) without a move of yours, or at once if you leave the server.

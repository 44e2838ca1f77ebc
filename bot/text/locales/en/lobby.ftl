# The lobby post, its start, and tables that members open.
fan-project = Fan project
pace-short-blitz = 5 min per turn
pace-short-day = 24 h per turn
pace-short-relaxed = 72 h per turn
pace-short-none = No time limit
lobby-about-hours =
    { $count ->
        [one] about 1 hour
       *[other] about { $count } hours
    }
lobby-about-days = about { $count } days
lobby-about-weeks = about { $count } weeks
lobby-plans = plans allowed
lobby-no-plans = no plans
lobby-full = **All seats taken.** Starts { $when }, or when a player presses { button-start }.
lobby-when-soon = Starts 10 minutes after all seats are taken. Then any player can also start it.
lobby-opening = Opening…
lobby-opened-late = Table opened. Its post follows.
lobby-error-start-not-full = Until all seats are taken, only the person who opened the table or a moderator can start it.
lobby-error-close-not-allowed = Only the person who opened the table can close it.
lobby-error-one-lobby-each = You already have an open table in { $channel }. Start it, or close it under { button-details }.
lobby-error-open-nowhere = Members can't open tables on this server. Ask a moderator.
lobby-error-open-elsewhere = You can't open a table here. Use /open in { $channels }.
lobby-error-too-many-open-channels = You can choose at most { $most } channels. Remove one first.
error-option-channel = { $option }: choose a text channel.
told-full = { $edition }, { $channel }: all seats are taken. The game starts { $starts }, or when you press { button-start }.
button-close-lobby = Close this table
start-soon = 10 minutes after all seats are taken
command-open = Open a table in this channel
option-open = Allow /open in a channel (again: stop allowing it)
settings-open = Members can open tables with /open in { $channels }.
settings-open-none = Only moderators can open tables. To let members use /open in a channel, choose it with open:.

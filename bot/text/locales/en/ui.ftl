# Buttons, panels, commands, pages.
colour-red = red
colour-blue = blue
colour-green = green
colour-yellow = yellow
colour-black = black
colour-white = white
colour-orange = orange
colour-pink = pink
colour-gray = gray
# The default words for a card of any color and for what players place. Editions can name their own.
term-wild = locomotive
term-wilds = locomotives
term-piece = train
term-pieces = trains
card-wild = { $wild }
card-train = { $colour } train
card-ship = { $colour } ship
card-ship2 = { $colour } double ship
deck-train = train deck
deck-ship = ship deck
deck-taxi = deck
pieces-train = trains
pieces-ship = ships
pieces-taxi = taxis
pieces-harbour = harbors
count-train = { $count ->
    [one] 1 train
   *[other] { $count } trains
}
count-ship = { $count ->
    [one] 1 ship
   *[other] { $count } ships
}
count-taxi = { $count ->
    [one] 1 taxi
   *[other] { $count } taxis
}
count-harbour =
    { $count ->
        [one] 1 harbor
       *[other] { $count } harbors
    }
list-or = or
done = Done.
unofficial = Unofficial fan project, not affiliated with or endorsed by the publisher.
lobby-lobby = Open for players.
lobby-playing = The game has started.
lobby-over = The game is over.
lobby-cancelled = This table was canceled.
lobby-opened = Table opened. Press { $join }, add bots if you like, then { $start }.
lobby-joined = You're in. Your cards come by direct message. You can also press { $hand } at any time.
lobby-left = You left the table.
lobby-bot-added = A bot took a seat.
lobby-bot-dropped = A bot left.
lobby-started = All aboard!
lobby-replaced = The seat has a new owner. Its cards and tickets stayed hidden.
lobby-rematch = New table in { $channel }. You're in, and the others have been invited.
lobby-error-already-seated = They already have a seat here.
lobby-error-not-seated = You don't have a seat at this table.
lobby-error-table-full = All { $seats } seats are taken.
lobby-error-no-bot-here = There's no bot at this table.
lobby-error-table-closed = This table is closed.
lobby-error-already-started = The game has already started.
lobby-error-no-thread-here = Couldn't open a table: threads only work in text channels. Leave out place: to play in this channel.
lobby-error-thread-not-allowed =
    { $lacking }
    Couldn't open a table. Grant the permission, or leave out place: to play in this channel.
lobby-error-rematch-taken = { $channel } already has an open table.
lobby-error-just-brought = The board was just reposted. You can do that again { $when }.
lobby-error-too-few-players = You need at least { $least } players. Bots count.
lobby-error-start-not-allowed = Only the person who opened the table, or a moderator, can start it.
lobby-error-not-over = The game isn't over. Its seed and cards stay secret until then.
lobby-error-not-playing = No game is running at this table.
lobby-error-no-table-here = There's no open table here. A moderator can open one with /game new.
lobby-error-several-tables = It's your turn at several tables. Choose one with game:, or use the command in its channel.
lobby-error-cancel-unsure = This game is running. To end it without a result, use /game cancel confirm:True. That's irreversible.
lobby-error-no-such-seat = Seats at this table are numbered 1 to { $seats }.
lobby-error-no-such-table = This server has no such table.
lobby-error-table-elsewhere = That table is in { $channel }. Use the command there.
lobby-expired = Closed: nobody started this table within 14 days.
lobby-closing = This table closes { $when } unless someone starts it.
lobby-when-full = Starts when all seats are taken.
lobby-in-thread = The game will be played in a thread below this post.
lobby-unreached = Doesn't accept direct messages from me. Press { button-hand } to see your cards; only you can.
lobby-error-seats-not-possible = This edition takes { $least } to { $most } players.
lobby-error-bots-not-allowed = Only players at this table, the person who opened it, or a moderator can do that.
lobby-error-no-person = Only a person can take over a seat.
lobby-error-not-for-yourself = Moderators can't give a seat to themselves, because its cards are secret from them too. Ask another moderator.
error-stale = Out of date: the game has moved on.
error-not-yours = You don't have a seat in that game.
error-channel-taken = This channel already has an open table.
error-unknown-edition = There's no such edition.
error-unknown-region = This board has no such city or region.
error-bad-input = Sorry, I didn't get that. Choose from the suggestions.
error-unknown-button = This button is out of date. Use the newest post.
error-unexpected = Something went wrong on our side. Your game is safe. Please try again. (Reference: { $reference })
error-outdated = The commands have been updated. Restart Discord (Ctrl+R), then try again.
error-server-only = This only works on a server, not in direct messages.
error-no-such-game = No such game here. Choose one from the game: list.
error-option-text = { $option }: must be at most { $most } characters.
error-option-number = { $option }: must be a whole number from { $least } to { $most }.
error-option-choice = { $option }: choose from the list.
error-option-person = { $option }: choose a person.
error-option-truth = { $option }: choose True or False.
error-no-card = No such card. Choose a face-up card by position (1 to { $places }) or color, or a deck.
error-no-route = This board has no such route. Choose from the suggestions.
error-no-payment = You can't pay like that. Choose from the suggestions, or leave out pay: for the cheapest payment.
error-no-city = This board has no such city.
error-no-tickets = Give the numbers of the tickets to keep, 1 to { $most }. Example: keep:1 { $most }
error-nothing-offered = You have no tickets to choose from. On your turn, use /tickets without keep: to draw some.
error-choose-first = First choose which of the tickets you drew to keep.
error-one-deck = { $edition } has only one ticket deck. Leave out long:.
question-none = Nothing to do right now.
board-turn = turn { $number }
board-last-round =
    Last round: { $count ->
        [one] 1 turn left
       *[other] { $count } turns left
    }
board-choosing = Choosing tickets: { $players }. Press { button-hand }.
board-tickets = { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
}
board-seat = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} · { $tickets ->
    [one] 1 ticket
   *[other] { $tickets } tickets
} · { $left }
board-result = { $place }. **{ $player }**: { $points ->
    [one] { $points } point
   *[other] { $points } points
} ({ $parts })
board-players = At this table: { $players }
board-brought = The board has been reposted in { $channel }.
board-unreached = { $players }: I can't send you direct messages. Press { button-hand } to see your cards; only you can.
undo-possible = You can ask the others to allow it. Everything since then would be undone.
undo-asked = The others are asked below the board. Any move cancels the request.
undo-agreed = You agreed. Waiting for the others.
undo-granted = Everyone agreed: the move is undone.
undo-refused = The move stands.
undo-post = { $player } asks to undo their last move and everything since. Agreed: { $agreed } of { $of }. Any move cancels the request.
recap-more = … and { $count } earlier
hand-cards = Cards
hand-tickets = Tickets
hand-will-come = You're playing { $edition } in { $channel }. Your cards will appear here.
hand-not-yours = You no longer have this seat.
button-join = Join
button-leave = Leave
button-add-bot = Add bot
button-drop-bot = Remove bot
button-start = Start
button-rematch = Rematch
button-draw = Draw
button-claim = Claim route…
button-tickets = Draw tickets…
button-hand = My hand
button-map = My map
button-more = More
button-bring = Repost board
button-pass = Pass
button-ask-undo = Ask the others
button-agree-undo = Agree to undo
button-refuse-undo = Don't undo
button-agree-pause = Agree to pause
button-refuse-pause = Don't pause
button-agree-resume = Agree to resume
button-refuse-resume = Stay paused
button-agree-cancel = Agree to cancel game
button-refuse-cancel = Keep playing
button-undo = Undo
button-split = Long or short…
button-choose = Choose tickets
button-refill = Refill: { $deck }
button-find = Search city
button-log = Log
button-scores = Scores
button-words = Board in words
button-zoom = Zoom
button-tables = Open tables
button-rules = Rules
more = More actions
more-watching = You're watching { $edition }.
claim-none = You can't afford any free route yet.
claim-which =
    { $count ->
        [one] You can claim one route.
       *[other] You can claim { $count } routes.
    } Which one?
claim-placeholder = Choose a route
claim-hint = ★ helps one of your tickets. The letters match { button-map }.
claim-about = { $spaces ->
    [one] 1 space
   *[other] { $spaces } spaces
}, { $points ->
    [one] 1 point
   *[other] { $points } points
}
claim-none-there = You can't afford a route from that city yet.
pay-how = Pay with which cards?
pay-more = There are more ways to pay. Use /claim and its suggestions.
split-short = { $count } short
split-long = { $count } long
tickets-keep = Keep at least { $least } of these tickets.
button-keep = Keep
tickets-placeholder = Tickets to keep
ticket-blocked = Can't be completed any more
ticket-done = Already completed
games-none = You're not at any open table.
games-waits = your turn
games-awaits = waiting for { $players }
games-lobby = not started
games-seats = { $taken } of { $of } seats taken
games-players = { $count } players
tables-none = There are no open tables you can see. A moderator can open one with /game new.
games-channel-gone = its channel was deleted; a moderator can end it with /game cancel game:
log-empty = Nothing has happened yet.
scores-so-far = Points so far. Tickets and bonuses are added at the end.
scores-final = Final scores
settings-kept = Saved.
check-fine = I have every permission I need here.
permission-view-channel = View Channel is missing: I can't see this channel.
permission-send-messages = Send Messages is missing: I can't post the board.
permission-send-messages-in-threads = Send Messages in Threads is missing: I can't post in threads.
permission-create-public-threads = Create Public Threads is missing: I can't open threads for tables.
permission-attach-files = Attach Files is missing: I can't post pictures.
permission-embed-links = Embed Links is missing: some messages will look plain.
permission-read-message-history = Read Message History is missing: I can't find my older posts.
alt-lobby = The empty { $edition } board.
alt-board = The { $edition } board on turn { $turn }.
alt-reveal = Tickets are revealed, failed ones first, then bonuses and the final scores. { button-details } shows the result in words.
alt-scores = The score sheet, line by line. { button-details } shows the result in words.
alt-hand = Your cards and tickets.
alt-map = Your map: ticket cities ringed, routes you still need highlighted, routes you can afford lettered.
alt-tickets = The tickets you drew: { $tickets }.
alt-seat = { $player }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $routes ->
    [one] 1 route
   *[other] { $routes } routes
}, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $tickets ->
    [one] 1 ticket
   *[other] { $tickets } tickets
}, { $left } left.
help = A moderator opens a table with /game new. Press { button-join }, then play with the buttons under the board or with /draw, /claim and /tickets. Your cards come by direct message, and { $hand } shows them at any time, only to you. More: /rules, /my games (your tables), /my clock (quiet hours), /rules topic: time (time limits, reminders, vacation).
rules-turn = Do one thing: draw two cards, claim one route, or draw tickets. In the World you can also build a harbor or exchange trains and ships. You pass only if you can't do anything.
rules-cards = Draw two cards, one at a time, face up or from a deck. A face-up { $wild } is the only card you draw that turn; one from the deck counts as a normal card. When { $sweep_at } face-up cards are { $wilds }, all face-up cards are replaced.
rules-routes = Claim any free route; it doesn't have to connect to yours. Play as many cards as it has spaces, all in its color. For gray routes, choose any one color. { CAPITALIZE($wilds) } replace any card. You can't claim both routes of a double route.
rules-tickets = Draw { $draw } and keep at least { $keep }. Kept tickets stay to the end. Completed tickets score their value; the others lose it. They're secret until the end.
rules-end =
    When someone ends a turn with at most { $at_most } { $pieces } left, everyone gets { $more_turns ->
        [one] one more turn
       *[other] { $more_turns } more turns
    }. If everyone passes in a row, the game ends at once.
rules-scoring = Routes score at once: { $points } points for 1, 2, 3 … spaces. Tickets and bonuses are added at the end. Ties go to the player with more completed tickets.
rules-secrets = Only you see your cards and tickets. Moderators can't. Everyone sees how many you have.
rules-fairness = Before anyone joins, the bot picks a secret seed and posts its hash. The decks depend on that seed and on a word from every seat: yours is the ID of your press on { $join }, or a word you choose with { $word }. After the game, the seed is revealed and /verify replays everything.
topic-turn = A turn
topic-cards = Drawing cards
topic-routes = Claiming routes
topic-tickets = Tickets
topic-end = End of the game
topic-scoring = Scoring
topic-secrets = What's secret
topic-fairness = Fair shuffles
topic-edition = This edition at a glance
view-public = The board
view-own = My map
view-text = Text
language-auto = Same as Discord
command-game = Open and manage tables
command-game-new = Open a table in this channel
command-game-start = Start the game at this table
command-game-cancel = End this table without a result
command-game-replace = Offer a player's seat to someone else, or give it to a bot
command-game-check = Check the bot's permissions in this channel
command-game-settings = See or change this server's language, pace and vacations
command-game-export = Download a finished game
command-draw = Draw a card
command-claim = Claim a route
command-tickets = Draw destination tickets, or choose which to keep
command-harbour = Build a harbor
command-exchange = Exchange trains and ships
command-mix = Choose your trains and ships
command-pass = Pass, if you have no other move
command-undo = Undo your last move
command-hand = See your hand
command-board = See the board
command-log = See recent moves
command-tables = List this server's open tables
command-scores = See the scores
command-my = See your tables and settings
command-my-games = List your tables
command-my-settings = See or change your language and notifications
command-rules = Read the rules of this edition
command-verify = Check that a finished game was fair
command-help = Learn how to play
option-edition = Which board and rules
option-bots = How many bots
option-seat = Seat number
option-player = New owner (default: a bot)
option-language = The language
option-game = Which table, if you have several
option-card = A face-up card or a deck
option-refill = Which deck refills the face-up cards
option-route = The route: type a city
option-pay = Cards to pay with (default: the cheapest payment)
option-long = How many long tickets
option-keep = Numbers of the tickets to keep, such as 1 3
option-city = Which port
option-give = What to give up
option-count = How many
option-trains = Number of trains (the rest are ships)
option-view = Which picture
option-zoom = A city or a region
option-topic = Topic
option-confirm = True to end a running game
option-seats = How many seats
option-start = When the game starts
option-place = Channel or thread
option-finished = A finished game
option-lost = A table whose channel was deleted (default: the table here)
find-title = Claim a route
find-city = City
page-display = Face-up cards
start-pressed = When someone presses { button-start }
place-here = In this channel
place-thread = In a thread
start-full = When all seats are taken
edition-table = { $fewest } to { $most } players. Each starts with { $start_pieces } and { $cards } cards.
edition-tickets = Start: draw { $first } tickets, keep at least { $keep_first }. Later: draw { $draw }, keep at least { $keep }.
edition-two-decks = Short and long tickets are separate decks: choose how many of each before you draw.
edition-end = The last round starts when someone has at most { $at_most } { $pieces } left.
edition-countries = Countries are dead ends: routes lead into them, never through.
edition-tours = Tours score in full if you visit the cities in order, less if they're only connected.
fair-hash = SHA-256 of the seed: `{ $hash }`
fair-words = Lucky words, in the order they were set: { $words }
fair-left-since = Someone left after the last word was set.
fair-seed = Seed: { $seed }. Check it with /verify game:{ $game }
fair-means = The seed's hash was fixed before anyone joined, so no player could influence the decks. The operator knows the seed and can see every card; with a seat of their own, they could have tried out words. If the last change was a word you typed, not even the operator could choose the deal.
fair-line = Fair shuffle · { $hash }
fair-line-over = Fair shuffle · /verify
button-details = Details
button-word = Lucky word…
word-title = Lucky word
word-label = Mixed into the shuffle (1 to { $most } characters)
word-set = Saved. Everyone can see your word. You can change it until the game starts.
lobby-error-word-not-possible = Enter 1 to { $most } visible characters.
lobby-invited = { $players }: rematch! Are you in? Your seats are reserved; reservations end { $when }. The game starts as soon as everyone says yes.
lost-lobby = The channel of your { $edition } table was deleted. A moderator can close the table from any channel: /game cancel game:{ $game }
lost-playing = The channel of your { $edition } game was deleted. You can keep playing from your hand message here. A moderator can end the game from any channel: /game cancel game:{ $game }
verify-follows = ✅ Replayed: all { $events } events and { $shuffles } shuffles match the seed, the words and the rules. Compare the hash with the one in the table's first post. Its first 32 characters are enough.
lobby-error-not-begun = The game hasn't started. Players join and leave with the buttons on the table's post.
handover-asked = { $owner }: { $by } wants to give your seat { $seat } to { $new }. Your cards and tickets go with it and stay hidden. OK?
button-let-go = Give up my seat
button-stay = Keep my seat
handover-let-go = Your seat has a new owner. Thanks for playing!
handover-kept = You keep your seat.
handover-answered = You've already answered.
handover-settled = Seat { $seat } is settled.
line-handed = { $by } gave { $old }'s seat { $seat } to { $new }. Its cards and tickets stay hidden.
line-left = { $old } left the server, so { $by } gave seat { $seat } to { $new }. Its cards and tickets stay hidden.
line-agreed = { $old } gave up seat { $seat }, and { $by } gave it to { $new }. Its cards and tickets stay hidden.
thread-name = { $edition } · { $count } players
line-thread-not-allowed = I'm not allowed to open a thread here, so the game is played in this channel.
line-thread-no-message = The table's first post was deleted, so I can't open a thread. The game is played in this channel.
line-thread-refused = Discord refused to open a thread, so the game is played in this channel.
line-kept = { $old } keeps seat { $seat }. ({ $by } wanted to give it to { $new }.)
line-restored =
    { $turn ->
        [0] The operator restored a backup. This table is as it was then.
       *[other] The operator restored a backup. This table is back at turn { $turn }; later moves are lost, and older buttons no longer work.
    }
error-disk = The bot's disk is full or read-only, so nothing was saved. Please tell the operator.
error-away = The bot can't reach its database right now. If your move was saved, you'll see it soon. If not, try again in a minute.
lobby-error-too-many-tables = This server already has { $most } open tables. End one first.
lobby-error-too-many-lobbies = You already have { $most } tables waiting to start. Start or cancel one first.
lost-server = I was removed from the server of your { $edition } table ({ $game }). If I'm invited back within 30 days, the game continues.
games-more = … and { $count } more
games-ended = ended { $when }
# A table on a button.
table-label = { $edition } in { $place }
fair-word = { $player } “{ $word }”

# Old board posts: one line of history each.
history-opening = Setup
history-standings = After { $turns } turns: { $standings }
history-drew = { $player } drew { $cards }.
history-blind =
    { $count ->
        [1] 1 face-down card
       *[other] { $count } face-down cards
    }
history-reverted =
    { $number ->
        [0] { $player } undid a choice.
       *[other] { $player } undid turn { $number }.
    }
history-nothing = Nothing happened here.

# The end of the game, for each player.
hand-over = { $edition } is over. See the result:
board-over = The game is over.
lobby-moved = This table's post has moved further down.

# The message with the hand.
card-waits = Waiting for { $player }.
button-refresh = Refresh

# Notifications.
option-notify = How to notify you when it's your turn
notify-channel = Mention in the channel
notify-dm = Direct message
notify-both = Both
notify-quiet = Off
settings-language = Language: { $language }
settings-posts = Language of posts on this server: { $language }
settings-notify = When it's your turn: { $way }
settings-text = Your messages: { $length }
settings-choose-language = Language
settings-choose-notify = Notifications
settings-choose-text = Text in your messages
option-text = How much text your messages have
text-short = Short: pictures and few words
text-full = Full: pictures, and everything in words
language-named = English

# Whose turn it is, and where the newest post is.
turn-of = It's { $player }'s turn, started { $since }.
turn-newest = Newest post: { $link }
button-back = Back
# Questions before a move is made.
card-wild-turn = { CAPITALIZE($wild) } (whole turn)
tickets-ask = Draw { $draw } tickets and keep at least { $keep }? This is your whole turn.
button-take = Draw tickets
split-ask = How many long tickets?
split-piles = Short tickets are worth { $short } points, long ones { $long }.
exchange-sure =
    Exchange { $give } for { $take }? It costs { $points ->
        [one] 1 point
       *[other] { $points } points
    } and is your whole turn.
button-swap = Exchange
harbour-needs = A harbor costs { $cards } of one color, all with an anchor.
needs-train = { $count ->
    [1] one train card
    [2] two train cards
    [3] three train cards
   *[other] { $count } train cards
}
needs-ship = { $count ->
    [1] one ship card
    [2] two ship cards
    [3] three ship cards
   *[other] { $count } ship cards
}
list-and = and
harbour-counts = { $count ->
    [0] On none of your tickets
    [one] On 1 of your tickets
   *[other] On { $count } of your tickets
}
# Decks, routes and pages.
board-deck = { $deck }: { $left ->
    [one] 1 card
   *[other] { $left } cards
}{ $gone ->
    [0] {""}
   *[other] , { $gone } discarded
}
claim-page = Page { $page } of { $pages }
claim-twins = { $count } routes free
spaces = { $count ->
    [one] 1 space
   *[other] { $count } spaces
}
claim-payable = { $route } · { $spaces }, { $colour } · affordable
claim-unpayable = { $route } · { $spaces }, { $colour } · not yet affordable
button-next = Next
button-previous = Previous
# Choosing tickets, trains and ships; zooming.
tickets-together = { $numbers } together: { $needs }
tickets-more = { $extra } ({ $needs })
tickets-alone = Needs { $needs }
pieces-of = { $count } of { $own }
mix-fitting = { $mix }: fits your tickets
button-whole = Whole board

# Seats that are given up, taken and offered; a rematch.
seat-helped = { $player } (caretaker)
seat-free = { $player } gave up seat { $seat }. The caretaker bot plays it until someone takes it. Its cards and tickets stay hidden. Anyone who hasn't had another seat here can take it.
seat-offered = { $by } offers { $player }'s seat { $seat }. The caretaker bot has played it since { $date }. Its cards and tickets stay hidden. Anyone who hasn't had another seat here can take it, and { $player } can take it back.
seat-not-free = Seat { $seat } is no longer free.
give-up-sure = Give up your seat? The caretaker bot plays on with your cards, and anyone can take the seat. Until then, you can take it back.
give-up-last = You're the last player at this table. It pauses until someone takes a seat, and is canceled after 90 days.
gave-up = You gave up your seat. Thanks for playing!
button-give-up = Leave game…
button-take-seat = Take seat
button-no-thanks = No thanks
button-play-again = I'm in
line-taken = { $new } took over { $old }'s seat { $seat }. Its cards and tickets stay hidden.
line-taken-offered = { $new } took { $old }'s seat { $seat }, which { $by } had offered. Its cards and tickets stay hidden.
line-back = { $new } is back on seat { $seat }.
line-declined = { $new } declined seat { $seat }, so { $old } keeps it. (Offered by { $by }.)
line-lapsed = Not everyone answered within 24 hours, so { $old } keeps seat { $seat }. ({ $by } had offered it to { $new }.)
told-replaced = { $edition }, { $channel }: { $by } gave your seat { $seat } to { $new }. Your cards and tickets stayed hidden. Thanks for playing!
told-cancelled = { $edition }, { $channel }: { $by } ended the table without a result.
told-undo-refused = { $edition }, { $channel }: { $by } declined your undo, so the move stands.
handover-offered = { $user }: { $by } offers you { $old }'s seat { $seat }, with its cards and tickets. Take it?
handover-until = Expires { $when }. Nothing changes until everyone has agreed.
handover-agreed = You've agreed. You keep playing until the seat is taken.
offer-by-letter = { $by } offers you { $old }'s seat { $seat } in { $edition }, { $channel }, with its cards and tickets. Take it?
offer-accepted = You get the seat as soon as its owner gives it up.
offer-declined = Declined.
result-winner = 🏆 **{ $players }** { $winners ->
    [one] wins
   *[other] win
} with { $points ->
    [one] { $points } point
   *[other] { $points } points
}
result-tie-tickets = Tie broken by completed tickets.
result-tie-path = Tie broken by the longest path.
result-helped = The caretaker bot played some turns for seat { $seat } ({ $player }).
invitation = { $opener } wants a rematch: { $edition } in { $channel }. Your seat is reserved; the reservation ends { $when }. Are you in?
lobby-declined = No problem. Your seat is free for others.
lobby-reserved = (reserved for { $player })
lobby-opener = Opened by { $player }.
lobby-length = About { $turns } turns each.
lobby-seat-asked = Everyone involved has been asked and has 24 hours. Nothing changes until they agree. Without a move by the owner, you can replace them without their OK { $when }.
lobby-seat-offered = The new player has been asked and has 24 hours. You don't need the owner's OK.
lobby-error-seated-here = You already have a seat at this table.
lobby-error-not-free = This seat isn't free: it's { $player }'s.
lobby-error-not-for-who-offered = You offered this seat or replaced its owner, so you can't take it: its cards are secret from you.
lobby-error-knows-other-cards = You've had another seat at this table and know its cards, so you can't take this one.
lobby-error-bot-already = A bot already has this seat.
lobby-error-accepted-before = You've already accepted. You get the seat as soon as its owner gives it up.
lobby-error-offer-over = This seat is no longer on offer.
lobby-error-offered-elsewhere = This seat was offered to someone else.
lobby-error-not-asked = Only players of the last game can answer this.
lobby-error-still-asked = Seats are still reserved for { $players }. You can start without them { $when }.
lobby-error-seats-kept = The last seats are reserved for { $players }; reservations end { $when }.
seat-yours = The seat is yours. Your cards come by direct message.

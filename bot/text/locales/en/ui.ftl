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
card-wild = wild
card-train = { $colour } train
card-ship = { $colour } ship
card-ship2 = { $colour } double ship
deck-train = train deck
deck-ship = ship deck
deck-taxi = deck
pieces-train = trains
pieces-ship = ships
pieces-taxi = taxis
pieces-harbour = harbours
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
count-harbour = { $count ->
    [one] 1 harbour
   *[other] { $count } harbours
}
list-or = or
done = Done.
unofficial = Unofficial fan project, neither made nor endorsed by the publisher.
lobby-lobby = The table is open.
lobby-playing = The game has begun.
lobby-over = The game is over.
lobby-cancelled = This table was cancelled.
lobby-opened = The table is open. Press { $join }, add bots if you like, then { $start }.
lobby-joined = You have a seat. Your hand comes by direct message; { $hand } always works too.
lobby-left = You left the table.
lobby-bot-added = A bot took a seat.
lobby-bot-dropped = A bot left.
lobby-started = Here we go!
lobby-replaced = The seat, sealed as it is, has a new owner.
lobby-rematch = A new table is open in { $channel }, and the others are asked. Do you play too? What you add to the shuffle comes after its promise.
lobby-error-already-seated = That person has a seat here already.
lobby-error-not-seated = You have no seat at this table.
lobby-error-table-full = All { $seats } seats are taken.
lobby-error-no-bot-here = There is no bot at this table.
lobby-error-table-closed = This table is closed.
lobby-error-already-started = The game has begun already.
lobby-error-no-thread-here = No table was opened: threads can only be made in ordinary text channels. Leave out the option place, and the game is played here.
lobby-error-thread-not-allowed = { $lacking }
    No table was opened. Give me what is missing, or leave out the option place, and the game is played in this channel.
lobby-error-rematch-taken = There is an open table in { $channel } already.
lobby-error-just-brought = Somebody has just brought the board down. That is possible again { $when }.
lobby-error-too-few-players = At least { $least } players are needed; bots count.
lobby-error-start-not-allowed = Only whoever opened the table or a moderator may start it.
lobby-error-not-over = The game is not over: its seed and its cards are secret until then.
lobby-error-not-playing = No game is played at this table now.
lobby-error-no-table-here = There is no open table here. Moderators open one with /game new.
lobby-error-several-tables = Several tables wait for you. Say which one with the option game, or use the command in its channel.
lobby-error-cancel-unsure = This game is being played. To end it without a result, which cannot be taken back, say /game cancel sure:True.
lobby-error-no-such-seat = This table has the seats 1 to { $seats }.
lobby-error-no-such-table = There is no such table on this server.
lobby-error-table-elsewhere = That table is in { $channel }. Use the command there.
lobby-expired = Nobody started this table in 14 days, so it was closed. Open a new one any time.
lobby-closing = This table closes { $when } unless somebody starts it.
lobby-when-full = The game begins by itself once all seats are taken.
lobby-in-thread = The game is played in a thread below this post.
lobby-unreached = Takes no direct messages from me: { button-hand } shows the cards, only to their owner.
lobby-error-seats-not-possible = This edition is played by { $least } to { $most }.
lobby-error-bots-not-allowed = Only those who sit here, whoever opened the table or a moderator may do that.
lobby-error-no-person = Only a person can take over a seat.
lobby-error-not-for-yourself = Moderators cannot hand a seat to themselves: its cards are secret from them too. Ask another moderator.
error-stale = The game has moved on since that was shown.
error-not-yours = You have no seat in that game.
error-channel-taken = There is an open table in this channel already.
error-unknown-edition = There is no such edition.
error-unknown-region = There is no such city or region to zoom to.
error-bad-input = That could not be understood. Choose from the suggestions.
error-unknown-button = This button is from another time. Look at the newest post.
error-unexpected = Something went wrong on our side. Nothing was lost; try again. (reference { $reference })
error-outdated = The commands have changed since your Discord was started. Restart it (Ctrl+R), then try again.
error-server-only = That works only on a server, not in direct messages.
error-no-such-game = There is no such game here. Choose one of those that game: suggests.
error-option-text = { $option }: takes a few words, at most { $most } characters.
error-option-number = { $option }: takes a whole number from { $least } to { $most }.
error-option-choice = { $option }: takes only what Discord lists there. Choose from the list.
error-option-person = { $option }: takes a person.
error-option-truth = { $option }: takes True or False.
error-no-card = There is no such card or deck. Name an open card by its place, 1 to { $places }, or by its colour, or choose a deck.
error-no-route = There is no such route on this board. Choose from the suggestions: they know both its cities.
error-no-payment = That is no way to pay for it. Choose from the suggestions, or leave pay: out to pay as thriftily as possible.
error-no-city = There is no such city on this board.
error-no-tickets = Name the tickets to keep by their numbers, 1 to { $most }, e.g. keep:1 { $most }.
error-nothing-offered = No tickets are on offer to you. /tickets without keep: draws new ones, when it is your turn.
error-choose-first = Tickets are on offer to you: say which ones you keep. long: is for drawing new ones.
error-one-deck = { $edition } has only one deck of tickets. Leave long: out.
question-draw = Which card?
question-none = Nothing is asked of you now.
board-turn = turn { $number }
board-last-round = Last round, { $count ->
    [one] 1 turn to go
   *[other] { $count } turns to go
}
board-choosing = Choosing: { $players }. Press { button-hand }.
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
} · { $pieces }
board-result = { $place }. **{ $player }**: { $points ->
    [one] { $points } point
   *[other] { $points } points
} ({ $parts })
board-players = At this table: { $players }
board-brought = The board comes anew in { $channel }.
board-unreached = { $players }: Your direct messages are closed to me. { button-hand } shows your cards, only to you.
undo-possible = The others can allow it all the same: everything since then would be undone.
undo-asked = The others are asked, under the board. Any move makes it void.
undo-agreed = You agree. Others have yet to say so.
undo-granted = All agree: the step is taken back.
undo-refused = The step stands.
undo-post = { $player } asks to take back their last step, and everything since. Agreed: { $agreed } of { $of }. Any move makes it void.
recap-more = … and { $count } more before
hand-cards = Cards
hand-tickets = Tickets
hand-will-come = You have a seat at { $edition } in { $channel }. Your hand will come here.
hand-not-yours = Your time on this seat ended here.
button-join = Join
button-leave = Leave
button-add-bot = Add bot
button-drop-bot = Remove bot
button-start = Start
button-rematch = Rematch
button-draw = Draw
button-claim = Build…
button-tickets = New tickets…
button-hand = My hand
button-map = My map
button-more = More
button-bring = Bring the board here
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
button-undo = Take back
button-split = Choose the split
button-choose = Choose tickets
button-refill = Refill from the { $deck }
button-find = Type a city
button-log = Log
button-scores = Points
button-words = Board in words
button-rules = Rules
more = What else?
claim-none = You cannot pay for any free route now.
claim-which = { $count ->
    [one] You can build one route.
   *[other] You can build { $count } routes.
} Which one?
claim-placeholder = Choose a route
claim-hint = ★ is on the way to one of your tickets. The letters are those of { button-map }.
claim-about = { $spaces ->
    [one] 1 space
   *[other] { $spaces } spaces
}, { $points ->
    [one] 1 point
   *[other] { $points } points
}
claim-none-there = There is no route in that city that you can pay for now.
pay-how = How do you want to pay?
pay-more = There are more ways to pay: use the command and its suggestions.
split-long = { $count } of { $of } long
tickets-keep = Keep at least { $least } of these tickets.
tickets-placeholder = Tickets to keep
ticket-blocked = No way is left
ticket-done = Fulfilled already
games-none = You sit at no open table.
games-waits = waits for you
games-awaits = waits for { $players }
games-lobby = not begun
games-seats = { $taken } of { $of } seats taken
games-players = { $count } players
tables-none = No open table of this server is where you can see it. Moderators open one with /game new.
games-channel-gone = its channel is gone; a moderator can end it with /game cancel game:
log-empty = Nothing has happened yet.
scores-so-far = Points so far; tickets and bonuses come at the end.
scores-final = The final ranking.
settings-kept = Kept.
check-fine = Everything I need is allowed here.
permission-view-channel = View Channel is missing: I cannot see this channel.
permission-send-messages = Send Messages is missing: there will be no board posts.
permission-send-messages-in-threads = Send Messages in Threads is missing: tables in threads stay without posts.
permission-create-public-threads = Create Public Threads is missing: no table can be played in a thread of its own.
permission-attach-files = Attach Files is missing: there will be no pictures.
permission-embed-links = Embed Links is missing: some messages stay plain.
permission-read-message-history = Read Message History is missing: I cannot find my older posts.
alt-lobby = The empty board of { $edition }.
alt-board = The board of { $edition } in turn { $turn }.
alt-reveal = The tickets turn over, failed ones first, then the bonuses, then the ranking, as in the text below.
alt-scores = The score sheet: every line of every total, as in the text below.
alt-hand = Your cards and tickets, as in the text below.
alt-map = Your own map: ticket cities ringed, what they still need with a halo, payable routes lettered.
alt-tickets = The tickets on offer, as in the list below.
alt-seat = { $player }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}, { $routes ->
    [one] 1 route
   *[other] { $routes } routes
}, { $pieces } left.
help = Moderators open a table with /game new. Join, then play with the buttons under the board or with commands: /draw, /claim, /tickets, /undo. Your hand comes by direct message, and { $hand } shows it any time, only to you. /rules explains, /my games lists your tables. Turns may have an end: /rules topic: time says how reminders, vacation and the caretaker work, and with /my clock your clock sleeps when you do. A vacation stops it for 14 days in one game at most, whatever its pace.
rules-turn = Exactly one action: draw two cards, build one route, or take tickets; in the World also build a harbour or exchange pieces. Only who can do nothing at all passes.
rules-cards = Two cards, one after the other, open or from a deck. An open wild is the only card of a turn; one drawn blind is an ordinary card. { $wilds } open wilds sweep the display.
rules-routes = Any free route, connected to yours or not. As many cards as spaces, all of one colour; gray takes any one colour; wilds replace any. Nobody holds two tracks of one double route.
rules-tickets = Take { $draw } and keep at least { $keep }; what you keep stays to the end. Fulfilled tickets add their value, others cost it. They stay secret until the end.
rules-end = Who ends a turn with at most { $at_most } pieces begins the last round: { $more_turns ->
    [one] one more turn
   *[other] { $more_turns } more turns
 } for everybody. If all pass one after the other, the game ends at once.
rules-scoring = Routes at once: { $points } points for 1, 2, 3 … spaces. At the end tickets and the bonuses of the edition. A tie goes to more fulfilled tickets.
rules-secrets = Hands and tickets are yours alone; nobody, moderators included, can see them. The number of cards and tickets is public.
rules-fairness = Before anybody joins, a seed is drawn and its hash is posted. The decks follow from it and from a word of every seat: for a person the number of their press on { $join }, or a word typed with { $word }; for a bot its seat. When the game is over the seed is shown and /verify repeats everything.
topic-turn = A turn
topic-cards = Drawing cards
topic-routes = Building routes
topic-tickets = Tickets
topic-end = The end
topic-scoring = Scoring
topic-secrets = What is secret
topic-fairness = Fair shuffles
topic-edition = This edition in brief
view-public = The board
view-own = My own map
view-text = In words
language-auto = As in Discord
command-game = Tables: open, start, end, look after
command-game-new = Open a table in this channel
command-game-start = Begin the game at this table
command-game-cancel = End this table without a result
command-game-replace = Offer a seat, sealed, to somebody else, or let a bot have it
command-game-check = See what the bot may not do here
command-game-settings = Language, pace and vacation for this server; or what is set
command-game-export = A finished game as a file
command-draw = Draw a card
command-claim = Build a route
command-tickets = Take tickets, or choose among those offered
command-harbour = Build a harbour
command-exchange = Exchange pieces
command-mix = Choose your mix of trains and ships
command-pass = Pass, if you can do nothing else
command-undo = Take back your last step
command-hand = See your hand
command-board = See the board
command-log = What happened lately
command-tables = The open tables of this server
command-scores = The points so far
command-my = Your tables and settings
command-my-games = The tables you sit at, those that wait for you first
command-my-settings = Your language, and how you are called on your turn; or what is set
command-rules = The rules, as this edition has them
command-verify = Prove a finished game
command-help = How this works
option-edition = Which game
option-bots = How many bots take a seat
option-seat = The seat's number
option-by = Who is to have it; left out: a bot, for good
option-language = The language
option-game = Which of your tables, if several wait for you
option-card = An open card or a deck
option-refill = The deck that fills the gap
option-route = The route, by either city
option-pay = How to pay; left out: as thriftily as possible
option-long = How many from the long deck
option-keep = The numbers of the tickets to keep, e.g. 1 3
option-city = The port
option-give = What you give
option-count = How many
option-trains = How many trains; the rest are ships
option-view = Which picture
option-zoom = A city or a region
option-topic = What about
option-sure = Yes, end a game that is being played
option-seats = How many seats the table has
option-start = When the game begins
option-place = Where it is played
option-finished = A finished game
option-lost = A table whose channel is gone; left out: the one in this channel
find-title = Build a route
find-city = City
page-display = Open cards
start-pressed = When somebody presses { button-start }
place-here = In this channel
place-thread = In a thread below the table's first post
start-full = By itself when all seats are taken
edition-table = { $fewest } to { $most } players; { $pieces } each, { $cards } cards to begin with.
edition-tickets = First { $first } tickets, keep at least { $keep_first }; later { $draw } at a time, keep at least { $keep }.
edition-two-decks = Short and long tickets are two decks: say how many of each before you see any.
edition-end = Who ends a turn with at most { $at_most } pieces begins the last round.
edition-countries = Countries are ends: any route into one reaches it, none runs through.
edition-tours = Tours: the full value for travelling all cities in order, less if they are merely connected.
fair-hash = The shuffle is promised: the SHA-256 of its seed is { $hash }
fair-hash-kept = The shuffle was promised: the SHA-256 of its seed is { $hash }
fair-words = Words that shape it, in the order in which they were last set: { $words }
fair-left-since = After the last of these words a seat became free.
fair-seed = Seed { $seed }. /verify game:{ $game } repeats the whole game from it.
fair-means = The decks follow from the seed, whose hash was posted before anybody joined, and from these words; no player could steer them. Whoever runs the bot knows the seed and can see every card, and with a seat of their own could have tried out words. If the last change to seats and words was a word that you typed, not even they could choose the deal, only call it off.
button-word = Add a lucky word
word-title = A lucky word
word-label = It shapes the shuffle (1 to { $most } characters)
word-set = Your word counts. It stands in the list for all to see; until the start you can type another one.
lobby-error-word-not-possible = Type a word of 1 to { $most } visible characters.
lobby-invited = { $players }: A rematch! Do you play again? Your seats are reserved; the reservations end { $when }. When all say yes, the game begins by itself.
lost-lobby = The channel in which your table for { $edition } was opened is gone. A moderator can close the table with /game cancel game:{ $game }, in any channel of that server.
lost-playing = The channel of your game { $edition } is gone. You can play on from your hand cards here; a moderator can end the game with /game cancel game:{ $game }, in any channel of that server.
verify-follows = Repeated: { $events } events and { $shuffles } shuffles follow from the seed, the words and the rules. Compare hash and words with those that were posted before the game.
lobby-error-not-begun = The game has not begun: people sit down and get up by themselves, with the buttons of the table's post.
handover-asked = { $owner }: { $by } would like to give your seat { $seat } to { $new }, with your cards and tickets, sealed as they are. Will you give it up?
button-let-go = Give up my seat
button-stay = I stay
handover-let-go = Your seat has a new owner. Thank you for playing!
handover-kept = The seat stays yours.
handover-answered = This question was answered.
handover-settled = The question about seat { $seat } is settled.
line-handed = { $by } gave seat { $seat } of { $old } to { $new }. Cards and tickets go with it, sealed.
line-left = { $old } has left the server, so { $by } gave seat { $seat } to { $new }. Cards and tickets go with it, sealed.
line-agreed = { $old } gave up seat { $seat }; { $by } gave it to { $new }. Cards and tickets go with it, sealed.
thread-name = { $edition } · { $count } players
line-thread-not-allowed = I may not open a thread here, so the game is played in this channel.
line-thread-no-message = The table's first post is gone, and with it the place for a thread, so the game is played in this channel.
line-thread-refused = Discord let me open no thread here, so the game is played in this channel.
line-kept = { $old } keeps seat { $seat }; { $by } had asked to give it to { $new }.
line-restored = { $turn ->
    [0] Whoever runs this bot went back to a backup: this table stands as it stood then.
   *[other] Whoever runs this bot went back to a backup: this table is set back to turn { $turn }. What happened after that is lost; older messages do nothing.
}
error-disk = The disk of this bot is full or read-only, so nothing was changed. Please tell whoever runs it.
error-away = This bot cannot reach its database just now. Nothing is lost: if your move was kept, you will see it soon; if not, try again in a minute.
lobby-error-too-many-tables = This server has { $most } open tables already. End one of them first.
lobby-error-too-many-lobbies = You have opened { $most } tables that nobody has started yet. Start or cancel one of them first.
lost-server = I was removed from the server of your table { $edition } ({ $game }). It waits for 30 days; if I am invited again, the game goes on.
games-more = … and { $count } more. Those that wait for you come first.
fair-word = { $player } “{ $word }”

# What stays of a board post: a line of history.
history-opening = Opening
history-drew = { $player } drew { $cards }.
history-blind = { $count ->
    [1] one unseen card
    [2] two unseen cards
   *[other] { $count } unseen cards
}
history-reverted = { $number ->
    [0] { $player } took back a choice.
   *[other] { $player } took back turn { $number }.
}
history-nothing = Nothing happened here.

# The end, to each player.
hand-over = The game { $edition } is over: you came { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
} of { $of }, { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
board-over = The game is over.
board-hidden = The ranking in words is hidden until you press it.
lobby-moved = The post of this table is further down.

# The hand card.
card-waits = { $player } is next.
button-refresh = Refresh

# How somebody is called.
option-notify = How you are called when it is your turn
notify-channel = Mention in the channel
notify-dm = Direct message
notify-both = Both
notify-quiet = Neither
settings-language = Language: { $language }
settings-posts = Language of the posts on this server: { $language }
settings-notify = When it is your turn: { $way }
language-named = English

# Whose turn it is, and the way on.
turn-of = It is { $player }'s turn ({ $since }).
turn-newest = The newest post is { $link }
button-back = Back
# The turn: what is asked before it acts.
card-wild-turn = Wild: your whole turn
tickets-ask = Take { $draw }, keep at least { $keep }? This is your whole turn.
button-take = Take them
split-ask = How many of them from the long deck?
split-piles = Short tickets are worth { $short } points, long ones { $long }.
exchange-sure = Give { $give } for { $take }? This costs { $points ->
    [one] 1 point
   *[other] { $points } points
} and is your whole turn.
button-swap = Exchange them
harbour-needs = A harbour takes { $cards } of one colour with an anchor.
needs-train = { $count ->
    [1] one train
    [2] two trains
    [3] three trains
   *[other] { $count } trains
}
needs-ship = { $count ->
    [1] one ship
    [2] two ships
    [3] three ships
   *[other] { $count } ships
}
list-and = and
harbour-counts = { $count ->
    [0] On none of your tickets
    [one] On 1 of your tickets
   *[other] On { $count } of your tickets
}
# Decks, tracks and pages.
board-deck = { $deck }: { $left ->
    [one] 1 card
   *[other] { $left } cards
}{ $gone ->
    [0] {""}
   *[other] , { $gone } discarded
}
claim-page = Page { $page } of { $pages }
claim-twins = { $count } tracks free
spaces = { $count ->
    [one] 1 space
   *[other] { $count } spaces
}
claim-payable = { $route } · { $spaces }, { $colour } · can be paid
claim-unpayable = { $route } · { $spaces }, { $colour } · cannot be paid yet
button-next = Next
button-previous = Previous
# Choosing tickets and pieces; looking closely.
hand-offered = On offer, keep at least { $least }
tickets-together = { $numbers } together: { $pieces }
tickets-together-blocked = { $numbers } together: no way is left
tickets-alone = Takes { $pieces }
pieces-of = { $count } of { $pieces }
mix-fitting = { $mix }: fits your tickets
button-whole = Whole board

# Seats that are given up, taken and offered; a rematch.
seat-helped = { $player } (caretaker)
seat-free = { $player } gave up seat { $seat }. The caretaker looks after it until someone takes it; cards and tickets stay sealed. Anyone who has had no other seat at this table may take it.
seat-offered = { $by } offers seat { $seat } of { $player } to others. { $player } has been away, and the caretaker has played there since { $date }. Cards and tickets stay sealed. Anyone who has had no other seat at this table may take it, and so may { $player }.
seat-not-free = Seat { $seat } is no longer free.
give-up-sure = Give up your seat? The caretaker plays on with your cards and tickets, sealed as they are, and anybody may take the seat. As long as nobody has, you can take it back.
give-up-last = You're the last player at this table. It will be paused until someone takes a seat, and canceled after 90 days.
gave-up = You gave up your seat. Thanks for playing!
button-give-up = Give up my seat…
button-take-seat = Take the seat
button-no-thanks = No thanks
button-play-again = Yes, I play
line-taken = { $new } took seat { $seat }, which { $old } had given up. Cards and tickets go with it, sealed.
line-taken-offered = { $new } took seat { $seat } of { $old }, which { $by } had offered. Cards and tickets go with it, sealed.
line-back = { $new } is back on seat { $seat }.
line-declined = { $new } does not take seat { $seat }, so { $old } keeps it; { $by } had offered it.
line-lapsed = Not everybody answered within 24 hours, so { $old } keeps seat { $seat }; { $by } had offered it to { $new }.
told-replaced = { $edition }, { $channel }: { $by } gave your seat { $seat } to { $new }. Cards and tickets went with it, sealed. Thank you for playing!
told-cancelled = { $edition }, { $channel }: { $by } ended your table without a result.
told-undo-refused = { $edition }, { $channel }: { $by } did not agree to take your step back, so it stands.
handover-offered = { $user }: { $by } offers you seat { $seat } of { $old }, with its cards and tickets, sealed as they are. Will you take it?
handover-until = Ends { $when }. Until everybody has agreed the seat stays as it is.
handover-agreed = You give up your seat. Until the other one takes it, you play on.
offer-by-letter = { $by } offers you seat { $seat } of { $old } in the game { $edition } in { $channel }, with its cards and tickets, sealed as they are. Will you take it?
offer-accepted = You will have the seat as soon as its owner gives it up.
offer-declined = The seat stays as it is.
result-tie-tickets = Equal points: more fulfilled tickets come first.
result-tie-path = Equal points and equally many fulfilled tickets: the longer path comes first.
result-helped = On seat { $seat } ({ $player }) the caretaker played some of the turns.
invitation = { $opener } asks for a rematch: { $edition } in { $channel }. A seat is reserved for you; the reservation ends { $when }. Do you play?
lobby-declined = Not this time, then. Your reserved seat is free for others.
lobby-reserved = (reserved for { $player })
lobby-opener = Opened by { $player }.
lobby-length = A game takes about { $turns } turns each.
lobby-seat-asked = The owner is asked in the channel, and a newcomer also by direct message. They have 24 hours. Nothing changes until everyone has agreed. If the owner does not move, you can replace them without their consent { $when }.
lobby-seat-offered = The newcomer is asked in the channel and by direct message, and has 24 hours. The consent of the owner is not needed.
lobby-error-seated-here = You have a seat at this table already.
lobby-error-not-free = This seat is not free: { $player } has it.
lobby-error-not-for-who-offered = Whoever offered a seat or replaced its owner cannot have it: its cards are secret from them.
lobby-error-knows-other-cards = Whoever has had another seat at this table knows other cards, and cannot have this one.
lobby-error-bot-already = A bot has this seat already.
lobby-error-accepted-before = You have accepted already. The seat is yours as soon as its owner gives it up.
lobby-error-offer-over = This seat is not offered any more.
lobby-error-offered-elsewhere = This seat is offered to somebody else.
lobby-error-not-asked = Only those who played the last game are asked here.
lobby-error-still-asked = Seats are reserved for { $players }, who have not answered yet. The reservations end { $when }; then the table can start without them.
lobby-error-seats-kept = The last seats are reserved for { $players }. The reservations end { $when }.
seat-yours = The seat is yours. Its hand comes by direct message.

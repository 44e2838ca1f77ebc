# Events for everyone: the log and the recap.
event-RouteClaimed = { $player } claimed { $from } – { $to } ({ $cards }), +{ $points }.
event-BlindCardDrawn = { $player } drew a card from the { $deck }.
event-OpenCardTaken = { $player } took { $card }.
event-SecondCardWaived = No second card was left for { $player } to draw.
event-TicketsOffered =
    { $player } drew { $count ->
        [one] 1 ticket
       *[other] { $count } tickets
    }.
event-TicketsKept =
    { $player } kept { $count ->
        [one] 1 ticket
       *[other] { $count } tickets
    } and returned { $returned ->
        [0] none
       *[other] { $returned }
    }.
event-MixChosen = { $player } chose their trains and ships.
event-MixesRevealed = Everyone has chosen trains and ships: { $mixes }.
event-FirstPlayerDrawn = { $player } goes first.
event-PiecePlaced = { $player } built a harbor in { $city } ({ $cards }).
event-PiecesExchanged = { $player } exchanged { $gave } for { $took }, { $points }.
event-Passed = { $player } had no legal move and passed.
event-DisplaySwept = Too many face-up { $wilds }: all face-up cards were replaced.
event-DeckShuffled = The { $deck } was shuffled.
event-LastRoundBegan =
    Last round! { $player } is almost out of { $pieces }. { $turns ->
        [one] 1 turn left
       *[other] { $turns } turns left
    } in all.
event-GameEnded-last-round = That was the last turn.
event-GameEnded-all-passed = Nobody can move, so the game is over.
event-Reverted = { $player } undid their last move.

# The same event for the player who caused it, with facts that only this player may know.
own-BlindCardDrawn = You drew { $card } from the { $deck }.
own-RouteClaimed =
    You claimed { $from } – { $to } ({ $cards }) for { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
own-OpenCardTaken = You took { $card }.
own-TicketsKept = You kept { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
}.
own-MixChosen = You've chosen your trains and ships.
own-PiecePlaced = You built a harbor in { $city } ({ $cards }).
own-PiecesExchanged = You exchanged { $gave } for { $took }, { $points }.
own-Passed = You passed.
own-SecondCardWaived = There's no second card left to draw.
own-LastRoundBegan =
    Last round! You're almost out of { $pieces }. { $turns ->
        [one] 1 turn left
       *[other] { $turns } turns left
    } in all.
own-Reverted = You undid your last move.

# One sentence for every refusal. { $instead } names what is possible.
refusal-game-over = This game is over.
refusal-unknown-seat = This table has no such seat.
refusal-not-your-turn = It's not your turn. Waiting for { $player }.
refusal-others-choose = You've chosen. Waiting for the others.
refusal-not-asked-now = You can't do that right now. { $question }
refusal-not-in-this-edition = This edition doesn't have that.
refusal-pass-not-allowed = You can only pass if you have no other move, and you do.
refusal-nothing-to-undo = There's nothing to undo: you haven't moved yet, or someone has moved since.
refusal-undo-after-reveal = You can't undo that: it revealed new cards or tickets.
refusal-no-such-slot = The face-up cards are numbered 1 to { $slots }.
refusal-no-such-deck = This edition has no such deck.
refusal-cards-exhausted = Every deck and discard pile is empty, so you can't draw cards, not even face-up ones.
refusal-deck-exhausted = That deck and its discard pile are empty.
refusal-wild-as-second-card = Face-up { $wilds } can't be your second card.
refusal-refill-not-named = Choose the deck that refills the face-up cards.
refusal-refill-not-possible = That deck has no cards left to refill with.
refusal-unknown-route = This board has no such route.
refusal-route-taken = { $player } has already claimed { $route }.
refusal-parallel-route-yours = You already have the route next to { $route }. You can't claim both routes of a double route.
refusal-parallel-route-closed = With so few players, only one route of a double route can be claimed. { $route } is closed.
refusal-pieces-short = { $route } needs { $needs }. You have { $has }.
refusal-payment-malformed = Those cards can't be read. Choose from the suggestions.
refusal-cards-not-held = You don't have { $missing }.
refusal-cards-short =
    You're { $count ->
        [one] 1 card
       *[other] { $count } cards
    } short: { $cards }.
refusal-payment-refused = Those cards don't match the route. You could play { $payment }.
refusal-no-tickets-left = There are no tickets left.
refusal-split-not-possible = Take { $least } to { $most } long tickets.
refusal-tickets-not-offered = Choose from the tickets you drew.
refusal-too-few-tickets = Keep at least { $least }.
refusal-mix-not-possible = Choose { $total } in all, with at most { $trains } trains and { $ships } ships.
refusal-unknown-city = This board has no such city.
refusal-not-a-port = { $city } isn't a port.
refusal-harbour-taken = { $city } already has a harbor.
refusal-no-route-to-port = You have no route into { $city }.
refusal-no-harbour-left = You've built all your harbors.
refusal-exchange-not-possible = You can exchange at most { $trains } trains or { $ships } ships.
instead-routes = You can claim { $routes } now.
instead-cities = You can build a harbor in { $cities } now.
instead-decks = You can still draw from the { $decks }.
question-Turn = It's your turn: draw cards, claim a route, or draw tickets.
# A turn in editions with moves of their own, and these moves.
question-Turn-also = It's your turn: draw cards, claim a route, draw tickets, { $moves }.
move-harbour = build a harbor
move-exchange = exchange { $pieces }
question-SecondDraw = Draw your second card.
question-SplitChoice = How many long tickets?
question-TicketChoice = Choose which tickets to keep.
question-MixChoice = How many trains and ships do you want?
asked-Turn = It's your turn: draw cards, claim a route, or draw tickets.
asked-SecondDraw = Draw your second card.
asked-SplitChoice = Choose how many long tickets to draw.
asked-TicketChoice = Choose which tickets to keep.
asked-MixChoice = Choose your trains and ships.

# Texts of the mechanics: in the rule book, on buttons and in panels.
mechanic-parallel-routes = With fewer than { $single_below } players, only one route of each double route can be claimed.
mechanic-longest-path = { $points } points for the longest continuous path.
mechanic-most-tickets = { $points } points for the most completed tickets.
mechanic-attractions = { $each } point for each tourist attraction you connect.
mechanic-ships = Ship routes take ship cards. A double-ship card counts as two.
mechanic-rough-terrain = Each rough-terrain space costs two train cards of the same color, any color.
mechanic-piece-mix = Choose { $total } trains and ships in secret, at most { $at_most_train } trains and { $at_most_ship } ships. Everyone's choice is revealed together.
mechanic-exchange = As your turn, exchange trains and ships for { $cost } point each.
mechanic-harbours = Build harbors in ports you've reached: { $needs_train } train and { $needs_ship } ship cards of one color, all with an anchor. A harbor scores { $points }, depending on how many of your completed tickets name its city. An unbuilt harbor costs you: { $unbuilt }.
error-none-harbour = { $edition } has no harbors.
error-none-exchange = You can't exchange { $pieces } in { $edition }.
error-none-mix = In { $edition }, everyone starts with the same { $pieces }.
button-harbour = Build harbor…
button-exchange = Exchange…
button-mix = Trains & ships…
mix-suggested = Suggested start
mix-placeholder = Trains and ships
harbour-warning = ⚓ { $count ->
    [one] 1 harbor isn't built yet
   *[other] { $count } harbors aren't built yet
}: { $points } points at the end.
harbour-none = You can't build a harbor now. You need a route into a free port.
harbour-where = Build a harbor where?
harbour-placeholder = Choose a port
exchange-none = You have nothing to exchange.
exchange-which = What do you want to exchange?
exchange-placeholder = Choose what to give up
exchange-give = Give up { $gave }
exchange-cost = { $points ->
    [one] Costs 1 point
   *[other] Costs { $points } points
}

# What scores, by the names of the lines on the score sheet; in pictures and in sentences.
score-routes = Routes
score-exchange = Exchange
score-tickets = Tickets
score-longest-path = Longest path
score-most-tickets = Most tickets
score-attractions = Attractions
score-harbours = Harbors
score-harbours-in = Harbor: { $city }
score-unbuilt-harbours = Unbuilt harbors

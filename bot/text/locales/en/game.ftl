# What happened, for everybody: the log and the recap.
event-RouteClaimed = { $player } built { $from } – { $to } ({ $cards }), +{ $points }.
event-BlindCardDrawn = { $player } drew a card from the { $deck }.
event-OpenCardTaken = { $player } took { $card }.
event-SecondCardWaived = There was no second card for { $player } to take.
event-TicketsOffered = { $player } looked at { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
}.
event-TicketsKept = { $player } kept { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
} and put { $returned ->
    [0] none
   *[other] { $returned }
} back.
event-MixChosen = { $player } chose a mix of pieces.
event-MixesRevealed = All have chosen their pieces: { $mixes }.
event-FirstPlayerDrawn = { $player } begins.
event-PiecePlaced = { $player } built a harbour in { $city } ({ $cards }).
event-PiecesExchanged = { $player } exchanged { $gave } for { $took }, { $points }.
event-Passed = { $player } could do nothing and passed.
event-DisplaySwept = Too many open wilds: all open cards were replaced.
event-DeckShuffled = The { $deck } was shuffled.
event-LastRoundBegan = Last round! { $player } is almost out of pieces: { $turns ->
    [one] 1 more turn
   *[other] { $turns } more turns
} in all.
event-GameEnded-last-round = That was the last turn.
event-GameEnded-all-passed = Nobody can do anything any more: the game is over.
event-Reverted = { $player } took back the last step.

# The same to whoever did it, with what nobody else may know.
own-BlindCardDrawn = You drew { $card } from the { $deck }.
own-RouteClaimed = You built { $from } – { $to } ({ $cards }) for { $points ->
    [one] 1 point
   *[other] { $points } points
}.
own-OpenCardTaken = You took { $card }.
own-TicketsKept = You kept { $count ->
    [one] 1 ticket
   *[other] { $count } tickets
}.
own-MixChosen = Your mix is chosen.
own-PiecePlaced = You built a harbour in { $city } ({ $cards }).
own-PiecesExchanged = You exchanged { $gave } for { $took }, { $points }.
own-Passed = You passed.
own-SecondCardWaived = There was no second card to take.
own-LastRoundBegan = Last round! You're almost out of pieces. { $turns ->
    [one] 1 turn left
   *[other] { $turns } turns left
} in all.
own-Reverted = You took back your last step.

# Why not: one sentence for every refusal. { $instead } names what is possible.
refusal-game-over = This game is over.
refusal-unknown-seat = There is no such seat at this table.
refusal-not-your-turn = It is not your turn: { $player } is to move.
refusal-others-choose = You have chosen; the others are still choosing.
refusal-not-asked-now = That is not what is asked now. { $question }
refusal-not-in-this-edition = There is no such thing in this edition.
refusal-pass-not-allowed = You may only pass if you can do nothing else, and you can.
refusal-nothing-to-undo = There is nothing of yours to take back: somebody has acted since, or you have not acted yet.
refusal-undo-after-reveal = That cannot be taken back: somebody has learned something new from it.
refusal-no-such-slot = The display has the places 1 to { $slots }.
refusal-no-such-deck = There is no such deck here.
refusal-cards-exhausted = All decks and discards are empty: no card can be taken, not even an open one.
refusal-deck-exhausted = That deck and its discards are empty.
refusal-wild-as-second-card = An open wild can only be the first and only card of a turn.
refusal-refill-not-named = Say from which deck the open card is to be replaced.
refusal-refill-not-possible = That deck has no card to replace it with.
refusal-unknown-route = There is no such route on this board.
refusal-route-taken = { $route } belongs to { $player }.
refusal-parallel-route-yours = You have a track beside { $route } already; nobody may have two.
refusal-parallel-route-closed = With so few players only one track of { $route } can be used, and it is taken.
refusal-pieces-short = { $needs ->
    [one] { $route } takes 1 piece, and you have { $has }.
   *[other] { $route } takes { $needs } pieces, and you have { $has }.
}
refusal-payment-malformed = That is no payment.
refusal-cards-not-held = You do not have these cards: { $missing }.
refusal-cards-short = You need { $count ->
    [one] 1 more card
   *[other] { $count } more cards
}: { $cards }.
refusal-payment-refused = These cards do not pay for it. You could pay { $payment }.
refusal-no-tickets-left = There are no tickets left.
refusal-split-not-possible = Between { $least } and { $most } tickets can come from the long deck.
refusal-tickets-not-offered = Choose among the tickets you were offered.
refusal-too-few-tickets = Keep at least { $least }.
refusal-mix-not-possible = A mix has { $total } pieces, at most { $trains } trains and { $ships } ships.
refusal-unknown-city = There is no such city on this board.
refusal-not-a-port = { $city } is no port.
refusal-harbour-taken = There is a harbour in { $city } already.
refusal-no-route-to-port = You have no route into { $city }.
refusal-no-harbour-left = You have built all your harbours.
refusal-exchange-not-possible = You can exchange at most { $trains } trains or { $ships } ships.
instead-routes = You can build { $routes } now.
instead-cities = A harbour is possible in { $cities } now.
instead-decks = There are cards in the { $decks }.
question-Turn = It is your turn: draw, build, or take tickets.
question-SecondDraw = Take a second card.
question-SplitChoice = How many tickets from the long deck?
question-TicketChoice = Choose your tickets.
question-MixChoice = How many trains and ships will you take along?
asked-Turn = It is your turn: draw, build, or take tickets.
asked-SecondDraw = Take a second card.
asked-SplitChoice = Say how many tickets come from the long deck.
asked-TicketChoice = Choose your tickets.
asked-MixChoice = Choose your mix of pieces.

# What a mechanic adds: in the rule book, on buttons and in panels.
mechanic-parallel-routes = With fewer than { $single_below } players only one track of a double route can be used.
mechanic-longest-path = { $points } points for the longest path.
mechanic-most-tickets = { $points } points for the most fulfilled tickets.
mechanic-attractions = { $each } point for each attraction that your routes touch.
mechanic-ships = Ships sail with ship cards; a double ship counts two.
mechanic-rough-terrain = Rough spaces take two train cards of one colour each, any colour.
mechanic-piece-mix = Choose { $total } pieces, at most { $at_most_train } trains and { $at_most_ship } ships; all mixes are shown together.
mechanic-exchange = Pieces can be exchanged as a turn, for { $cost } point each.
mechanic-harbours = Harbours in ports of yours: { $needs_train } train and { $needs_ship } ship cards of one colour, all with an anchor. Each scores { $points } by how many of your fulfilled tickets name it; { $unbuilt } if unbuilt.
error-none-harbour = { $edition } has no harbours.
error-none-exchange = In { $edition } no pieces can be exchanged.
error-none-mix = In { $edition } there is no mix to choose: all have the same pieces.
button-harbour = Harbour…
button-exchange = Exchange…
button-mix = Choose the mix
mix-suggested = A good first choice
mix-placeholder = Choose a mix
harbour-none = You cannot build a harbour now. It must stand in a port that one of your routes reaches.
harbour-where = Where?
harbour-placeholder = Choose a port
exchange-none = There is nothing to exchange.
exchange-which = What do you give?
exchange-placeholder = Choose what to give
exchange-give = Give { $pieces }
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
score-harbours = Harbours
score-harbours-in = Harbour: { $city }
score-unbuilt-harbours = Unbuilt harbours

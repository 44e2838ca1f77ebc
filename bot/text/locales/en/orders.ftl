# Standing orders: what is said about them, to their owner alone.

lobby-error-no-order = You have no order at this table.
lobby-error-orders-off = There are no standing orders at this table: everybody plays each turn themselves.
lobby-error-no-such-orders = A table can allow orders for { $orders } turns without a look, or none at all.

# An order in a few lines: what its owner can rely on.
order-build = Build, in this order: { $tracks }.
order-build-tickets = Build what { $tickets } still needs: { $tracks }.
order-build-nothing = Build nothing.
order-wilds-completing = Pay with wilds only where a track completes a ticket.
order-wilds = { $count ->
    [0] Pay with no wilds.
    [one] Pay with at most 1 wild for each track.
   *[other] Pay with at most { $count } wilds for each track.
}
order-detour = { $count ->
    [0] If a track is taken, go round it where that costs no more pieces.
    [one] If a track is taken, go round it where that costs at most 1 more piece.
   *[other] If a track is taken, go round it where that costs at most { $count } more pieces.
}
order-collect = Collect { $cards }: open cards first, then { $blind }.
order-collect-nothing = Draw no cards.
order-open-wilds-never = Never take an open wild.
order-open-wilds-completing = Take an open wild where a track of the list can then be built.
order-refill = Fill gaps from the { $deck }.
order-then-stop = When all that is done, stop.
order-then-draw = When all that is done, go on drawing blind.
order-calls = Stop and call me: { $calls }. Also when nothing of this can be done.
order-part-wilds = { $track } (up to { $count } wild)
order-part-for-list = what the list needs
order-part-wanted = { $cards } up to { $count }
order-part-kept = { $cards } up to { $count } (to keep)
order-part-from = from the { $deck }
order-part-best-deck = from the deck that has more of it
order-part-call-track = when a track of my list is taken
order-part-call-lost = when a track of my list is taken and no such way leads round it
order-part-call-few = when anybody has at most { $count } pieces left
order-part-call-last = when the last round begins
order-part-call-ticket = when one of my tickets is completed
order-part-call-harbour = when I can build a harbour
order-part-call-cards = when I hold { $count } cards
order-part-call-turns = { $count ->
    [one] after 1 turn without a look of mine
   *[other] after { $count } turns without a look of mine
}

# What it would do, does and did.
order-preview-now = Now
order-preview-first = On your next turn
order-preview-second = Then
order-preview-third = After that
order-preview-none = You have no more turns in this game.
order-part-then = then
order-part-build = build { $track } ({ $cards })
order-part-draw = take { $cards }
order-part-open = { $card } (open)
order-part-open-refill = { $card } (open, the gap filled from the { $deck })
order-part-blind = a card from the { $deck }
order-part-blind-two = 2 cards from the { $deck }
order-part-stop = stop. { $why }
order-next = Next: { $count }× { $cards } for { $track }.
order-next-build = Next: { $track }.
order-plays = Your order plays this turn in a few minutes: { $does }. Move yourself, and it leaves this turn to you.
order-built = Your order built { $track } ({ $cards }).
order-drew = Your order took { $cards }.
order-part-took-open = { $card } (open)
order-part-took-blind = { $card } (from the { $deck })
order-count = { $count } of { $most } turns.

# Why it stops.
order-stopped = **This turn is yours, your order has stopped.** { $why } From your next turn on it plays again, unless you change it.
order-stopped-last = **Your plan stopped. This turn is yours.** { $why } It's your last turn of the game.
order-undone = **A turn of your order was taken back.** It plays again from your next turn on, unless you change it.
order-undone-last = **A turn your plan played was undone.** You have no turn after this one, so it won't play again by itself.
order-stop-last-round = The last round has begun.
order-stop-few-pieces = { $player } has only { $count ->
    [one] 1 piece
   *[other] { $count } pieces
} left.
order-stop-track-taken = Taken by others: { $tracks }.
order-stop-ticket-completed = Completed: { $tickets }.
order-stop-harbour = A harbour can be built in { $cities }.
order-stop-many-cards = You hold { $count } cards.
order-stop-turns = { $count ->
    [one] It has played 1 turn without a look of yours.
   *[other] It has played { $count } turns without a look of yours.
}
order-stop-no-cards = No cards are left to draw.
order-stop-no-cards-tracks = No cards are left to draw, and these cannot be paid for: { $tracks }.
order-stop-nothing-left = Everything in it is done.
order-stop-nothing-left-tracks = Nothing of it can be done now. Still on its list: { $tracks }.

# What cannot be ordered.
order-error-game-over = The game is over.
order-error-empty = There is nothing in this order that could be done: it needs a track to build or cards to collect.
order-error-too-long = A list has at most { $most } tracks.
order-error-unknown-track = This order names a track that this board does not have.
order-error-unknown-ticket = This order names a ticket that you do not hold.
order-error-unknown-colour = This order names a colour that this edition does not have.
order-error-unknown-deck = This order names a deck that this edition does not have.
order-error-below-zero = A number in this order is below zero.
order-error-too-many = A number in this order is too large: { $most } at most.
order-left-out-track-taken = Left out, since they are taken: { $tracks }.
order-left-out-track-yours = Left out, since they are yours: { $tracks }.
order-left-out-track-twice = Left out, since they are on the list already: { $tracks }.

# Planning ahead: panels and buttons.
button-plan = Plan ahead…
command-orders = What your seat does on turns to come
command-orders-show = Your standing order at a table, or how to give one
command-orders-clear = Delete your standing order at a table
option-orders = How many turns standing orders may play without a look of their owner
orders-off = No standing orders
orders-3 = 3 turns without a look
orders-5 = 5 turns without a look
orders-10 = 10 turns without a look
lobby-orders = { $count ->
    [0] No standing orders: everybody plays each turn themselves.
   *[other] Whoever likes may plan ahead: an order plays up to { $count } turns before its owner has to look in.
}
lobby-error-no-way-left = There is no way left for that.
order-title = Plan ahead
order-ask-list = What shall be built? Choose tickets, and everything that they still need goes on the list.
order-choose-tickets = Choose tickets
order-ticket-lacks = { $count ->
    [one] Needs 1 more piece
   *[other] Needs { $count } more pieces
}
order-ask-tracks = Which tracks, in which order? Those that your map marks come first.
order-listed = On the list: { $tracks }
order-choose-tracks = Choose tracks
order-ask-details = How shall it be built?
order-choose-wilds = Wilds in payments
order-wilds-ticket = Wilds: only to complete a ticket
order-wilds-0 = Wilds: none
order-wilds-1 = Wilds: 1 for each track
order-wilds-2 = Wilds: 2 for each track
order-wilds-3 = Wilds: 3 for each track
order-choose-detour = When a track is taken
order-detour-stop = Taken tracks: stop and call me
order-detour-0 = Taken tracks: go round for no more pieces
order-detour-1 = Taken tracks: go round for 1 more piece
order-detour-2 = Taken tracks: go round for 2 more pieces
order-detour-3 = Taken tracks: go round for 3 more pieces
order-choose-then = When all is done
order-ask-cards = Which cards shall be collected?
order-choose-colours = Choose colours
order-choose-count = Up to how many of each
order-choose-deck = Which deck to draw blind from
order-choose-refill = Which deck fills gaps
order-deck-best = The deck that has more of what is wanted
order-ask-calls = { $count ->
    [one] When shall it stop and call you? In any case it does after 1 turn without a look, and when nothing of it can be done.
   *[other] When shall it stop and call you? In any case it does after { $count } turns without a look, and when nothing of it can be done.
}
order-choose-calls = Choose what stops it
order-call-0 = A track of my list is taken
order-call-1 = Anybody is near the end of their pieces
order-call-2 = The last round begins
order-call-3 = One of my tickets is completed
order-call-4 = A harbour can be built
order-choose-many = At how many cards in hand
order-cards-at = At { $count } cards in hand
order-cards-never = However many cards I hold
order-guess = -# Others see ordinary moves; that they come quickly may let them guess.
order-status-active = **It plays your turns.**
order-status-paused = **It is paused.**
order-status-stopped = **It has stopped and waits for you.**
order-given = Given. Your seat does this from now on.
order-paused = Paused. You play yourself until you let it go on.
order-resumed = It goes on.
order-deleted = Deleted. You play yourself from now on.
order-old-draft = This has changed meanwhile. So it is now:
order-button-change = Change
order-button-pause = Pause
order-button-resume = Go on
order-button-delete = Delete
order-button-write = Go on writing
order-button-give = Give this order
order-button-throw = Throw away
order-button-only = Only collect cards…
order-button-empty = Empty the list
order-button-more-tracks = More tracks
order-button-list-on = Collect for the list
order-button-list-off = Do not collect for the list
order-button-wild-on = Take open wilds that complete a track
order-button-wild-never = Never take open wilds
order-button-go-list = Tickets…
order-button-go-tracks = Tracks…
order-button-go-cards = Cards…
order-button-go-details = Building…
order-button-go-calls = Stops…
order-button-go-review = Done

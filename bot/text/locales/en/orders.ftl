# Plans ("orders" in the code). Only their owner reads these texts.

lobby-error-no-order = You have no plan at this table.
lobby-error-orders-off = Plans are off at this table.
lobby-error-no-such-orders = Plans can play { $orders } turns in a row, or be off.

# A plan in a few lines.
order-build = Claim, in this order: { $tracks }.
order-build-tickets = Claim what { $tickets } still needs: { $tracks }.
order-build-nothing = Claim no routes.
order-wilds-completing = Spend { $wilds } only on a route that completes a ticket.
order-wilds =
    { $count ->
        [0] Spend no { $wilds }.
        [one] Spend at most 1 { $wild } per route.
       *[other] Spend at most { $count } { $wilds } per route.
    }
order-detour =
    { $count ->
        [0] If a route is taken, go around it if that costs no extra { $pieces }.
        [one] If a route is taken, go around it for up to 1 extra { $piece }.
       *[other] If a route is taken, go around it for up to { $count } extra { $pieces }.
    }
order-collect = Collect { $cards }: face-up cards first, then { $blind }.
order-collect-nothing = Draw no cards.
order-open-wilds-never = Never take face-up { $wilds }.
order-open-wilds-completing = Take a face-up { $wild } if it lets you claim a listed route.
order-refill = Refill from the { $deck }.
order-then-stop = Then stop.
order-then-draw = Then keep drawing from the deck.
order-calls = Stop and ping me { $calls }, or when no step is possible.
order-part-wilds = { $track } (up to { $count } { $wilds })
order-part-for-list = what the listed routes need
order-part-wanted = { $cards } up to { $count }
order-part-kept = { $cards } up to { $count } (don't spend)
order-part-from = from the { $deck }
order-part-best-deck = from the deck with more of them
order-part-call-track = when a listed route is taken
order-part-call-lost = when a listed route is taken and there's no such detour
order-part-call-few = when someone has at most { $count } { $pieces } left
order-part-call-last = when the last round starts
order-part-call-ticket = when one of my tickets is completed
order-part-call-harbour = when I can build a harbor
order-part-call-cards = when I hold { $count } cards
order-part-call-turns =
    { $count ->
        [one] after 1 turn without me
       *[other] after { $count } turns without me
    }

# What a plan would do, does and did.
order-preview-now = Now
order-preview-first = On your next turn
order-preview-second = Then
order-preview-third = After that
order-preview-none = You have no more turns in this game.
order-part-then = then
order-part-build = claim { $track } ({ $cards })
order-part-draw = draw { $cards }
order-part-open = { $card } (face up)
order-part-open-refill = { $card } (face up, refilled from the { $deck })
order-part-blind = a card from the { $deck }
order-part-blind-two = 2 cards from the { $deck }
order-part-stop = stop. { $why }
order-next = Next: draw { $count } { $cards }, then claim { $track }.
order-next-claim = Next: claim { $track }.
order-next-cards = Next: draw cards.
order-part-one-colour = of one color
order-plays = Your plan plays this turn in a few minutes: { $does }. Move yourself to skip it for this turn.
order-part-built = claimed { $track } ({ $cards })
order-part-drew = drew { $cards }
order-line =
    { $most ->
        [one] **Plan:** { $count } of 1 turn
       *[other] **Plan:** { $count } of { $most } turns
    }
order-part-next = next: { $count } { $cards } for { $track }
order-part-claim = next: { $track }
order-stops = Stops { $when }.
order-part-when-blocked = if blocked
order-part-when-ticket = at a completed ticket
order-part-when-turns =
    { $count ->
        [one] after 1 turn
       *[other] after { $count } turns
    }

# Why a plan stops.
order-stopped = **Your plan stopped. This turn is yours.** { $why } It continues on your next turn unless you change it.
order-stopped-last = **Your plan stopped. This turn is yours.** { $why } It's your last turn of the game.
order-undone = **A turn your plan played was undone.** It continues on your next turn unless you change it.
order-undone-last = **A turn your plan played was undone.** You have no turn after this one, so it won't play again by itself.
order-stop-last-round = The last round has started.
order-stop-few-pieces =
    { $player } has only { $count ->
        [one] 1 { $piece }
       *[other] { $count } { $pieces }
    } left.
order-stop-track-taken = Others claimed: { $tracks }.
order-stop-ticket-completed = Completed: { $tickets }.
order-stop-harbour = You can build a harbor in { $cities }.
order-stop-many-cards = You have { $count } cards.
order-stop-turns =
    { $count ->
        [one] It played 1 turn since you last checked in.
       *[other] It played { $count } turns since you last checked in.
    }
order-stop-no-cards = There are no cards left to draw.
order-stop-no-cards-tracks = There are no cards left to draw, and you can't afford { $tracks }.
order-stop-nothing-left = It's finished.
order-stop-nothing-left-tracks = No step is possible right now. Still on the list: { $tracks }.

# Plans that aren't possible.
order-error-game-over = The game is over.
order-error-empty = This plan does nothing. Add a route to claim or cards to collect.
order-error-too-long = A list can have at most { $most } routes.
order-error-unknown-track = This plan has a route that isn't on this board.
order-error-unknown-ticket = This plan has a ticket you don't hold.
order-error-unknown-colour = This plan has a color that isn't in this edition.
order-error-unknown-deck = This plan has a deck that isn't in this edition.
order-error-below-zero = Numbers can't be negative.
order-error-too-many = That number is too large. The maximum is { $most }.
order-left-out-track-taken = Skipped, already taken: { $tracks }.
order-left-out-track-yours = Skipped, already yours: { $tracks }.
order-left-out-track-twice = Skipped, already listed: { $tracks }.

# Planning ahead: panels and buttons.
button-plan = Plan ahead…
command-orders = Plan your next turns
option-orders = How many turns in a row a plan may play before its owner checks in
orders-off = Off
orders-3 = Up to 3 turns in a row
orders-5 = Up to 5 turns in a row
orders-10 = Up to 10 turns in a row
lobby-orders =
    { $count ->
        [0] Plans are off: everyone plays every turn themselves.
       *[other] You can plan ahead: a plan plays up to { $count } turns before you check in.
    }
lobby-error-no-way-left = No route is left for that.
order-title = Plan ahead
order-ask-list = The plan claims every route that these tickets still need.
order-choose-tickets = Choose tickets
order-ticket-lacks =
    { $count ->
        [one] 1 more { $piece }
       *[other] { $count } more { $pieces }
    }
order-ask-tracks = No routes yet. The plan claims them in the order you choose them.
order-choose-tracks = Choose routes
order-choose-wilds = { CAPITALIZE($wilds) }
order-wilds-ticket = { CAPITALIZE($wilds) }: only to complete a ticket
order-wilds-0 = { CAPITALIZE($wilds) }: none
order-wilds-1 = { CAPITALIZE($wilds) }: up to 1 per route
order-wilds-2 = { CAPITALIZE($wilds) }: up to 2 per route
order-wilds-3 = { CAPITALIZE($wilds) }: up to 3 per route
order-choose-detour = If a route is taken
order-detour-stop = If taken: stop and ping me
order-detour-0 = If taken: detour, no extra { $pieces }
order-detour-1 = If taken: detour, 1 extra { $piece }
order-detour-2 = If taken: detour, 2 extra { $pieces }
order-detour-3 = If taken: detour, 3 extra { $pieces }
order-choose-then = When it's finished
order-choose-colours = Choose colors
order-choose-count = How many of each
order-choose-deck = Draw from which deck
order-choose-refill = Refill from which deck
order-deck-best = The deck with more of what I need
order-choose-calls = Stop when…
order-call-0 = A listed route is taken
order-call-1 = Someone is almost out of { $pieces }
order-call-2 = The last round starts
order-call-3 = One of my tickets is completed
order-call-4 = I can build a harbor
order-choose-many = Stop at how many cards
order-cards-at = At { $count } cards
order-cards-never = Never because of my cards
order-guess = -# Others only see normal moves, but quick ones may give you away.
order-status-paused = The plan is off.
order-status-stopped = The plan stopped. This turn is yours.
order-given = Plan started.
order-paused = Plan stopped. You play your own turns.
order-deleted = Plan deleted. You play your own turns.
order-old-draft = This has changed in the meantime. Here's the current version:
order-tickets-done = The tickets of your draft are completed. Here's a plan for the others:
order-no-tickets = None of your tickets needs a route. Choose routes or cards instead.
lobby-error-no-such-route = No free route matches that. Type a city on this board.
alt-plan = Your map with the routes of your plan, in order: { $tracks }.
order-menu = Change the plan
order-menu-list = Tickets
order-menu-tracks = Routes
order-menu-cards = Cards
order-menu-details = Payment
order-menu-calls = Stops
order-button-change = Change…
order-button-go-menu = Change…
order-button-pause = Stop
order-button-resume = Start
order-button-delete = Delete plan
order-button-give = Start
order-button-throw = Discard
order-button-only = Cards only…
order-button-empty = Clear list
order-button-more-tracks = More routes
order-button-list-on = Collect for my list
order-button-list-off = Don't collect for list
order-button-wild-on = Take face-up { $wilds }
order-button-wild-never = Skip face-up { $wilds }
order-button-go-list = Tickets…
order-button-go-tracks = Routes…
order-button-go-cards = Cards…
order-button-go-details = Payment…
order-button-go-calls = Stop when…
order-button-go-review = Done
order-button-go-contract = Details

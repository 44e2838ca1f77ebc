# Words in pictures: short, because there is little room.
picture-turn = Turn { NUMBER($number, useGrouping: 0) }
picture-opening = Choosing tickets
picture-last-round = LAST ROUND  ·  { $turns } LEFT
picture-over = GAME OVER
picture-paused = PAUSED
picture-moves = Last moves
picture-passed = passed
picture-hand = Hand: { $count }
picture-tickets-held = Tickets: { $count }
picture-tickets = Tickets
picture-keep = Keep at least { $least }
picture-none = none

# State of a ticket.
picture-done = completed
picture-missing = { $spaces ->
    [one] 1 more space
   *[other] { $spaces } more spaces
}
picture-blocked = impossible

# The three values of a tour.
picture-tour-in-order = in order
picture-tour-joined = connected
picture-tour-failed = missed

# The legend and the lobby's picture.
picture-seats = { $least }–{ $most } players
picture-has-cities = { $count } cities
picture-has-routes = { $count } routes
picture-has-tickets = { $count } tickets
picture-colour-red = Red
picture-colour-orange = Orange
picture-colour-yellow = Yellow
picture-colour-green = Green
picture-colour-blue = Blue
picture-colour-pink = Pink
picture-colour-black = Black
picture-colour-white = White
picture-colour-gray = any color
picture-colour-wild = { CAPITALIZE($wild) }
picture-ship = Ship
picture-rough = 2 cards per space
picture-port = Port
picture-attraction = +1 point
picture-point = { $points ->
    [one] point
   *[other] points
}
picture-country = Country: dead end

# The result.
picture-reveal = Revealing tickets
picture-ranking = Final scores
picture-rank = { $place }.
picture-bonus = Bonuses
picture-total = Total
picture-project = Whistlestop
picture-date = { $year }-{ $month }-{ $day }


# My map: what each ticket needs, and all together.
picture-needs-train = needs { $cards }
picture-needs-taxi = needs { $cards }
picture-needs-ship = ships: { $cards }
picture-need-red = { $count } red
picture-need-orange = { $count } orange
picture-need-yellow = { $count } yellow
picture-need-green = { $count } green
picture-need-blue = { $count } blue
picture-need-pink = { $count } pink
picture-need-black = { $count } black
picture-need-white = { $count } white
picture-need-gray = { $count } any color
picture-plan = Plan: { $needs }
picture-plan-train = { $left ->
    [0] { $need ->
        [one] 1 train
       *[other] { $need } trains
    }
    [one] { $need } of 1 train
   *[other] { $need } of { $left } trains
}
picture-plan-ship = { $left ->
    [0] { $need ->
        [one] 1 ship
       *[other] { $need } ships
    }
    [one] { $need } of 1 ship
   *[other] { $need } of { $left } ships
}
picture-plan-taxi = { $left ->
    [0] { $need ->
        [one] 1 taxi
       *[other] { $need } taxis
    }
    [one] { $need } of 1 taxi
   *[other] { $need } of { $left } taxis
}

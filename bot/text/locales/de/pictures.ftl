# Wörter in Bildern: kurz, denn dort ist wenig Platz.
picture-turn = Zug { NUMBER($number, useGrouping: 0) }
picture-opening = Wahl der Zielkarten
picture-last-round = LETZTE RUNDE  ·  noch { $turns }
picture-over = SPIELENDE
picture-paused = PAUSIERT
picture-moves = Letzte Züge
picture-passed = gepasst
picture-hand = Hand: { $count }
picture-tickets-held = Zielkarten: { $count }
picture-tickets = Zielkarten
picture-keep = Mindestens { $least } behalten
picture-none = keine

# Wie es um eine Zielkarte steht.
picture-done = erfüllt
picture-missing = { $spaces ->
    [one] noch 1 Feld
   *[other] noch { $spaces } Felder
}
picture-blocked = unmöglich

# Die drei Werte einer Rundreise.
picture-tour-in-order = in Folge
picture-tour-joined = verbunden
picture-tour-failed = verfehlt

# Vor dem Spiel: was eine Ausgabe hat.
picture-seats = { $least }–{ $most } Spieler
picture-has-cities = { $count } Orte
picture-has-routes = { $count } Strecken
picture-has-tickets = { $count } Zielkarten
picture-colour-red = Rot
picture-colour-orange = Orange
picture-colour-yellow = Gelb
picture-colour-green = Grün
picture-colour-blue = Blau
picture-colour-pink = Pink
picture-colour-black = Schwarz
picture-colour-white = Weiß
picture-colour-gray = jede Farbe
picture-colour-wild = { $wild }
picture-ship = Schiff
picture-rough = 2 Karten je Feld
picture-port = Hafenstadt
picture-attraction = +1 Punkt
picture-point = { $points ->
    [one] Punkt
   *[other] Punkte
}
picture-country = Land: Endpunkt

# Das Ergebnis.
picture-reveal = Aufgedeckte Zielkarten
picture-ranking = Endstand
picture-rank = { $place }.
picture-bonus = Boni
picture-total = Summe
picture-project = Whistlestop
picture-date = { $day }.{ $month }.{ $year }

# Meine Karte: was jede Zielkarte braucht, und alle zusammen.
picture-needs-train = braucht { $cards }
picture-needs-taxi = braucht { $cards }
picture-needs-ship = Schiffe: { $cards }
picture-need-red = { $count } rot
picture-need-orange = { $count } orange
picture-need-yellow = { $count } gelb
picture-need-green = { $count } grün
picture-need-blue = { $count } blau
picture-need-pink = { $count } pink
picture-need-black = { $count } schwarz
picture-need-white = { $count } weiß
picture-need-gray = { $count } beliebig
picture-plan = Plan: { $needs }
picture-plan-train = { $left ->
    [0] { $need ->
        [one] 1 Waggon
       *[other] { $need } Waggons
    }
    [one] { $need } von 1 Waggon
   *[other] { $need } von { $left } Waggons
}
picture-plan-ship = { $left ->
    [0] { $need ->
        [one] 1 Schiff
       *[other] { $need } Schiffe
    }
    [one] { $need } von 1 Schiff
   *[other] { $need } von { $left } Schiffen
}
picture-plan-taxi = { $left ->
    [0] { $need ->
        [one] 1 Taxi
       *[other] { $need } Taxis
    }
    [one] { $need } von 1 Taxi
   *[other] { $need } von { $left } Taxis
}

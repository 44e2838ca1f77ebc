# Was geschah, für alle: Protokoll und Rückblick.
event-RouteClaimed = { $player } hat { $from } – { $to } gebaut ({ $cards }), +{ $points }.
event-BlindCardDrawn = { $player } hat eine verdeckte Karte vom { $deck } gezogen.
event-OpenCardTaken = { $player } hat { $card } genommen.
event-SecondCardWaived = Für { $player } gab es keine zweite Karte.
event-TicketsOffered = { $player } hat sich { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
} angesehen.
event-TicketsKept = { $player } hat { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
} behalten und { $returned ->
    [0] keine
   *[other] { $returned }
} zurückgelegt.
event-MixChosen = { $player } hat die Figuren gewählt.
event-MixesRevealed = Alle haben ihre Figuren gewählt: { $mixes }.
event-FirstPlayerDrawn = { $player } beginnt.
event-PiecePlaced = { $player } hat in { $city } einen Hafen gebaut ({ $cards }).
event-PiecesExchanged = { $player } hat { $gave } gegen { $took } getauscht, { $points }.
event-Passed = { $player } konnte nichts tun und hat gepasst.
event-DisplaySwept = Zu viele offene Joker: Alle offenen Karten wurden ersetzt.
event-DeckShuffled = Der { $deck } wurde gemischt.
event-LastRoundBegan = Letzte Runde! { $player } hat kaum noch Figuren: insgesamt noch { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}.
event-GameEnded-last-round = Das war der letzte Zug.
event-GameEnded-all-passed = Niemand kann mehr etwas tun: Das Spiel ist zu Ende.
event-Reverted = { $player } hat den letzten Schritt zurückgenommen.

# Dasselbe für die Person selbst, mit dem, was sonst niemand wissen darf.
own-BlindCardDrawn = Du hast { $card } vom { $deck } gezogen.
own-RouteClaimed = Du hast { $from } – { $to } gebaut ({ $cards }), das bringt { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.
own-OpenCardTaken = Du hast { $card } genommen.
own-TicketsKept = Du hast { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
} behalten.
own-MixChosen = Deine Figuren sind gewählt.
own-PiecePlaced = Du hast einen Hafen in { $city } gebaut ({ $cards }).
own-PiecesExchanged = Du hast { $gave } gegen { $took } getauscht, { $points }.
own-Passed = Du hast gepasst.
own-SecondCardWaived = Für dich gab es keine zweite Karte.
own-LastRoundBegan = Letzte Runde! Du hast kaum noch Figuren. Insgesamt bleiben noch { $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}.
own-Reverted = Du hast deinen letzten Schritt zurückgenommen.

# Warum nicht: ein Satz für jede Ablehnung. { $instead } nennt, was möglich ist.
refusal-game-over = Dieses Spiel ist zu Ende.
refusal-unknown-seat = Diesen Platz gibt es an diesem Tisch nicht.
refusal-not-your-turn = Nicht du bist am Zug, sondern { $player }.
refusal-others-choose = Du hast gewählt; die anderen wählen noch.
refusal-not-asked-now = Danach ist gerade nicht gefragt. { $question }
refusal-not-in-this-edition = Das gibt es in dieser Ausgabe nicht.
refusal-pass-not-allowed = Passen darf nur, wer nichts anderes tun kann, und du kannst.
refusal-nothing-to-undo = Es gibt nichts von dir zurückzunehmen: Jemand hat seither gehandelt, oder du noch gar nicht.
refusal-undo-after-reveal = Das lässt sich nicht zurücknehmen: Jemand hat dadurch etwas Neues erfahren.
refusal-no-such-slot = Die Auslage hat die Plätze 1 bis { $slots }.
refusal-no-such-deck = Diesen Stapel gibt es hier nicht.
refusal-cards-exhausted = Alle Stapel und Ablagen sind leer: Du kannst keine Karte nehmen, auch keine offene.
refusal-deck-exhausted = Dieser Stapel und seine Ablage sind leer.
refusal-wild-as-second-card = Ein offener Joker kann nur die erste und einzige Karte eines Zuges sein.
refusal-refill-not-named = Sag, von welchem Stapel die offene Karte ersetzt werden soll.
refusal-refill-not-possible = Dieser Stapel hat keine Karte dafür.
refusal-unknown-route = Diese Strecke gibt es auf diesem Spielplan nicht.
refusal-route-taken = { $route } gehört { $player }.
refusal-parallel-route-yours = Du hast schon ein Gleis neben { $route }; zwei darf niemand haben.
refusal-parallel-route-closed = Zu so wenigen kann nur ein Gleis von { $route } genutzt werden, und es ist vergeben.
refusal-pieces-short = { $needs ->
    [one] { $route } braucht 1 Figur, und du hast { $has }.
   *[other] { $route } braucht { $needs } Figuren, und du hast { $has }.
}
refusal-payment-malformed = Das ist keine Bezahlung.
refusal-cards-not-held = Diese Karten hast du nicht: { $missing }.
refusal-cards-short = Dir fehlen noch { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
}: { $cards }.
refusal-payment-refused = Damit lässt es sich nicht bezahlen. Möglich wäre { $payment }.
refusal-no-tickets-left = Es gibt keine Zielkarten mehr.
refusal-split-not-possible = Vom langen Stapel können { $least } bis { $most } Zielkarten kommen.
refusal-tickets-not-offered = Wähle unter den Zielkarten, die dir angeboten sind.
refusal-too-few-tickets = Behalte mindestens { $least }.
refusal-mix-not-possible = Zusammen sind es { $total } Figuren, höchstens { $trains } Waggons und { $ships } Schiffe.
refusal-unknown-city = Diese Stadt gibt es auf diesem Spielplan nicht.
refusal-not-a-port = { $city } ist keine Hafenstadt.
refusal-harbour-taken = In { $city } steht schon ein Hafen.
refusal-no-route-to-port = Du hast keine Strecke nach { $city }.
refusal-no-harbour-left = Du hast alle deine Häfen gebaut.
refusal-exchange-not-possible = Du kannst höchstens { $trains } Waggons oder { $ships } Schiffe tauschen.
instead-routes = Bauen kannst du jetzt { $routes }.
instead-cities = Ein Hafen ist jetzt in { $cities } möglich.
instead-decks = Karten gibt es noch hier: { $decks }.
question-Turn = Du bist am Zug: ziehen, bauen oder Zielkarten nehmen.
question-SecondDraw = Nimm eine zweite Karte.
question-SplitChoice = Wie viele Zielkarten vom langen Stapel?
question-TicketChoice = Wähle deine Zielkarten.
question-MixChoice = Wie viele Waggons und Schiffe nimmst du mit?
asked-Turn = Du bist am Zug: ziehen, bauen oder Zielkarten nehmen.
asked-SecondDraw = Nimm eine zweite Karte.
asked-SplitChoice = Sag, wie viele Zielkarten vom langen Stapel kommen.
asked-TicketChoice = Wähle deine Zielkarten.
asked-MixChoice = Wähle deine Figuren.

# Was eine Regel mitbringt: im Regelbuch, auf Knöpfen und Tafeln.
mechanic-parallel-routes = Mit weniger als { $single_below } Spielern ist von einer Doppelstrecke nur ein Gleis nutzbar.
mechanic-longest-path = { $points } Punkte für den längsten Weg.
mechanic-most-tickets = { $points } Punkte für die meisten erfüllten Zielkarten.
mechanic-attractions = { $each } Punkt für jede Sehenswürdigkeit, die deine Strecken berühren.
mechanic-ships = Schiffe fahren mit Schiffskarten; ein Doppelschiff zählt zwei.
mechanic-rough-terrain = Felder in schwierigem Gelände kosten je zwei Wagenkarten einer beliebigen Farbe.
mechanic-piece-mix = Wähle { $total } Figuren, höchstens { $at_most_train } Waggons und { $at_most_ship } Schiffe; die Wahl aller wird zusammen gezeigt.
mechanic-exchange = Figuren lassen sich als Zug tauschen, für je { $cost } Punkt.
mechanic-harbours = Häfen in deinen Hafenstädten: { $needs_train } Wagen- und { $needs_ship } Schiffskarten einer Farbe, alle mit Anker. Jeder zählt { $points }, je nachdem, wie viele deiner erfüllten Zielkarten ihn nennen; { $unbuilt }, wenn er nicht gebaut ist.
error-none-harbour = { $edition } hat keine Häfen.
error-none-exchange = In { $edition } lassen sich keine Figuren tauschen.
error-none-mix = In { $edition } sind keine Figuren zu wählen: Alle haben die gleichen.
button-harbour = Hafen …
button-exchange = Tauschen …
button-mix = Figuren wählen
mix-suggested = Eine gute erste Wahl
mix-placeholder = Wähle deine Figuren
harbour-none = Du kannst gerade keinen Hafen bauen. Er muss in einer Hafenstadt stehen, die eine deiner Strecken erreicht.
harbour-where = Wo?
harbour-placeholder = Wähle eine Hafenstadt
exchange-none = Es gibt nichts zu tauschen.
exchange-which = Was gibst du?
exchange-placeholder = Wähle, was du gibst
exchange-give = Gib { $pieces }
exchange-cost = { $points ->
    [one] Kostet 1 Punkt
   *[other] Kostet { $points } Punkte
}

# Was Punkte bringt, nach den Namen der Zeilen auf dem Wertungsbogen; in Bildern und in Sätzen.
score-routes = Strecken
score-exchange = Tausch
score-tickets = Zielkarten
score-longest-path = Längster Weg
score-most-tickets = Meiste Zielkarten
score-attractions = Sehenswürdigkeiten
score-harbours = Häfen
score-harbours-in = Hafen: { $city }
score-unbuilt-harbours = Ungebaute Häfen

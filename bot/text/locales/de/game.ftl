# Was geschah, für alle: Protokoll und Rückblick.
event-RouteClaimed = { $player } hat { $from } – { $to } genutzt ({ $cards }), +{ $points }.
event-BlindCardDrawn = { $player } hat eine Karte vom { $deck } gezogen.
event-OpenCardTaken = { $player } hat { $card } genommen.
event-SecondCardWaived = Für { $player } gab es keine zweite Karte.
event-TicketsOffered =
    { $player } hat { $count ->
        [one] 1 Zielkarte
       *[other] { $count } Zielkarten
    } gezogen.
event-TicketsKept = { $player } hat { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
} behalten und { $returned ->
    [0] keine
   *[other] { $returned }
} zurückgelegt.
event-MixChosen = { $player } hat Waggons und Schiffe gewählt.
event-MixesRevealed = Alle haben Waggons und Schiffe gewählt: { $mixes }.
event-FirstPlayerDrawn = { $player } beginnt.
event-PiecePlaced = { $player } hat in { $city } einen Hafen gebaut ({ $cards }).
event-PiecesExchanged = { $player } hat { $gave } gegen { $took } getauscht, { $points }.
event-Passed = { $player } konnte nichts tun und hat gepasst.
event-DisplaySwept = Zu viele offene { $wilds }: Alle offenen Karten wurden ausgetauscht.
event-DeckShuffled = Der { $deck } wurde gemischt.
event-LastRoundBegan =
    Letzte Runde! { $player } hat kaum noch { $pieces }. Insgesamt noch { $turns ->
        [one] 1 Zug
       *[other] { $turns } Züge
    }.
event-GameEnded-last-round = Das war der letzte Zug.
event-GameEnded-all-passed = Niemand kann mehr ziehen, das Spiel ist zu Ende.
event-Reverted = { $player } hat den letzten Zug zurückgenommen.

# Dasselbe für die Person selbst, mit dem, was sonst niemand wissen darf.
own-BlindCardDrawn = Du hast { $card } vom { $deck } gezogen.
own-RouteClaimed =
    Du hast { $from } – { $to } genutzt ({ $cards }), das bringt { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }.
own-OpenCardTaken = Du hast { $card } genommen.
own-TicketsKept = Du hast { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
} behalten.
own-MixChosen = Deine Waggons und Schiffe sind gewählt.
own-PiecePlaced = Du hast einen Hafen in { $city } gebaut ({ $cards }).
own-PiecesExchanged = Du hast { $gave } gegen { $took } getauscht, { $points }.
own-Passed = Du hast gepasst.
own-SecondCardWaived = Für dich gab es keine zweite Karte.
own-LastRoundBegan =
    Letzte Runde! Du hast kaum noch { $pieces }. Insgesamt noch { $turns ->
        [one] 1 Zug
       *[other] { $turns } Züge
    }.
own-Reverted = Du hast deinen letzten Zug zurückgenommen.

# Warum nicht: ein Satz für jede Ablehnung. { $instead } nennt, was möglich ist.
refusal-game-over = Dieses Spiel ist zu Ende.
refusal-unknown-seat = Diesen Platz gibt es an diesem Tisch nicht.
refusal-not-your-turn = Du bist nicht am Zug, sondern { $player }.
refusal-others-choose = Du hast gewählt; die anderen wählen noch.
refusal-not-asked-now = Das geht gerade nicht. { $question }
refusal-not-in-this-edition = Das gibt es in dieser Ausgabe nicht.
refusal-pass-not-allowed = Du darfst nur passen, wenn du sonst nichts tun kannst.
refusal-nothing-to-undo = Es gibt nichts zurückzunehmen: Du hast noch nicht gezogen, oder es hat schon jemand anders gezogen.
refusal-undo-after-reveal = Das kannst du nicht zurücknehmen: Dabei wurden neue Karten aufgedeckt.
refusal-no-such-slot = Die offenen Karten haben die Nummern 1 bis { $slots }.
refusal-no-such-deck = Diesen Stapel gibt es hier nicht.
refusal-cards-exhausted = Alle Stapel sind leer. Du kannst keine Karte nehmen, auch keine offene.
refusal-deck-exhausted = Dieser Stapel und sein Ablagestapel sind leer.
refusal-wild-as-second-card = Offene { $wilds } darfst du nicht als zweite Karte nehmen.
refusal-refill-not-named = Wähle den Stapel, von dem nachgelegt wird.
refusal-refill-not-possible = Von diesem Stapel kann nicht nachgelegt werden.
refusal-unknown-route = Diese Strecke gibt es auf diesem Spielplan nicht.
refusal-route-taken = { $route } ist schon belegt ({ $player }).
refusal-parallel-route-yours = Du nutzt schon die Strecke neben { $route }. Beide Strecken einer Doppelstrecke darf niemand nutzen.
refusal-parallel-route-closed = Bei so wenigen Spielern ist von einer Doppelstrecke nur eine Strecke nutzbar. { $route } ist gesperrt.
refusal-pieces-short = { $route } braucht { $needs }. Du hast { $has }.
refusal-payment-malformed = Diese Karten wurden nicht erkannt. Wähle aus den Vorschlägen.
refusal-cards-not-held = Diese Karten hast du nicht: { $missing }.
refusal-cards-short = Dir fehlen noch { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
}: { $cards }.
refusal-payment-refused = Diese Karten passen nicht. Möglich wäre { $payment }.
refusal-no-tickets-left = Es gibt keine Zielkarten mehr.
refusal-split-not-possible = Du kannst { $least } bis { $most } lange Zielkarten ziehen.
refusal-tickets-not-offered = Wähle aus den Zielkarten, die du gezogen hast.
refusal-too-few-tickets = Behalte mindestens { $least }.
refusal-mix-not-possible = Wähle zusammen { $total }, höchstens { $trains } Waggons und { $ships } Schiffe.
refusal-unknown-city = Diese Stadt gibt es auf diesem Spielplan nicht.
refusal-not-a-port = { $city } ist keine Hafenstadt.
refusal-harbour-taken = In { $city } steht schon ein Hafen.
refusal-no-route-to-port = Du hast keine Strecke nach { $city }.
refusal-no-harbour-left = Du hast schon alle Häfen gebaut.
refusal-exchange-not-possible = Du kannst höchstens { $trains } Waggons oder { $ships } Schiffe tauschen.
instead-routes = Nutzen kannst du jetzt { $routes }.
instead-cities = Einen Hafen kannst du jetzt in { $cities } bauen.
instead-decks = Ziehen kannst du noch hier: { $decks }.
question-Turn = Du bist am Zug: Karten ziehen, Strecke nutzen oder Zielkarten ziehen.
# Ein Zug in Ausgaben mit eigenen Zügen, und diese Züge.
question-Turn-also = Du bist am Zug: Karten ziehen, Strecke nutzen, Zielkarten ziehen, { $moves }.
move-harbour = Hafen bauen
move-exchange = { $pieces } tauschen
question-SecondDraw = Nimm deine zweite Karte.
question-SplitChoice = Wie viele lange Zielkarten?
question-TicketChoice = Wähle, welche Zielkarten du behältst.
question-MixChoice = Wie viele Waggons und Schiffe nimmst du mit?
asked-Turn = Du bist am Zug: Karten ziehen, Strecke nutzen oder Zielkarten ziehen.
asked-SecondDraw = Nimm deine zweite Karte.
asked-SplitChoice = Wähle, wie viele lange Zielkarten du ziehst.
asked-TicketChoice = Wähle, welche Zielkarten du behältst.
asked-MixChoice = Wähle deine Waggons und Schiffe.

# Was eine Regel mitbringt: im Regelbuch, auf Knöpfen und Tafeln.
mechanic-parallel-routes = Mit weniger als { $single_below } Spielern ist von jeder Doppelstrecke nur eine Strecke nutzbar.
mechanic-longest-path = { $points } Punkte für die längste Strecke.
mechanic-most-tickets = { $points } Punkte für die meisten erfüllten Zielkarten.
mechanic-attractions = { $each } Punkt für jede Sehenswürdigkeit, die du erreichst.
mechanic-ships = Schiffsstrecken kosten Schiffskarten. Eine Doppelschiffskarte zählt doppelt.
mechanic-rough-terrain = Unwegsames Gelände: Jedes Feld kostet zwei Wagenkarten einer beliebigen Farbe.
mechanic-piece-mix = Wähle verdeckt { $total } Figuren, höchstens { $at_most_train } Waggons und { $at_most_ship } Schiffe. Alle decken gleichzeitig auf.
mechanic-exchange = Statt eines anderen Zuges kannst du Figuren tauschen, für je { $cost } Punkt.
mechanic-harbours = Häfen baust du in Hafenstädten, die du erreicht hast: { $needs_train } Wagen- und { $needs_ship } Schiffskarten einer Farbe, alle mit Anker. Ein Hafen bringt { $points }, je nachdem, auf wie vielen deiner erfüllten Zielkarten die Stadt steht. Nicht gebaut: { $unbuilt }.
error-none-harbour = { $edition } hat keine Häfen.
error-none-exchange = In { $edition } wird nicht getauscht.
error-none-mix = In { $edition } beginnen alle mit gleich vielen { $pieces }.
button-harbour = Hafen bauen …
button-exchange = Tauschen …
button-mix = Waggons & Schiffe …
mix-suggested = Vorschlag für den Anfang
mix-placeholder = Waggons und Schiffe
harbour-warning = ⚓ { $count ->
    [one] 1 Hafen ist noch nicht gebaut
   *[other] { $count } Häfen sind noch nicht gebaut
}: { $points } Punkte am Ende.
harbour-none = Du kannst gerade keinen Hafen bauen. Du brauchst eine Strecke in eine freie Hafenstadt.
harbour-where = Wo willst du einen Hafen bauen?
harbour-placeholder = Wähle eine Hafenstadt
exchange-none = Du hast nichts zu tauschen.
exchange-which = Was willst du tauschen?
exchange-placeholder = Was gibst du ab?
exchange-give = { $gave } abgeben
exchange-cost = { $points ->
    [one] Kostet 1 Punkt
   *[other] Kostet { $points } Punkte
}

# Was Punkte bringt, nach den Namen der Zeilen auf dem Wertungsbogen; in Bildern und in Sätzen.
score-routes = Strecken
score-exchange = Tausch
score-tickets = Zielkarten
score-longest-path = Längste Strecke
score-most-tickets = Meiste Zielkarten
score-attractions = Sehenswürdigkeiten
score-harbours = Häfen
score-harbours-in = Hafen: { $city }
score-unbuilt-harbours = Nicht gebaute Häfen

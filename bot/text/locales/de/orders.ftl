# Pläne (im Code „orders“). Nur ihre Besitzer lesen diese Texte.

lobby-error-no-order = Du hast an diesem Tisch keinen Plan.
lobby-error-orders-off = An diesem Tisch gibt es keine Pläne.
lobby-error-no-such-orders = Pläne können { $orders } Züge am Stück spielen oder ausgeschaltet sein.

# Ein Plan in wenigen Zeilen.
order-build = Nutze in dieser Reihenfolge: { $tracks }.
order-build-tickets = Nutze, was für { $tickets } noch fehlt: { $tracks }.
order-build-nothing = Nutze keine Strecken.
order-wilds-completing = Setze { $wilds } nur ein, wenn eine Strecke eine Zielkarte erfüllt.
order-wilds =
    { $count ->
        [0] Setze keine { $wilds } ein.
        [one] Setze höchstens 1 { $wild } je Strecke ein.
       *[other] Setze höchstens { $count } { $wilds } je Strecke ein.
    }
order-detour =
    { $count ->
        [0] Ist eine Strecke belegt, fahr außen herum, wenn das keine { $pieces } mehr kostet.
        [one] Ist eine Strecke belegt, fahr außen herum, wenn das höchstens 1 { $piece } mehr kostet.
       *[other] Ist eine Strecke belegt, fahr außen herum, wenn das höchstens { $count } { $pieces } mehr kostet.
    }
order-collect = Sammle zuerst offene Karten, dann { $blind }: { $cards }.
order-collect-nothing = Zieh keine Karten.
order-open-wilds-never = Nimm nie offene { $wilds }.
order-open-wilds-completing = Nimm offene { $wilds }, wenn du damit eine Strecke der Liste nutzen kannst.
order-refill = Leg vom { $deck } nach.
order-then-stop = Danach: anhalten.
order-then-draw = Danach: weiter vom Stapel ziehen.
order-calls = Halt an und benachrichtige mich: { $calls }. Auch wenn nichts mehr möglich ist.
order-part-wilds = { $track } (bis zu { $count } { $wilds })
order-part-for-list = was die Strecken der Liste brauchen
order-part-wanted = { $cards } bis { $count }
order-part-kept = { $cards } bis { $count } (nicht ausgeben)
order-part-from = vom { $deck }
order-part-best-deck = vom Stapel, der mehr davon hat
order-part-call-track = wenn eine Strecke der Liste belegt ist
order-part-call-lost = wenn eine Strecke der Liste belegt ist und kein solcher Umweg bleibt
order-part-call-few = wenn jemand höchstens noch { $count } { $pieces } hat
order-part-call-last = wenn die letzte Runde beginnt
order-part-call-ticket = wenn eine meiner Zielkarten erfüllt ist
order-part-call-harbour = wenn ich einen Hafen bauen kann
order-part-call-cards = wenn ich { $count } Karten habe
order-part-call-turns =
    { $count ->
        [one] nach 1 Zug ohne mich
       *[other] nach { $count } Zügen ohne mich
    }

# Was ein Plan täte, tut und getan hat.
order-preview-now = Jetzt
order-preview-first = In deinem nächsten Zug
order-preview-second = Dann
order-preview-third = Danach
order-preview-none = Du hast in diesem Spiel keinen Zug mehr.
order-part-then = dann
order-part-build = { $track } nutzen ({ $cards })
order-part-draw = { $cards } nehmen
order-part-open = { $card } (offen)
order-part-open-refill = { $card } (offen, nachgelegt vom { $deck })
order-part-blind = eine Karte vom { $deck }
order-part-blind-two = 2 Karten vom { $deck }
order-part-stop = anhalten. { $why }
order-next = Als Nächstes: { $count } { $cards } ziehen, dann { $track } nutzen.
order-next-claim = Als Nächstes: { $track } nutzen.
order-next-cards = Als Nächstes: Karten ziehen.
order-part-one-colour = in einer Farbe
order-plays = Dein Plan spielt diesen Zug in ein paar Minuten: { $does }. Wenn du vorher selbst ziehst, setzt er einmal aus.
order-part-built = { $track } genutzt ({ $cards })
order-part-drew = { $cards } gezogen
order-line =
    { $most ->
        [one] **Plan:** { $count } von 1 Zug
       *[other] **Plan:** { $count } von { $most } Zügen
    }
order-part-next = als Nächstes: { $count } { $cards } für { $track }
order-part-claim = als Nächstes: { $track }
order-stops = Hält an { $when }.
order-part-when-blocked = bei belegter Strecke
order-part-when-ticket = bei erfüllter Zielkarte
order-part-when-turns =
    { $count ->
        [one] nach 1 Zug
       *[other] nach { $count } Zügen
    }

# Warum ein Plan anhält.
order-stopped = **Dein Plan hat angehalten, dieser Zug gehört dir.** { $why } Ab deinem nächsten Zug läuft er weiter, wenn du ihn nicht änderst.
order-stopped-last = **Dein Plan hat angehalten, dieser Zug gehört dir.** { $why } Es ist dein letzter Zug in diesem Spiel.
order-undone = **Ein Zug deines Plans wurde zurückgenommen.** Ab deinem nächsten Zug läuft er weiter, wenn du ihn nicht änderst.
order-undone-last = **Ein Zug deines Plans wurde zurückgenommen.** Nach diesem Zug hast du keinen mehr, er spielt also nicht von allein weiter.
order-stop-last-round = Die letzte Runde hat begonnen.
order-stop-few-pieces =
    { $player } hat nur noch { $count ->
        [one] 1 { $piece }.
       *[other] { $count } { $pieces }.
    }
order-stop-track-taken = Inzwischen belegt: { $tracks }.
order-stop-ticket-completed = Erfüllt: { $tickets }.
order-stop-harbour = Du kannst einen Hafen bauen: { $cities }.
order-stop-many-cards = Du hast { $count } Karten.
order-stop-turns =
    { $count ->
        [one] Er hat 1 Zug ohne dich gespielt.
       *[other] Er hat { $count } Züge ohne dich gespielt.
    }
order-stop-no-cards = Es gibt keine Karten mehr zu ziehen.
order-stop-no-cards-tracks = Es gibt keine Karten mehr zu ziehen, und dafür reichen deine nicht: { $tracks }.
order-stop-nothing-left = Er ist abgearbeitet.
order-stop-nothing-left-tracks = Nichts davon ist jetzt möglich. Noch auf der Liste: { $tracks }.

# Pläne, die nicht möglich sind.
order-error-game-over = Das Spiel ist zu Ende.
order-error-empty = Dieser Plan ist leer. Er braucht eine Strecke oder Karten zum Sammeln.
order-error-too-long = Eine Liste hat höchstens { $most } Strecken.
order-error-unknown-track = Im Plan steht eine Strecke, die es auf diesem Spielplan nicht gibt.
order-error-unknown-ticket = Im Plan steht eine Zielkarte, die du nicht hast.
order-error-unknown-colour = Im Plan steht eine Farbe, die es in dieser Ausgabe nicht gibt.
order-error-unknown-deck = Im Plan steht ein Stapel, den es in dieser Ausgabe nicht gibt.
order-error-below-zero = Zahlen dürfen nicht negativ sein.
order-error-too-many = Diese Zahl ist zu groß. Höchstens { $most }.
order-left-out-track-taken = Übersprungen, schon belegt: { $tracks }.
order-left-out-track-yours = Übersprungen, gehört dir schon: { $tracks }.
order-left-out-track-twice = Übersprungen, steht schon auf der Liste: { $tracks }.

# Vorausplanen: Tafeln und Knöpfe.
button-plan = Vorausplanen …
command-orders = Deine nächsten Züge planen
option-orders = Wie viele Züge ein Plan am Stück spielen darf
orders-off = Aus
orders-3 = Bis zu 3 Züge am Stück
orders-5 = Bis zu 5 Züge am Stück
orders-10 = Bis zu 10 Züge am Stück
lobby-orders =
    { $count ->
        [0] Ohne Pläne: Alle spielen jeden Zug selbst.
       *[other] Du kannst vorausplanen: Ein Plan spielt bis zu { $count } Züge, bevor du wieder hereinschaust.
    }
lobby-error-no-way-left = Dafür gibt es keine Strecken mehr.
order-title = Vorausplanen
order-ask-list = Der Plan nutzt jede Strecke, die diesen Zielkarten noch fehlt.
order-choose-tickets = Zielkarten wählen
order-ticket-lacks =
    { $count ->
        [one] Noch 1 { $piece }
       *[other] Noch { $count } { $pieces }
    }
order-ask-tracks = Noch keine Strecken. Der Plan nutzt sie in der Reihenfolge, in der du sie wählst.
order-choose-tracks = Strecken wählen
order-choose-wilds = { $wilds }
order-wilds-ticket = { $wilds }: nur um eine Zielkarte zu erfüllen
order-wilds-0 = { $wilds }: keine
order-wilds-1 = { $wilds }: bis zu 1 je Strecke
order-wilds-2 = { $wilds }: bis zu 2 je Strecke
order-wilds-3 = { $wilds }: bis zu 3 je Strecke
order-choose-detour = Wenn eine Strecke belegt ist
order-detour-stop = Wenn belegt: anhalten, mich benachrichtigen
order-detour-0 = Wenn belegt: Umweg ohne Mehrkosten
order-detour-1 = Wenn belegt: Umweg für 1 { $piece } mehr
order-detour-2 = Wenn belegt: Umweg für 2 { $pieces } mehr
order-detour-3 = Wenn belegt: Umweg für 3 { $pieces } mehr
order-choose-then = Wenn alles erledigt ist
order-choose-colours = Farben wählen
order-choose-count = Wie viele von jeder Farbe
order-choose-deck = Von welchem Stapel ziehen
order-choose-refill = Von welchem Stapel nachlegen
order-deck-best = Der Stapel mit mehr passenden Karten
order-choose-calls = Anhalten, wenn …
order-call-0 = Eine Strecke der Liste ist belegt
order-call-1 = Jemand hat kaum noch { $pieces }
order-call-2 = Die letzte Runde beginnt
order-call-3 = Eine meiner Zielkarten ist erfüllt
order-call-4 = Ich kann einen Hafen bauen
order-choose-many = Ab wie vielen Handkarten
order-cards-at = Ab { $count } Handkarten
order-cards-never = Egal, wie viele Karten ich habe
order-guess = -# Andere sehen ganz normale Züge. Dass sie schnell kommen, kann dich verraten.
order-status-paused = Der Plan ist aus.
order-status-stopped = Der Plan hat angehalten, dieser Zug gehört dir.
order-given = Plan gestartet.
order-paused = Plan angehalten. Du spielst wieder selbst.
order-deleted = Plan gelöscht. Du spielst wieder selbst.
order-old-draft = Das hat sich inzwischen geändert. Der aktuelle Stand:
order-tickets-done = Die Zielkarten deines Entwurfs sind erfüllt. Hier ist ein Plan für die übrigen:
order-no-tickets = Keine deiner Zielkarten braucht eine Strecke. Wähle stattdessen Strecken oder Karten.
lobby-error-no-such-route = Dazu passt keine freie Strecke. Gib eine Stadt auf diesem Spielplan ein.
alt-plan = Deine Karte mit den Strecken deines Plans, der Reihe nach: { $tracks }.
order-menu = Plan ändern
order-menu-list = Zielkarten
order-menu-tracks = Strecken
order-menu-cards = Karten
order-menu-details = Bezahlung
order-menu-calls = Anhalten
order-button-change = Ändern …
order-button-go-menu = Ändern …
order-button-pause = Anhalten
order-button-resume = Starten
order-button-delete = Plan löschen
order-button-give = Starten
order-button-throw = Verwerfen
order-button-only = Nur Karten …
order-button-empty = Liste leeren
order-button-more-tracks = Weitere Strecken
order-button-list-on = Für die Liste sammeln
order-button-list-off = Nicht für Liste sammeln
order-button-wild-on = Offene { $wilds } nehmen
order-button-wild-never = Nie offene { $wilds }
order-button-go-list = Zielkarten …
order-button-go-tracks = Strecken …
order-button-go-cards = Karten …
order-button-go-details = Bezahlung …
order-button-go-calls = Anhalten, wenn …
order-button-go-review = Fertig
order-button-go-contract = Details

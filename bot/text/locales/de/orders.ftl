# Daueraufträge: was über sie gesagt wird, und nur denen, die sie geben.

lobby-error-no-order = Du hast an diesem Tisch keinen Auftrag.
lobby-error-orders-off = An diesem Tisch gibt es keine Aufträge: Alle spielen jeden Zug selbst.
lobby-error-no-such-orders = Ein Tisch kann Aufträge für { $orders } Züge ohne einen Blick erlauben, oder gar keine.

# Ein Auftrag in wenigen Zeilen: worauf man sich verlassen kann.
order-build = Baue in dieser Reihenfolge: { $tracks }.
order-build-tickets = Baue, was für { $tickets } noch fehlt: { $tracks }.
order-build-nothing = Baue nichts.
order-wilds-completing = Zahle nur dann mit Jokern, wenn eine Strecke eine Zielkarte erfüllt.
order-wilds = { $count ->
    [0] Zahle nie mit Jokern.
    [one] Zahle für jede Strecke höchstens einen Joker.
   *[other] Zahle für jede Strecke höchstens { $count } Joker.
}
order-detour = { $count ->
    [0] Ist eine Strecke vergeben, umgehe sie, wenn das nicht mehr Figuren kostet.
    [one] Ist eine Strecke vergeben, umgehe sie, wenn das höchstens eine Figur mehr kostet.
   *[other] Ist eine Strecke vergeben, umgehe sie, wenn das höchstens { $count } Figuren mehr kostet.
}
order-collect = Sammle zuerst offene Karten, dann { $blind }: { $cards }.
order-collect-nothing = Zieh keine Karten.
order-open-wilds-never = Nimm nie einen offenen Joker.
order-open-wilds-completing = Nimm einen offenen Joker, wenn sich damit eine Strecke der Liste bauen lässt.
order-refill = Füll Lücken vom { $deck } auf.
order-then-stop = Ist alles getan, hör auf.
order-then-draw = Ist alles getan, zieh weiter verdeckte Karten.
order-calls = Hör auf und ruf mich: { $calls }. Auch wenn nichts davon möglich ist.
order-part-wilds = { $track } (bis zu { $count } Joker)
order-part-for-list = was die Liste braucht
order-part-wanted = { $cards } bis { $count }
order-part-kept = { $cards } bis { $count } (zum Behalten)
order-part-from = vom { $deck }
order-part-best-deck = vom Stapel, der mehr davon hat
order-part-call-track = wenn eine Strecke meiner Liste vergeben ist
order-part-call-lost = wenn eine Strecke meiner Liste vergeben ist und kein solcher Umweg bleibt
order-part-call-few = wenn jemand höchstens noch { $count } Figuren hat
order-part-call-last = wenn die letzte Runde beginnt
order-part-call-ticket = wenn eine meiner Zielkarten erfüllt ist
order-part-call-harbour = wenn ich einen Hafen bauen kann
order-part-call-cards = wenn ich { $count } Karten habe
order-part-call-turns = { $count ->
    [one] nach einem Zug ohne einen Blick von mir
   *[other] nach { $count } Zügen ohne einen Blick von mir
}

# Was er täte, tut und getan hat.
order-preview-now = Jetzt
order-preview-first = In deinem nächsten Zug
order-preview-second = Dann
order-preview-third = Danach
order-preview-none = Du hast in diesem Spiel keinen Zug mehr.
order-part-then = dann
order-part-build = { $track } bauen ({ $cards })
order-part-draw = { $cards } nehmen
order-part-open = { $card } (offen)
order-part-open-refill = { $card } (offen, Lücke vom { $deck } gefüllt)
order-part-blind = eine Karte vom { $deck }
order-part-blind-two = 2 Karten vom { $deck }
order-part-stop = aufhören. { $why }
order-next = Als Nächstes: { $count }× { $cards } für { $track }.
order-next-build = Als Nächstes: { $track }.
order-plays = Dein Auftrag spielt diesen Zug in ein paar Minuten: { $does }. Ziehst du selbst, gehört der Zug dir.
order-built = Dein Auftrag hat { $track } gebaut ({ $cards }).
order-drew = Dein Auftrag hat { $cards } genommen.
order-part-took-open = { $card } (offen)
order-part-took-blind = { $card } (vom { $deck })
order-count = { $count } von { $most } Zügen.

# Warum er aufhört.
order-stopped = **Dieser Zug gehört dir, dein Auftrag hat aufgehört.** { $why } Ab deinem nächsten Zug spielt er weiter, wenn du ihn nicht änderst.
order-stopped-last = **Dein Plan hat angehalten, dieser Zug gehört dir.** { $why } Es ist dein letzter Zug in diesem Spiel.
order-undone = **Ein Zug deines Auftrags wurde zurückgenommen.** Ab deinem nächsten Zug spielt er weiter, wenn du ihn nicht änderst.
order-undone-last = **Ein Zug deines Plans wurde zurückgenommen.** Nach diesem Zug hast du keinen mehr, er spielt also nicht von allein weiter.
order-stop-last-round = Die letzte Runde hat begonnen.
order-stop-few-pieces = { $player } hat nur noch { $count ->
    [one] eine Figur.
   *[other] { $count } Figuren.
}
order-stop-track-taken = Von anderen gebaut: { $tracks }.
order-stop-ticket-completed = Erfüllt: { $tickets }.
order-stop-harbour = Ein Hafen lässt sich bauen in { $cities }.
order-stop-many-cards = Du hast { $count } Karten.
order-stop-turns = { $count ->
    [one] Er hat einen Zug ohne einen Blick von dir gespielt.
   *[other] Er hat { $count } Züge ohne einen Blick von dir gespielt.
}
order-stop-no-cards = Es gibt keine Karten mehr zu ziehen.
order-stop-no-cards-tracks = Es gibt keine Karten mehr zu ziehen, und das lässt sich nicht bezahlen: { $tracks }.
order-stop-nothing-left = Alles darin ist getan.
order-stop-nothing-left-tracks = Nichts davon ist jetzt möglich. Noch auf der Liste: { $tracks }.

# Was sich nicht beauftragen lässt.
order-error-game-over = Das Spiel ist zu Ende.
order-error-empty = Dieser Auftrag enthält nichts, was sich tun ließe: Er braucht eine Strecke zum Bauen oder Karten zum Sammeln.
order-error-too-long = Eine Liste hat höchstens { $most } Strecken.
order-error-unknown-track = Dieser Auftrag nennt eine Strecke, die es auf diesem Spielplan nicht gibt.
order-error-unknown-ticket = Dieser Auftrag nennt eine Zielkarte, die du nicht hast.
order-error-unknown-colour = Dieser Auftrag nennt eine Farbe, die es in dieser Ausgabe nicht gibt.
order-error-unknown-deck = Dieser Auftrag nennt einen Stapel, den es in dieser Ausgabe nicht gibt.
order-error-below-zero = Eine Zahl in diesem Auftrag ist kleiner als null.
order-error-too-many = Eine Zahl in diesem Auftrag ist zu groß: höchstens { $most }.
order-left-out-track-taken = Ausgelassen, weil vergeben: { $tracks }.
order-left-out-track-yours = Ausgelassen, weil sie dir gehören: { $tracks }.
order-left-out-track-twice = Ausgelassen, weil schon auf der Liste: { $tracks }.

# Vorausplanen: Tafeln und Knöpfe.
button-plan = Vorausplanen …
command-orders = Was dein Platz in künftigen Zügen tut
command-orders-show = Dein Auftrag an einem Tisch, oder wie du einen gibst
command-orders-clear = Deinen Auftrag an einem Tisch löschen
option-orders = Wie viele Züge Aufträge ohne einen Blick ihres Besitzers spielen dürfen
orders-off = Keine Aufträge
orders-3 = 3 Züge ohne einen Blick
orders-5 = 5 Züge ohne einen Blick
orders-10 = 10 Züge ohne einen Blick
lobby-orders = { $count ->
    [0] Keine Aufträge: Alle spielen jeden Zug selbst.
   *[other] Wer mag, plant voraus: Ein Auftrag spielt bis zu { $count } Züge, ohne dass man nach ihm sieht.
}
lobby-error-no-way-left = Dafür gibt es keinen Weg mehr.
order-title = Vorausplanen
order-ask-list = Was soll gebaut werden? Wähle Zielkarten, und alles, was ihnen noch fehlt, kommt auf die Liste.
order-choose-tickets = Zielkarten wählen
order-ticket-lacks = { $count ->
    [one] Braucht noch eine Figur
   *[other] Braucht noch { $count } Figuren
}
order-ask-tracks = Welche Strecken, in welcher Reihenfolge? Zuerst kommen die, die dein Plan markiert.
order-listed = Auf der Liste: { $tracks }
order-choose-tracks = Strecken wählen
order-ask-details = Wie soll gebaut werden?
order-choose-wilds = Joker beim Bezahlen
order-wilds-ticket = Joker: nur um eine Zielkarte zu erfüllen
order-wilds-0 = Joker: keine
order-wilds-1 = Joker: einer für jede Strecke
order-wilds-2 = Joker: 2 für jede Strecke
order-wilds-3 = Joker: 3 für jede Strecke
order-choose-detour = Wenn eine Strecke vergeben ist
order-detour-stop = Vergebene Strecken: aufhören und mich rufen
order-detour-0 = Vergebene Strecken: umgehen, ohne mehr Figuren
order-detour-1 = Vergebene Strecken: umgehen für eine Figur mehr
order-detour-2 = Vergebene Strecken: umgehen für 2 Figuren mehr
order-detour-3 = Vergebene Strecken: umgehen für 3 Figuren mehr
order-choose-then = Wenn alles getan ist
order-ask-cards = Welche Karten sollen gesammelt werden?
order-choose-colours = Farben wählen
order-choose-count = Bis zu wie viele von jeder
order-choose-deck = Von welchem Stapel verdeckt gezogen wird
order-choose-refill = Welcher Stapel Lücken füllt
order-deck-best = Der Stapel, der mehr vom Gesuchten hat
order-ask-calls = { $count ->
    [one] Wann soll er aufhören und dich rufen? Immer tut er das nach einem Zug ohne einen Blick, und wenn nichts davon möglich ist.
   *[other] Wann soll er aufhören und dich rufen? Immer tut er das nach { $count } Zügen ohne einen Blick, und wenn nichts davon möglich ist.
}
order-choose-calls = Wählen, was ihn aufhält
order-call-0 = Eine Strecke meiner Liste ist vergeben
order-call-1 = Jemand hat fast keine Figuren mehr
order-call-2 = Die letzte Runde beginnt
order-call-3 = Eine meiner Zielkarten ist erfüllt
order-call-4 = Ein Hafen lässt sich bauen
order-choose-many = Bei wie vielen Handkarten
order-cards-at = Bei { $count } Handkarten
order-cards-never = Egal, wie viele Karten ich habe
order-guess = -# Andere sehen gewöhnliche Züge; dass sie schnell kommen, lässt sie vielleicht etwas ahnen.
order-status-active = **Er spielt deine Züge.**
order-status-paused = **Er ist angehalten.**
order-status-stopped = **Er hat aufgehört und wartet auf dich.**
order-given = Erteilt. Ab jetzt handelt dein Platz danach.
order-paused = Angehalten. Du spielst selbst, bis du ihn weitermachen lässt.
order-resumed = Er macht weiter.
order-deleted = Gelöscht. Ab jetzt spielst du selbst.
order-old-draft = Das hat sich inzwischen geändert. So ist es jetzt:
order-button-change = Ändern
order-button-pause = Anhalten
order-button-resume = Weitermachen
order-button-delete = Löschen
order-button-write = Weiterschreiben
order-button-give = Auftrag erteilen
order-button-throw = Verwerfen
order-button-only = Nur Karten sammeln …
order-button-empty = Liste leeren
order-button-more-tracks = Weitere Strecken
order-button-list-on = Für die Liste sammeln
order-button-list-off = Nicht für die Liste sammeln
order-button-wild-on = Offene Joker nehmen, die eine Strecke vollenden
order-button-wild-never = Nie offene Joker nehmen
order-button-go-list = Zielkarten …
order-button-go-tracks = Strecken …
order-button-go-cards = Karten …
order-button-go-details = Bauen …
order-button-go-calls = Wann aufhören …
order-button-go-review = Fertig

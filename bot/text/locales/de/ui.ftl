# Knöpfe, Tafeln, Befehle, Seiten.
colour-red = Rot
colour-blue = Blau
colour-green = Grün
colour-yellow = Gelb
colour-black = Schwarz
colour-white = Weiß
colour-orange = Orange
colour-pink = Pink
colour-gray = Grau
# Die üblichen Wörter für Karten jeder Farbe und für das, was gelegt wird. Editionen können eigene nennen.
term-wild = Lokomotive
term-wilds = Lokomotiven
term-piece = Waggon
term-pieces = Waggons
card-wild = { $wild }
card-train = Wagen { $colour }
card-ship = Schiff { $colour }
card-ship2 = Doppelschiff { $colour }
deck-train = Wagenstapel
deck-ship = Schiffsstapel
deck-taxi = Kartenstapel
pieces-train = Waggons
pieces-ship = Schiffe
pieces-taxi = Taxis
pieces-harbour = Häfen
count-train = { $count ->
    [one] 1 Waggon
   *[other] { $count } Waggons
}
count-ship = { $count ->
    [one] 1 Schiff
   *[other] { $count } Schiffe
}
count-taxi = { $count ->
    [one] 1 Taxi
   *[other] { $count } Taxis
}
count-harbour = { $count ->
    [one] 1 Hafen
   *[other] { $count } Häfen
}
list-or = oder
done = Erledigt.
unofficial = Inoffizielles Fanprojekt, weder vom Verlag noch mit ihm verbunden.
lobby-lobby = Offen für Mitspieler.
lobby-playing = Das Spiel hat begonnen.
lobby-over = Das Spiel ist zu Ende.
lobby-cancelled = Dieser Tisch wurde abgebrochen.
lobby-opened = Tisch eröffnet. Drücke { $join }, füge Bots hinzu, wenn du magst, dann { $start }.
lobby-joined = Du bist dabei. Deine Karten kommen als Direktnachricht. { $hand } zeigt sie dir auch jederzeit.
lobby-left = Du hast den Tisch verlassen.
lobby-bot-added = Ein Bot spielt mit.
lobby-bot-dropped = Ein Bot ist gegangen.
lobby-started = Alle einsteigen!
lobby-replaced = Der Platz hat einen neuen Besitzer. Karten und Zielkarten bleiben geheim.
lobby-rematch = Neuer Tisch in { $channel }. Du bist dabei, die anderen sind eingeladen.
lobby-error-already-seated = Diese Person hat hier schon einen Platz.
lobby-error-not-seated = Du hast an diesem Tisch keinen Platz.
lobby-error-table-full = Alle { $seats } Plätze sind vergeben.
lobby-error-no-bot-here = An diesem Tisch sitzt kein Bot.
lobby-error-table-closed = Dieser Tisch ist geschlossen.
lobby-error-already-started = Das Spiel hat schon begonnen.
lobby-error-no-thread-here = Der Tisch wurde nicht eröffnet: Threads gibt es nur in Textkanälen. Ohne place: wird hier gespielt.
lobby-error-thread-not-allowed =
    { $lacking }
    Der Tisch wurde nicht eröffnet. Erteile die Berechtigung, oder lass place: weg, dann wird hier gespielt.
lobby-error-rematch-taken = In { $channel } ist schon ein Tisch offen.
lobby-error-just-brought = Der Spielplan wurde gerade erst neu gepostet. Wieder möglich { $when }.
lobby-error-too-few-players = Es braucht mindestens { $least } Spieler; Bots zählen mit.
lobby-error-start-not-allowed = Nur die Person, die den Tisch eröffnet hat, und die Moderation können ihn starten.
lobby-error-not-over = Das Spiel läuft noch: Startwert und Karten sind bis zum Ende geheim.
lobby-error-not-playing = An diesem Tisch wird gerade nicht gespielt.
lobby-error-no-table-here = Hier ist kein offener Tisch. Die Moderation eröffnet einen mit /game new.
lobby-error-several-tables = Du bist an mehreren Tischen am Zug. Wähle einen mit game:, oder nutze den Befehl in seinem Kanal.
lobby-error-cancel-unsure = Dieses Spiel läuft. Mit /game cancel confirm:True beendest du es ohne Ergebnis. Das ist endgültig.
lobby-error-no-such-seat = Dieser Tisch hat die Plätze 1 bis { $seats }.
lobby-error-no-such-table = Diesen Tisch gibt es auf diesem Server nicht.
lobby-error-table-elsewhere = Dieser Tisch ist in { $channel }. Nutze den Befehl dort.
lobby-expired = Geschlossen: 14 Tage lang hat niemand diesen Tisch gestartet.
lobby-closing = Dieser Tisch schließt { $when }, wenn ihn niemand startet.
lobby-when-full = Startet, sobald alle Plätze besetzt sind.
lobby-in-thread = Gespielt wird in einem Thread unter diesem Beitrag.
lobby-unreached = Bekommt keine Direktnachrichten von mir. { button-hand } zeigt dir deine Karten, nur dir.
lobby-error-seats-not-possible = Diese Ausgabe ist für { $least } bis { $most } Spieler.
lobby-error-bots-not-allowed = Das können nur Spieler an diesem Tisch, die Person, die ihn eröffnet hat, und die Moderation.
lobby-error-no-person = Einen Platz kann nur ein Mensch übernehmen.
lobby-error-not-for-yourself = Moderatoren können sich keinen Platz selbst geben: Seine Karten sind auch vor ihnen geheim. Frag jemand anderen aus der Moderation.
error-stale = Veraltet: Das Spiel ist schon weiter.
error-not-yours = Du hast in diesem Spiel keinen Platz.
error-channel-taken = In diesem Kanal ist schon ein Tisch offen.
error-unknown-edition = Diese Ausgabe gibt es nicht.
error-unknown-region = Diese Stadt oder Region gibt es auf diesem Spielplan nicht.
error-bad-input = Das habe ich nicht verstanden. Wähle aus den Vorschlägen.
error-unknown-button = Dieser Knopf ist veraltet. Nutze den neuesten Beitrag.
error-unexpected = Bei uns ist etwas schiefgegangen. Dein Spiel ist sicher. Bitte versuch es noch einmal. (Kennung: { $reference })
error-outdated = Die Befehle wurden aktualisiert. Starte Discord neu (Strg+R) und versuch es noch einmal.
error-server-only = Das geht nur auf einem Server, nicht in Direktnachrichten.
error-no-such-game = Dieses Spiel gibt es hier nicht. Wähle eins, das game: vorschlägt.
error-option-text = { $option }: höchstens { $most } Zeichen.
error-option-number = { $option }: eine ganze Zahl von { $least } bis { $most }.
error-option-choice = { $option }: Wähle aus der Liste.
error-option-person = { $option }: Wähle eine Person.
error-option-truth = { $option }: Wähle True oder False.
error-no-card = Diese Karte gibt es nicht. Wähle eine offene Karte nach Position (1 bis { $places }) oder Farbe, oder einen Stapel.
error-no-route = Diese Strecke gibt es auf diesem Spielplan nicht. Wähle aus den Vorschlägen.
error-no-payment = So kannst du nicht bezahlen. Wähle aus den Vorschlägen, oder lass pay: weg, dann wird so günstig wie möglich bezahlt.
error-no-city = Diese Stadt gibt es auf diesem Spielplan nicht.
error-no-tickets = Gib die Nummern der Zielkarten an, die du behältst, 1 bis { $most }. Beispiel: keep:1 { $most }
error-nothing-offered = Du hast gerade keine Zielkarten zur Auswahl. Wenn du am Zug bist, zieht /tickets ohne keep: neue.
error-choose-first = Wähle zuerst, welche der gezogenen Zielkarten du behältst.
error-one-deck = { $edition } hat nur einen Stapel Zielkarten. Lass long: weg.
question-none = Gerade ist nichts zu tun.
board-turn = Zug { $number }
board-last-round = Letzte Runde, { $count ->
    [one] noch 1 Zug
   *[other] noch { $count } Züge
}
board-choosing = Zielkarten wählen noch: { $players }. Drückt { button-hand }.
board-tickets = { $count ->
    [one] 1 Zielkarte
   *[other] { $count } Zielkarten
}
board-seat = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} · { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
} · { $tickets ->
    [one] 1 Zielkarte
   *[other] { $tickets } Zielkarten
} · { $left }
board-result = { $place }. **{ $player }**: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} ({ $parts })
board-players = An diesem Tisch: { $players }
board-brought = Der Spielplan wurde in { $channel } neu gepostet.
board-unreached = { $players }: Ich kann euch keine Direktnachrichten schicken. { button-hand } zeigt dir deine Karten, nur dir.
undo-possible = Du kannst die anderen fragen. Alles seitdem würde zurückgenommen.
undo-asked = Die anderen werden unter dem Spielplan gefragt. Jeder weitere Zug erledigt die Bitte.
undo-agreed = Du hast zugestimmt. Die anderen fehlen noch.
undo-granted = Alle haben zugestimmt: Der Zug ist zurückgenommen.
undo-refused = Der Zug bleibt.
undo-post = { $player } möchte den letzten Zug und alles seitdem zurücknehmen. Zugestimmt: { $agreed } von { $of }. Jeder weitere Zug erledigt die Bitte.
recap-more = … und { $count } weitere davor
hand-cards = Karten
hand-tickets = Zielkarten
hand-will-come = Du spielst { $edition } in { $channel }. Deine Karten kommen hierher.
hand-not-yours = Dieser Platz gehört dir nicht mehr.
button-join = Mitspielen
button-leave = Verlassen
button-add-bot = Bot hinzufügen
button-drop-bot = Bot entfernen
button-start = Starten
button-rematch = Revanche
button-draw = Ziehen
button-claim = Strecke nutzen …
button-tickets = Zielkarten ziehen …
button-hand = Meine Hand
button-map = Meine Karte
button-more = Mehr
button-bring = Spielplan neu posten
button-pass = Passen
button-ask-undo = Die anderen fragen
button-agree-undo = Rücknahme zustimmen
button-refuse-undo = Nicht zurücknehmen
button-agree-pause = Pause zustimmen
button-refuse-pause = Nicht pausieren
button-agree-resume = Fortsetzung zustimmen
button-refuse-resume = Pause beibehalten
button-agree-cancel = Abbruch zustimmen
button-refuse-cancel = Weiterspielen
button-undo = Zurücknehmen
button-split = Lang oder kurz …
button-choose = Zielkarten wählen
button-refill = Nachlegen: { $deck }
button-find = Stadt suchen
button-log = Verlauf
button-scores = Punkte
button-words = Brett in Worten
button-zoom = Vergrößern
button-tables = Offene Tische
button-rules = Regeln
more = Weitere Aktionen
more-watching = Du schaust bei { $edition } zu.
claim-none = Für keine freie Strecke reichen deine Karten.
claim-which =
    { $count ->
        [one] Du kannst eine Strecke nutzen.
       *[other] Du kannst { $count } Strecken nutzen.
    } Welche?
claim-placeholder = Wähle eine Strecke
claim-hint = ★ hilft einer deiner Zielkarten. Die Buchstaben stehen auch auf { button-map }.
claim-about = { $spaces ->
    [one] 1 Feld
   *[other] { $spaces } Felder
}, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
claim-none-there = Für keine Strecke dieser Stadt reichen deine Karten.
pay-how = Mit welchen Karten?
pay-more = Es gibt weitere Möglichkeiten: Nutze /claim und seine Vorschläge.
split-short = { $count } kurz
split-long = { $count } lang
tickets-keep = Behalte mindestens { $least } dieser Zielkarten.
button-keep = Behalten
tickets-placeholder = Zielkarten, die du behältst
ticket-blocked = Nicht mehr erfüllbar
ticket-done = Schon erfüllt
games-none = Du sitzt an keinem offenen Tisch.
games-waits = du bist am Zug
games-awaits = wartet auf { $players }
games-lobby = noch nicht begonnen
games-seats = { $taken } von { $of } Plätzen besetzt
games-players = { $count } Spieler
tables-none = Dieser Server hat keinen offenen Tisch, den du sehen kannst. Die Moderation eröffnet einen mit /game new.
games-channel-gone = Kanal gelöscht; die Moderation kann den Tisch mit /game cancel game: beenden
log-empty = Noch ist nichts geschehen.
scores-so-far = Punkte bisher; Zielkarten und Boni kommen am Ende.
scores-final = Endstand
settings-kept = Gespeichert.
check-fine = Ich habe hier alle nötigen Berechtigungen.
permission-view-channel = Es fehlt „Kanal ansehen“: Ich sehe diesen Kanal nicht.
permission-send-messages = Es fehlt „Nachrichten senden“: Ich kann den Spielplan nicht posten.
permission-send-messages-in-threads = Es fehlt „Nachrichten in Threads senden“: Ich kann in Threads nicht posten.
permission-create-public-threads = Es fehlt „Öffentliche Threads erstellen“: Ich kann keine Threads für Tische eröffnen.
permission-attach-files = Es fehlt „Dateien anhängen“: Ich kann keine Bilder posten.
permission-embed-links = Es fehlt „Links einbetten“: Manche Nachrichten bleiben schlicht.
permission-read-message-history = Es fehlt „Nachrichtenverlauf anzeigen“: Ich finde meine älteren Beiträge nicht.
alt-lobby = Der leere Spielplan von { $edition }.
alt-board = Der Spielplan von { $edition } in Zug { $turn }.
alt-reveal = Die Zielkarten werden aufgedeckt, zuerst die nicht erfüllten, dann die Boni und der Endstand. { button-details } zeigt das Ergebnis in Worten.
alt-scores = Der Wertungsbogen, Zeile für Zeile. { button-details } zeigt das Ergebnis in Worten.
alt-hand = Deine Karten und Zielkarten.
alt-map = Deine Karte: Zielstädte umringt, fehlende Strecken hervorgehoben, nutzbare mit Buchstaben.
alt-tickets = Die gezogenen Zielkarten: { $tickets }.
alt-seat = { $player }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}, { $routes ->
    [one] 1 Strecke
   *[other] { $routes } Strecken
}, { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
}, { $tickets ->
    [one] 1 Zielkarte
   *[other] { $tickets } Zielkarten
}, noch { $left }.
help = Die Moderation eröffnet einen Tisch mit /game new. Drücke { button-join } und spiele mit den Knöpfen unter dem Spielplan oder mit /draw, /claim und /tickets. Deine Karten kommen als Direktnachricht, und { $hand } zeigt sie jederzeit, nur dir. Mehr: /rules, /my games (deine Tische), /my clock (Ruhezeiten), /rules topic: time (Zeitlimit, Erinnerungen, Urlaub).
rules-turn = Mach genau eins: zwei Karten ziehen, eine Strecke nutzen oder Zielkarten ziehen. In der Weltreise auch: einen Hafen bauen oder Figuren tauschen. Passen darfst du nur, wenn nichts davon geht.
rules-cards = Zieh zwei Karten nacheinander, offene oder vom Stapel. Offene { $wilds } zählen als ganzer Zug, verdeckt gezogene wie jede andere Karte. Liegen { $sweep_at } { $wilds } offen, werden alle offenen Karten ausgetauscht.
rules-routes = Du kannst jede freie Strecke nutzen; sie muss nicht an deine anschließen. Spiel so viele Karten, wie sie Felder hat, alle in ihrer Farbe. Bei grauen Strecken wählst du eine Farbe. { $wilds } ersetzen jede Karte. Von einer Doppelstrecke darfst du nur eine Strecke nutzen.
rules-tickets = Zieh { $draw } und behalte mindestens { $keep }. Behaltene Zielkarten bleiben bis zum Ende. Erfüllte bringen ihren Wert, die anderen kosten ihn. Bis zum Ende sind sie geheim.
rules-end =
    Hat jemand am Ende seines Zuges höchstens noch { $at_most } { $pieces }, kommt jeder noch { $more_turns ->
        [one] einmal
       *[other] { $more_turns }-mal
    } an die Reihe. Passen alle nacheinander, ist das Spiel sofort zu Ende.
rules-scoring = Strecken zählen sofort: { $points } Punkte für 1, 2, 3 … Felder. Am Ende kommen Zielkarten und Boni dazu. Bei Gleichstand gewinnt, wer mehr Zielkarten erfüllt hat.
rules-secrets = Deine Karten und Zielkarten siehst nur du, auch die Moderation nicht. Wie viele du hast, sehen alle.
rules-fairness = Bevor jemand mitspielt, wählt der Bot einen geheimen Startwert und postet dessen Hash. Die Stapel hängen von ihm und von einem Wort jedes Platzes ab: deins ist die Nummer deines Drucks auf { $join } oder ein Wort, das du mit { $word } eingibst. Nach dem Spiel wird der Startwert gezeigt, und /verify spielt alles nach.
topic-turn = Ein Zug
topic-cards = Karten ziehen
topic-routes = Strecken nutzen
topic-tickets = Zielkarten
topic-end = Spielende
topic-scoring = Wertung
topic-secrets = Was geheim ist
topic-fairness = Faires Mischen
topic-edition = Diese Ausgabe in Kürze
view-public = Der Spielplan
view-own = Meine Karte
view-text = Text
language-auto = Wie in Discord
command-game = Tische eröffnen und verwalten
command-game-new = Einen Tisch in diesem Kanal eröffnen
command-game-start = Das Spiel an diesem Tisch starten
command-game-cancel = Diesen Tisch ohne Ergebnis beenden
command-game-replace = Einen Platz jemand anderem anbieten oder einem Bot geben
command-game-check = Die Berechtigungen des Bots in diesem Kanal prüfen
command-game-settings = Sprache, Tempo und Urlaub dieses Servers ansehen oder ändern
command-game-export = Ein beendetes Spiel herunterladen
command-draw = Eine Karte ziehen
command-claim = Eine Strecke nutzen
command-tickets = Zielkarten ziehen oder auswählen
command-harbour = Einen Hafen bauen
command-exchange = Waggons und Schiffe tauschen
command-mix = Deine Waggons und Schiffe wählen
command-pass = Passen, wenn nichts anderes geht
command-undo = Deinen letzten Zug zurücknehmen
command-hand = Deine Hand ansehen
command-board = Den Spielplan ansehen
command-log = Die letzten Züge ansehen
command-tables = Offene Tische dieses Servers anzeigen
command-scores = Den Punktestand ansehen
command-my = Deine Tische und Einstellungen ansehen
command-my-games = Deine Tische anzeigen
command-my-settings = Deine Sprache und Benachrichtigungen ansehen oder ändern
command-rules = Die Regeln dieser Ausgabe lesen
command-verify = Prüfen, ob ein beendetes Spiel fair war
command-help = Eine kurze Anleitung lesen
option-edition = Welcher Spielplan, welche Regeln
option-bots = Wie viele Bots mitspielen
option-seat = Die Nummer des Platzes
option-player = Neuer Besitzer (ohne Angabe: ein Bot)
option-language = Die Sprache
option-game = Welcher deiner Tische, wenn mehrere warten
option-card = Eine offene Karte oder ein Stapel
option-refill = Von welchem Stapel nachgelegt wird
option-route = Die Strecke: Gib eine Stadt ein
option-pay = Karten zum Bezahlen (ohne Angabe: so günstig wie möglich)
option-long = Wie viele lange Zielkarten
option-keep = Nummern der Zielkarten, die du behältst, z. B. 1 3
option-city = Die Hafenstadt
option-give = Was du abgibst
option-count = Wie viele
option-trains = Anzahl der Waggons (der Rest sind Schiffe)
option-view = Welches Bild
option-zoom = Eine Stadt oder Gegend
option-topic = Thema
option-confirm = True, um ein laufendes Spiel zu beenden
option-seats = Wie viele Plätze der Tisch hat
option-start = Wann das Spiel beginnt
option-place = Kanal oder Thread
option-finished = Ein beendetes Spiel
option-lost = Ein Tisch, dessen Kanal gelöscht wurde (ohne Angabe: der Tisch hier)
find-title = Strecke nutzen
find-city = Stadt
page-display = Offene Karten
start-pressed = Wenn jemand { button-start } drückt
place-here = In diesem Kanal
place-thread = In einem Thread
start-full = Wenn alle Plätze besetzt sind
edition-table = { $fewest } bis { $most } Spieler. Jeder beginnt mit { $start_pieces } und { $cards } Karten.
edition-tickets = Zu Beginn { $first } Zielkarten, mindestens { $keep_first } behalten. Später { $draw } ziehen, mindestens { $keep } behalten.
edition-two-decks = Kurze und lange Zielkarten sind zwei Stapel: Wähle vor dem Ziehen, wie viele von jedem.
edition-end = Die letzte Runde beginnt, wenn jemand höchstens noch { $at_most } { $pieces } hat.
edition-countries = Länder sind Endpunkte: Strecken führen hinein, nie hindurch.
edition-tours = Touren bringen den vollen Wert, wenn du die Städte der Reihe nach bereist, weniger, wenn sie nur verbunden sind.
fair-hash = SHA-256 des Startwerts: `{ $hash }`
fair-words = Glückswörter in der Reihenfolge der Eingabe: { $words }
fair-left-since = Nach dem letzten Wort hat jemand den Tisch verlassen.
fair-seed = Startwert: { $seed }. Prüfen mit /verify game:{ $game }
fair-means = Der Hash stand fest, bevor jemand mitspielte, also konnte kein Spieler die Stapel beeinflussen. Der Betreiber kennt den Startwert und kann jede Karte sehen. Mit einem eigenen Platz hätte er Wörter ausprobieren können. War die letzte Änderung ein Wort von dir, konnte auch er die Verteilung nicht wählen.
fair-line = Faire Mischung · { $hash }
fair-line-over = Faire Mischung · /verify
button-details = Details
button-word = Glückswort …
word-title = Glückswort
word-label = Es mischt mit (1 bis { $most } Zeichen)
word-set = Gespeichert. Alle können dein Wort sehen. Bis zum Start kannst du es ändern.
lobby-error-word-not-possible = Gib 1 bis { $most } sichtbare Zeichen ein.
lobby-invited = { $players }: Revanche! Seid ihr dabei? Eure Plätze sind reserviert; die Reservierung endet { $when }. Sobald alle zusagen, geht es los.
lost-lobby = Der Kanal deines Tisches ({ $edition }) wurde gelöscht. Die Moderation kann ihn in jedem Kanal schließen: /game cancel game:{ $game }
lost-playing = Der Kanal deines Spiels ({ $edition }) wurde gelöscht. In dieser Direktnachricht kannst du weiterspielen. Die Moderation kann es in jedem Kanal beenden: /game cancel game:{ $game }
verify-follows = ✅ Nachgespielt: Alle { $events } Ereignisse und { $shuffles } Mischungen passen zu Startwert, Wörtern und Regeln. Vergleiche den Hash mit dem im ersten Beitrag des Tisches. Die ersten 32 Zeichen genügen.
lobby-error-not-begun = Das Spiel hat noch nicht begonnen. Mitspielen und verlassen geht mit den Knöpfen am Beitrag des Tisches.
handover-asked = { $owner }: { $by } möchte deinen Platz { $seat } an { $new } geben. Deine Karten und Zielkarten gehen mit und bleiben geheim. Einverstanden?
button-let-go = Platz aufgeben
button-stay = Platz behalten
handover-let-go = Dein Platz hat einen neuen Besitzer. Schön, dass du dabei warst!
handover-kept = Der Platz bleibt deiner.
handover-answered = Du hast schon geantwortet.
handover-settled = Platz { $seat } ist geklärt.
line-handed = { $by } hat Platz { $seat } von { $old } an { $new } gegeben. Karten und Zielkarten bleiben geheim.
line-left = { $old } hat den Server verlassen, deshalb hat { $by } Platz { $seat } an { $new } gegeben. Karten und Zielkarten bleiben geheim.
line-agreed = { $old } hat Platz { $seat } aufgegeben, { $by } hat ihn { $new } gegeben. Karten und Zielkarten bleiben geheim.
thread-name = { $edition } · { $count } Spieler
line-thread-not-allowed = Ich darf hier keinen Thread eröffnen, deshalb wird in diesem Kanal gespielt.
line-thread-no-message = Der erste Beitrag des Tisches wurde gelöscht, deshalb kann ich keinen Thread eröffnen. Gespielt wird in diesem Kanal.
line-thread-refused = Discord hat den Thread abgelehnt, deshalb wird in diesem Kanal gespielt.
line-kept = { $old } behält Platz { $seat }. ({ $by } wollte ihn an { $new } geben.)
line-restored =
    { $turn ->
        [0] Der Betreiber hat eine Sicherung eingespielt. Dieser Tisch steht wie damals.
       *[other] Der Betreiber hat eine Sicherung eingespielt. Dieser Tisch steht wieder bei Zug { $turn }; spätere Züge sind verloren, ältere Knöpfe wirken nicht mehr.
    }
error-disk = Der Speicher des Bots ist voll oder schreibgeschützt, es wurde nichts gespeichert. Bitte sag dem Betreiber Bescheid.
error-away = Der Bot erreicht gerade seine Datenbank nicht. Wurde dein Zug gespeichert, siehst du ihn bald. Wenn nicht, versuch es in einer Minute noch einmal.
lobby-error-too-many-tables = Auf diesem Server sind schon { $most } Tische offen. Beende zuerst einen davon.
lobby-error-too-many-lobbies = Du hast { $most } Tische eröffnet, die noch niemand gestartet hat. Starte oder beende zuerst einen davon.
lost-server = Ich wurde vom Server deines Tisches { $edition } ({ $game }) entfernt. Werde ich binnen 30 Tagen wieder eingeladen, geht das Spiel weiter.
games-more = … und { $count } weitere
games-ended = beendet { $when }
# Ein Tisch auf einem Knopf.
table-label = { $edition } in { $place }
fair-word = { $player } „{ $word }“

# Was von einem Spielplan-Beitrag bleibt: eine Zeile Geschichte.
history-opening = Aufbau
history-standings = Nach { $turns } Zügen: { $standings }
history-drew = { $player } hat { $cards } gezogen.
history-blind = { $count ->
    [1] eine verdeckte Karte
    [2] zwei verdeckte Karten
   *[other] { $count } verdeckte Karten
}
history-reverted = { $number ->
    [0] { $player } hat eine Wahl zurückgenommen.
   *[other] { $player } hat Zug { $number } zurückgenommen.
}
history-nothing = Hier ist nichts geschehen.

# Das Ende, an jede Person am Tisch.
hand-over = { $edition } ist zu Ende. Hier ist das Ergebnis:
board-over = Das Spiel ist zu Ende.
lobby-moved = Der Beitrag dieses Tisches steht weiter unten.

# Die Nachricht mit der Hand.
card-waits = { $player } ist am Zug.
button-refresh = Neu laden

# Benachrichtigungen.
option-notify = Wie du benachrichtigt wirst, wenn du am Zug bist
notify-channel = Erwähnung im Kanal
notify-dm = Direktnachricht
notify-both = Beides
notify-quiet = Aus
settings-language = Sprache: { $language }
settings-posts = Sprache der Beiträge auf diesem Server: { $language }
settings-notify = Wenn du am Zug bist: { $way }
settings-text = Deine Nachrichten: { $length }
settings-choose-language = Sprache
settings-choose-notify = Benachrichtigung
settings-choose-text = Text in deinen Nachrichten
option-text = Wie viel Text deine Nachrichten haben
text-short = Kurz: Bilder und wenige Worte
text-full = Ausführlich: Bilder und alles in Worten
language-named = Deutsch

# Wer am Zug ist, und wie es weitergeht.
turn-of = { $player } ist am Zug, begonnen { $since }.
turn-newest = Neuester Beitrag: { $link }
button-back = Zurück
# Der Zug: was gefragt wird, bevor es geschieht.
card-wild-turn = { $wild } (ganzer Zug)
tickets-ask = { $draw } Zielkarten ziehen und mindestens { $keep } behalten? Das ist dein ganzer Zug.
button-take = Zielkarten ziehen
split-ask = Wie viele lange Zielkarten?
split-piles = Kurze Zielkarten bringen { $short } Punkte, lange { $long }.
exchange-sure = { $give } gegen { $take } tauschen? Das kostet { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} und ist dein ganzer Zug.
button-swap = Tauschen
harbour-needs = Ein Hafen kostet { $cards } einer Farbe, alle mit Anker.
needs-train = { $count ->
    [1] eine Wagenkarte
    [2] zwei Wagenkarten
    [3] drei Wagenkarten
   *[other] { $count } Wagenkarten
}
needs-ship = { $count ->
    [1] eine Schiffskarte
    [2] zwei Schiffskarten
    [3] drei Schiffskarten
   *[other] { $count } Schiffskarten
}
list-and = und
harbour-counts = { $count ->
    [0] Auf keiner deiner Zielkarten
    [one] Auf 1 deiner Zielkarten
   *[other] Auf { $count } deiner Zielkarten
}
# Stapel, Strecken und Seiten.
board-deck = { $deck }: { $left ->
    [one] 1 Karte
   *[other] { $left } Karten
}{ $gone ->
    [0] {""}
   *[other] , { $gone } abgelegt
}
claim-page = Seite { $page } von { $pages }
claim-twins = { $count } Strecken frei
spaces = { $count ->
    [one] 1 Feld
   *[other] { $count } Felder
}
claim-payable = { $route } · { $spaces }, { $colour } · Karten reichen
claim-unpayable = { $route } · { $spaces }, { $colour } · Karten reichen noch nicht
button-next = Weiter
button-previous = Vorige
# Zielkarten, Waggons und Schiffe wählen; heranzoomen.
tickets-together = { $numbers } zusammen: { $needs }
tickets-more = { $extra } ({ $needs })
tickets-alone = Braucht { $needs }
pieces-of = { $count } deiner { $own }
mix-fitting = { $mix }: passt zu deinen Zielkarten
button-whole = Ganzer Spielplan

# Plätze, die aufgegeben, übernommen und angeboten werden; die Revanche.
seat-helped = { $player } (Vertretung)
seat-free = { $player } hat Platz { $seat } aufgegeben. Bis ihn jemand übernimmt, spielt die Vertretung. Karten und Zielkarten bleiben geheim. Übernehmen kannst du ihn, wenn du hier noch keinen anderen Platz hattest.
seat-offered = { $by } bietet Platz { $seat } von { $player } an. Seit { $date } spielt dort die Vertretung. Karten und Zielkarten bleiben geheim. Übernehmen kannst du ihn, wenn du hier noch keinen anderen Platz hattest; { $player } kann ihn zurücknehmen.
seat-not-free = Platz { $seat } ist nicht mehr frei.
give-up-sure = Willst du deinen Platz aufgeben? Die Vertretung spielt mit deinen Karten weiter, und andere können ihn übernehmen. Bis dahin kannst du zurückkommen.
give-up-last = Außer dir spielt an diesem Tisch niemand mehr. Er pausiert, bis jemand einen Platz übernimmt, und wird nach 90 Tagen abgebrochen.
gave-up = Du hast deinen Platz aufgegeben. Schön, dass du dabei warst!
button-give-up = Spiel verlassen …
button-take-seat = Platz übernehmen
button-no-thanks = Nein danke
button-play-again = Bin dabei
line-taken = { $new } übernimmt Platz { $seat } von { $old }. Karten und Zielkarten bleiben geheim.
line-taken-offered = { $new } übernimmt Platz { $seat } von { $old }, den { $by } angeboten hatte. Karten und Zielkarten bleiben geheim.
line-back = { $new } ist zurück auf Platz { $seat }.
line-declined = { $new } übernimmt Platz { $seat } nicht, also behält ihn { $old }. (Angebot von { $by }.)
line-lapsed = Nicht alle haben in 24 Stunden geantwortet, also behält { $old } Platz { $seat }. ({ $by } hatte ihn { $new } angeboten.)
told-replaced = { $edition }, { $channel }: { $by } hat deinen Platz { $seat } an { $new } gegeben. Deine Karten und Zielkarten blieben geheim. Schön, dass du dabei warst!
told-cancelled = { $edition }, { $channel }: { $by } hat deinen Tisch ohne Ergebnis beendet.
told-undo-refused = { $edition }, { $channel }: { $by } hat abgelehnt, dein Zug bleibt.
handover-offered = { $user }: { $by } bietet dir Platz { $seat } von { $old } an, mit Karten und Zielkarten. Übernimmst du ihn?
handover-until = Endet { $when }. Bis alle zugestimmt haben, ändert sich nichts.
handover-agreed = Du hast zugestimmt. Du spielst weiter, bis der Platz übernommen ist.
offer-by-letter = { $by } bietet dir Platz { $seat } von { $old } in { $edition }, { $channel }, an, mit Karten und Zielkarten. Übernimmst du ihn?
offer-accepted = Der Platz gehört dir, sobald er aufgegeben wird.
offer-declined = Abgelehnt.
result-winner = 🏆 **{ $players }** { $winners ->
    [one] gewinnt
   *[other] gewinnen
} mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
}
result-tie-tickets = Gleichstand: Mehr erfüllte Zielkarten entscheiden.
result-tie-path = Gleichstand: Die längste Strecke entscheidet.
result-helped = Auf Platz { $seat } ({ $player }) hat die Vertretung einige Züge gespielt.
invitation = { $opener } möchte eine Revanche: { $edition } in { $channel }. Ein Platz ist für dich reserviert; die Reservierung endet { $when }. Spielst du mit?
lobby-declined = Kein Problem. Dein Platz ist für andere frei.
lobby-reserved = (reserviert für { $player })
lobby-opener = Eröffnet von { $player }.
lobby-length = Etwa { $turns } Züge pro Person.
lobby-seat-asked = Alle Beteiligten wurden gefragt und haben 24 Stunden Zeit. Bis sie zustimmen, ändert sich nichts. Zieht der Besitzer nicht, kannst du ihn { $when } ohne seine Zustimmung ersetzen.
lobby-seat-offered = Der neue Spieler wurde gefragt und hat 24 Stunden Zeit. Die Zustimmung des Besitzers brauchst du nicht.
lobby-error-seated-here = Du hast an diesem Tisch schon einen Platz.
lobby-error-not-free = Dieser Platz ist nicht frei: { $player } hat ihn.
lobby-error-not-for-who-offered = Du hast diesen Platz angeboten oder seinen Besitzer ersetzt. Seine Karten sind vor dir geheim, deshalb kannst du ihn nicht übernehmen.
lobby-error-knows-other-cards = Du hattest hier schon einen anderen Platz und kennst dessen Karten. Deshalb kannst du diesen nicht übernehmen.
lobby-error-bot-already = Auf diesem Platz sitzt schon ein Bot.
lobby-error-accepted-before = Du hast schon zugesagt. Der Platz gehört dir, sobald er aufgegeben wird.
lobby-error-offer-over = Dieser Platz wird nicht mehr angeboten.
lobby-error-offered-elsewhere = Dieser Platz wird jemand anderem angeboten.
lobby-error-not-asked = Das können nur Spieler des letzten Spiels beantworten.
lobby-error-still-asked = Plätze sind noch für { $players } reserviert. Ohne sie starten kannst du { $when }.
lobby-error-seats-kept = Die letzten Plätze sind für { $players } reserviert. Die Reservierung endet { $when }.
seat-yours = Der Platz gehört dir. Deine Karten kommen als Direktnachricht.

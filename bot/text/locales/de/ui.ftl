# Knöpfe, Tafeln, Befehle, Seiten.
colour-red = Rot
colour-blue = Blau
colour-green = Grün
colour-yellow = Gelb
colour-black = Schwarz
colour-white = Weiß
colour-orange = Orange
colour-pink = Rosa
colour-gray = Grau
card-wild = Joker
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
unofficial = Inoffizielles Fanprojekt, weder vom Verlag gemacht noch unterstützt.
lobby-lobby = Der Tisch ist offen.
lobby-playing = Das Spiel hat begonnen.
lobby-over = Das Spiel ist zu Ende.
lobby-cancelled = Dieser Tisch wurde abgesagt.
lobby-opened = Der Tisch ist offen. Drücke { $join }, füge Bots hinzu, wenn du magst, dann { $start }.
lobby-joined = Du hast einen Platz. Deine Hand kommt als Direktnachricht; { $hand } geht immer.
lobby-left = Du bist aufgestanden.
lobby-bot-added = Ein Bot hat Platz genommen.
lobby-bot-dropped = Ein Bot ist gegangen.
lobby-started = Es geht los!
lobby-replaced = Der Platz hat, verdeckt, wie er ist, einen neuen Besitzer.
lobby-rematch = In { $channel } ist ein neuer Tisch offen, und die anderen sind gefragt. Spielst du auch mit? Was du zur Mischung beiträgst, kommt nach ihrem Versprechen.
lobby-error-already-seated = Diese Person hat hier schon einen Platz.
lobby-error-not-seated = Du hast an diesem Tisch keinen Platz.
lobby-error-table-full = Alle { $seats } Plätze sind vergeben.
lobby-error-no-bot-here = An diesem Tisch sitzt kein Bot.
lobby-error-table-closed = Dieser Tisch ist geschlossen.
lobby-error-already-started = Das Spiel hat schon begonnen.
lobby-error-no-thread-here = Es wurde kein Tisch eröffnet: Threads gibt es nur in gewöhnlichen Textkanälen. Lass die Option place weg, dann wird hier gespielt.
lobby-error-thread-not-allowed = { $lacking }
    Es wurde kein Tisch eröffnet. Gib mir, was fehlt, oder lass die Option place weg, dann wird in diesem Kanal gespielt.
lobby-error-rematch-taken = In { $channel } ist schon ein Tisch offen.
lobby-error-just-brought = Jemand hat den Spielplan gerade erst nach unten geholt. Das geht wieder { $when }.
lobby-error-too-few-players = Es braucht mindestens { $least } Spieler; Bots zählen mit.
lobby-error-start-not-allowed = Starten darf nur, wer den Tisch eröffnet hat oder moderiert.
lobby-error-not-over = Das Spiel läuft noch: Startwert und Karten sind bis zum Ende geheim.
lobby-error-not-playing = An diesem Tisch wird gerade nicht gespielt.
lobby-error-no-table-here = Hier ist kein offener Tisch. Die Moderation eröffnet einen mit /game new.
lobby-error-several-tables = Mehrere Tische warten auf dich. Nenne einen mit der Option game, oder nutze den Befehl in seinem Kanal.
lobby-error-cancel-unsure = Dieses Spiel läuft. Um es ohne Ergebnis zu beenden, was sich nicht zurücknehmen lässt, sag /game cancel sure:True.
lobby-error-no-such-seat = Dieser Tisch hat die Plätze 1 bis { $seats }.
lobby-error-no-such-table = Diesen Tisch gibt es auf diesem Server nicht.
lobby-error-table-elsewhere = Dieser Tisch ist in { $channel }. Nutze den Befehl dort.
lobby-expired = 14 Tage lang hat niemand diesen Tisch gestartet, darum ist er geschlossen. Ein neuer ist jederzeit möglich.
lobby-closing = Dieser Tisch schließt { $when }, wenn ihn niemand startet.
lobby-when-full = Das Spiel beginnt von selbst, sobald alle Plätze besetzt sind.
lobby-in-thread = Gespielt wird in einem Thread unter diesem Beitrag.
lobby-unreached = Bekommt keine Direktnachrichten von mir: { button-hand } zeigt die eigenen Karten, und niemand sonst sieht sie.
lobby-error-seats-not-possible = Diese Ausgabe spielen { $least } bis { $most }.
lobby-error-bots-not-allowed = Das darf nur, wer hier sitzt, den Tisch eröffnet hat oder moderiert.
lobby-error-no-person = Einen Platz kann nur ein Mensch übernehmen.
lobby-error-not-for-yourself = Wer moderiert, kann sich keinen Platz selbst geben: Die Karten sind auch für Moderatoren geheim. Bitte jemand anderen aus der Moderation.
error-stale = Das Spiel ist weitergegangen, seit das gezeigt wurde.
error-not-yours = Du hast in diesem Spiel keinen Platz.
error-channel-taken = In diesem Kanal ist schon ein Tisch offen.
error-unknown-edition = Diese Ausgabe gibt es nicht.
error-unknown-region = Diese Stadt oder Gegend gibt es nicht.
error-bad-input = Das war nicht zu verstehen. Wähle aus den Vorschlägen.
error-unknown-button = Dieser Knopf ist aus einer anderen Zeit. Schau auf den neuesten Beitrag.
error-unexpected = Bei uns ging etwas schief. Nichts ist verloren; versuch es noch einmal. (Kennung { $reference })
error-outdated = Die Befehle haben sich geändert, seit dein Discord gestartet ist. Starte es neu (Strg+R) und versuch es dann noch einmal.
error-server-only = Das geht nur auf einem Server, nicht in Direktnachrichten.
error-no-such-game = Dieses Spiel gibt es hier nicht. Wähle eins, das game: vorschlägt.
error-option-text = { $option }: Hier gehören ein paar Worte hin, höchstens { $most } Zeichen.
error-option-number = { $option }: Hier gehört eine ganze Zahl von { $least } bis { $most } hin.
error-option-choice = { $option }: Hier geht nur, was Discord auflistet. Wähle aus der Liste.
error-option-person = { $option }: Hier gehört eine Person hin.
error-option-truth = { $option }: Hier geht nur True oder False.
error-no-card = Diese Karte oder diesen Stapel gibt es nicht. Nenne eine offene Karte mit ihrem Platz, 1 bis { $places }, oder ihrer Farbe, oder wähle einen Stapel.
error-no-route = Diese Strecke gibt es auf diesem Spielplan nicht. Wähle aus den Vorschlägen: Sie kennen beide Städte.
error-no-payment = So lässt es sich nicht bezahlen. Wähle aus den Vorschlägen, oder lass pay: weg, dann so sparsam wie möglich.
error-no-city = Diese Stadt gibt es auf diesem Spielplan nicht.
error-no-tickets = Nenne die Zielkarten, die bleiben, mit ihren Nummern, 1 bis { $most }, z. B. keep:1 { $most }.
error-nothing-offered = Dir sind keine Zielkarten angeboten. /tickets ohne keep: nimmt neue, wenn du am Zug bist.
error-choose-first = Dir sind Zielkarten angeboten: Sag, welche bleiben. long: ist nur für neue.
error-one-deck = { $edition } hat nur einen Stapel Zielkarten. Lass long: weg.
question-draw = Welche Karte?
question-none = Gerade ist nichts von dir gefragt.
board-turn = Zug { $number }
board-last-round = Letzte Runde, { $count ->
    [one] noch 1 Zug
   *[other] noch { $count } Züge
}
board-choosing = Am Wählen: { $players }. Das geht mit { button-hand }.
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
} · { $pieces }
board-result = { $place }. **{ $player }**: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
} ({ $parts })
board-players = An diesem Tisch: { $players }
board-brought = Der Spielplan kommt neu in { $channel }.
board-unreached = { $players }: Direktnachrichten von mir kommen nicht an. { button-hand } zeigt die eigenen Karten, und niemand sonst sieht sie.
undo-possible = Die anderen können es trotzdem erlauben: Alles seitdem würde zurückgenommen.
undo-asked = Die anderen sind gefragt, unter dem Spielplan. Jeder Zug macht die Bitte hinfällig.
undo-agreed = Du stimmst zu. Andere müssen es noch.
undo-granted = Alle stimmen zu: Der Schritt ist zurückgenommen.
undo-refused = Der Schritt bleibt.
undo-post = { $player } möchte den letzten Schritt und alles seitdem zurücknehmen. Zugestimmt: { $agreed } von { $of }. Jeder Zug macht die Bitte hinfällig.
recap-more = … und { $count } weitere davor
hand-cards = Karten
hand-tickets = Zielkarten
hand-will-come = Du hast einen Platz bei { $edition } in { $channel }. Deine Hand kommt hierher.
hand-not-yours = Hier endete deine Zeit auf diesem Platz.
button-join = Mitspielen
button-leave = Aufstehen
button-add-bot = Bot dazu
button-drop-bot = Bot weg
button-start = Starten
button-rematch = Revanche
button-draw = Ziehen
button-claim = Bauen …
button-tickets = Neue Zielkarten …
button-hand = Meine Hand
button-map = Mein Plan
button-more = Mehr
button-bring = Spielplan hierher holen
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
button-split = Aufteilung wählen
button-choose = Zielkarten wählen
button-refill = Auffüllen vom { $deck }
button-find = Stadt eingeben
button-log = Verlauf
button-scores = Punkte
button-words = Spielplan in Worten
button-rules = Regeln
more = Was noch?
claim-none = Du kannst gerade keine freie Strecke bezahlen.
claim-which = { $count ->
    [one] Du kannst eine Strecke bauen.
   *[other] Du kannst { $count } Strecken bauen.
} Welche?
claim-placeholder = Wähle eine Strecke
claim-hint = ★ liegt auf dem Weg zu einer deiner Zielkarten. Die Buchstaben sind die von { button-map }.
claim-about = { $spaces ->
    [one] 1 Feld
   *[other] { $spaces } Felder
}, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
claim-none-there = In dieser Stadt gibt es keine Strecke, die du jetzt bezahlen kannst.
pay-how = Wie möchtest du bezahlen?
pay-more = Es gibt weitere Möglichkeiten: Nutze den Befehl und seine Vorschläge.
split-long = { $count } von { $of } lang
tickets-keep = Behalte mindestens { $least } dieser Zielkarten.
tickets-placeholder = Zielkarten, die du behältst
ticket-blocked = Kein Weg mehr möglich
ticket-done = Schon erfüllt
games-none = Du sitzt an keinem offenen Tisch.
games-waits = wartet auf dich
games-awaits = wartet auf { $players }
games-lobby = noch nicht begonnen
games-seats = { $taken } von { $of } Plätzen besetzt
games-players = { $count } Spieler
tables-none = Dieser Server hat keinen offenen Tisch, den du sehen kannst. Die Moderation eröffnet einen mit /game new.
games-channel-gone = der Kanal ist weg; die Moderation kann den Tisch mit /game cancel game: beenden
log-empty = Noch ist nichts geschehen.
scores-so-far = Punkte bisher; Zielkarten und Boni kommen am Ende.
scores-final = Der Endstand.
settings-kept = Gemerkt.
check-fine = Hier ist alles erlaubt, was ich brauche.
permission-view-channel = Es fehlt „Kanal ansehen“: Ich sehe diesen Kanal nicht.
permission-send-messages = Es fehlt „Nachrichten senden“: Es gibt keine Spielplan-Beiträge.
permission-send-messages-in-threads = Es fehlt „Nachrichten in Threads senden“: Tische in Threads bleiben ohne Beiträge.
permission-create-public-threads = Es fehlt „Öffentliche Threads erstellen“: Kein Tisch kann in einem eigenen Thread gespielt werden.
permission-attach-files = Es fehlt „Dateien anhängen“: Es gibt keine Bilder.
permission-embed-links = Es fehlt „Links einbetten“: Manche Nachrichten bleiben schlicht.
permission-read-message-history = Es fehlt „Nachrichtenverlauf anzeigen“: Ich finde meine älteren Beiträge nicht.
alt-lobby = Der leere Spielplan von { $edition }.
alt-board = Der Spielplan von { $edition } in Zug { $turn }.
alt-reveal = Die Zielkarten werden aufgedeckt, zuerst die verfehlten, dann die Boni, dann der Endstand, wie im Text darunter.
alt-scores = Der Wertungsbogen: jede Zeile jeder Summe, wie im Text darunter.
alt-hand = Deine Karten und Zielkarten, wie im Text darunter.
alt-map = Dein eigener Plan: Zielstädte umringt, fehlende Strecken mit hellem Saum, bezahlbare mit Buchstaben.
alt-tickets = Die angebotenen Zielkarten, wie in der Liste darunter.
alt-seat = { $player }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}, { $routes ->
    [one] 1 Strecke
   *[other] { $routes } Strecken
}, noch { $pieces }.
help = Die Moderation eröffnet einen Tisch mit /game new. Spiel mit und nutze die Knöpfe unter dem Spielplan oder Befehle: /draw, /claim, /tickets, /undo. Deine Hand kommt als Direktnachricht, und { $hand } zeigt sie jederzeit, nur dir. /rules erklärt, /my games nennt deine Tische. Züge können ein Ende haben: /rules topic: time sagt, wie Erinnerungen, Urlaub und Vertretung gehen, und mit /my clock schläft deine Uhr, wenn du schläfst. Urlaub hält sie in einem Spiel höchstens 14 Tage lang an, bei jedem Tempo.
rules-turn = Genau eine Aktion: zwei Karten ziehen, eine Strecke bauen oder Zielkarten nehmen; in der Welt auch einen Hafen bauen oder Figuren tauschen. Nur wer gar nichts kann, passt.
rules-cards = Zwei Karten nacheinander, offen oder von einem Stapel. Ein offener Joker ist die einzige Karte des Zuges; ein verdeckt gezogener ist eine gewöhnliche Karte. { $wilds } offene Joker räumen die Auslage ab.
rules-routes = Jede freie Strecke, mit deinen verbunden oder nicht. So viele Karten wie Felder, alle in einer Farbe; Grau nimmt irgendeine Farbe; Joker ersetzen jede. Niemand hat zwei Gleise einer Doppelstrecke.
rules-tickets = Nimm { $draw } und behalte mindestens { $keep }; was du behältst, bleibt bis zum Ende. Erfüllte Zielkarten bringen ihren Wert, andere kosten ihn. Bis zum Ende sind sie geheim.
rules-end = Wer einen Zug mit höchstens { $at_most } Figuren beendet, läutet die letzte Runde ein: { $more_turns ->
    [one] noch ein Zug
   *[other] noch { $more_turns } Züge
 } für alle. Wenn alle nacheinander passen, ist das Spiel sofort zu Ende.
rules-scoring = Strecken sofort: { $points } Punkte für 1, 2, 3 … Felder. Am Ende Zielkarten und die Boni der Ausgabe. Bei Gleichstand zählen mehr erfüllte Zielkarten.
rules-secrets = Hände und Zielkarten gehören dir allein; niemand, auch kein Moderator, kann sie sehen. Ihre Anzahl ist öffentlich.
rules-fairness = Bevor jemand mitspielt, wird ein Startwert gezogen und sein Hash veröffentlicht. Die Stapel folgen aus ihm und aus einem Wort jedes Platzes: bei Menschen die Nummer ihres Drucks auf { $join } oder ein mit { $word } getipptes Wort, bei Bots ihr Platz. Am Ende wird der Startwert gezeigt, und /verify wiederholt alles.
topic-turn = Ein Zug
topic-cards = Karten ziehen
topic-routes = Strecken bauen
topic-tickets = Zielkarten
topic-end = Das Ende
topic-scoring = Wertung
topic-secrets = Was geheim ist
topic-fairness = Faires Mischen
topic-edition = Diese Ausgabe in Kürze
view-public = Der Spielplan
view-own = Mein eigener Plan
view-text = In Worten
language-auto = Wie in Discord
command-game = Tische: eröffnen, starten, beenden, betreuen
command-game-new = Einen Tisch in diesem Kanal eröffnen
command-game-start = Das Spiel an diesem Tisch beginnen
command-game-cancel = Diesen Tisch ohne Ergebnis beenden
command-game-replace = Einen Platz, verdeckt, jemand anderem anbieten oder einem Bot geben
command-game-check = Sehen, was der Bot hier nicht darf
command-game-settings = Sprache, Tempo und Urlaub für diesen Server; oder was eingestellt ist
command-game-export = Ein beendetes Spiel als Datei
command-draw = Eine Karte ziehen
command-claim = Eine Strecke bauen
command-tickets = Zielkarten nehmen oder unter den angebotenen wählen
command-harbour = Einen Hafen bauen
command-exchange = Figuren tauschen
command-mix = Wählen, wie viele Waggons und Schiffe du mitnimmst
command-pass = Passen, wenn du nichts anderes tun kannst
command-undo = Deinen letzten Schritt zurücknehmen
command-hand = Deine Hand ansehen
command-board = Den Spielplan ansehen
command-log = Was zuletzt geschah
command-tables = Die offenen Tische dieses Servers
command-scores = Der Punktestand
command-my = Deine Tische und Einstellungen
command-my-games = Deine Tische, zuerst die, die auf dich warten
command-my-settings = Deine Sprache, und wie du gerufen wirst; oder was eingestellt ist
command-rules = Die Regeln dieser Ausgabe
command-verify = Ein beendetes Spiel beweisen
command-help = Wie das hier geht
option-edition = Welches Spiel
option-bots = Wie viele Bots mitspielen
option-seat = Die Nummer des Platzes
option-by = Wer ihn bekommen soll; ohne Angabe: ein Bot, für immer
option-language = Die Sprache
option-game = Welcher deiner Tische, wenn mehrere warten
option-card = Eine offene Karte oder ein Stapel
option-refill = Der Stapel, der die Lücke füllt
option-route = Die Strecke, nach einer ihrer Städte
option-pay = Wie bezahlt wird; sonst so sparsam wie möglich
option-long = Wie viele vom langen Stapel
option-keep = Die Nummern der Zielkarten, die bleiben, z. B. 1 3
option-city = Die Hafenstadt
option-give = Was du gibst
option-count = Wie viele
option-trains = Wie viele Waggons; der Rest sind Schiffe
option-view = Welches Bild
option-zoom = Eine Stadt oder Gegend
option-topic = Worüber
option-sure = Ja, ein laufendes Spiel beenden
option-seats = Wie viele Plätze der Tisch hat
option-start = Wann das Spiel beginnt
option-place = Wo gespielt wird
option-finished = Ein beendetes Spiel
option-lost = Ein Tisch, dessen Kanal weg ist; sonst der in diesem Kanal
find-title = Strecke bauen
find-city = Stadt
page-display = Offene Karten
start-pressed = Wenn jemand { button-start } drückt
place-here = In diesem Kanal
place-thread = In einem Thread unter dem ersten Beitrag des Tisches
start-full = Von selbst, wenn alle Plätze besetzt sind
edition-table = { $fewest } bis { $most } Spieler; je { $pieces }, am Anfang { $cards } Karten.
edition-tickets = Zuerst { $first } Zielkarten, behalte mindestens { $keep_first }; später je { $draw }, behalte mindestens { $keep }.
edition-two-decks = Kurze und lange Zielkarten sind zwei Stapel: Sag, wie viele von jedem, bevor du eine siehst.
edition-end = Wer einen Zug mit höchstens { $at_most } Figuren beendet, läutet die letzte Runde ein.
edition-countries = Länder sind Enden: Jede Strecke hinein erreicht sie, keine führt hindurch.
edition-tours = Touren: der volle Wert, wenn alle Städte der Reihe nach bereist werden können, weniger, wenn sie nur verbunden sind.
fair-hash = Die Mischung ist versprochen: Der SHA-256 ihres Startwerts ist { $hash }
fair-hash-kept = Die Mischung war versprochen: Der SHA-256 ihres Startwerts ist { $hash }
fair-words = Wörter, die sie mitbestimmen, in der Reihenfolge, in der sie zuletzt gesetzt wurden: { $words }
fair-left-since = Nach dem letzten dieser Wörter wurde ein Platz frei.
fair-seed = Startwert { $seed }. /verify game:{ $game } wiederholt daraus das ganze Spiel.
fair-means = Die Stapel folgen aus dem Startwert, dessen Hash veröffentlicht war, bevor jemand mitspielte, und aus diesen Wörtern; niemand am Tisch konnte sie lenken. Wer den Bot betreibt, kennt den Startwert, kann jede Karte sehen und hätte mit einem eigenen Platz Wörter ausprobieren können. War die letzte Änderung an Plätzen und Wörtern ein Wort, das du getippt hast, so konnte auch er die Verteilung nicht wählen, nur absagen.
button-word = Glückswort
word-title = Ein Glückswort
word-label = Es mischt mit (1 bis { $most } Zeichen)
word-set = Dein Wort zählt. Es steht für alle sichtbar in der Liste; bis zum Start kannst du ein anderes tippen.
lobby-error-word-not-possible = Tippe ein Wort aus 1 bis { $most } sichtbaren Zeichen.
lobby-invited = { $players }: Revanche! Seid ihr wieder dabei? Eure Plätze sind reserviert; die Reservierung endet { $when }. Sagen alle Ja, beginnt das Spiel von selbst.
lost-lobby = Den Kanal, in dem dein Tisch für { $edition } eröffnet wurde, gibt es nicht mehr. Wer moderiert, kann den Tisch mit /game cancel game:{ $game } schließen, in jedem Kanal des Servers.
lost-playing = Den Kanal deines Spiels { $edition } gibt es nicht mehr. Du kannst mit deinen Handkarten hier weiterspielen; wer moderiert, kann das Spiel mit /game cancel game:{ $game } beenden, in jedem Kanal des Servers.
verify-follows = Wiederholt: { $events } Ereignisse und { $shuffles } Mischungen folgen aus Startwert, Wörtern und Regeln. Vergleiche Hash und Wörter mit denen, die vor dem Spiel veröffentlicht wurden.
lobby-error-not-begun = Das Spiel hat nicht begonnen: Hier setzt man sich selbst und steht selbst auf, mit den Knöpfen am Beitrag des Tisches.
handover-asked = { $owner }: { $by } möchte deinen Platz { $seat } an { $new } geben, mit deinen Karten und Zielkarten, verdeckt, wie sie sind. Gibst du ihn auf?
button-let-go = Platz aufgeben
button-stay = Ich bleibe
handover-let-go = Dein Platz ist vergeben. Schön, dass du dabei warst!
handover-kept = Der Platz bleibt deiner.
handover-answered = Diese Frage ist beantwortet.
handover-settled = Die Frage zu Platz { $seat } ist entschieden.
line-handed = { $by } hat Platz { $seat } von { $old } an { $new } gegeben. Karten und Zielkarten gehen verdeckt mit.
line-left = { $old } ist nicht mehr auf dem Server, deshalb hat { $by } Platz { $seat } an { $new } gegeben. Karten und Zielkarten gehen verdeckt mit.
line-agreed = { $old } hat Platz { $seat } aufgegeben; { $by } hat ihn an { $new } gegeben. Karten und Zielkarten gehen verdeckt mit.
thread-name = { $edition } · { $count } Spieler
line-thread-not-allowed = Ich darf hier keinen Thread eröffnen, darum wird in diesem Kanal gespielt.
line-thread-no-message = Der erste Beitrag des Tisches ist weg und mit ihm der Platz für einen Thread, darum wird in diesem Kanal gespielt.
line-thread-refused = Discord hat mich hier keinen Thread eröffnen lassen, darum wird in diesem Kanal gespielt.
line-kept = { $old } behält Platz { $seat }; { $by } wollte ihn an { $new } geben.
line-restored = { $turn ->
    [0] Wer diesen Bot betreibt, ist zu einer Sicherung zurückgekehrt: Dieser Tisch steht so da wie damals.
   *[other] Wer diesen Bot betreibt, ist zu einer Sicherung zurückgekehrt: Dieser Tisch steht wieder bei Zug { $turn }. Was danach geschah, ist verloren; ältere Nachrichten bewirken nichts.
}
error-disk = Der Speicher dieses Bots ist voll oder schreibgeschützt, darum hat sich nichts geändert. Sag es bitte dem, der ihn betreibt.
error-away = Dieser Bot erreicht gerade seine Datenbank nicht. Nichts ist verloren: Wenn dein Zug gespeichert wurde, siehst du ihn bald; wenn nicht, versuch es in einer Minute noch einmal.
lobby-error-too-many-tables = Auf diesem Server sind schon { $most } Tische offen. Beende zuerst einen davon.
lobby-error-too-many-lobbies = Du hast { $most } Tische eröffnet, die noch niemand gestartet hat. Starte oder beende zuerst einen davon.
lost-server = Ich wurde vom Server deines Tisches { $edition } ({ $game }) entfernt. Er wartet 30 Tage; werde ich wieder eingeladen, geht das Spiel weiter.
games-more = … und { $count } weitere. Die auf dich warten, stehen oben.
fair-word = { $player } „{ $word }“

# Was von einem Spielplan-Beitrag bleibt: eine Zeile Geschichte.
history-opening = Eröffnung
history-drew = { $player } hat gezogen: { $cards }.
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
hand-over = Das Spiel { $edition } ist zu Ende: Du bist { $place }. von { $of }, mit { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkten
}.
board-over = Das Spiel ist zu Ende.
board-hidden = Der Endstand in Worten ist verdeckt, bis du darauf drückst.
lobby-moved = Der Beitrag dieses Tisches steht weiter unten.

# Die Handkarte.
card-waits = { $player } ist am Zug.
button-refresh = Neu laden

# Wie jemand gerufen wird.
option-notify = Wie du gerufen wirst, wenn du am Zug bist
notify-channel = Erwähnung im Kanal
notify-dm = Direktnachricht
notify-both = Beides
notify-quiet = Keins von beiden
settings-language = Sprache: { $language }
settings-posts = Sprache der Beiträge auf diesem Server: { $language }
settings-notify = Wenn du am Zug bist: { $way }
language-named = Deutsch

# Wer am Zug ist, und wie es weitergeht.
turn-of = { $player } ist am Zug ({ $since }).
turn-newest = Der neueste Beitrag ist { $link }
button-back = Zurück
# Der Zug: was gefragt wird, bevor es geschieht.
card-wild-turn = Joker: dein ganzer Zug
tickets-ask = { $draw } nehmen und mindestens { $keep } behalten? Das ist dein ganzer Zug.
button-take = Nehmen
split-ask = Wie viele davon vom langen Stapel?
split-piles = Kurze Zielkarten bringen { $short } Punkte, lange { $long }.
exchange-sure = { $give } gegen { $take } tauschen? Das kostet { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} und ist dein ganzer Zug.
button-swap = Eintauschen
harbour-needs = Ein Hafen braucht { $cards } einer Farbe mit Anker.
needs-train = { $count ->
    [1] einen Wagen
    [2] zwei Wagen
    [3] drei Wagen
   *[other] { $count } Wagen
}
needs-ship = { $count ->
    [1] ein Schiff
    [2] zwei Schiffe
    [3] drei Schiffe
   *[other] { $count } Schiffe
}
list-and = und
harbour-counts = { $count ->
    [0] Auf keiner deiner Zielkarten
    [one] Auf 1 deiner Zielkarten
   *[other] Auf { $count } deiner Zielkarten
}
# Stapel, Gleise und Seiten.
board-deck = { $deck }: { $left ->
    [one] 1 Karte
   *[other] { $left } Karten
}{ $gone ->
    [0] {""}
   *[other] , { $gone } abgelegt
}
claim-page = Seite { $page } von { $pages }
claim-twins = { $count } Gleise frei
spaces = { $count ->
    [one] 1 Feld
   *[other] { $count } Felder
}
claim-payable = { $route } · { $spaces }, { $colour } · bezahlbar
claim-unpayable = { $route } · { $spaces }, { $colour } · noch nicht bezahlbar
button-next = Weiter
button-previous = Vorige
# Zielkarten und Figuren wählen; genau hinsehen.
hand-offered = Im Angebot, behalte mindestens { $least }
tickets-together = { $numbers } zusammen: { $pieces }
tickets-together-blocked = { $numbers } zusammen: kein Weg mehr möglich
tickets-alone = Braucht { $pieces }
pieces-of = { $count } deiner { $pieces }
mix-fitting = { $mix }: passt zu deinen Zielkarten
button-whole = Ganzer Spielplan

# Plätze, die aufgegeben, übernommen und angeboten werden; die Revanche.
seat-helped = { $player } (Vertretung)
seat-free = { $player } hat Platz { $seat } aufgegeben. Bis ihn jemand übernimmt, betreut ihn die Vertretung; Karten und Zielkarten bleiben verdeckt. Wer an diesem Tisch noch keinen anderen Platz hatte, darf ihn übernehmen.
seat-offered = { $by } bietet Platz { $seat } von { $player } an. { $player } war nicht da, und seit { $date } spielt dort die Vertretung. Karten und Zielkarten bleiben verdeckt. Du darfst den Platz übernehmen, wenn du an diesem Tisch noch keinen anderen hattest; { $player } darf es auch.
seat-not-free = Platz { $seat } ist nicht mehr frei.
give-up-sure = Gibst du deinen Platz auf? Die Vertretung spielt mit deinen Karten und Zielkarten weiter, verdeckt, wie sie sind, und alle anderen können den Platz übernehmen. Solange das niemand tut, kannst du ihn zurücknehmen.
give-up-last = Außer dir spielt an diesem Tisch niemand mehr. Er wird angehalten, bis jemand einen Platz übernimmt, und nach 90 Tagen abgesagt.
gave-up = Du hast deinen Platz aufgegeben. Schön, dass du dabei warst!
button-give-up = Platz aufgeben …
button-take-seat = Platz übernehmen
button-no-thanks = Nein danke
button-play-again = Ja, ich spiele mit
line-taken = { $new } übernimmt Platz { $seat }, den { $old } aufgegeben hatte. Karten und Zielkarten gehen verdeckt mit.
line-taken-offered = { $new } übernimmt Platz { $seat } von { $old }, den { $by } angeboten hatte. Karten und Zielkarten gehen verdeckt mit.
line-back = { $new } ist zurück auf Platz { $seat }.
line-declined = { $new } übernimmt Platz { $seat } nicht, also behält ihn { $old }; { $by } hatte ihn angeboten.
line-lapsed = Nicht alle haben in 24 Stunden geantwortet, also behält { $old } Platz { $seat }; { $by } hatte ihn { $new } angeboten.
told-replaced = { $edition }, { $channel }: { $by } hat deinen Platz { $seat } an { $new } gegeben. Karten und Zielkarten gingen verdeckt mit. Schön, dass du dabei warst!
told-cancelled = { $edition }, { $channel }: { $by } hat deinen Tisch ohne Ergebnis beendet.
told-undo-refused = { $edition }, { $channel }: { $by } hat nicht zugestimmt, deinen Schritt zurückzunehmen. Er bleibt stehen.
handover-offered = { $user }: { $by } bietet dir Platz { $seat } von { $old } an, mit Karten und Zielkarten, verdeckt, wie sie sind. Übernimmst du ihn?
handover-until = Endet { $when }. Bis alle zugestimmt haben, bleibt der Platz, wie er ist.
handover-agreed = Du gibst deinen Platz auf. Bis er übernommen wird, spielst du weiter.
offer-by-letter = { $by } bietet dir Platz { $seat } von { $old } im Spiel { $edition } in { $channel } an, mit Karten und Zielkarten, verdeckt, wie sie sind. Übernimmst du ihn?
offer-accepted = Der Platz gehört dir, sobald er aufgegeben wird.
offer-declined = Der Platz bleibt, wie er ist.
result-tie-tickets = Gleich viele Punkte: Mehr erfüllte Zielkarten gehen vor.
result-tie-path = Gleich viele Punkte und erfüllte Zielkarten: Der längere Weg geht vor.
result-helped = Auf Platz { $seat } ({ $player }) hat die Vertretung einige Züge gespielt.
invitation = { $opener } möchte eine Revanche: { $edition } in { $channel }. Ein Platz ist für dich reserviert; die Reservierung endet { $when }. Spielst du mit?
lobby-declined = Dann nicht diesmal. Dein reservierter Platz ist für andere frei.
lobby-reserved = (reserviert für { $player })
lobby-opener = Eröffnet von { $player }.
lobby-length = Ein Spiel dauert etwa { $turns } Züge pro Person.
lobby-seat-asked = Der Besitzer wird im Kanal gefragt, ein neuer Spieler auch per Direktnachricht. Sie haben 24 Stunden Zeit. Bis alle zugestimmt haben, ändert sich nichts. Zieht der Besitzer nicht, kannst du ihn { $when } ohne seine Zustimmung ersetzen.
lobby-seat-offered = Der neue Spieler wird im Kanal und per Direktnachricht gefragt und hat 24 Stunden Zeit. Die Zustimmung des Besitzers ist nicht nötig.
lobby-error-seated-here = Du hast an diesem Tisch schon einen Platz.
lobby-error-not-free = Dieser Platz ist nicht frei: { $player } hat ihn.
lobby-error-not-for-who-offered = Wer einen Platz angeboten oder jemanden darauf ersetzt hat, kann ihn nicht bekommen: Die Karten sind auch vor ihm geheim.
lobby-error-knows-other-cards = Wer an diesem Tisch schon einen anderen Platz hatte, kennt andere Karten und kann diesen nicht bekommen.
lobby-error-bot-already = Auf diesem Platz sitzt schon ein Bot.
lobby-error-accepted-before = Du hast schon zugesagt. Der Platz gehört dir, sobald er aufgegeben wird.
lobby-error-offer-over = Dieser Platz wird nicht mehr angeboten.
lobby-error-offered-elsewhere = Dieser Platz wird jemand anderem angeboten.
lobby-error-not-asked = Gefragt ist hier nur, wer das letzte Spiel mitgespielt hat.
lobby-error-still-asked = Es sind noch Plätze für { $players } reserviert; eine Antwort fehlt. Die Reservierung endet { $when }; dann geht es auch ohne sie.
lobby-error-seats-kept = Die letzten Plätze sind für { $players } reserviert. Die Reservierung endet { $when }.
seat-yours = Der Platz ist deiner. Seine Hand kommt als Direktnachricht.

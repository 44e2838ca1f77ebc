# Uhren, Pausen und Urlaub: was gesagt wird, und warum etwas nicht geht.

line-timed-out = Zeit abgelaufen: Für { $player } (Platz { $seat }) spielt die Vertretung diesen Zug.
line-caretaker-keeps = Zeit dreimal hintereinander abgelaufen: Für { $player } (Platz { $seat }) spielt die Vertretung, bis { $player } zurück ist.
line-offered = { $by } bietet Platz { $seat } von { $player } an, weil dort lange niemand mehr war. Karten und Zielkarten bleiben geheim.
line-skipped = { $by } hat { $player } übersprungen. Die Vertretung spielt diesen Zug.
line-extended =
    { $by } hat diesen Zug verlängert: { $hours ->
        [one] 1 Stunde mehr.
       *[other] { $hours } Stunden mehr.
    }
line-pace =
    { $by } hat das Tempo geändert. Ab dem nächsten Zug: { $pace ->
        [blitz] Blitz, 5 Minuten pro Zug.
        [day] 24 Stunden pro Zug.
        [relaxed] 72 Stunden pro Zug.
       *[none] kein Zeitlimit.
    }
line-paused = { $by } hat diesen Tisch pausiert. Uhren und Erinnerungen ruhen; ziehen kannst du trotzdem.
line-paused-why = { $by } hat diesen Tisch pausiert: „{ $why }“. Uhren und Erinnerungen ruhen; ziehen kannst du trotzdem.
line-resumed = { $by } hat die Pause beendet. Die Uhren laufen weiter, wo sie standen.
line-resumed-itself = Die Pause ist nach 14 Tagen zu Ende. Die Uhren laufen weiter, wo sie standen.
line-players-paused = Die Spieler haben diesen Tisch pausiert. Uhren und Erinnerungen ruhen; ziehen kannst du trotzdem.
line-players-resumed = Die Spieler haben die Pause beendet. Die Uhren laufen weiter, wo sie standen.
line-deserted = Alle sind weg, deshalb ist der Tisch pausiert. Mit *{ button-im-back }* oder *{ button-take-seat }* geht es weiter. Nach 90 Tagen wird das Spiel abgebrochen.
line-deserted-over = Es geht weiter.
line-deserted-canceled = An diesen Tisch ist 90 Tage lang niemand zurückgekommen. Das Spiel wurde ohne Ergebnis abgebrochen.
line-vacation = { $player } (Platz { $seat }) ist bis { $until } im Urlaub. So lange ruht die Uhr.
line-vacation-over = { $player } (Platz { $seat }) ist aus dem Urlaub zurück.
told-reminder = { $edition }, { $channel }: Du bist am Zug.
told-nudge = { $edition }, { $channel }: { $by } wartet auf deinen Zug.
told-caretaker-keeps = { $edition }, { $channel }: Deine Zeit ist dreimal hintereinander abgelaufen, deshalb spielt die Vertretung für dich. Der Platz gehört weiter dir: Komm zurück, wann du magst.
told-deserted = { $edition }, { $channel }: Alle sind weg, deshalb ist der Tisch pausiert. Dein Platz gehört weiter dir, und mit *{ button-im-back }* geht es weiter. Nach 90 Tagen wird das Spiel abgebrochen.
told-deserted-canceled = { $edition }, { $channel }: An deinen Tisch ist 90 Tage lang niemand zurückgekommen. Das Spiel wurde ohne Ergebnis abgebrochen.

lobby-error-no-such-pace = Dieses Tempo gibt es nicht. Möglich sind: { $paces }.
lobby-error-not-helped = Auf deinem Platz spielt keine Vertretung.
lobby-error-not-awaited = An diesem Tisch wartet niemand auf dich.
lobby-error-no-snooze = Hier gibt es nichts zu verschieben: Züge haben kein Zeitlimit oder sind zu kurz.
lobby-error-away-not-possible = Du kannst Erinnerungen für 12 Stunden oder 1 Tag stummschalten.
lobby-error-no-such-zone = Diese Zeitzone gibt es nicht. Meinst du vielleicht: { $like }?
lobby-error-quiet-not-possible = Ruhezeiten dürfen höchstens { $most } Stunden dauern, und Anfang und Ende müssen verschieden sein.
lobby-error-nudge-self = Du bist selbst am Zug.
lobby-error-nudge-bot = Ein Bot ist am Zug: Er braucht keinen Stups.
lobby-error-nudge-early = Zu früh. Anstupsen kannst du { $when }, wenn ein Viertel der Zugzeit um ist.
lobby-error-nudged-before = An diesem Tisch wurde gerade erst jemand angestupst. Wieder möglich { $when }.
lobby-error-hours-not-possible = Du kannst { $least } bis { $most } Stunden dazugeben.
lobby-error-no-clock = An diesem Tisch läuft gerade keine Uhr.
lobby-error-skip-seated = Du spielst an diesem Tisch mit und kannst hier niemanden überspringen. Frag jemand anderen aus der Moderation.
lobby-error-skip-early = Zu früh. Überspringen geht, wenn ein Viertel der Zugzeit um ist.
lobby-error-nobody-awaited = Gerade ist kein Mensch am Zug.
lobby-error-paused = Dieser Tisch ist pausiert.
lobby-error-paused-already = Dieser Tisch ist schon pausiert.
lobby-error-not-paused = Dieser Tisch ist nicht pausiert.
lobby-error-moderators-pause = Die Moderation hat diesen Tisch pausiert. Nur sie kann die Pause beenden.
lobby-error-deserted = An diesem Tisch sind alle weg. Es geht weiter, sobald jemand *{ button-im-back }* oder *{ button-take-seat }* drückt.
lobby-error-not-kept = Anbieten kannst du nur einen Platz, den die Vertretung übernommen hat. Hier spielt { $player }, oder er ist frei.
lobby-error-offer-early = Diesen Platz kannst du { $when } anbieten. Bis dahin kann sein Besitzer zurückkommen.
lobby-error-on-vacation = Du bist schon im Urlaub. Er endet { $when }, oder sofort mit /my vacation end.
lobby-error-vacation-past = Wähle ein Datum in der Zukunft.
lobby-error-vacation-days =
    { $left ->
        [0] Du hast dieses Jahr keine Urlaubstage mehr (30 pro Jahr).
        [one] Du hast dieses Jahr noch 1 Urlaubstag (30 pro Jahr).
       *[other] Du hast dieses Jahr noch { $left } Urlaubstage (30 pro Jahr).
    }
lobby-error-no-vacation = Du bist nicht im Urlaub.

# Tempo, Abstimmungen und Befehle der Moderation.
line-no-pace = Neu: Tische können ein Tempo haben, also ein Zeitlimit pro Zug. Dieser Tisch hat keins. Die Moderation kann es mit /game pace einstellen.
told-extended = { $edition }, { $channel }: { $by } gibt dir für diesen Zug { $hours ->
    [one] eine Stunde mehr.
   *[other] { $hours } Stunden mehr.
  }
told-offered = { $edition }, { $channel }: Du warst lange nicht da, deshalb bietet { $by } deinen Platz anderen an. Bis ihn jemand nimmt, kannst du ihn dir zurückholen.
told-pause-refused = { $edition }, { $channel }: Deine Bitte wurde abgelehnt. Es bleibt alles, wie es ist.
pace-blitz = Blitz: 5 Min. pro Zug, 10 Min. Zeitreserve
pace-day = Tag: 24 Std. pro Zug, 48 Std. Zeitreserve
pace-relaxed = Gemütlich: 72 Std. pro Zug, 6 Tage Zeitreserve
pace-none = Kein Zeitlimit
lobby-pace = Tempo: { $pace }.
lobby-never-sleeps = Ruhezeiten und Urlaub halten die Uhr nicht an.
lobby-vacation-yes = Urlaub hält die Uhr an.
lobby-vacation-no = Urlaub hält die Uhr nicht an.
lobby-solo = Wenn du nur mit Bots spielst, läuft keine Uhr.
lobby-lasts-hours = Zu { $people } dauert ein Spiel etwa { $count ->
    [one] eine Stunde.
   *[other] { $count } Stunden.
  }
lobby-lasts-days = Zu { $people } dauert ein Spiel etwa { $count } Tage, wenn alle ein paarmal am Tag hereinschauen.
lobby-lasts-weeks = Zu { $people } dauert ein Spiel etwa { $count } Wochen, wenn alle ein paarmal am Tag hereinschauen.
board-paused = Pausiert seit { $moment }
board-paused-by = von { $by }
board-paused-why = von { $by }: „{ $why }“
board-paused-deserted = weil alle weg sind. Mit *{ button-im-back }* oder *{ button-take-seat }* geht es weiter.
board-paused-players = von den Spielern
board-away = { $player } ist bis { $until } im Urlaub.
games-paused = pausiert
request-pause = { $player } bittet um eine Pause. Stimmen: { $agreed } von { $needed }; endet { $until }.
request-resume = { $player } möchte weiterspielen. Stimmen: { $agreed } von { $needed }; endet { $until }.
button-pause = Pause vorschlagen
button-resume = Weiter vorschlagen
request-cancel = { $player } möchte dieses Spiel ohne Ergebnis abbrechen. Das ist endgültig. Stimmen: { $agreed } von { $needed }; endet { $until }.
button-cancel = Abbruch vorschlagen …
button-cancel-sure = Spiel abbrechen
cancel-sure =
    { $of ->
        [1] Dieses Spiel abbrechen? Es endet sofort und ohne Ergebnis. Das ist endgültig.
       *[other] Dieses Spiel abbrechen? Es endet ohne Ergebnis, sobald { $needed } von { $of } Spielern zustimmen. Das ist endgültig. Die anderen haben 24 Stunden Zeit.
    }
cancel-asked = Die Abstimmung steht unter dem Spielplan: { $agreed } von { $needed }.
cancel-refused = Du hast für das Weiterspielen gestimmt.
vote-seated = Du spielst hier mit, deshalb stimmen die Spieler ab: { $agreed } von { $needed }.
line-players-cancelled = Die Spieler haben dieses Spiel abgebrochen. Es endet ohne Ergebnis.
told-players-cancelled = { $edition }, { $channel }: Die Spieler haben dein Spiel abgebrochen. Es endet ohne Ergebnis.
told-cancel-refused = { $edition }, { $channel }: Die Mehrheit möchte weiterspielen. Deine Bitte um Abbruch ist damit erledigt.
lobby-error-moderator-plays = Du spielst an diesem Tisch mit, deshalb kannst du das nicht allein entscheiden. Bitte jemand anderen aus der Moderation darum.
lobby-error-moderator-could-return = Du hast hier einen Platz aufgegeben und kannst ihn noch zurücknehmen, deshalb geht das nicht. Bitte jemand anderen aus der Moderation darum.
pause-asked = Die Abstimmung steht unter dem Spielplan: { $agreed } von { $needed }.
pause-refused = Du hast dagegen gestimmt.
pause-done = Der Tisch ist pausiert.
resume-done = Es geht weiter.
clock-done = Erledigt. Es steht auch im Kanal.
pace-vacation-stays = Die Urlaubsregel gilt, wie sie beim Eröffnen war: Hält Urlaub die Uhr an, hat jeder 14 Tage pro Spiel; verbrauchte Tage zählen mit.
settings-pace = Tempo neuer Tische: { $pace }.
settings-choose-pace = Tempo neuer Tische
settings-choose-vacation = Urlaub an neuen Tischen
lobby-error-settings-not-allowed = Nur die Moderation kann die Einstellungen eines Servers ändern.
command-game-pause = Diesen Tisch pausieren
command-game-resume = Die Pause dieses Tisches beenden
command-game-extend = Den laufenden Zug verlängern
command-game-skip = Den laufenden Zug der Vertretung überlassen
command-game-offer = Den Platz eines lange abwesenden Spielers anbieten
command-game-pace = Das Zeitlimit pro Zug ändern
option-reason = Grund, für alle sichtbar
option-hours = Wie viele Stunden mehr
option-skipped = Wessen Zug, wenn auf mehrere gewartet wird
option-pace = Zeitlimit pro Zug
option-vacation = Ob Urlaub die Uhr anhält
option-usual-pace = Zeitlimit pro Zug an neuen Tischen
option-usual-vacation = Ob Urlaub an neuen Tischen die Uhr anhält
lobby-error-pace-already = Dieses Tempo hat der Tisch schon.
lobby-error-game-over = Das Spiel an diesem Tisch ist zu Ende.
lobby-error-helped-no-vote = Auf deinem Platz spielt die Vertretung. Zieh zuerst selbst, dann kannst du abstimmen.

# Uhren, Pausen und Urlaub: was gesagt wird, und warum etwas nicht geht.

line-timed-out = Die Zeit von { $player } auf Platz { $seat } ist um: Diesen Zug spielt die Vertretung.
line-caretaker-keeps = Die Zeit von { $player } ist im dritten Zug nacheinander um: Platz { $seat } spielt ab jetzt die Vertretung, bis { $player } zurück ist.
line-offered = { $by } bietet Platz { $seat } von { $player } an, weil dort lange niemand mehr war. Karten und Zielkarten gehen verdeckt mit.
line-skipped = { $by } lässt die Vertretung diesen Zug von { $player } spielen.
line-extended = { $by } gibt für diesen Zug { $hours ->
    [one] eine Stunde mehr.
   *[other] { $hours } Stunden mehr.
  }
line-pace = { $by } hat das Tempo dieses Tisches geändert. Ab dem nächsten Zug gilt: { $pace ->
    [blitz] Blitz, 5 Minuten für einen Zug.
    [day] 24 Stunden für einen Zug.
    [relaxed] 72 Stunden für einen Zug.
   *[none] Züge ohne Ende.
  }
line-paused = { $by } hat diesen Tisch angehalten. Uhren, Erinnerungen und Vertretung stehen still; wer mag, darf ziehen.
line-paused-why = { $by } hat diesen Tisch angehalten: „{ $why }“. Uhren, Erinnerungen und Vertretung stehen still; wer mag, darf ziehen.
line-resumed = { $by } hat die Pause beendet. Die Uhren laufen mit dem weiter, was übrig war.
line-resumed-itself = Die Pause ist nach 14 Tagen zu Ende. Die Uhren laufen mit dem weiter, was übrig war.
line-players-paused = Die Spieler haben diesen Tisch angehalten. Uhren, Erinnerungen und Vertretung stehen still; wer mag, darf ziehen.
line-players-resumed = Die Spieler haben die Pause beendet. Die Uhren laufen mit dem weiter, was übrig war.
line-deserted = Alle sind weg, deshalb ist der Tisch angehalten. Mit *{ button-im-back }* oder *{ button-take-seat }* geht es weiter. Nach 90 Tagen wird er abgesagt.
line-deserted-over = Es geht weiter.
line-deserted-canceled = An diesen Tisch ist 90 Tage lang niemand zurückgekommen. Deshalb wurde er ohne Ergebnis abgesagt.
line-vacation = { $player } (Platz { $seat }) ist weg bis { $until }. So lange steht die Uhr still.
line-vacation-over = { $player } (Platz { $seat }) ist aus dem Urlaub zurück.
told-reminder = { $edition }, { $channel }: Du bist am Zug.
told-nudge = { $edition }, { $channel }: { $by } wartet auf deinen Zug.
told-caretaker-keeps = { $edition }, { $channel }: Deine Zeit war in drei Zügen nacheinander um, deshalb spielt die Vertretung auf deinem Platz. Er gehört weiter dir: Komm zurück, wann du magst.
told-deserted = { $edition }, { $channel }: Alle sind weg, deshalb ist der Tisch angehalten. Dein Platz gehört weiter dir, und mit *{ button-im-back }* geht es weiter. Nach 90 Tagen wird der Tisch abgesagt.
told-deserted-canceled = { $edition }, { $channel }: An deinen Tisch ist 90 Tage lang niemand zurückgekommen. Deshalb wurde er ohne Ergebnis abgesagt.

lobby-error-no-such-pace = Dieses Tempo gibt es nicht. Möglich sind: { $paces }.
lobby-error-not-helped = Auf deinem Platz spielt keine Vertretung.
lobby-error-not-awaited = An diesem Tisch wartet niemand auf dich.
lobby-error-no-snooze = Hier lässt sich nichts aufschieben: Züge haben kein Ende oder sind zu kurz dafür.
lobby-error-away-not-possible = Erinnerungen lassen sich für 12 Stunden oder einen Tag abstellen.
lobby-error-no-such-zone = Diese Zeitzone gibt es nicht. Meinst du vielleicht: { $like }?
lobby-error-quiet-not-possible = Ruhezeiten dürfen bis zu { $most } Stunden am Tag dauern und müssen zu einer anderen Zeit enden, als sie beginnen.
lobby-error-nudge-self = Gewartet wird auf dich selbst.
lobby-error-nudge-bot = Ein Bot ist am Zug: Er braucht keinen Stups.
lobby-error-nudge-early = Dafür ist es zu früh: Erst muss ein Viertel der Zeit für einen Zug vergangen sein. Anstupsen geht { $when }.
lobby-error-nudged-before = An diesem Tisch wurde vor Kurzem schon gestupst. Der nächste Stups geht { $when }.
lobby-error-hours-not-possible = Einem Zug lassen sich { $least } bis { $most } Stunden dazugeben.
lobby-error-no-clock = An diesem Tisch läuft gerade keine Zeit ab.
lobby-error-skip-seated = Wer an diesem Tisch spielt, kann dort keinen Zug überspringen. Bitte jemand anderen aus der Moderation darum.
lobby-error-skip-early = Dafür ist es zu früh: Erst muss ein Viertel der Zeit für einen Zug vergangen sein.
lobby-error-nobody-awaited = Dort wird gerade auf keinen Menschen gewartet.
lobby-error-paused = Dieser Tisch ist angehalten.
lobby-error-paused-already = Dieser Tisch ist schon angehalten.
lobby-error-not-paused = Dieser Tisch ist nicht angehalten.
lobby-error-moderators-pause = Die Moderation hat diesen Tisch angehalten, und nur sie kann das beenden.
lobby-error-deserted = An diesem Tisch sind alle weg. Es geht weiter, sobald jemand *{ button-im-back }* oder *{ button-take-seat }* drückt.
lobby-error-not-kept = Auf diesem Platz spielt keine Vertretung auf Dauer: { $player } spielt dort, oder er ist frei.
lobby-error-offer-early = Anbieten lässt sich dieser Platz { $when }: Bis dahin kann sein Besitzer zurückkommen.
lobby-error-on-vacation = Du bist schon im Urlaub. Er endet { $when }; mit /my vacation end endet er jetzt.
lobby-error-vacation-past = Ein Urlaub endet in der Zukunft.
lobby-error-vacation-days = { $left ->
    [0] Du hast keine Urlaubstage mehr: Es gibt 30 im Jahr.
    [one] Du hast noch einen Urlaubstag: Es gibt 30 im Jahr.
   *[other] Du hast noch { $left } Urlaubstage: Es gibt 30 im Jahr.
  }
lobby-error-no-vacation = Du bist nicht im Urlaub.

## Time: the table's
line-no-pace = Ab jetzt kann ein Tisch ein Tempo haben: So viel Zeit hat jeder Zug, danach spielt ihn die Vertretung. Dieser hier hat wie bisher keins; die Moderation stellt es mit /game pace ein.
told-extended = { $edition }, { $channel }: { $by } gibt dir für diesen Zug { $hours ->
    [one] eine Stunde mehr.
   *[other] { $hours } Stunden mehr.
  }
told-offered = { $edition }, { $channel }: Du warst lange nicht da, deshalb bietet { $by } deinen Platz anderen an. Solange ihn niemand genommen hat, kannst du das selbst tun.
told-pause-refused = { $edition }, { $channel }: Zu viele sind gegen das, worum du gebeten hast. Es bleibt, wie es ist.
pace-blitz = Blitz: 5 Minuten pro Zug, 10 in Reserve
pace-day = Tag: 24 Stunden pro Zug, 48 in Reserve
pace-relaxed = Gemütlich: 72 Stunden pro Zug, 6 Tage in Reserve
pace-none = Keins: Züge haben kein Ende
lobby-pace = Tempo – { $pace }.
lobby-never-sleeps = Die Uhr schläft nie: Weder Ruhezeiten noch Urlaub halten sie an.
lobby-vacation-yes = Im Urlaub steht die eigene Uhr still.
lobby-vacation-no = Urlaub hält die Uhr hier nicht an.
lobby-solo = Wer nur mit Bots spielt, hat keine Uhr.
lobby-lasts-hours = Zu { $people } dauert ein Spiel etwa { $count ->
    [one] eine Stunde.
   *[other] { $count } Stunden.
  }
lobby-lasts-days = Zu { $people } dauert ein Spiel etwa { $count } Tage, wenn alle ein paarmal am Tag hereinschauen.
lobby-lasts-weeks = Zu { $people } dauert ein Spiel etwa { $count } Wochen, wenn alle ein paarmal am Tag hereinschauen.
board-until = Bis { $moment }
board-paused = Angehalten seit { $moment }
board-paused-by = von { $by }
board-paused-why = von { $by }: „{ $why }“
board-paused-deserted = weil alle weg sind. Mit *{ button-im-back }* oder *{ button-take-seat }* geht es weiter.
board-paused-players = von den Spielern
board-away = { $player } ist weg bis { $until }.
games-until = bis { $moment }
games-paused = angehalten
request-pause = { $player } bittet um eine Pause. Zugestimmt: { $agreed }, nötig: { $needed }; die Bitte endet { $until }.
request-resume = { $player } bittet darum, die Pause zu beenden. Zugestimmt: { $agreed }, nötig: { $needed }; die Bitte endet { $until }.
button-pause = Um eine Pause bitten
button-resume = Ums Weiterspielen bitten
request-cancel = { $player } möchte dieses Spiel abbrechen. Es würde ohne Ergebnis enden, und das lässt sich nicht rückgängig machen. Zugestimmt: { $agreed }, nötig: { $needed }; die Bitte endet { $until }.
button-cancel = Um Abbruch bitten …
button-cancel-sure = Spiel abbrechen
cancel-sure = { $of ->
    [1] Möchtest du dieses Spiel abbrechen? Du bist der einzige Mensch hier, also endet es sofort, ohne Ergebnis. Das lässt sich nicht rückgängig machen.
   *[other] Möchtest du dieses Spiel abbrechen? Es endet ohne Ergebnis, sobald { $needed } von { $of } Spielern zustimmen. Das lässt sich nicht rückgängig machen. Die anderen werden unter dem Spielplan gefragt und haben 24 Stunden Zeit.
  }
cancel-asked = Unter dem Spielplan werden die anderen gefragt. Zugestimmt: { $agreed }, nötig: { $needed }.
cancel-refused = Du möchtest weiterspielen.
vote-seated = Du spielst hier mit, deshalb stimmen die Spieler darüber ab. Zugestimmt: { $agreed }, nötig: { $needed }.
line-players-cancelled = Die Spieler haben dieses Spiel abgebrochen. Es endet ohne Ergebnis.
told-players-cancelled = { $edition }, { $channel }: Die Spieler haben dein Spiel abgebrochen. Es endet ohne Ergebnis.
told-cancel-refused = { $edition }, { $channel }: Zu viele möchten weiterspielen. Deine Bitte um Abbruch ist damit erledigt.
lobby-error-moderator-plays = Du spielst an diesem Tisch mit, deshalb kannst du das nicht allein entscheiden. Bitte jemand anderen aus der Moderation darum.
lobby-error-moderator-could-return = Du hast hier einen Platz aufgegeben und kannst ihn noch zurücknehmen, deshalb geht das nicht. Bitte jemand anderen aus der Moderation darum.
pause-asked = Unter dem Spielplan werden die anderen gefragt. Zugestimmt: { $agreed }, nötig: { $needed }.
pause-refused = Du bist dagegen. Es bleibt, wie es ist, wenn nicht genug andere zustimmen.
pause-done = Der Tisch ist angehalten.
resume-done = Es geht weiter.
clock-done = Erledigt. Am Tisch können es alle lesen.
pace-vacation-stays = Ob Urlaub die Uhr anhält, steht fest, seit der Tisch eröffnet wurde. Wo er es tut, zählen in einem Spiel 14 Tage je Spieler; verbrauchte Tage bleiben bei jedem Tempo verbraucht.
settings-pace = Tempo neuer Tische: { $pace }.
command-game-pause = Diesen Tisch anhalten: Uhren, Erinnerungen und Vertretung
command-game-resume = Die Pause dieses Tisches beenden
command-game-extend = Dem laufenden Zug mehr Zeit geben
command-game-skip = Diesen Zug jetzt von der Vertretung spielen lassen
command-game-offer = Einen Platz anbieten, auf dem schon lange die Vertretung spielt
command-game-pace = Wie lange Züge ab dem nächsten dauern dürfen
option-why = Warum; alle können es lesen
option-hours = Wie viele Stunden mehr
option-skipped = Wessen Zug, wenn auf mehrere gewartet wird
option-pace = Wie lange jeder Zug dauern darf
option-vacation = Ob die Uhr im Urlaub stillsteht
option-usual-pace = Wie lange Züge an neuen Tischen dauern dürfen
option-usual-vacation = Ob die Uhren neuer Tische im Urlaub stillstehen
lobby-error-pace-already = Dieses Tempo hat der Tisch schon.
lobby-error-game-over = Das Spiel an diesem Tisch ist zu Ende.
lobby-error-helped-no-vote = Auf deinem Platz spielt die Vertretung. Zieh zuerst selbst, dann hast du hier ein Wort mitzureden.

# Die eigene Zeit: was jemand darüber hört und dazu sagen kann.



time-due = Fällig { $moment }
time-due-bank = Fällig { $moment } · Zeitreserve { $bank }
time-bank = Zeitreserve: bis { $moment }
time-bank-left = Zeitreserve: noch { $bank }, bis { $moment }
time-minutes = { $count } min
time-hours = { $count } h
time-days = { $count } Tage
time-away = 🏖️ Du bist bis { $until } im Urlaub, deine Uhr ruht. Wenn du ziehst, endet dein Urlaub.
time-paused = ⏸️ Dieser Tisch ist pausiert. Ziehen kannst du trotzdem.
card-deserted = Alle sind weg, deshalb ist der Tisch pausiert. Drück *{ button-im-back }*, um weiterzuspielen.
card-kept = Auf deinem Platz spielt die Vertretung, bis du zurück bist.

told-timed-out = { $edition }, { $channel }: Deine Zeit ist abgelaufen, deshalb hat die Vertretung diesen Zug gespielt. Der Platz gehört weiter dir, den nächsten Zug spielst du.
told-timed-out-last = { $edition }, { $channel }: Deine Zeit ist abgelaufen, deshalb hat die Vertretung diesen Zug gespielt. Es war dein letzter Zug in diesem Spiel.
told-skipped-last = { $edition }, { $channel }: { $by } hat dich übersprungen, deshalb hat die Vertretung diesen Zug gespielt. Es war dein letzter Zug in diesem Spiel.
told-skipped = { $edition }, { $channel }: { $by } hat dich übersprungen, deshalb hat die Vertretung diesen Zug gespielt. Der Platz gehört weiter dir, den nächsten Zug spielst du.

button-snooze = Später erinnern
button-away = Ich bin weg …
button-away-12 = 12 Stunden
button-away-24 = 1 Tag
button-away-week = 1 Woche (Urlaub)
button-im-back = Ich bin zurück
button-nudge = Anstupsen
button-hours = Meine Zeiten …

away-how-long = Wie lange bist du weg? Für 12 Stunden oder 1 Tag bekommst du keine Erinnerungen, aber deine Uhr läuft weiter. Eine Woche zählt als Urlaub: Deine Uhren ruhen, und deine Tische erfahren es.
away-muted = Keine Erinnerungen bis { $until }. Deine Fristen ändern sich nicht.
snoozed = Nächste Erinnerung { $until }. Deine Frist ändert sich nicht.
nudged = Angestupst.
im-back = Willkommen zurück! Dein Platz gehört wieder dir.
im-back-turn = Willkommen zurück! Dein Platz gehört wieder dir, und du bist am Zug, mit voller Zeit.

hours-offer = Wann schläfst du? So lange kann deine Uhr ruhen. Wir fragen nur einmal; ändern kannst du es jederzeit mit /my clock.
hours-kept = Gespeichert.
hours-unknown = Deine Uhr läuft Tag und Nacht. Wähle deine Zeitzone, dann deine Ruhezeiten. Mit /my clock kannst du jede Zone und Uhrzeit eingeben.
hours-zone = 🌍 { $zone }, dort ist es jetzt { $time }
hours-quiet = 🌙 Ruhe von { $begin } bis { $end }: Deine Uhr ruht, und du bekommst keine Erinnerungen.
hours-quiet-none = Keine Ruhezeiten
hours-weekends-count = Wochenende: Uhr läuft
hours-weekends-free = Wochenende: Uhr ruht
hours-muted = 🔕 Keine Erinnerungen bis { $until }
hours-vacation = 🏖️ Im Urlaub bis { $until }
hours-days-left =
    { $left ->
        [0] Keine Urlaubstage mehr in diesem Jahr (30 pro Jahr)
        [one] Noch 1 Urlaubstag in diesem Jahr (30 pro Jahr)
       *[other] Noch { $left } Urlaubstage in diesem Jahr (30 pro Jahr)
    }
hours-in-time = ✅ Rechtzeitig gespielt: { $played } von { $turns ->
    [one] 1 Zug
   *[other] { $turns } Zügen
  }
hours-privacy = Andere sehen nur deine Frist und Zeitreserve. Daraus lässt sich vielleicht ablesen, wann du schläfst.
hours-next-turn = Änderungen gelten ab deinem nächsten Zug. Blitz-Tische kennen keine Ruhezeiten.
hours-choose-zone = Deine Zeitzone
hours-choose-quiet = Ruhezeiten
hours-choose-weekends = Wochenende

vacation-started = Du bist bis { $until } im Urlaub. Deine Uhren ruhen, höchstens 14 Tage pro Spiel, und deine Tische erfahren es. Ein Zug oder /my vacation end beendet ihn.
vacation-ended = Willkommen zurück! Deine Uhren laufen wieder.
vacation-not-at = An diesen Tischen läuft deine Uhr weiter, weil sie keinen Urlaub erlauben oder deine 14 Tage aufgebraucht sind: { $tables }.
vacation-span = { $days ->
    [1] Morgen
    [7] In einer Woche
    [14] In zwei Wochen
    [21] In drei Wochen
   *[other] In { $days } Tagen
  }
date = { $weekday ->
    [0] Mo.
    [1] Di.
    [2] Mi.
    [3] Do.
    [4] Fr.
    [5] Sa.
   *[6] So.
  } { $day }. { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
  } { $year }

error-no-time = Gib eine Uhrzeit ein, zum Beispiel 22:30 oder 7, oder „off“ für keine Ruhezeiten.
error-no-date = Gib ein Datum ein, zum Beispiel 30.6. oder 2026-06-30, oder eine Anzahl Tage.
error-no-zone = Stell zuerst deine Zeitzone ein, mit /my clock zone:
error-half-quiet = Gib from: und to: an.

command-my-clock = Deine Zeitzone, Ruhezeiten und Wochenenden einstellen
command-my-vacation = Deine Uhren anhalten, während du weg bist
command-my-vacation-start = Urlaub beginnen: Deine Uhren ruhen an allen Tischen
command-my-vacation-end = Urlaub beenden
option-zone = Deine Zeitzone: Gib eine Stadt ein
option-from = Beginn der Ruhezeit, z. B. 22:30, oder „off“
option-to = Ende der Ruhezeit, z. B. 7 (höchstens 10 Stunden)
option-weekends = Ob deine Uhr am Wochenende läuft
option-until = Letzter Tag deines Urlaubs

topic-time = Zeitlimit, Erinnerungen, Urlaub
rules-time = **Tempo.** Jeder Zug hat ein Zeitlimit: 5 Minuten (Blitz), 24 Stunden (Tag) oder 72 Stunden (gemütlich). Ist es aufgebraucht, läuft deine Zeitreserve: 10 Minuten, 48 Stunden oder 6 Tage für das ganze Spiel. Jeder Zug, den du spielst, gibt ihr ein Viertel des Limits zurück. Nachrichten nennen das Ende des Limits und daneben deine Reserve.
    { "" }**Ruhezeiten.** Mit /my clock stellst du Zeitzone, bis zu 10 Stunden Ruhe am Tag und das Wochenende ein. So lange ruht deine Uhr, und du bekommst keine Erinnerungen. Blitz-Tische kennen keine Ruhezeiten.
    { "" }**Erinnerungen** kommen als Direktnachricht, höchstens vier pro Zug. { $snooze } verschiebt eine, { $away } schaltet alle stumm. Wartest du auf jemanden, hilft { $nudge } unter { $more }, sobald ein Viertel der Zeit um ist.
    { "" }**Urlaub.** /my vacation start hält alle deine Uhren an, bis zu 30 Tage im Jahr und 14 pro Spiel. Jeder Zug beendet ihn. Endet er am ersten Tag, kostet er keinen Tag, einmal pro Woche. Ein Tisch kann Urlaub beim Eröffnen ausschließen. Ein neues Tempo ändert daran nichts, auch nicht an den verbrauchten Tagen.
    { "" }**Pausen** halten alle Uhren eines Tisches an; ziehen kannst du trotzdem. Zwei Drittel der Spieler können unter { $more } pausieren und fortsetzen. Die Moderation auch, wenn sie dort nicht mitspielt; sie kann außerdem Züge verlängern und überspringen.
    { "" }**Alle weg?** Dann pausiert der Tisch. { $im-back } oder { button-take-seat } setzt ihn fort. Kommt 90 Tage lang niemand zurück, wird das Spiel abgebrochen.
    { "" }**Ein Abbruch** beendet das Spiel ohne Ergebnis. Zwei Drittel der Spieler können ihn unter { $more } beschließen. Die Moderation auch, wenn sie dort nicht mitspielt.
    { "" }**Zeit abgelaufen?** Dann spielt die Vertretung diesen Zug: ein vorsichtiger Bot, der nur weiß, was du weißt. Nach drei Zügen hintereinander spielt sie weiter, bis du { $im-back } drückst. Der Platz bleibt deiner, und du hast für deinen Zug die volle Zeit.
    { "" }**Lange weg?** Die Moderation kann deinen Platz ohne deine Zustimmung weitergeben, wenn du 24 Stunden (Blitz), 3 Tage (Tag), 9 Tage (gemütlich) oder 7 Tage (ohne Zeitlimit) nicht gezogen hast, oder sofort, wenn du den Server verlässt.

# Die eigene Zeit: was jemand darüber hört und dazu sagen kann.

## Time: one's own

time-until = ⏳ Du hast Zeit bis { $until }.
time-until-bank = ⏳ Die Zeit für diesen Zug ist aufgebraucht, jetzt läuft deine Reserve: Du hast Zeit bis { $until }.
time-away = 🏖️ Du bist im Urlaub, deshalb steht deine Uhr still bis { $until }. Ziehst du trotzdem, endet dein Urlaub.
time-paused = ⏸️ Dieser Tisch ist angehalten: Keine Uhr läuft. Du darfst trotzdem ziehen.
card-waits-until = { $player } ist am Zug, bis { $until }.
card-deserted = Alle sind weg, deshalb ist der Tisch angehalten. Drück *{ button-im-back }* und spiel weiter.
card-kept = Auf deinem Platz spielt die Vertretung, bis du zurück bist.

told-timed-out = { $edition }, { $channel }: Deine Zeit war um, deshalb hat die Vertretung diesen Zug für dich gespielt. Der Platz gehört weiter dir, und der nächste Zug ist wieder deiner.
told-timed-out-last = { $edition }, { $channel }: Deine Zeit war um, deshalb hat die Vertretung diesen Zug für dich gespielt. Es war dein letzter Zug in diesem Spiel.
told-skipped-last = { $edition }, { $channel }: { $by } hat die Vertretung diesen Zug für dich spielen lassen. Es war dein letzter Zug in diesem Spiel.
told-skipped = { $edition }, { $channel }: { $by } hat die Vertretung diesen Zug für dich spielen lassen. Der Platz gehört weiter dir, und der nächste Zug ist wieder deiner.

button-snooze = Später erinnern
button-away = Ich bin weg …
button-away-12 = 12 Stunden
button-away-24 = 1 Tag
button-away-week = Eine Woche: Urlaub
button-im-back = Ich bin zurück
button-nudge = Anstupsen
button-hours = Meine Zeiten …

away-how-long = Wie lange bist du weg? Für 12 Stunden oder einen Tag erinnert dich niemand, aber deine Uhr läuft weiter. Eine Woche ist Urlaub: Deine Uhren stehen still, und an deinen Tischen steht, dass du weg bist.
away-muted = Niemand erinnert dich bis { $until }. Deine Fristen bleiben, wie sie sind.
snoozed = Die nächste Erinnerung kommt { $until }. Deine Frist bleibt, wie sie ist.
nudged = Wer am Zug ist, wird hören, dass du wartest.
im-back = Willkommen zurück! Dein Platz gehört wieder dir.
im-back-turn = Willkommen zurück! Dein Platz gehört wieder dir, und du bist am Zug: Du hast dafür die volle Zeit.

hours-offer = Wann schläfst du? Deine Uhr kann mit dir schlafen. Das wirst du nur einmal gefragt; /my clock gibt es immer.
hours-kept = Deine Einstellungen sind gespeichert.
hours-unknown = Niemand weiß, wann du schläfst, deshalb läuft deine Uhr Tag und Nacht. Wähle, wo du wohnst; danach kannst du Ruhezeiten wählen. /my clock kennt jede Zeitzone und jede Uhrzeit.
hours-zone = 🌍 { $zone }, dort ist es jetzt { $time }
hours-quiet = 🌙 Ruhe von { $begin } bis { $end }: Deine Uhr steht still, und niemand erinnert dich.
hours-quiet-none = Keine Ruhezeiten
hours-weekends-count = Am Wochenende läuft deine Uhr
hours-weekends-free = Am Wochenende steht deine Uhr still
hours-muted = 🔕 Keine Erinnerungen bis { $until }
hours-vacation = 🏖️ Im Urlaub bis { $until }
hours-days-left = { $left ->
    [0] Keine Urlaubstage mehr übrig: Es gibt 30 im Jahr.
    [one] Noch ein Urlaubstag: Es gibt 30 im Jahr.
   *[other] Noch { $left } Urlaubstage: Es gibt 30 im Jahr.
  }
hours-in-time = ✅ Rechtzeitig gespielt: { $played } von { $turns ->
    [one] 1 Zug
   *[other] { $turns } Zügen
  }
hours-privacy = Andere sehen nur deine Frist; daraus könnten sie deine Nacht erraten.
hours-next-turn = Eine Änderung gilt ab deinem nächsten Zug; eine laufende Frist bleibt. Blitz-Tische schlafen nie.
hours-choose-zone = Wo wohnst du?
hours-choose-quiet = Wann soll Ruhe sein?
hours-choose-weekends = Und am Wochenende?

vacation-started = Du bist im Urlaub bis { $until }. Deine Uhren stehen still, in einem Spiel höchstens 14 Tage; an deinen Tischen steht, dass du weg bist. Ein Zug von dir beendet den Urlaub, ebenso /my vacation end.
vacation-ended = Dein Urlaub ist vorbei, und deine Uhren laufen wieder.
vacation-not-at = Hier läuft die Uhr trotzdem weiter, weil der Tisch keinen Urlaub erlaubt oder schon 14 Tage davon hatte: { $tables }.
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

error-no-time = Tippe eine Uhrzeit wie 22:30, 7 oder 10 pm; oder off für keine Ruhezeiten.
error-no-date = Tippe ein Datum wie 2026-06-30 oder 30.6., oder eine Zahl von Tagen ab heute.
error-no-zone = Sag zuerst, wo du wohnst: /my clock zone: schlägt Orte vor, während du tippst.
error-half-quiet = Ruhezeiten haben zwei Enden: Gib from: und to: an.

command-my-clock = Deine Zeitzone, Ruhezeiten und Wochenenden; oder was eingestellt ist
command-my-vacation = Deine Uhren anhalten, während du weg bist
command-my-vacation-start = In Urlaub gehen: Die Uhren aller deiner Tische stehen still
command-my-vacation-end = Aus dem Urlaub zurückkommen
option-zone = Wo du wohnst: Tippe eine Stadt
option-from = Wann deine Ruhezeit beginnt, etwa 22:30; oder off
option-to = Wann deine Ruhezeit endet, etwa 7; höchstens 10 Stunden
option-weekends = Ob deine Uhr samstags und sonntags läuft
option-until = Der letzte Tag deines Urlaubs

topic-time = Zeit: Fristen, Erinnerungen, Urlaub
rules-time = Ein Tisch hat ein Tempo. Jeder Zug hat seine Zeit: 5 Minuten (Blitz), 24 Stunden (Tag) oder 72 Stunden (gemütlich); ohne Tempo haben Züge kein Ende. Ist die Zeit aufgebraucht, hilft eine Reserve: 10 Minuten, 48 Stunden oder 6 Tage für das ganze Spiel. Jeder Zug, den du spielst, gibt ihr ein Viertel der Zeit eines Zuges zurück. Die Frist auf deiner Handkarte zählt beides.
  { "" }**Deine Uhr schläft mit dir.** Mit /my clock sagst du, wo du wohnst, wann Ruhe ist (bis zu 10 Stunden am Tag) und ob Wochenenden zählen. Dann steht deine Uhr still, und niemand erinnert dich. Andere sehen nur deine Frist. Blitz schläft nie.
  { "" }**Erinnerungen** kommen als Direktnachricht, höchstens vier in einem Zug: wenn die Hälfte der Zeit um ist, kurz vor ihrem Ende und in der Mitte der Reserve. { $snooze } verschiebt eine, { $away } stellt alle ab. Wer wartet, findet { $nudge } unter { $more }: Das ruft, auf wen gewartet wird, sobald ein Viertel der Zeit um ist.
  { "" }**Urlaub**: Mit /my vacation start stehen alle deine Uhren still, 30 Tage im Jahr, 14 in einem Spiel. Ein Zug von dir beendet ihn. Ein Tisch kann ihn von Anfang an ausschließen; ein anderes Tempo ändert später weder das noch die Tage, die du verbraucht hast.
  { "" }**Sind alle weg**, wird der Tisch angehalten. Mit { $im-back } oder { button-take-seat } geht es weiter. Ist nach 90 Tagen niemand zurück, wird der Tisch abgesagt.
  { "" }**Eine Pause** hält alle Uhren eines Tisches an; wer mag, zieht trotzdem. Zwei Drittel derer, die mitspielen, können sie beginnen und beenden, unter { $more }. Moderatoren, die dort nicht mitspielen, können das auch, außerdem für einen Zug mehr Zeit geben oder ihn die Vertretung spielen lassen.
  { "" }**Ein Abbruch** beendet das Spiel ohne Ergebnis. Zwei Drittel derer, denen ein Platz gehört, können das unter { $more } beschließen; Moderatoren, die dort nicht mitspielen, können es auch.
  { "" }**Ist die Zeit um**, spielt die Vertretung diesen einen Zug: ein vorsichtiger Bot, der nicht mehr weiß als dein Platz. Nach drei Zügen nacheinander behält sie deinen Platz, bis du { $im-back } drückst. Der Platz bleibt deiner, und du hast für deinen Zug die volle Zeit. Ohne dich zu fragen, kann die Moderation ihn erst weitergeben, wenn du 24 Stunden (Blitz), 3 Tage (Tag), 9 Tage (gemütlich) oder 7 Tage (ohne Tempo) nicht gezogen hast, oder sofort, wenn du den Server verlässt.

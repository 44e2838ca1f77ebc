# Der Beitrag vor dem Spiel, der Start, und Tische, die Mitglieder eröffnen.
fan-project = Fanprojekt
pace-short-blitz = 5 Min. pro Zug
pace-short-day = 24 Std. pro Zug
pace-short-relaxed = 72 Std. pro Zug
pace-short-none = Kein Zeitlimit
lobby-about-hours =
    { $count ->
        [one] etwa eine Stunde
       *[other] etwa { $count } Stunden
    }
lobby-about-days = etwa { $count } Tage
lobby-about-weeks = etwa { $count } Wochen
lobby-plans = Pläne erlaubt
lobby-no-plans = ohne Pläne
lobby-full = **Alle Plätze besetzt.** Start { $when }, oder wenn jemand am Tisch { button-start } drückt.
lobby-when-soon = Startet 10 Minuten, nachdem alle Plätze besetzt sind. Dann können auch alle am Tisch starten.
lobby-opening = Tisch wird eröffnet …
lobby-opened-late = Tisch eröffnet. Der Beitrag folgt.
lobby-error-start-not-full = Solange Plätze frei sind, können nur die Person, die den Tisch eröffnet hat, und die Moderation ihn starten.
lobby-error-close-not-allowed = Nur die Person, die den Tisch eröffnet hat, kann ihn schließen.
lobby-error-one-lobby-each = Du hast schon einen offenen Tisch in { $channel }. Starte ihn, oder schließe ihn unter { button-details }.
lobby-error-open-nowhere = Auf diesem Server können Mitglieder keine Tische eröffnen. Frag die Moderation.
lobby-error-open-elsewhere = Hier kannst du keinen Tisch eröffnen. Nutze /open in { $channels }.
lobby-error-too-many-open-channels = Mehr als { $most } Kanäle gehen nicht. Entferne zuerst einen.
error-option-channel = { $option }: Wähle einen Textkanal.
told-full = { $edition }, { $channel }: Alle Plätze sind besetzt. Das Spiel beginnt { $starts }, oder wenn du { button-start } drückst.
button-close-lobby = Tisch schließen
start-soon = 10 Minuten, nachdem alle Plätze besetzt sind
command-open = Einen Tisch in diesem Kanal eröffnen
option-open = /open in einem Kanal erlauben (nochmals: nicht mehr)
settings-open = Mitglieder können mit /open Tische eröffnen in { $channels }.
settings-open-none = Nur die Moderation kann Tische eröffnen. Mit open: erlaubst du Mitgliedern /open in einem Kanal.

# Was zählt: wie die Zeilen der Wertung heißen.
score-routes = Strecken
score-exchange = Tausch
score-tickets = Zielkarten
score-longest-path = Längste Strecke
score-most-tickets = Meiste Zielkarten
score-attractions = Sehenswürdigkeiten
score-harbours = Häfen
score-unbuilt-harbours = Ungebaute Häfen

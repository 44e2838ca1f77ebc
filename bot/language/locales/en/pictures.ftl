# What scores, as the lines of the score sheet are called.
score-routes = Routes
score-exchange = Exchange
score-tickets = Tickets
score-longest-path = Longest path
score-most-tickets = Most tickets
score-attractions = Attractions
score-harbours = Harbours
score-unbuilt-harbours = Unbuilt harbours

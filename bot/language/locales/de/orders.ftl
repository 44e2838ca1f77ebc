# Daueraufträge: was über sie gesagt wird, und nur denen, die sie geben.

lobby-error-no-order = Du hast an diesem Tisch keinen Auftrag.
lobby-error-orders-off = An diesem Tisch gibt es keine Aufträge: Alle spielen jeden Zug selbst.
lobby-error-no-such-orders = Ein Tisch kann Aufträge für { $orders } Züge ohne einen Blick erlauben, oder gar keine.

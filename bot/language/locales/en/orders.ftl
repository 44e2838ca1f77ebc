# Standing orders: what is said about them, to their owner alone.

lobby-error-no-order = You have no order at this table.
lobby-error-orders-off = There are no standing orders at this table: everybody plays each turn themselves.
lobby-error-no-such-orders = A table can allow orders for { $orders } turns without a look, or none at all.

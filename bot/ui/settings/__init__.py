"""Settings of a person and of a server, shown with selects that change them."""

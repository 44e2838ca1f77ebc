"""The scripts that made `land.json` of the boards. Drawing a picture does not need them."""

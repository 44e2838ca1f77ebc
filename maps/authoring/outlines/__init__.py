"""The scripts that made `land.json` of the boards; not needed to draw a picture."""

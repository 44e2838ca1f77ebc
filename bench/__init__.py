"""Speed and memory, shown as ratios that are taken in one run. Nothing here is asserted."""

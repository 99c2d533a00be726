"""Looking back and going on from there: replays, exports, files brought along, and studies."""

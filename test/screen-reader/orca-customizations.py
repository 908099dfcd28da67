# Orca loads this when it starts: speech goes to a file, one JSON line each, instead of a synthesizer.
import json
import os
import time

import orca.settings as settings
import orca.speech as speech


def write_down(text, *_):
    with open(os.environ["LOQUAT_SPOKEN"], "a") as spoken:
        spoken.write(json.dumps({"at": time.time(), "text": text}) + "\n")


speech._speak = write_down
speech.speakKeyEvent = lambda *_: None
# leave letters to the page, like users of single-key shortcuts do (Insert+Z)
settings.structuralNavigationEnabled = False

# Orca reads this when it starts: what it would say is written down, a line of JSON each, and not sent to a synthesizer.
import json
import os
import time

import orca.settings as settings
import orca.speech as speech


def write_down(text, *_):
    with open(os.environ["LOQUAT_SPOKEN"], "a") as spoken:
        spoken.write(json.dumps({"at": time.time(), "text": text}) + "\n")


speech._speak = write_down
# each key that is pressed would be said as well
speech.speakKeyEvent = lambda *_: None
# letters are for the page, as whoever uses its keys has chosen (Insert+Z)
settings.structuralNavigationEnabled = False

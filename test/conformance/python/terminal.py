"""
Opens the terminal client in a terminal that nobody sees. Each line that comes in asks for something, and is answered when
it is done: `see` is a text that is to be on the screen, `reply` what somebody (`to`) is then answered, and `post` a message
to a channel whose refusal (`refused`) is to be on the screen.
"""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import sys
import termios
import threading
import time

program, config = sys.argv[1:]
environment = {**os.environ, "HOME": os.path.dirname(config), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONWARNINGS": "ignore"}
pid, terminal = pty.fork()
if pid == 0:
    os.execve(program, [program, "--config-file", config], environment)
columns = 120
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

shown = ""


def watch():
    global shown
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            os._exit(1)
        # strip escape codes for position and color
        shown += re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9])|[\x0e\x0f]", "", part.decode("utf-8", "replace"))


threading.Thread(target=watch, daemon=True).start()


def see(text, patience=None):
    until = None if patience is None else time.monotonic() + patience
    while text not in shown:
        if until is not None and time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def press(keys):
    global shown
    shown = ""
    os.write(terminal, keys)


def leave():
    press(b"\x1b")
    # the client waits this long after Escape: an earlier key counts as Alt plus that key
    time.sleep(0.5)


def draw_again():
    global columns
    columns = 239 - columns
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


def look_for(text):
    # scroll: new messages can be below the screen
    while not see(text, 3):
        press(b"P")
        see("All private messages", 2)
        press(b"G")
        draw_again()


def give_up(problem):
    print(f"{problem}; the screen ends with:\n{shown[-2000:]}", file=sys.stderr, flush=True)
    os._exit(1)


def reply(to, text):
    for _ in range(10):
        # open direct messages, then the newest, and reply
        press(b"P")
        see("All private messages", 5)
        press(b"G")
        time.sleep(0.3)
        press(b"r")
        if see(f"To: {to}", 5):
            press(text.encode())
            if see(text, 5):
                break
        leave()
    else:
        give_up(f"no answer to {to} could be written")
    press(b"\x04")
    time.sleep(0.5)
    leave()


def post(channel, topic, text, refused):
    for _ in range(10):
        press(b"c")
        for part in (channel, topic):
            press(part.encode())
            see(part, 5)
            press(b"\t")
        press(text.encode())
        if see(text, 5):
            break
        leave()
    else:
        give_up(f"no message to {channel} could be written")
    press(b"\x04")
    if not see(refused, 60):
        give_up(f"the screen didn't show: {refused}")
    leave()


for line in sys.stdin:
    ask = json.loads(line)
    look_for(ask["see"])
    if "post" in ask:
        post(**ask["post"], refused=ask["refused"])
    if "reply" in ask:
        reply(ask["to"], ask["reply"])
    print(json.dumps({"done": True}), flush=True)
os.kill(pid, signal.SIGKILL)
os._exit(0)

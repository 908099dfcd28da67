"""Sends a message to each of some channels, and prints the errors by channel, each with the number of requests."""

import json
import sys

import requests
import zulip

sent = 0
send = requests.Session.send


def counted(*args, **kwargs):
    global sent
    sent += 1
    return send(*args, **kwargs)


requests.Session.send = counted
client = zulip.Client(config_file=sys.argv[1])
replies = {}
for channel in sys.argv[2:]:
    before = sent
    reply = client.send_message({"type": "stream", "to": channel, "topic": "soup", "content": "soup"})
    assert reply["result"] == "error", reply
    replies[channel] = {"code": reply["code"], "msg": reply["msg"], "requests": sent - before}
print(json.dumps(replies))

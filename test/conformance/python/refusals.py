"""Sends a message to each of some channels, and prints the codes and texts of the errors, by channel."""

import json
import sys

import zulip

client = zulip.Client(config_file=sys.argv[1])
replies = {}
for channel in sys.argv[2:]:
    message = {"type": "stream", "to": channel, "topic": "soup", "content": "soup"}
    reply = client.send_message(message)
    assert reply["result"] == "error", reply
    replies[channel] = reply
codes = {channel: reply["code"] for channel, reply in replies.items()}
print(json.dumps([codes, {channel: reply["msg"] for channel, reply in replies.items()}]))

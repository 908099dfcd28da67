"""The ordinary day of a program that uses the public API's Python library: one for each line that comes in."""

import io
import json
import sys

import zulip


def success(reply):
    assert reply["result"] == "success", reply
    return reply


class Note(io.BytesIO):
    name = "note.txt"


def day(client, own, number):
    queue = success(client.register(event_types=["message", "reaction", "update_message"]))
    content = f"note {number}"
    sent = success(client.send_message({"type": "private", "to": [own["user_id"]], "content": content}))["id"]
    success(client.add_reaction({"message_id": sent, "emoji_name": "octopus"}))
    success(client.update_message({"message_id": sent, "content": f"{content}, edited"}))
    success(client.update_message_flags({"messages": [sent], "op": "add", "flag": "starred"}))
    success(client.set_typing_status({"op": "start", "to": [own["user_id"]]}))
    success(client.upload_file(Note(b"some text")))
    success(client.add_subscriptions([{"name": "snakes"}]))
    success(client.send_message({"type": "stream", "to": "snakes", "topic": "scales", "content": content}))
    topics = success(client.get_stream_topics(success(client.get_stream_id("snakes"))["stream_id"]))["topics"]
    assert "scales" in [topic["name"] for topic in topics], topics
    starred = {"anchor": "newest", "num_before": 5, "num_after": 0, "narrow": [["is", "starred"]]}
    messages = success(client.get_messages(starred))["messages"]
    assert sent in [message["id"] for message in messages], messages
    success(client.get_members())
    success(client.update_presence({"status": "active"}))
    heard, last = set(), queue["last_event_id"]
    while heard < {"message", "reaction", "update_message"}:
        for event in success(client.get_events(queue_id=queue["queue_id"], last_event_id=last))["events"]:
            heard.add(event["type"])
            last = event["id"]
    success(client.deregister(queue["queue_id"]))


client = zulip.Client(config_file=sys.argv[1])
own = success(client.get_profile())
for number, _line in enumerate(sys.stdin):
    day(client, own, number)
    print(json.dumps({"day": number}), flush=True)

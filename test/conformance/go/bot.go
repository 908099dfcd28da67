// A bot that uses the public API's Go library: it subscribes to a channel, then replies to every message there and to
// direct messages, until its input ends. With --refusals and channels, it shows how they refuse its messages.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	library "github.com/matterbridge/gozulipbot"
)

// The fields of responses that the bot uses.
type reply struct {
	Result        string
	Msg           string
	ID            int
	Subscriptions []struct{ Name string }
	Code          string
	RetryAfter    float64 `json:"retry-after"`
}

// Retries for as long as the server says so, which the library leaves to its callers.
func read(ask func() (*http.Response, error)) reply {
	for {
		response, err := ask()
		check(err)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		check(err)
		var said reply
		check(json.Unmarshal(body, &said))
		if said.Code == "RATE_LIMIT_HIT" && said.RetryAfter > 0 {
			time.Sleep(time.Duration(said.RetryAfter * float64(time.Second)))
			continue
		}
		if said.Result != "success" {
			log.Fatalf("%s: %s", response.Request.URL.Path, body)
		}
		return said
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func has(names []string, wanted string) bool {
	for _, name := range names {
		if name == wanted {
			return true
		}
	}
	return false
}

// Subscribes, which creates the channel, and sends a message to it.
func settle(bot *library.Bot, channel string) {
	read(func() (*http.Response, error) { return bot.Subscribe([]string{channel, "left again"}) })
	read(func() (*http.Response, error) { return bot.Unsubscribe([]string{"left again"}) })
	subscriptions := read(func() (*http.Response, error) { return bot.ListSubscriptions() }).Subscriptions
	if len(subscriptions) != 1 || subscriptions[0].Name != channel {
		log.Fatalf("subscribed to %v", subscriptions)
	}
	names, err := bot.GetStreams()
	check(err)
	if !has(names, channel) {
		log.Fatalf("there is no %s in %v", channel, names)
	}
	_, err = bot.RealmEmoji()
	check(err)
	sent := read(func() (*http.Response, error) {
		return bot.Message(library.Message{Stream: channel, Topic: "arrivals", Content: "here I am"})
	})
	read(func() (*http.Response, error) { return bot.UpdateMessage(strconv.Itoa(sent.ID), "here I am & stay") })
}

// Adds two reactions to a message, removes one, and repeats the message in its conversation.
func answer(bot *library.Bot, message library.EventMessage) {
	read(func() (*http.Response, error) { return bot.React(message, "octopus") })
	read(func() (*http.Response, error) { return bot.React(message, "tada") })
	read(func() (*http.Response, error) { return bot.Unreact(message, "tada") })
	read(func() (*http.Response, error) {
		return bot.Respond(message, fmt.Sprintf("%s said: %s", message.SenderFullName, message.Content))
	})
}

func main() {
	bot := (&library.Bot{APIURL: os.Args[1] + "/api/v1/", Email: os.Args[2], APIKey: os.Args[3]}).Init()
	bot.Backoff = 10 * time.Millisecond
	if os.Args[4] == "--refusals" {
		showRefusals(bot, os.Args[5:])
		return
	}
	settle(bot, os.Args[4])
	queue, err := bot.RegisterAll()
	check(err)
	messages, _ := queue.EventsChan()
	fmt.Println("listening")
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		check(err)
		os.Exit(0)
	}()
	for message := range messages {
		if message.SenderEmail != bot.Email {
			answer(bot, message)
		}
	}
	log.Fatal("the queue has ended")
}

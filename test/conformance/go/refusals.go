package main

import (
	"encoding/json"
	"net/http"
	"os"

	library "github.com/matterbridge/gozulipbot"
)

// A refusal as a bot reads it, and the number of requests that the library sent for it.
type refusal struct {
	Code     string `json:"code"`
	Msg      string `json:"msg"`
	Requests int    `json:"requests"`
}

type counter struct{ requests int }

func (counted *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	counted.requests++
	return http.DefaultTransport.RoundTrip(request)
}

// Sends a message to each channel, and prints the refusals by channel.
func showRefusals(bot *library.Bot, channels []string) {
	refusals := map[string]refusal{}
	for _, channel := range channels {
		counted := &counter{}
		bot.Client = &http.Client{Transport: counted}
		response, err := bot.Message(library.Message{Stream: channel, Topic: "soup", Content: "soup"})
		check(err)
		var said refusal
		check(json.NewDecoder(response.Body).Decode(&said))
		response.Body.Close()
		said.Requests = counted.requests
		refusals[channel] = said
	}
	check(json.NewEncoder(os.Stdout).Encode(refusals))
}

module loquat.example/conformance/go

go 1.19

require github.com/matterbridge/gozulipbot v0.0.0-20211023205727-a19d6c1f3b75

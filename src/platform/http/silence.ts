import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Polls have a heartbeat each minute; what is silent for longer is somebody who takes no answer. */
const maxSilenceMs = 300_000

/**
 * Ends connections on which nothing comes or goes for so long, unless what was asked there is still being worked on:
 * some of that takes longer, like moving a topic of a million messages.
 */
export function endSilentConnections(server: Server, silenceMs = maxSilenceMs): void {
  const answers = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('request', ({ socket }, response) => {
    const ofSocket = answers.get(socket) ?? new Set()
    answers.set(socket, ofSocket.add(response))
    response.once('close', () => ofSocket.delete(response))
  })
  server.setTimeout(silenceMs, (socket) => {
    const isWorkedOn = [...(answers.get(socket) ?? [])].some(({ req, headersSent }) => req.complete && !headersSent)
    if (isWorkedOn) socket.setTimeout(silenceMs)
    else socket.destroy()
  })
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Polls have a heartbeat each minute, so a longer silence means that the client reads nothing. */
const mostSilenceMs = 300_000

/**
 * Closes connections that are silent for this long, unless a request is in progress: some take longer, like moving a
 * topic with a million messages.
 */
export function endSilentConnections(server: Server, silenceMs = mostSilenceMs): void {
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

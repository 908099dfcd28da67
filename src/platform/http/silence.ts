import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Polls have a heartbeat each minute, so a longer silence means that the client reads nothing. */
const maxSilenceMs = 300_000

/** Closes silent connections, except during a request: moving a topic of a million messages takes longer. */
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

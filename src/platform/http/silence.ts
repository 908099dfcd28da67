import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Polls have a heartbeat each minute, so a longer silence means that the client reads nothing. */
const maxSilenceMs = 300_000

/** Closes silent connections, except during a request: moving a topic of a million messages takes longer. */
export function endSilentConnections(server: Server, silenceMs = maxSilenceMs): void {
  const answers = new WeakMap<Socket, ServerResponse[]>()
  server.on('request', ({ socket }, response) => {
    // perf: finished ones are dropped by the next request, because a listener for each costs more
    const unfinished = answers.get(socket)?.filter(({ writableFinished }) => !writableFinished) ?? []
    unfinished.push(response)
    answers.set(socket, unfinished)
  })
  server.setTimeout(silenceMs, (socket) => {
    const isWorkedOn = answers.get(socket)?.some(({ req, headersSent }) => req.complete && !headersSent)
    if (isWorkedOn) socket.setTimeout(silenceMs)
    else socket.destroy()
  })
}

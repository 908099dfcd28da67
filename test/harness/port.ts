import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ephemeral port range. */
const [lowest, highest] = [20_000, 32_000]
const address = '127.0.0.1'

/**
 * A free port outside the range that the system assigns, so that a stopped server finds it free when it restarts. No
 * other caller gets it until this process ends. `draw` suggests ports.
 */
export async function freePort(draw = () => randomInt(lowest, highest)): Promise<number> {
  for (;;) {
    const port = draw()
    if ((await isUnused(port)) && (await claim(port))) return port
  }
}

function isUnused(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, address, () => server.close(() => resolve(true)))
  })
}

/** Holds the UDP port of the same number: servers don't need it, and the system frees it, even after a crash. */
function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port, address, exclusive: true }, () => resolve(true))
  })
}

import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ephemeral port range. */
const [lowest, highest] = [22_000, 32_000]
/** A port is claimed by another one, outside the range, so that servers can use both its TCP and its UDP side. */
const claimBelow = 11_000
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

/** Holds a UDP port, which the system frees even after a crash. */
function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port: port - claimBelow, address, exclusive: true }, () => resolve(true))
  })
}

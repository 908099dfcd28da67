import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that a system gives to connections, and to servers that ask for any. */
const [lowest, highest] = [20_000, 32_000]

/**
 * A port of this machine on which nobody listens, and which the system gives to nobody else: a server that is ended finds
 * it free when it comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

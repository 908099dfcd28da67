import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range. */
const [lowest, highest] = [20_000, 32_000]

/** A free port outside the range that the system assigns, so that a stopped server finds it free when it restarts. */
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

import type { Driver } from '../driver.ts'
import { openSessions, type ServerOptions, sessionsName } from './sessions.ts'

interface AddressOptions extends ServerOptions {
  /** The server's own URL, if `url` is that of a pooler in transaction mode. */
  sessionUrl?: string | undefined
}

/** Maximum share of connections that bypass the pooler: little needs a session. */
const shareOfSessions = 1 / 4

/** A PostgreSQL server; with `sessionUrl` both through a pooler and directly, for work that needs a session. */
export async function openServer(url: string, { sessionUrl, ...options }: AddressOptions = {}): Promise<Driver> {
  if (sessionUrl === undefined) return openSessions(url, options)
  const { connections = 20 } = options
  const name = sessionsName()
  const direct = await openSessions(sessionUrl, {
    ...options,
    name,
    connections: Math.max(2, Math.ceil(connections * shareOfSessions)),
  })
  try {
    const pooled = await openSessions(url, { ...options, name }, direct)
    return {
      ...pooled,
      isShared: true,
      // a patience changes session settings
      connect: (patience) => (patience ? direct.connect(patience) : pooled.connect()),
      script: direct.script,
      listen: direct.listen,
      async close() {
        await pooled.close()
        await direct.close()
      },
    }
  } catch (error) {
    await direct.close()
    throw error
  }
}

import type { Driver } from '../driver.ts'
import { openSessions, type ServerOptions, sessionsName } from './sessions.ts'

interface AddressOptions extends ServerOptions {
  /** The address of the server itself, where `url` leads to a pooler that gives each transaction another session. */
  sessionUrl?: string | undefined
}

/** Of the connections for requests, such a part is opened past the pooler, at most: few things need a session. */
const shareOfSessions = 1 / 4

/** A PostgreSQL server: one address, or one for transactions and one for what needs a session of its own. */
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
      // whoever names a patience changes the session's limits
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

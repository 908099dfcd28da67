import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type PoolClient } from 'pg'
import { databaseAddresses } from '#platform/config'
import { type Connection, type Driver, type Patience, unhurried } from '../driver.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { explained, hasNoRoom } from './errors.ts'
import { Listener } from './listener.ts'
import { Primary, type Server } from './primary.ts'
import { ServerSession } from './session.ts'
import { limits, lookAfterConnection, ownLimits, uncompiled } from './settings.ts'
import { type Standing, standingIn, standingQuery } from './standing.ts'
import { KnownStatements } from './statements.ts'
import { pooledName, Watch } from './watch.ts'

export interface ServerOptions {
  /** Maximum number of connections, besides the listening one. */
  connections?: number
  /** Time limit for getting a connection, new or idle. */
  connectSecs?: number
  /** Statement time limit, except for unhurried work. */
  statementSecs?: number
  /** Accept standbys, for reading. */
  canFollow?: boolean
  /** Distinguishes this process's sessions from others. */
  name?: string
}

interface ServerDriver extends Driver {
  readonly server: Server
}

const closeMs = 5_000
/** After a server had no room for a connection, how long to wait before trying again. */
const noRoomMs = 5_000

export const sessionsName = (): string => `loquat ${randomBytes(4).toString('hex')}`

/** The current primary of a URL's hosts. Behind a pooler, `beside` is a driver that bypasses it. */
export async function openSessions(
  url: string,
  options: ServerOptions = {},
  beside?: ServerDriver,
): Promise<ServerDriver> {
  const { connections = 20, connectSecs = 5, statementSecs = 20, canFollow = false } = options
  const { name = sessionsName() } = options
  // a pooler keeps sessions of ended processes
  const application_name = beside ? pooledName(name) : name
  const servers = databaseAddresses(url).map(
    (address): Server => ({
      connectionString: withUsualModes(address),
      application_name,
      connectionTimeoutMillis: connectSecs * 1000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }),
  )
  const primary = new Primary(servers, connectSecs, () => {
    const gone = new DatabaseUnavailable('another server has taken its place')
    for (const session of [...sessions.values()])
      if (!primary.isInCharge(session.server, session.standing)) session.end(gone)
    for (const listener of listeners) listener.renew()
  })
  class ServerClient extends pg.Client {
    readonly server: Server
    standing: Standing | undefined

    constructor() {
      const { server } = primary
      super(server)
      this.server = server
    }

    async prepare(): Promise<void> {
      const giveUp = setTimeout(() => this.connection.stream.destroy(), connectSecs * 1000)
      try {
        const settings = beside ? '' : limits(statementSecs) + uncompiled + lookAfterConnection
        const results = await this.query(settings + standingQuery)
        this.standing = standingIn(results)
        if (!canFollow) primary.check(this.server, this.standing)
      } finally {
        clearTimeout(giveUp)
      }
    }
  }
  const known = new KnownStatements()
  const shared = beside && { begins: ownLimits(statementSecs), maxMs: connectSecs * 1000 }
  const sessions = new Map<object, ServerSession>()
  const alive = new Map(servers.map((server) => [server, new Set<ServerSession>()]))
  const pool = new pg.Pool({
    Client: ServerClient,
    max: connections,
    connectionTimeoutMillis: connectSecs * 1000,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => (client as ServerClient).prepare(),
  })
  pool.on('connect', (client) => {
    const { server, standing } = client as unknown as ServerClient
    const session = new ServerSession(client, known, {
      server,
      standing: standing as Standing,
      maxMs: statementSecs * 1000,
      shared,
      doubt: () => primary.doubt(server),
    })
    sessions.set(client, session)
    alive.get(server)?.add(session)
  })
  pool.on('remove', (client) => {
    const session = sessions.get(client)
    sessions.delete(client)
    if (session) alive.get(session.server)?.delete(session)
  })
  // ignore lost idle connections: no caller is waiting
  pool.on('error', () => {})
  const watches = [...alive].map(([server, its]) => new Watch(() => beside?.server ?? server, its))
  const listeners: Listener[] = []
  let isClosed = false

  let room: NodeJS.Timeout | undefined
  /** Limits the pool to its existing connections for a while; callers wait for one to be released. */
  function makeDo(): void {
    pool.options.max = sessions.size
    clearTimeout(room)
    room = setTimeout(() => {
      pool.options.max = connections
    }, noRoomMs).unref()
  }

  async function connected(): Promise<PoolClient> {
    const until = performance.now() + connectSecs * 1000
    for (;;) {
      const server = await primary.find()
      try {
        return await pool.connect()
      } catch (error) {
        if (hasNoRoom(error) && sessions.size > 0 && performance.now() < until) {
          makeDo()
          continue
        }
        primary.doubt(server)
        if (primary.isOnly || performance.now() >= until) throw explained(error, { isConnecting: true })
      }
    }
  }

  async function connect(patience?: Patience): Promise<Connection> {
    if (isClosed) throw new Error('The database is closed')
    for (;;) {
      const client = await connected()
      const session = sessions.get(client)
      if (!session || session.hasEnded) {
        client.release(true)
        continue
      }
      const connection = session.borrow((broken) => client.release(broken))
      if (!patience) return connection
      try {
        await connection.script(limits(patience.statementSecs))
        session.maxMs = patience.statementSecs * 1000
        return {
          ...connection,
          release() {
            session.maxMs = statementSecs * 1000
            void connection
              .script(limits(statementSecs))
              .catch(() => {})
              .finally(() => connection.release())
          },
        }
      } catch (error) {
        connection.release()
        throw error
      }
    }
  }

  const script = async (sql: string) => {
    const connection = await connect(unhurried)
    try {
      await connection.script(sql)
    } finally {
      connection.release()
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(room)
    primary.close()
    for (const watch of watches) watch.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    const late = new AbortController()
    await Promise.race([pool.end(), sleep(closeMs, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    for (const session of sessions.values()) session.end(new DatabaseUnavailable('it is being closed'))
  }

  try {
    const first = await connect()
    try {
      await first.query('select 1', [])
    } finally {
      first.release()
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    get server() {
      return primary.server
    },
    kind: 'server',
    connections,
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    connect,
    script,
    close,
    listen: (channel, told) => void listeners.push(new Listener(() => primary.find(), channel, told)),
  }
}

/** Gives sslmode its usual libpq meaning: `require` doesn't verify the certificate. */
function withUsualModes(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url
  return `${url}&uselibpqcompat=true`
}

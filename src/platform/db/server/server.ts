import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type PoolClient } from 'pg'
import { type Connection, type Driver, type Patience, unhurried } from '../driver.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { explained } from './errors.ts'
import { Listener } from './listener.ts'
import { ServerSession } from './session.ts'
import { KnownStatements } from './statements.ts'
import { Watch } from './watch.ts'

interface ServerOptions {
  /** Most connections at once, beside the one that listens. */
  connections?: number
  /** How long a connection may take, a new one or a free one. */
  connectSecs?: number
  /** How long a statement may take, but for unhurried work. */
  statementSecs?: number
}

/** How long others may have to wait for a lock: an organization's writers hold theirs for some milliseconds. */
const lockSecs = 5
/** How long a transaction may do nothing: what it has locked is locked for others. */
const idleSecs = 10
const closeMs = 5_000

/** A PostgreSQL server, version 15 or newer. */
export async function openServer(url: string, options: ServerOptions = {}): Promise<Driver> {
  const { connections = 20, connectSecs = 5, statementSecs = 20 } = options
  const config: pg.ClientConfig = {
    connectionString: withUsualModes(url),
    // tells this process's sessions from those of others
    application_name: `loquat ${randomBytes(4).toString('hex')}`,
    connectionTimeoutMillis: connectSecs * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const prepare = async (client: PoolClient): Promise<void> => {
    const giveUp = setTimeout(() => client.connection.stream.destroy(), connectSecs * 1000)
    try {
      await client.query(limits(statementSecs) + uncompiled + lookAfterConnection)
    } finally {
      clearTimeout(giveUp)
    }
  }
  const known = new KnownStatements()
  const sessions = new Map<object, ServerSession>()
  const alive = new Set<ServerSession>()
  const pool = new pg.Pool({
    ...config,
    max: connections,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => prepare(client as PoolClient),
  })
  pool.on('connect', (client) => {
    const session = new ServerSession(client, known)
    sessions.set(client, session)
    alive.add(session)
  })
  pool.on('remove', (client) => {
    const session = sessions.get(client)
    sessions.delete(client)
    if (session) alive.delete(session)
  })
  // idle connections that are lost: there is nobody to tell
  pool.on('error', () => {})
  const watch = new Watch(config, alive)
  const listeners: Listener[] = []
  let isClosed = false

  async function connect(patience?: Patience): Promise<Connection> {
    if (isClosed) throw new Error('The database is closed')
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw explained(error, { isConnecting: true })
      })
      const session = sessions.get(client)
      if (!session || session.hasEnded) {
        client.release(true)
        continue
      }
      const connection = session.borrow((broken) => client.release(broken))
      if (!patience) return connection
      try {
        await connection.script(limits(patience.statementSecs))
        return {
          ...connection,
          release: () =>
            void connection
              .script(limits(statementSecs))
              .catch(() => {})
              .finally(() => connection.release()),
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
    watch.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    const late = new AbortController()
    await Promise.race([pool.end(), sleep(closeMs, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    for (const session of alive) session.end(new DatabaseUnavailable('it is being closed'))
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
    kind: 'server',
    connections,
    connect,
    script,
    close,
    listen: (channel, told) => void listeners.push(new Listener(config, channel, told)),
  }
}

/** How long things may take on a connection; unhurried work may take its time altogether. */
function limits(statementSecs: number): string {
  const isEndless = !Number.isFinite(statementSecs)
  const ms = (secs: number) => (isEndless ? 0 : Math.round(secs * 1000))
  return `set statement_timeout = ${ms(statementSecs)}; set lock_timeout = ${ms(lockSecs)};
    set idle_in_transaction_session_timeout = ${ms(idleSecs)};`
}

/** perf: compiling a statement takes longer than any of ours may run; older servers compile what is turned off. */
const uncompiled = 'set jit = off;'

/** How the server finds out that this process is gone; some systems know no such thing. */
const lookAfterConnection = `do $$ begin
    perform set_config(name, value, false) from (values ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'),
      ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '15000'), ('client_connection_check_interval', '2000'))
      of (name, value);
  exception when others then null;
  end $$`

/** The modes of TLS as everybody else's programs understand them: `require` asks for no certificate of its own. */
function withUsualModes(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url
  return `${url}&uselibpqcompat=true`
}

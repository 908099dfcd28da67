import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { freePort } from '../../test/harness/port.ts'
import { Connection } from '../http.ts'
import type { PollingClient } from '../live.ts'
import { countOf, forEveryone, type Peer, type Place } from './peer.ts'
import { Program } from './program.ts'

const python = join(projectRoot, '.cache/synapse/bin/python')
const serverName = 'bench.example'
const password = 'only for the benchmark'

/** Settings in JSON, which is also YAML. */
function settings({ folder, databaseUrl }: Place, port: number): string {
  const unlimited = { per_second: 1e6, burst_count: 1e6 }
  const url = databaseUrl ? new URL(databaseUrl) : undefined
  return JSON.stringify({
    server_name: serverName,
    listeners: [{ port, bind_addresses: ['127.0.0.1'], type: 'http', resources: [{ names: ['client'] }] }],
    database: url
      ? {
          name: 'psycopg2',
          args: { user: url.username, host: url.hostname, port: Number(url.port), dbname: url.pathname.slice(1) },
        }
      : { name: 'sqlite3', args: { database: join(folder, 'homeserver.db') } },
    log_config: join(folder, 'log.json'),
    media_store_path: join(folder, 'media'),
    signing_key_path: join(folder, 'signing.key'),
    macaroon_secret_key: password,
    pid_file: join(folder, 'pid'),
    report_stats: false,
    trusted_key_servers: [],
    federation_domain_whitelist: [],
    enable_registration: true,
    enable_registration_without_verification: true,
    // less work for the benchmark's sign-ups
    bcrypt_rounds: 4,
    // responses to /sync have all messages
    filter_timeline_limit: 1_000,
    rc_message: unlimited,
    rc_registration: unlimited,
    rc_login: { address: unlimited, account: unlimited, failed_attempts: unlimited },
    rc_joins: { local: unlimited, remote: unlimited },
    rc_joins_per_room: unlimited,
    rc_room_creation: unlimited,
  })
}

const logSettings = JSON.stringify({
  version: 1,
  handlers: { console: { class: 'logging.StreamHandler' } },
  root: { level: 'WARNING', handlers: ['console'] },
})

/** What a client needs for a room's messages; presence and typing notices would be further work. */
const filter = encodeURIComponent(
  JSON.stringify({
    room: { timeline: { limit: 1_000 }, ephemeral: { types: [] }, state: { lazy_load_members: true } },
    presence: { types: [] },
  }),
)

class Api {
  readonly #port: number
  tokens: string[] = []
  room = ''

  constructor(port: number) {
    this.#port = port
  }

  connect(token?: string): Promise<Connection> {
    const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
    return Connection.with(this.#port, `host: localhost\r\n${authorization}`, '/_matrix/client')
  }

  /** Connects as a person. */
  as(person: number): Promise<Connection> {
    return this.connect(this.tokens[person])
  }

  get roomPath(): string {
    return `/v3/rooms/${encodeURIComponent(this.room)}`
  }

  async fill(people: number): Promise<void> {
    const anonymous = await this.connect()
    for (let person = 0; person < people; person++) {
      const auth = { type: 'm.login.dummy' }
      const account = { username: `member-${person}`, password, auth }
      this.tokens.push(field(await anonymous.json('POST', '/v3/register', account), 'access_token'))
    }
    anonymous.close()
    const founder = await this.as(0)
    this.room = field(await founder.json('POST', '/v3/createRoom', { preset: 'public_chat' }), 'room_id')
    founder.close()
    await forEveryone(people, async (person) => {
      const connection = await this.as(person)
      field(await connection.json('POST', `${this.roomPath}/join`, {}), 'room_id')
      connection.close()
    })
  }

  async listen(person: number): Promise<PollingClient> {
    const connection = await this.as(person)
    const sync = (more: string) => connection.get(`/v3/sync?filter=${filter}&set_presence=offline${more}`)
    let since = field(await sync('&timeout=0'), 'next_batch')
    let running = true
    return {
      async poll(heard) {
        while (running) {
          let body: string
          try {
            body = await sync(`&timeout=30000&since=${since}`)
          } catch (error) {
            if (running) throw error
            return
          }
          heard(body)
          // perf: parsing the whole response as JSON would make the load generator the bottleneck
          const newest = /"next_batch":"([^"]+)"/.exec(body)?.[1]
          if (!newest) throw new Error(body.slice(0, 300))
          since = newest
        }
      },
      stop() {
        running = false
        connection.close()
      },
    }
  }
}

function field(body: string, name: string): string {
  const value = JSON.parse(body)[name]
  if (typeof value !== 'string') throw new Error(body.slice(0, 300))
  return value
}

export const synapse = (name: string, usesPostgres: boolean): Peer => ({
  name,
  usesPostgres,
  isInstalled: () => process.platform === 'linux' && existsSync(python),
  async install(place) {
    const { folder, people } = place
    const port = await freePort()
    const config = join(folder, 'homeserver.yaml')
    writeFileSync(join(folder, 'log.json'), logSettings)
    writeFileSync(config, settings(place, port))
    const program = ['-m', 'synapse.app.homeserver', '--config-path', config]
    execFileSync(python, [...program, '--generate-keys'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const api = new Api(port)
    let sent = 0
    return {
      async start() {
        const server = new Program(python, program, { cwd: folder, log: join(folder, 'output') })
        await server.responds(() => fetch(`http://127.0.0.1:${port}/_matrix/client/versions`))
        return {
          pid: server.pid,
          listen: (person) => api.listen(person),
          async sender(person) {
            const connection = await api.as(person)
            return {
              async send(body) {
                const path = `${api.roomPath}/send/m.room.message/${process.pid}-${sent++}`
                field(await connection.json('PUT', path, { msgtype: 'm.text', body }), 'event_id')
              },
              close: () => connection.close(),
            }
          },
          async reader(person) {
            const connection = await api.as(person)
            const messages = encodeURIComponent(JSON.stringify({ types: ['m.room.message'] }))
            const newest = `${api.roomPath}/messages?dir=b&limit=100&filter=${messages}`
            return {
              newest: async () => countOf(await connection.get(newest), '"event_id":'),
              async search(word) {
                const criteria = { search_term: word, order_by: 'recent', filter: { limit: 100, rooms: [api.room] } }
                const body = { search_categories: { room_events: criteria } }
                return countOf(await connection.json('POST', '/v3/search', body), '"event_id":')
              },
              close: () => connection.close(),
            }
          },
          stop: () => server.stop(),
        }
      },
      fill: () => api.fill(people),
    }
  },
})

import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../test/harness/port.ts'
import { forEveryone, type Peer, type Place } from './peer.ts'
import { Program } from './program.ts'
import { domain, XmppSession } from './xmpp.ts'

const control = '/usr/sbin/ejabberdctl'
const schema = '/usr/share/ejabberd/sql/pg.sql'
const erlang = '/usr/bin/erl'

/** Settings in JSON, which is also YAML. */
function settings({ databaseUrl }: Place, port: number): string {
  const url = databaseUrl ? new URL(databaseUrl) : undefined
  const database = url && {
    default_db: 'sql',
    sql_type: 'pgsql',
    sql_server: url.hostname,
    sql_port: Number(url.port),
    sql_database: url.pathname.slice(1),
    sql_username: url.username,
  }
  return JSON.stringify({
    hosts: [domain],
    loglevel: 'warning',
    listen: [{ port, ip: '127.0.0.1', module: 'ejabberd_c2s', max_stanza_size: 262_144 }],
    auth_method: url ? 'sql' : 'internal',
    registration_timeout: 'infinity',
    ...database,
    modules: {
      mod_disco: {},
      mod_mam: {},
      mod_muc: { default_room_options: { mam: true, persistent: true } },
      mod_register: {},
    },
  })
}

/** The account of Debian's package, if the benchmark runs as root. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'ejabberd'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export const ejabberd = (name: string, usesPostgres: boolean): Peer => ({
  name,
  usesPostgres,
  isInstalled: () => process.platform === 'linux' && existsSync(control) && (!usesPostgres || existsSync(schema)),
  async install(place) {
    const { folder, people, databaseUrl } = place
    const port = await freePort()
    const config = join(folder, 'ejabberd.yml')
    writeFileSync(config, settings(place, port))
    const owner = account()
    if (owner) chownSync(folder, owner.uid, owner.gid)
    if (databaseUrl) {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query(readFileSync(schema, 'utf8'))
      await client.end()
    }
    // not a distributed node: it would start a daemon that outlives it and listens on all addresses
    const args = ['+K', 'true', '+P', '250000', '-noinput', '-mnesia', 'dir', `"${join(folder, 'spool')}"`]
    const env = {
      ERL_LIBS: /^ERL_LIBS='(.*)'$/m.exec(readFileSync(control, 'utf8'))?.[1] ?? '',
      ERL_CRASH_DUMP_BYTES: '0',
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
    }
    return {
      async start() {
        const options = { cwd: folder, log: join(folder, 'output'), env, account: owner }
        const server = new Program(erlang, [...args, '-s', 'ejabberd'], options)
        await server.responds(async () => (await XmppSession.open(port, 0)).close())
        /** A person's stream both sends and receives. */
        const live = new Map<number, XmppSession>()
        const enter = async (person: number) => {
          const session = await XmppSession.open(port, person)
          await session.enter()
          return session
        }
        return {
          pid: server.pid,
          async listen(person) {
            const session = await enter(person)
            live.set(person, session)
            return {
              poll: (heard) => session.poll(heard),
              stop() {
                live.delete(person)
                session.close()
              },
            }
          },
          async sender(person) {
            const session = live.get(person)
            return session ? { send: (content) => session.send(content), close() {} } : enter(person)
          },
          reader: enter,
          stop: () => server.stop(),
        }
      },
      async fill() {
        await forEveryone(people, async (person) => {
          const session = await XmppSession.open(port, person)
          await session.register()
          session.close()
        })
        const founder = await XmppSession.open(port, 0)
        await founder.enter()
        await founder.openRoom()
        founder.close()
      },
    }
  },
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '#platform/config'
import { NatsServer } from '../test/outages/nats-server.ts'
import { PostgresServer } from '../test/outages/postgres.ts'
import { cpuOfTree, memoryOfTree, processes } from './processes.ts'

/** Services started for a measurement, besides Loquat's own processes. */
export interface Service {
  readonly url: string
  /** CPU time so far, in milliseconds, including processes that have ended. */
  cpuMs(): number
  /** Memory of its processes, in MB (PSS). */
  memory(): number
  stop(): Promise<void>
}

const script = (name: string) => join(projectRoot, 'scripts', name)

/** Its own PostgreSQL server, installed if missing; stops with this process at the latest. */
export async function startPostgres(): Promise<Service> {
  // the script's server lasts as long as its command, and that as long as its standard input
  const held =
    'console.log(process.env.LOQUAT_TEST_DATABASE_URL); process.stdin.resume().on("end", () => process.exit())'
  const child = spawn(script('with-postgres.sh'), [process.execPath, '-e', held], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const found = /postgres:\/\/\S+/.exec(text)
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`PostgreSQL was not started: ${code}`)))
  })
  const main = mainProcess(new URL(url).port)
  return {
    url,
    ...meters(main),
    async stop() {
      const gone = ended(child)
      child.stdin.end()
      await gone
    },
  }
}

/** A read replica of one of these. */
export async function startReplica(of: Service): Promise<Service> {
  const address = new URL(of.url)
  const client = new pg.Client(of.url)
  await client.connect()
  // settings in a file are copied with the data: a standby needs as many connections
  for (const text of [
    'create role admin superuser login',
    `alter system set max_connections = ${(await client.query('show max_connections')).rows[0].max_connections}`,
    `alter system set unix_socket_directories = '/tmp'`,
  ])
    await client.query(text)
  await client.end()
  const server = await PostgresServer.standby({ port: Number(address.port) })
  const main = mainProcess(String(server.port))
  address.port = String(server.port)
  return { url: address.href, ...meters(main), stop: () => server.dispose() }
}

/** Its own NATS server, likewise. */
export async function startNats(): Promise<Service> {
  execFileSync(script('install-nats.sh'), { stdio: 'inherit' })
  const server = await NatsServer.create()
  process.once('exit', () => void server.end())
  return { url: server.url, ...meters(server.pid), stop: () => server.end('SIGTERM') }
}

const meters = (main: number) => ({ cpuMs: () => cpuOfTree(main), memory: () => memoryOfTree(main) })

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

/** The server process on a port, found by its command line. */
export function mainProcess(port: string): number {
  for (const { pid } of processes())
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (/postgres$/.test(words[0] ?? '') && words.includes(port)) return pid
    } catch {
      // it has ended
    }
  throw new Error(`no PostgreSQL server is on port ${port}`)
}

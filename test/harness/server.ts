import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '#platform/config'
import { Database, type Driver, type EmbeddedOptions, openEmbedded, openServer } from '#platform/db'
import { createHttp, type HttpOptions } from '#platform/http'
import { natsBus, Runtime, serverBus } from '#platform/runtime'
import type { Feature } from '#platform/serve'
import type { Transport } from '../../client/index.ts'
import { features } from '../../src/app.ts'
import { options } from '../../src/command/options.ts'
import { prepareDirectory } from './directory.ts'
import { lendDatabase } from './kept-databases.ts'

/** A clock that can be stopped and set. */
export class TestClock {
  #now: number | undefined
  now = (): Date => new Date(this.#now ?? Date.now())
  set(time: Date): void {
    this.#now = time.getTime()
  }
  advance(ms: number): void {
    this.#now = this.now().getTime() + ms
  }
  release(): void {
    this.#now = undefined
  }
}

export interface TestServer {
  runtime: Runtime
  http: FastifyInstance
  port: number
  clock: TestClock
  transport(subdomain: string): Transport
  close(): Promise<void>
}

/** The bus between processes on one server. Tests themselves have to cause a loss of NATS. */
export function busOf(config: Config, driver: Driver, failed: (error: unknown) => void) {
  const byDatabase = serverBus(driver, failed)
  return config.natsUrl ? natsBus(config, () => {}, byDatabase) : byDatabase
}

/** A complete server on its own database, listening on a free port. */
export async function startServer(
  flags: Record<string, string> = {},
  {
    more = [],
    onDisk,
    ...http
  }: Omit<Partial<HttpOptions>, 'runtime'> & { more?: Feature[]; onDisk?: Omit<EmbeddedOptions, 'dataDir'> } = {},
): Promise<TestServer> {
  const url = process.env.LOQUAT_TEST_DATABASE_URL
  const database = url ? await copyTemplate(url) : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-data-'))
  if (onDisk && !database) await prepareDirectory(dataDir)
  const driver = database
    ? await openServer(database.url, { connections: 6 })
    : onDisk
      ? await openEmbedded({ durable: false, ...onDisk, dataDir: join(dataDir, 'database') })
      : await lendDatabase()
  const clock = new TestClock()
  const config = readConfig(
    options,
    { port: '0', rateLimits: 'off', logLevel: 'error', url: 'http://loquat.test', dataDir, ...flags },
    {},
  )
  const bus = database && busOf(config, driver, (error) => console.error(error))
  const runtime = new Runtime({
    config,
    db: new Database(driver),
    features: [...features, ...more],
    now: clock.now,
    ...(bus ? { bus } : {}),
  })
  const app = await createHttp({ runtime, checkReplies: true, ...http })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  return {
    runtime,
    http: app,
    port,
    clock,
    transport: (subdomain) => transportTo(agent, port, `${subdomain}.${new URL(config.url ?? '').hostname}`),
    async close() {
      agent.destroy()
      await runtime.release()
      await app.close()
      await runtime.stop()
      await runtime.db.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Node's own client, because fetch doesn't allow setting the Host header. */
export const transportTo =
  (agent: Agent, port: number, host: string): Transport =>
  ({ method, path, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          ...(signal ? { signal } : {}),
          headers: { ...headers, host, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        },
        (incoming) => {
          if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
            resolve({ status: 200, body: Readable.toWeb(incoming) })
            return
          }
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (part) => {
            text += part
          })
          incoming.on('end', () => {
            try {
              resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) })
            } catch {
              reject(new Error(`${method} ${path} answered ${incoming.statusCode}: ${text.slice(0, 300)}`))
            }
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })

/** This test file's own database on the server, copied from the migrated template of the global setup. */
export async function copyTemplate(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `loquat_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = await openServer(url, { connections: 1 })
  await admin.script(`create database ${name} template ${process.env.LOQUAT_TEST_TEMPLATE}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    async drop() {
      await admin.script(`drop database if exists ${name} with (force)`)
      await admin.close()
    },
  }
}

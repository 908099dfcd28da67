import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { assert } from '#test'
import { LoquatClient, type Transport } from '../../client/index.ts'
import { CommandProcesses } from '../harness/command-processes.ts'
import type { Databases } from './databases.ts'

export interface Made {
  realm_url: string
  database: string
  owner: { user_id: number; email: string; api_key: string }
}

export const founding = (subdomain: string, database: string): string[] => [
  ...['org', 'create', '--subdomain', subdomain, '--name', subdomain, '--owner-name', 'Ada', '--json'],
  ...['--owner-email', `ada@${subdomain}.example`, '--owner-password', 'correct horse battery'],
  ...['--database', database],
]

/** Two server programs on three databases, between which the command line moves organizations. */
export class Scene {
  readonly databases: Databases
  readonly folder: string
  readonly env: Record<string, string>
  readonly processes: CommandProcesses
  /** Repeated requests: the first attempt may have succeeded, because its connection was lost. */
  readonly askedAgain: string[] = []
  /** Running servers; a test that ends one replaces it. */
  readonly servers: Awaited<ReturnType<CommandProcesses['serve']>>[] = []

  private constructor(databases: Databases, folder: string, more: Record<string, string>) {
    this.databases = databases
    this.folder = folder
    this.processes = new CommandProcesses(folder)
    this.env = {
      LOQUAT_DATABASE_URL: databases.url('home'),
      LOQUAT_DATABASES: `east=${databases.url('east')},west=${databases.url('west')}`,
      LOQUAT_DATA_DIR: join(folder, 'shared'),
      ...more,
    }
  }

  /** `more` are settings in addition to the direct database URLs, or overriding them. */
  static async open(databases: Databases, more: Record<string, string> = {}): Promise<Scene> {
    const scene = new Scene(databases, await mkdtemp(join(tmpdir(), 'loquat-test-')), more)
    try {
      scene.servers.push(...(await Promise.all([scene.serve(), scene.serve()])))
      return scene
    } catch (error) {
      await scene.close()
      throw error
    }
  }

  async close(): Promise<void> {
    this.processes.end()
    await this.databases.drop()
    await rm(this.folder, { recursive: true, force: true })
  }

  serve() {
    return this.processes.serve(join(this.folder, 'shared'), this.env)
  }

  launch(...args: string[]) {
    return this.processes.launch(args, { env: this.env })
  }

  /** The output of a command that must succeed. */
  async done(...args: string[]): Promise<string> {
    const { code, out, err } = await this.launch(...args).closed
    assert.equal(code, 0, err)
    return out
  }

  async found(subdomain: string, database = 'home'): Promise<Made> {
    return JSON.parse(await this.done(...founding(subdomain, database)))
  }

  async placesOf(subdomain: string): Promise<string[]> {
    const all = JSON.parse(await this.done('org', 'list', '--json')) as { subdomain: string; database: string }[]
    return all.filter((one) => one.subdomain === subdomain).map(({ database }) => database)
  }

  /** A move to home that has been decided; a lock in east delays its end until `releaseEast`. */
  async decided(subdomain: string, id: number) {
    const { databases } = this
    const releaseHome = await databases.holding(
      'home',
      `select 1 from organization_place where subdomain = '${subdomain}' for update`,
    )
    const mover = this.launch('org', 'move', subdomain, '--to', 'home')
    await databases.phaseIs('east', id, 'held')
    const releaseEast = await databases.holding('east', 'select * from moving_organization for update')
    await releaseHome()
    await databases.isDecided(id)
    return { mover, releaseEast }
  }

  /** The owner, through one of the processes. */
  client({ realm_url, owner }: Made, at: number): LoquatClient {
    const transport = this.#patient(at, new URL(realm_url).host)
    return new LoquatClient({ email: owner.email, apiKey: owner.api_key, transport })
  }

  /** One of the processes, with a Host header. */
  through(at: number, host: string): Transport {
    return async ({ method, path, headers, body }) => {
      const reply = await request(`${this.servers[at]?.url}${path}`, {
        method: method as 'GET',
        headers: { ...headers, host },
        headersTimeout: 0,
        ...(body === undefined ? {} : { body }),
      })
      return { status: reply.statusCode, body: await reply.body.json() }
    }
  }

  /** Retries when told to, as apps do. */
  #patient(at: number, host: string): Transport {
    const transport = this.through(at, host)
    return async (outgoing) => {
      for (;;) {
        try {
          const answer = await transport(outgoing)
          if (answer.status !== 503) return answer
        } catch (error) {
          // a killed process
          if (!['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes((error as { code?: string }).code ?? ''))
            throw error
        }
        if (outgoing.body !== undefined) this.askedAgain.push(String(outgoing.body))
        await sleep(100)
      }
    }
  }
}

import { describe, test } from 'vitest'
import { assert, freePort, RealServer } from '#test'
import type { Account } from './client.ts'
import { Load } from './load.ts'
import { Network } from './network.ts'
import { type PostgresServer, programs } from './postgres.ts'

/** How many times each fault is injected; a long run takes a hundred. */
export const rounds = Number(process.env.LOQUAT_OUTAGE_ROUNDS ?? 2)
const isExploring = process.env.LOQUAT_OUTAGE_ROUNDS !== undefined

/** Skipped, with a note, if no PostgreSQL server is installed. */
export const outage = programs
  ? test
  : (name: string, _run: unknown, _patience?: number) =>
      describe.skip('without a PostgreSQL server in /usr/lib/postgresql', () => {
        test(name, () => {})
      })

export const patience = 600_000 + rounds * 60_000

/** A Loquat process on a database behind a network. */
export class Scene {
  postgres: PostgresServer
  readonly network: Network
  readonly loquat: RealServer
  load: Load
  readonly #account: Account

  private constructor(postgres: PostgresServer, network: Network, loquat: RealServer, account: Account) {
    this.postgres = postgres
    this.network = network
    this.loquat = loquat
    this.#account = account
    this.load = new Load(loquat, account)
  }

  static async open(postgres: PostgresServer): Promise<Scene> {
    const network = await Network.start(await freePort(), postgres.port)
    const loquat = await RealServer.prepare({ isPlain: true })
    try {
      loquat.environment.LOQUAT_DATABASE_URL = postgres.url('chat', 'chat', network.port)
      loquat.environment.LOQUAT_LOG_LEVEL = process.env.LOQUAT_LOG_LEVEL ?? 'silent'
      const account = await loquat.createOrganization()
      await loquat.start()
      return new Scene(postgres, network, loquat, account)
    } catch (error) {
      await loquat.dispose()
      await network.close()
      throw error
    }
  }

  async send(size = 0): Promise<void> {
    this.load = new Load(this.loquat, this.#account, { size })
    await this.load.start()
    await this.load.acknowledgedFromNowOn()
  }

  readonly health = async (): Promise<number> =>
    (await fetch(`${this.loquat.url}/health`, { signal: AbortSignal.timeout(120_000) })).status

  async close(): Promise<void> {
    try {
      assert.equal(await this.loquat.end('SIGTERM'), 0)
    } finally {
      await this.loquat.dispose()
      await this.network.close()
    }
  }
}

export interface Round {
  /** Extra characters in each message. */
  readonly size?: number
  /** Starts the outage and waits until it has an effect. */
  begin(scene: Scene): Promise<void>
  /** Resolves once the database is usable again. */
  end(scene: Scene): Promise<void>
}

/** Rounds of one kind of outage under load; afterwards nothing acknowledged is missing. */
export async function storm(name: string, scene: Scene, { begin, end, size }: Round): Promise<void> {
  const recoveries: number[] = []
  await scene.send(size)
  try {
    for (let round = 0; round < rounds; round++) {
      try {
        await begin(scene)
      } finally {
        await end(scene)
      }
      const back = performance.now()
      await scene.load.acknowledgedFromNowOn()
      recoveries.push(performance.now() - back)
      assert.deepEqual(scene.load.wrong, [], `in round ${round + 1}`)
    }
  } catch (error) {
    scene.load.abandon()
    throw error
  }
  const counts = await scene.load.settle()
  if (!isExploring) return
  recoveries.sort((a, b) => a - b)
  const at = (part: number) =>
    Math.round(recoveries[Math.min(recoveries.length - 1, Math.floor(part * recoveries.length))] ?? 0)
  const slow = recoveries.filter((ms) => ms > 2_000).length
  process.stdout.write(
    `${name}: ${rounds} rounds, ${counts.acknowledged} acknowledged, ${counts.refused} refused, ${counts.kept} kept; ` +
      `back after ${at(0.5)} ms in the middle, ${at(1)} ms at most, ${slow} times over 2 s\n`,
  )
}

import { setTimeout as pause } from 'node:timers/promises'
import { assert, freePort, RealServer } from '#test'
import type { Account } from './client.ts'
import { outage, patience } from './fixture.ts'
import { Load } from './load.ts'
import { Network } from './network.ts'
import { PostgresServer } from './postgres.ts'

/** Two PostgreSQL servers, each behind a network, and a Loquat process that knows both. */
class Pair {
  primary: PostgresServer
  standby: PostgresServer
  readonly networks = new Map<PostgresServer, Network>()
  readonly loquat: RealServer
  account!: Account

  private constructor(primary: PostgresServer, standby: PostgresServer, loquat: RealServer) {
    this.primary = primary
    this.standby = standby
    this.loquat = loquat
  }

  static async with(run: (pair: Pair) => Promise<void>): Promise<void> {
    const primary = await PostgresServer.create()
    const pair = new Pair(
      primary,
      await PostgresServer.synchronousStandby(primary),
      await RealServer.prepare({ isPlain: true }),
    )
    try {
      for (const server of [pair.primary, pair.standby])
        pair.networks.set(server, await Network.start(await freePort(), server.port))
      const hosts = [...pair.networks.values()].map(({ port }) => `127.0.0.1:${port}`).join(',')
      Object.assign(pair.loquat.environment, {
        LOQUAT_DATABASE_URL: `postgres://chat@${hosts}/chat?target_session_attrs=read-write`,
        LOQUAT_DATABASE_STATEMENT_SECONDS: '3',
        LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
      })
      pair.account = await pair.loquat.createOrganization()
      await pair.loquat.start()
      await run(pair)
      assert.equal(await pair.loquat.end('SIGTERM'), 0)
    } finally {
      await pair.loquat.dispose()
      for (const [server, network] of pair.networks) {
        await network.close()
        await server.dispose()
      }
    }
  }

  network(server: PostgresServer): Network {
    return this.networks.get(server) as Network
  }

  /** Runs under constant sending; afterwards nothing acknowledged is missing. */
  async underLoad(run: (load: Load) => Promise<void>): Promise<void> {
    const load = new Load(this.loquat, this.account)
    await load.start()
    await load.acknowledgedFromNowOn()
    try {
      await run(load)
    } catch (error) {
      load.abandon()
      throw error
    }
    await load.settle()
  }

  async promote(): Promise<void> {
    await this.standby.promote()
    ;[this.primary, this.standby] = [this.standby, this.primary]
  }

  /** Asserts that the former primary, which still considers itself primary, gets no writes. */
  async isLeftAlone(load: Load): Promise<void> {
    const former = this.standby
    const written = async () => (await former.chat('select max(position) as position from event_log'))[0]?.position
    // so that it would accept writes at once
    await former.waitsForOthers(false)
    const before = await written()
    for (let time = 0; time < 5; time++) {
      // force new connections
      await this.primary.endSessions()
      await load.acknowledgedFromNowOn()
    }
    assert.equal(await written(), before)
  }

  /** The former primary becomes the standby of the new one, at the same address. */
  async rebuild(): Promise<void> {
    const network = this.network(this.standby)
    this.networks.delete(this.standby)
    await this.standby.dispose()
    this.standby = await PostgresServer.synchronousStandby(this.primary)
    this.networks.set(this.standby, network)
    await network.switchTo(this.standby.port)
  }
}

outage(
  'killing and restarting the servers in turn loses nothing acknowledged',
  () =>
    Pair.with(async (pair) => {
      await pair.underLoad(async (load) => {
        for (let time = 0; time < 2; time++) {
          await pair.primary.stop('immediate')
          await pair.promote()
          await load.acknowledgedFromNowOn()
          await pair.standby.start()
          await pair.isLeftAlone(load)
          await pair.rebuild()
          await load.acknowledgedFromNowOn()
          assert.deepEqual(load.wrong, [])
        }
      })
    }),
  patience,
)

outage(
  'a silent primary is replaced by the promoted one, for good',
  () =>
    Pair.with(async (pair) => {
      await pair.underLoad(async (load) => {
        pair.network(pair.primary).stall()
        await pair.promote()
        await load.acknowledgedFromNowOn()
        pair.network(pair.standby).resume()
        await pair.isLeftAlone(load)
        assert.deepEqual(load.wrong, [])
      })
    }),
  patience,
)

outage(
  'a reachable primary is left when another is promoted',
  () =>
    Pair.with(async (pair) => {
      await pair.underLoad(async (load) => {
        await pair.promote()
        await load.acknowledgedFromNowOn()
        await pair.isLeftAlone(load)
        assert.deepEqual(load.wrong, [])
      })
    }),
  patience,
)

outage(
  'a commit waiting for a lost standby is never acknowledged',
  () =>
    Pair.with(async (pair) => {
      await pair.underLoad(async (load) => {
        await pair.standby.stop('immediate')
        await load.refusedFromNowOn()
        // reads don't need the standby
        assert.equal((await load.call('GET', '/users/me')).status, 200)
        const before = load.acknowledged.size
        let cancelled = 0
        while (cancelled < 3) {
          const rows = await pair.primary.sql(
            `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and usename = 'chat'`,
          )
          cancelled += rows.length
          await pause(50)
        }
        assert.equal(load.acknowledged.size, before)
        await pair.standby.start()
        await load.acknowledgedFromNowOn()
        assert.deepEqual(load.wrong, [])
      })
    }),
  patience,
)

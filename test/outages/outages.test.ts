import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { assert, chance } from '#test'
import { outage, patience, type Round, Scene, storm } from './fixture.ts'
import { PostgresServer } from './postgres.ts'

const random = chance(1)
let shared: Promise<Scene> | undefined
const scene = () => {
  shared ??= PostgresServer.create().then((postgres) => Scene.open(postgres))
  return shared
}
afterAll(async () => {
  const one = await shared
  await one?.close()
  await one?.postgres.dispose()
}, patience)

function kind(name: string, round: Round): void {
  outage(
    `${name}: nothing acknowledged is lost or duplicated, and sending resumes by itself`,
    async () => storm(name, await scene(), round),
    patience,
  )
}

kind('when the server ends every session', {
  begin: async ({ postgres }) => void (await postgres.endSessions()),
  end: async () => {},
})

for (const mode of ['fast', 'immediate'] as const)
  kind(`when the server is restarted (${mode})`, {
    async begin({ postgres, load, health }) {
      await postgres.stop(mode)
      await load.refusedFromNowOn()
      assert.equal(await health(), 503)
    },
    end: ({ postgres }) => postgres.start(),
  })

kind('when connections are refused', {
  async begin({ network, load, health }) {
    await network.refuse()
    await load.refusedFromNowOn()
    assert.equal(await health(), 503)
  },
  end: ({ network }) => network.accept(),
})

kind('when nothing goes through for a moment', {
  async begin({ network }) {
    network.stall()
    await pause(random() * 1_000)
  },
  end: async ({ network }) => network.resume(),
})

kind('when nothing goes through for a long time', {
  async begin({ network, load, health }) {
    network.stall()
    await load.refusedFromNowOn()
    assert.equal(await health(), 503)
  },
  end: async ({ network }) => network.resume(),
})

kind('when connections are lost without a word', {
  async begin({ network }) {
    network.stall()
    await pause(random() * 1_000)
  },
  end: async ({ network }) => network.forget(),
})

kind('when there are too many connections', {
  async begin({ postgres, load, health }) {
    await postgres.sql('alter role chat connection limit 0')
    await postgres.endSessions()
    await load.refusedFromNowOn()
    assert.equal(await health(), 503)
  },
  async end({ postgres }) {
    await postgres.sql('alter role chat connection limit -1')
  },
})

kind('when the server only reads', {
  async begin({ postgres, load }) {
    await postgres.sql('alter system set default_transaction_read_only = on')
    await postgres.sql('select pg_reload_conf()')
    await load.refusedFromNowOn()
    assert.equal((await load.call('GET', '/users/me')).status, 200)
  },
  async end({ postgres }) {
    await postgres.sql('alter system reset default_transaction_read_only')
    await postgres.sql('select pg_reload_conf()')
  },
})

import { describe, test } from 'vitest'
import { assert, type RealServer } from '#test'
import { patience, rounds } from './fixture.ts'
import { Installation, whole } from './installation.ts'
import { Load } from './load.ts'
import { natsProgram } from './nats-server.ts'
import { pgBouncerProgram } from './pgbouncer.ts'
import { programs } from './postgres.ts'

type Part = (installation: Installation, load: Load) => Promise<void>

const othersOf = (all: Installation, lost: RealServer) => all.processes.filter((one) => one !== lost)

/** One of the processes behind PgBouncer and one of the others, which a test reads from. */
const someOf = (all: Installation) => [all.pooled[0], all.direct[0]] as readonly RealServer[]

const killProcess: Part = async (all, load) => {
  for (const lost of someOf(all)) {
    await lost.end('SIGKILL')
    for (const server of othersOf(all, lost)) {
      await all.says(server, whole)
      await all.takesMessages(server)
    }
    await load.acknowledgedFromNowOn()
    await lost.start()
  }
}

/** A frozen process keeps its locks for as long as others allow. */
const freezeProcess: Part = async (all, load) => {
  for (const frozen of someOf(all)) {
    frozen.freeze()
    for (const server of othersOf(all, frozen)) {
      await all.takesMessages(server)
      await all.says(server, whole)
    }
    await load.acknowledgedFromNowOn()
    frozen.wake()
  }
}

const killNats: Part = async (all, load) => {
  for (const lost of all.nats) {
    await lost.end()
    // each reconnects to the others
    for (const server of all.processes) await all.says(server, whole)
    await load.acknowledgedFromNowOn()
    await lost.start()
  }
  await Promise.all(all.nats.map((one) => one.end()))
  for (const server of all.processes) {
    await all.says(server, { ...whole, nats: 'disconnected' })
    assert.equal(await all.counts(server, 'loquat_nats_connected'), 0)
    await all.takesMessages(server)
  }
  await Promise.all(all.nats.map((one) => one.start()))
}

const killReplica: Part = async (all, load) => {
  await all.replica.stop('immediate')
  for (const server of all.processes) {
    await all.says(server, { ...whole, replicas: { there: 0, of: 1 } })
    assert.equal(await all.counts(server, 'loquat_replicas'), 0)
    await all.takesMessages(server)
  }
  await load.acknowledgedFromNowOn()
  await all.replica.start()
}

const killPrimary: Part = async (all, load) => {
  await all.primary.stop('immediate')
  for (const server of all.processes) await all.says(server, { status: 503 })
  await all.promote()
  await load.acknowledgedFromNowOn()
  await all.rebuild()
}

const killPgBouncer: Part = async (all, load) => {
  await all.bouncer.kill()
  for (const server of all.pooled) await all.says(server, { status: 503 })
  for (const server of all.direct) {
    await all.says(server, whole)
    await all.takesMessages(server)
  }
  await load.acknowledgedFromNowOn()
  await all.bouncer.start()
}

const killAll: Part = async (all) => {
  await Promise.all(all.processes.map((server) => server.end('SIGKILL')))
  await Promise.all(all.processes.map((server) => server.start()))
}

const parts: Record<string, Part> = {
  ...{ killProcess, freezeProcess, killNats, killReplica, killPrimary, killPgBouncer, killAll },
}
/** The whole of it takes a minute or two. */
const times = Math.ceil(rounds / 2)
const isThere = programs !== undefined && pgBouncerProgram !== undefined && natsProgram !== undefined

describe.skipIf(!isThere)('killing each part under load', () => {
  test(
    'killing each part loses no message or queue, and all recovers',
    () =>
      Installation.with(async (all) => {
        await all.isWhole()
        const load = new Load(all.processes, all.account)
        await load.start()
        try {
          for (let round = 0; round < times; round++)
            for (const [name, kill] of Object.entries(parts)) {
              await load.acknowledgedFromNowOn()
              await kill(all, load)
              await all.isWhole()
              assert.deepEqual(load.wrong, [], `${name} in round ${round + 1}`)
            }
        } catch (error) {
          load.abandon()
          throw error
        }
        const { acknowledged } = await load.settle()
        for (const server of all.processes) assert.equal(await all.counts(server, 'loquat_nats_connected'), 1)
        assert.ok(acknowledged > 0)
      }),
    patience,
  )
})

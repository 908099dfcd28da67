import { Database, openServer } from '#platform/db'
import { Runtime, serverBus } from '#platform/runtime'
import { assert, type TestServer, test } from '#test'
import { end, sessionOf, startSession } from './actions.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

/** A second process of the same organizations, but for its memory. */
async function twinOf({ runtime, clock }: TestServer): Promise<Runtime> {
  const own = new URL(url as string)
  const { name } = await runtime.db.read((tx) =>
    tx.selectNoFrom(({ fn }) => fn<string>('current_database').as('name')).executeTakeFirstOrThrow(),
  )
  own.pathname = `/${name}`
  const driver = await openServer(own.href, { connections: 6 })
  const bus = serverBus(driver, (error) => assert.fail(String(error)))
  return new Runtime({ config: runtime.config, db: new Database(driver), areas: runtime.areas, now: clock.now, bus })
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test.skipIf(!url)('a session that begins or ends in one process does so in the other', async ({ ada, server }) => {
  const twin = await twinOf(server)
  try {
    const there = await twin.organization(ada.org.id)
    const token = await ada.org.write(ada.id, (act) => startSession(act, ada.id, { userAgent: '', address: '' }))
    await until(() => sessionOf(there, token) !== undefined)
    const held = sessionOf(there, token)
    assert.equal(held?.userId, ada.id)
    await ada.org.write(ada.id, (act) => end(act, ada.id, [held.id]))
    await until(() => held.hasEnded)
    assert.equal(sessionOf(there, token), undefined)
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})

import { assert, test } from '#test'
import { twinOf } from '../../../../test/harness/twin.ts'
import { end, sessionOf, startSession } from './actions.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test.skipIf(!url)('a session that begins or ends in one process does so in the other', async ({ ada, server }) => {
  const twin = await twinOf(server)
  try {
    const there = await twin.organization(ada.org.id)
    const token = await ada.org.transact(ada.id, (mutation) =>
      startSession(mutation, ada.id, { userAgent: '', address: '' }),
    )
    await until(() => sessionOf(there, token) !== undefined)
    const held = sessionOf(there, token)
    assert.equal(held?.userId, ada.id)
    await ada.org.transact(ada.id, (mutation) => end(mutation, ada.id, [held.id]))
    await until(() => held.hasEnded)
    assert.equal(sessionOf(there, token), undefined)
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})

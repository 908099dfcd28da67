import type { UserId } from '#contract'
import { assert, test } from '#test'
import { twinOf } from '../../../../test/harness/twin.ts'
import { deleteOrganization } from '../../../command/operations/deletion.ts'
import { organizationCache } from '../../people/organization/cache.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL
const closed = { isClosed: false }
const options = {
  ...{ apply_markdown: true, client_gravatar: true, slim_presence: true, all_public_streams: false },
  narrow: [],
  client_capabilities: {},
}

test.skipIf(!url)(
  'a queue that ends in one process ends in all, and waiting clients are answered',
  async ({ ada, ben, server }) => {
    const twin = await twinOf(server)
    try {
      const there = await twin.organization(ada.org.id)
      const wait = async (userId: UserId) => {
        const id = await ada.org.queues.create(userId, ada.org.tail.end, 600, options)
        const poll = (dontBlock: boolean) => there.queues.poll(id, userId, undefined, dontBlock, { closed })
        await poll(true)
        return { id, poll, answered: poll(false) }
      }
      const one = await wait(ada.id)
      await ada.org.queues.remove(one.id, ada.id)
      assert.deepEqual(await one.answered, [])
      await assert.rejects(one.poll(true), { code: 'BAD_EVENT_QUEUE_ID' })
      const [first, second] = [await wait(ben.id), await wait(ben.id)]
      await ada.org.queues.removeAll(ben.id)
      assert.deepEqual(await Promise.all([first.answered, second.answered]), [[], []])
      assert.equal(there.queues.count, 0)
    } finally {
      await twin.stop()
      await twin.db.close()
    }
  },
)

test.skipIf(!url)('an organization that is deleted in one process is gone in the others', async ({ ada, server }) => {
  const twin = await twinOf(server)
  try {
    const { subdomain } = ada.org.get(organizationCache)
    const there = await twin.organization(ada.org.id)
    const id = await there.queues.create(ada.id, there.tail.end, 600, options)
    const waiting = there.queues.poll(id, ada.id, undefined, false, { closed })
    await deleteOrganization(server.runtime, { org: subdomain })
    await waiting
    while (twin.opened(ada.org.id)) await new Promise((resolve) => setTimeout(resolve, 10))
  } finally {
    await twin.stop()
    await twin.db.close()
  }
})

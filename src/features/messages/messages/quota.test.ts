import { type ApiErrorKind, apiError } from '#contract'
import { assert, type Person, TestOrganization, test } from '#test'
import { changeQuotas, showQuotas } from '../../../command/operations/quotas.ts'
import { deleteQueue, getEvents, registerQueue } from '../../clients/events/api.ts'
import { getStatistics } from '../../data/statistics/api.ts'
import { sendMessage } from './api/send.ts'

const tooOften: ApiErrorKind = apiError(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit')
const message = { type: 'channel', to: 'general', topic: 'soup', content: 'x' } as const
const say = (person: Person) => person.call(sendMessage, message)

test("an organization's messages per minute are limited, with half for one account", async ({ society, ben, cleo }) => {
  const { server, owner: ada, subdomain } = society
  const other = await TestOrganization.found(server)
  server.clock.set(new Date())
  try {
    // wait until messages sent at its creation no longer count
    server.clock.advance(61_000)
    await changeQuotas(server.runtime, { org: subdomain, changes: { messages_per_minute: 6 } })
    await Promise.all([1, 2, 3].map(() => say(ada)))
    const error = await ada.refused(sendMessage, message, tooOften)
    const wait = Number(error.fields['retry-after'])
    assert.ok(wait > 50 && wait <= 65, `${wait} seconds`)
    await Promise.all([1, 2, 3].map(() => say(ben)))
    await cleo.refused(sendMessage, message, tooOften)
    const [, sent] = (await showQuotas(server.runtime, { org: subdomain })).quotas
    assert.deepEqual(sent, { name: 'messages_per_minute', most: 6, used: 6, isOwn: true })
    await say(other.owner)
    server.clock.advance(66_000)
    await say(cleo)
  } finally {
    server.clock.release()
  }
})

test('connected clients are limited; existing ones stay, and disconnected ones make room', async ({
  society,
  ada,
  ben,
}) => {
  const { server, subdomain } = society
  server.clock.set(new Date())
  try {
    await changeQuotas(server.runtime, { org: subdomain, changes: { event_queues: 2 } })
    const types = { event_types: ['presence'], fetch_event_types: [] }
    const [first, second] = [await ada.call(registerQueue, types), await ben.call(registerQueue, types)]
    const queue = { queue_id: String(first.queue_id), last_event_id: -1, dont_block: true }
    await ben.refused(registerQueue, types, tooOften)
    await ada.call(getEvents, queue)
    await ben.call(deleteQueue, { queue_id: String(second.queue_id) })
    await ben.call(registerQueue, types)
    await ada.refused(registerQueue, types, tooOften)
    server.clock.advance(121_000)
    await ben.call(registerQueue, types)
  } finally {
    server.clock.release()
  }
})

test("clients and administrators can see the organization's limits", async ({ society, ada, ben, ines }) => {
  const { server, subdomain } = society
  const watch = await ben.register()
  const change = (changes: Parameters<typeof changeQuotas>[1]['changes']) =>
    changeQuotas(server.runtime, { org: subdomain, changes })
  assert.equal((await change({ upload_mib: 5, messages_per_minute: 600, event_queues: 'none' })).changed, true)
  assert.equal((await change({ upload_mib: 5 })).changed, false)
  const { realm_upload_quota_mib, realm_messages_per_minute_quota } = (await ada.register('realm')).initial
  assert.deepEqual([realm_upload_quota_mib, realm_messages_per_minute_quota], [5, 600])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await ines.call(getStatistics)).quotas.map(({ name, most }) => [name, most]),
    [
      ['upload_mib', 5],
      ['messages_per_minute', 600],
      ['event_queues', null],
    ],
  )
  await change({ upload_mib: 'server', messages_per_minute: 'none' })
  await watch.agreesWithFreshRegister()
  const { quotas } = await showQuotas(server.runtime, { org: subdomain })
  assert.deepEqual(
    quotas.map(({ most, isOwn }) => [most, isOwn]),
    [
      [5_120, false],
      [null, true],
      [null, true],
    ],
  )
})

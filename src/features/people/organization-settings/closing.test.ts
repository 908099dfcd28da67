import { mustBeOwner } from '#contract'
import { assert, test } from '#test'
import { organizationGone, reactivateOrganization } from '../organization/actions.ts'
import { getOwnUser } from '../users/api.ts'
import { fetchApiKey } from '../users/key-api.ts'
import { deactivateOrganization } from './api.ts'

test('closing an organization notifies clients and blocks access until it reopens', async ({
  society,
  ada,
  ines,
  ben,
}) => {
  await ines.refused(deactivateOrganization, {}, mustBeOwner)
  const watch = await ben.register()
  const closing = watch.until(({ type }) => type === 'realm')
  while (society.org.queues.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await ada.call(deactivateOrganization)
  const { id: _, ...told } = await closing
  assert.deepEqual(told, { type: 'realm', op: 'deactivated', realm_id: society.org.id })
  for (const person of [ada, ben]) await person.refused(getOwnUser, {}, organizationGone)
  const password = 'correct horse battery'
  await ben.refused(fetchApiKey, { username: ada.email, password }, organizationGone)
  await ben.refusedRaw('GET', '/events', { queue_id: watch.queueId, last_event_id: -1 })
  await society.org.transact(null, (mutation) => reactivateOrganization(mutation))
  const again = await ben.refusedRaw('GET', '/events', { queue_id: watch.queueId, last_event_id: -1 })
  assert.equal(again.code, 'BAD_EVENT_QUEUE_ID')
  await ada.call(getOwnUser)
})

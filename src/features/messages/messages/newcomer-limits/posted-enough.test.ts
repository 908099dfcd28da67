import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { announcePromotions } from '../../../people/groups/actions/role-groups.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { deleteMessage } from '../api/delete.ts'

const place = { channel: 'general', topic: 'looms' }
const days = 3

test.beforeEach(({ server }) => server.clock.set(new Date()))
test.afterEach(({ server }) => server.clock.release())

async function require(ada: Person, full_member_messages: number): Promise<void> {
  await ada.call(updateOrganization, { waiting_period_threshold: days, full_member_messages })
  // people who join within the same second don't need messages
  ada.server.clock.advance(1_000)
}

async function isFull(person: Person): Promise<boolean> {
  const { user_groups } = await person.send('GET', '/user_groups')
  return (user_groups as { name: string; members: number[] }[]).some(
    ({ name, members }) => name === 'role:fullmembers' && members.includes(person.id),
  )
}

async function waitingPeriodEnds(server: TestServer, org: Organization): Promise<void> {
  const since = server.clock.now()
  server.clock.advance(days * dayMs + 1_000)
  await org.transact(null, (mutation) => announcePromotions(mutation, since))
}

test('new members need both the days and the messages', async ({ ada, society, server }) => {
  await require(ada, 2)
  const [early, late] = [await society.join('Early'), await society.join('Late')]
  await early.sends('One', place)
  await early.sends('Two', place)
  assert.equal(await isFull(early), false)
  await waitingPeriodEnds(server, society.org)
  assert.deepEqual([await isFull(early), await isFull(late)], [true, false])
  await late.sends('One', place)
  await late.sends('Hi', ada)
  await makeChannel(society.org, 'alone', [late], { invite_only: true })
  await late.sends('Two', { channel: 'alone', topic: 'spam' })
  assert.equal(await isFull(late), false)
  const watch = await ada.register('user_group')
  await late.sends('Two', place)
  assert.equal(await isFull(late), true)
  await watch.agreesWithFreshRegister()
})

test('deleted messages don’t count until someone is a full member', async ({ ada, society, server }) => {
  await require(ada, 2)
  const nora = await society.join('Nora')
  const first = await nora.sends('One', place)
  await nora.sends('Two', place)
  await ada.call(deleteMessage, { message_id: first })
  await waitingPeriodEnds(server, society.org)
  assert.equal(await isFull(nora), false)
  const last = await nora.sends('Three', place)
  await nora.sends('Four', ada)
  assert.equal(await isFull(nora), true)
  await ada.call(deleteMessage, { message_id: last })
  assert.equal(await isFull(nora), true)
})

test('requiring messages changes nothing for full members', async ({ ada, ben, society, server }) => {
  await ada.call(updateOrganization, { waiting_period_threshold: days })
  server.clock.advance(days * dayMs + 1_000)
  const nora = await society.join('Nora')
  assert.equal(await isFull(ben), true)
  await require(ada, 1)
  await waitingPeriodEnds(server, society.org)
  assert.deepEqual([await isFull(ben), await isFull(nora)], [true, false])
  await require(ada, 0)
  assert.equal(await isFull(nora), true)
})

test('without a waiting period, everyone is a full member', async ({ ada, society }) => {
  await ada.call(updateOrganization, { full_member_messages: 5 })
  assert.equal(await isFull(await society.join('Nora')), true)
})

import { readOnly as accountReadOnly, botTypes, roles } from '#contract'
import { assert, Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { sendMessage } from '../../messages/messages/api/send.ts'
import { at, noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { updateOrganization } from '../organization-settings/api.ts'
import type { Account } from '../users/account.ts'
import { deactivateUser, reactivateUser } from '../users/api.ts'
import { updateBot } from '../users/bot-api.ts'
import { peopleCache } from '../users/cache.ts'
import { moderatorsOf } from './access.ts'
import * as api from './api.ts'
import { restrictionsCache } from './cache.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const reason = 'Three warnings about spam'
const readOnly = { kind: 'read_only', until: null, reason } as const
const general = { type: 'channel', to: 'general', topic: 'looms', content: 'x' } as const

test('a bot gets its new owner’s restrictions', async ({ ada, ben, cleo, momo, society }) => {
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await momo.call(api.restrictUser, { user_id: cleo.id, ...readOnly })
  /** The bot has a new API key with each owner. */
  const withOwner = async (bot_owner_id: Person['id']) => {
    await ada.call(updateBot, { bot_id: bot.id, bot_owner_id })
    const account = society.org.get(peopleCache).byId.get(bot.id) as Account
    return new Person(society.server, society.org, society.subdomain, account)
  }
  const restricted = await withOwner(cleo.id)
  const watch = await restricted.register('own_restrictions')
  assert.equal((watch.reduced().own_restrictions as unknown[]).length, 1)
  await restricted.refused(sendMessage, general, accountReadOnly)
  const free = await withOwner(ben.id)
  assert.deepEqual((await free.register('own_restrictions')).reduced().own_restrictions, [])
  await free.call(sendMessage, general)
})

test('a person can be restricted again as soon as the time is over', async ({ ada, ben, momo, server }) => {
  const user_id = ben.id
  const { restriction: first } = await momo.call(api.restrictUser, { user_id, ...readOnly, until: at(3600) })
  await momo.refused(api.restrictUser, { user_id, ...readOnly }, api.alreadyRestricted)
  // the timer hasn't ended it yet
  server.clock.set(new Date(at(3600) * 1000))
  assert.deepEqual((await ada.call(api.getRestrictions)).restrictions, [])
  await ben.call(sendMessage, general)
  const over = { user_id, restriction_id: first.id }
  await momo.refused(api.updateRestriction, { ...over, reason: 'x' }, api.noSuchRestriction)
  await momo.refused(api.liftRestriction, over, api.noSuchRestriction)
  const { restriction: second } = await momo.call(api.restrictUser, { user_id, ...readOnly, until: at(7200) })
  await ben.refused(sendMessage, general)
  await passTo(server, 3601)
  const { restrictions } = await ada.call(api.getUserRestrictions, { user_id })
  assert.deepEqual(
    restrictions.map(({ id, ended_at, ended_by }) => [id, ended_at, ended_by]),
    [
      [second.id, null, null],
      [first.id, at(3600), null],
    ],
  )
})

test('moderators page through the restrictions in effect', async ({ ada, ben, cleo, gus }) => {
  for (const { id: user_id } of [ben, cleo, gus]) await ada.call(api.restrictUser, { user_id, ...readOnly })
  const first = await ada.call(api.getRestrictions, { limit: 2 })
  assert.deepEqual([first.restrictions.map(({ user_id }) => user_id), first.has_more], [[gus.id, cleo.id], true])
  const rest = await ada.call(api.getRestrictions, { limit: 2, before: first.restrictions[1]?.id as number })
  assert.deepEqual([rest.restrictions.map(({ user_id }) => user_id), rest.has_more], [[ben.id], false])
})

test('changing a restriction keeps channels that the moderator doesn’t know', async ({ ada, ben, ines, momo }) => {
  const secret = await makeChannel(ada.org, 'council', [ada, ben, ines], { invite_only: true })
  const [open, hidden] = [
    await makeChannel(ada.org, 'club', [ada, momo]),
    await makeChannel(ada.org, 'cellar', [ada], { invite_only: true }),
  ]
  const { restriction } = await ines.call(api.restrictUser, {
    ...{ user_id: ben.id, ...readOnly, kind: 'read_only_in', stream_ids: [secret] },
  })
  const change = { user_id: ben.id, restriction_id: restriction.id }
  const { restriction: after } = await momo.call(api.updateRestriction, { ...change, stream_ids: [secret, open] })
  assert.deepEqual(
    after.stream_ids,
    [secret, open].sort((a, b) => a - b),
  )
  await momo.refused(api.updateRestriction, { ...change, stream_ids: [secret, hidden] })
  assert.deepEqual((await ada.call(api.getRestrictions)).restrictions[0]?.stream_ids, after.stream_ids)
})

test('deleting a profile removes the texts about it from memory too', async ({ ada, ben, momo }) => {
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, note: 'Third account' })
  const watch = await ada.register('restriction')
  const inMemory = () => JSON.stringify(ada.org.get(restrictionsCache).get(ben.id))
  assert.match(inMemory(), /warnings/)
  assert.doesNotMatch(inMemory(), /Third account/)
  await ada.call(deactivateUser, { user_id: ben.id, actions: { delete_profile: true } })
  assert.doesNotMatch(inMemory(), /warnings/)
  assert.equal((await watch.of('restriction')).length, 1)
})

test('moderators are those with the permission who are active and no guests', async ({
  ada,
  ben,
  cleo,
  gus,
  ines,
  momo,
}) => {
  const all = () => moderatorsOf(ada.org).sort((a, b) => a - b)
  const ids = (...people: Person[]) => people.map(({ id }) => id).sort((a, b) => a - b)
  assert.deepEqual(all(), ids(ada, ines, momo))
  await ada.call(updateOrganization, {
    can_restrict_members_group: { new: { direct_members: [ben.id, cleo.id, gus.id], direct_subgroups: [] } },
  })
  assert.deepEqual(all(), ids(ben, cleo))
  await ada.call(deactivateUser, { user_id: cleo.id })
  assert.deepEqual(all(), ids(ben))
  await ada.call(reactivateUser, { user_id: cleo.id })
  assert.deepEqual(all(), ids(ben, cleo))
})

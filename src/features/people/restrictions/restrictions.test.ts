import { readOnly as accountReadOnly, botTypes, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { subscribeToChannels } from '../../channels/subscriptions/api.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { reportMessage } from '../../messages/messages/api/report.ts'
import { sendMessage } from '../../messages/messages/api/send.ts'
import { addReaction, removeReaction } from '../../messages/messages/reactions/api.ts'
import { at, noon, passTo, pending, schedule } from '../../messages/scheduled-messages/fixture.ts'
import { sendInvites } from '../../sign-in/invitations/api.ts'
import { getAuditLog } from '../audit-log/api.ts'
import { updateOrganization } from '../organization-settings/api.ts'
import { updateSettings } from '../user-settings/api.ts'
import { createBot } from '../users/bot-api.ts'
import { noSuchUser } from '../users/errors.ts'
import { restrictionsOn } from './access.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const reason = 'Three warnings about spam'
const readOnly = { kind: 'read_only', until: null, reason } as const
const general = (content: string) => ({ type: 'channel', to: 'general', topic: 'looms', content }) as const

test('a read-only member can read, delete, and report, but not contribute', async ({ ada, ben, cleo, momo }) => {
  const requests = await makeChannel(ada.org, 'requests', [ada], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: requests })
  const place = { channel: 'general', topic: 'looms' }
  const own = await ben.sends('mine', place)
  const other = await ada.sends('theirs', place)
  await ben.call(addReaction, { message_id: other, emoji_name: 'car' })
  const watch = await ben.register()
  const { restriction } = await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, note: 'Third account' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual((await watch.of('own_restrictions'))[0]?.restrictions, [
    { id: restriction.id, kind: 'read_only', stream_ids: [], until: null, reason, created_at: noon },
  ])
  const { code, status, fields } = await ben.refused(sendMessage, general('hi'), accountReadOnly)
  assert.deepEqual([status, code, fields.until, fields.kind], [400, 'USER_RESTRICTED', null, 'read_only'])
  await ben.refused(sendMessage, { type: 'direct', to: [cleo.id], content: 'x' }, accountReadOnly)
  await ben.refused(sendMessage, { type: 'direct', to: [cleo.id, momo.id], content: 'x' }, accountReadOnly)
  await ben.refused(updateMessage, { message_id: own, content: 'changed' }, accountReadOnly)
  await ben.refused(updateMessage, { message_id: own, topic: 'spam' }, accountReadOnly)
  await ben.refused(addReaction, { message_id: other, emoji_name: 'eyes' }, accountReadOnly)
  await ben.refused(subscribeToChannels, { subscriptions: [{ name: 'spam' }] }, accountReadOnly)
  await ben.refused(updateSettings, { full_name: 'Spammer' }, accountReadOnly)
  await ben.refused(sendInvites, { invitee_emails: 'x@example.org', stream_ids: [] }, accountReadOnly)
  await ben.refused(createBot, { full_name: 'Spam', short_name: 'spam' }, accountReadOnly)

  await ben.call(updateSettings, { enter_sends: true })
  await ben.call(removeReaction, { message_id: other, emoji_name: 'car' })
  await ben.call(reportMessage, { message_id: other, report_type: 'spam' })
  await ben.call(deleteMessage, { message_id: own })
  await ben.sends('Why?', [momo])
  await ben.sends('Why?', [momo, ada])
  await ben.sends('A note', [ben])
  await watch.agreesWithFreshRegister()
})

test('lifting a restriction keeps it in the list, and both are audited', async ({ ada, ben, momo }) => {
  const watch = await momo.register('restriction')
  const user_id = ben.id
  const { restriction } = await momo.call(api.restrictUser, { user_id, ...readOnly, note: 'Third account' })
  await momo.call(api.updateRestriction, { user_id, restriction_id: restriction.id, until: at(3600), reason: 'Spam' })
  assert.deepEqual((await ada.call(api.getRestrictions)).restrictions, [
    { ...restriction, until: at(3600), reason: 'Spam' },
  ])
  await ada.call(api.liftRestriction, { user_id, restriction_id: restriction.id })
  assert.deepEqual((await ada.call(api.getRestrictions)).restrictions, [])
  const [ended] = (await momo.call(api.getUserRestrictions, { user_id })).restrictions
  assert.deepEqual([ended?.ended_at, ended?.ended_by, ended?.note], [noon, ada.id, 'Third account'])
  await ben.call(sendMessage, general('Thanks'))
  await momo.refused(api.liftRestriction, { user_id, restriction_id: restriction.id }, api.noSuchRestriction)
  await momo.refused(
    api.updateRestriction,
    { user_id, restriction_id: restriction.id, reason: 'x' },
    api.noSuchRestriction,
  )
  assert.equal((await watch.of('restriction')).length, 3)
  const { entries } = await ada.call(getAuditLog)
  const actions = entries.map(({ action }) => action).filter((action) => action.includes('restrictions'))
  assert.equal(actions.length, 3)
})

test('only people with permission restrict others, and only lower roles', async ({
  ada,
  ben,
  cleo,
  gus,
  ines,
  momo,
  society,
}) => {
  const user_id = ben.id
  await cleo.refused(api.restrictUser, { user_id, ...readOnly }, api.cannotRestrict)
  await cleo.refused(api.getRestrictions, {}, api.cannotRestrict)
  await gus.refused(api.getUserRestrictions, { user_id })
  const second = await society.join('Second', roles.moderator)
  for (const one of [momo, second, ines, ada])
    await momo.refused(api.restrictUser, { user_id: one.id, ...readOnly }, api.cannotRestrictRank)
  await ines.call(api.restrictUser, { user_id: momo.id, ...readOnly })
  await ada.refused(api.restrictUser, { user_id: ada.id, ...readOnly }, api.cannotRestrictRank)
  await momo.refused(api.restrictUser, { user_id: 987_654 as never, ...readOnly }, noSuchUser)
  await ada.call(updateOrganization, {
    can_restrict_members_group: { new: { direct_members: [cleo.id], direct_subgroups: [] } },
  })
  await momo.refused(api.restrictUser, { user_id, ...readOnly }, api.cannotRestrict)
  await cleo.refused(api.restrictUser, { user_id, ...readOnly }, api.cannotRestrictRank)
  await cleo.call(api.restrictUser, { user_id: gus.id, ...readOnly })
})

test('two moderators at once make one restriction of a kind', async ({ ada, ben, momo }) => {
  const outcomes = await Promise.allSettled(
    [ada, momo].map((one) => one.call(api.restrictUser, { user_id: ben.id, ...readOnly })),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await ada.refused(api.restrictUser, { user_id: ben.id, ...readOnly }, api.alreadyRestricted)
  await ada.call(api.restrictUser, { user_id: ben.id, ...readOnly, kind: 'no_direct_messages' })
  assert.equal((await ada.call(api.getRestrictions)).restrictions.length, 2)
})

test('bad values are refused and change nothing', async ({ ben, momo }) => {
  const user_id = ben.id
  for (const until of [at(10), at(-60), at(367 * 86_400)])
    await momo.refused(api.restrictUser, { user_id, ...readOnly, until }, api.invalidRestrictionEnd)
  await momo.refused(api.restrictUser, { user_id, ...readOnly, kind: 'read_only_in' }, api.channelsMissing)
  await momo.refused(api.restrictUser, { user_id, ...readOnly, stream_ids: [1 as never] }, api.channelsUnused)
  await momo.refused(api.restrictUser, { user_id, ...readOnly, kind: 'read_only_in', stream_ids: [9_999 as never] })
  await momo.refused(api.restrictUser, { user_id, ...readOnly, reason: ' ' })
  await momo.refusedRaw('POST', `/users/${user_id}/restrictions`, { kind: 'read_only', reason })
  await momo.refusedRaw('POST', `/users/${user_id}/restrictions`, { kind: 'mute', until: null, reason })
  assert.deepEqual((await momo.call(api.getUserRestrictions, { user_id })).restrictions, [])
})

test('a restriction in channels applies only there', async ({ ada, ben, momo }) => {
  const looms = await makeChannel(ada.org, 'looms', [ada, ben])
  await makeChannel(ada.org, 'weaving', [ada, ben])
  const stream_ids = [looms]
  const message_id = await ada.sends('Hello', { channel: looms, topic: 'looms' })
  const own = await ben.sends('Hello', { channel: 'weaving', topic: 'looms' })
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, kind: 'read_only_in', stream_ids })
  await ben.refused(sendMessage, { ...general('x'), to: looms }, api.readOnlyIn)
  await ben.refused(addReaction, { message_id, emoji_name: 'car' }, api.readOnlyIn)
  await ben.refused(updateMessage, { message_id: own, stream_id: looms }, api.readOnlyIn)
  await ben.sends('Hello again', { channel: 'weaving', topic: 'looms' })
  await ben.sends('Hello', [ada])
})

test('without direct messages, channels stay open and so do the moderators', async ({ ben, cleo, momo }) => {
  const before = await cleo.sends('Hi', [ben])
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, kind: 'no_direct_messages' })
  await ben.refused(sendMessage, { type: 'direct', to: [cleo.id], content: 'x' }, api.noDirectMessages)
  await ben.refused(addReaction, { message_id: before, emoji_name: 'car' }, api.noDirectMessages)
  await ben.sends('Hello', [momo])
  await ben.call(sendMessage, general('Hello'))
})

test('a restriction also applies to the person’s bots', async ({ ben, momo, society }) => {
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const watch = await bot.register('own_restrictions')
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly })
  await watch.agreesWithFreshRegister()
  await bot.refused(sendMessage, general('x'), accountReadOnly)
  assert.equal((await watch.of('own_restrictions')).length, 1)
})

test('a restriction ends by itself, and its text has the reader’s time zone and language', async ({
  ada,
  ben,
  momo,
  server,
}) => {
  await ben.call(updateSettings, { timezone: 'Asia/Tokyo', default_language: 'de', twenty_four_hour_time: true })
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, until: at(3600) })
  const watch = await ben.register('own_restrictions')
  const moderating = await ada.register('restriction')
  const refusal = await ben.refused(sendMessage, general('x'))
  assert.equal(refusal.fields.until, at(3600))
  assert.match(
    refusal.message,
    /bis Freitag, 17\. Mai 2030 um 22:00 GMT\+9 auf „nur lesen“ gesetzt\. Grund: Three warnings/,
  )
  await passTo(server, 3599)
  await ben.refused(sendMessage, general('x'))
  await passTo(server, 3600)
  await ben.call(sendMessage, general('Back'))
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().own_restrictions, [])
  assert.equal((await moderating.of('restriction')).length, 1)
  const [ended] = (await ada.call(api.getUserRestrictions, { user_id: ben.id })).restrictions
  assert.deepEqual([ended?.ended_at, ended?.ended_by], [at(3600), null])
})

test('a restriction survives a restart and ends after it', async ({ ben, momo, server, society }) => {
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly, until: at(60) })
  const { config, db, features } = server.runtime
  const restarted = new Runtime({ config, db, features, now: server.clock.now })
  const org = await restarted.organization(society.org.id)
  assert.equal(restrictionsOn(org, ben.id).length, 1)
  server.clock.set(new Date(at(61) * 1000))
  await restarted.timer.wake()
  assert.equal(restrictionsOn(org, ben.id).length, 0)
})

test('a scheduled message of a restricted person isn’t sent', async ({ ben, cleo, momo, server }) => {
  await schedule(ben, { to: [cleo.id], scheduled_delivery_timestamp: at(120) })
  await momo.call(api.restrictUser, { user_id: ben.id, ...readOnly })
  await passTo(server, 121)
  const [waiting] = await pending(ben)
  assert.equal(waiting?.failed, true)
  assert.match((await ben.refused(sendMessage, general('x'))).message, /read-only\. Reason/)
})

import { botTypes, dayMs, inLockdown, inLockdownFor, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import { subscribeToChannels } from '../../../channels/subscriptions/api.ts'
import { deleteMessage } from '../../../messages/messages/api/delete.ts'
import { updateMessage } from '../../../messages/messages/api/edit.ts'
import { sendMessage } from '../../../messages/messages/api/send.ts'
import { addReaction } from '../../../messages/messages/reactions/api.ts'
import { slowMode } from '../../../messages/messages/slow-mode/api.ts'
import { at, noon, passTo, pending, schedule } from '../../../messages/scheduled-messages/fixture.ts'
import { getAuditLog } from '../../audit-log/api.ts'
import { updateOrganization } from '../../organization-settings/api.ts'
import { updateSettings } from '../../user-settings/api.ts'
import { createBot } from '../../users/bot-api.ts'
import { cannotRestrict } from '../errors.ts'
import { activeLockdown } from './access.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const hour = 3_600
const place = { channel: 'general', topic: 'looms' }
const general = (content = 'x') => ({ type: 'channel', to: 'general', topic: 'looms', content }) as const
const direct = (...to: Person[]) => ({ type: 'direct', to: to.map(({ id }) => id), content: 'x' }) as const

/** Backdates all accounts to 30 days ago. */
async function makeOld({ org }: Person): Promise<void> {
  await org.transact(null, async ({ tx, emit }) => {
    const { accountChanged } = await import('../../users/states.ts')
    const rows = await tx
      .updateTable('account')
      .set({ created_at: new Date(noon * 1000 - 30 * dayMs) })
      .where('org_id', '=', org.id)
      .returning('id')
      .execute()
    for (const { id } of rows) emit(accountChanged, { user_id: id })
  })
}

test('moderators start, change, and end a lockdown, and every client is notified', async ({
  ada,
  ben,
  cleo,
  ines,
  momo,
}) => {
  const watch = await ben.register()
  assert.equal(watch.reduced().lockdown, null)
  await ben.refused(api.startLockdown, { hours: 1 }, cannotRestrict)
  for (const hours of [0, 2, 25, 1.5, '"x"']) await momo.refusedRaw('POST', '/lockdown', { hours })
  await momo.refused(api.endLockdown, {}, api.notLockedDown)
  await momo.refused(api.updateLockdown, { hours: 8 }, api.notLockedDown)
  const { lockdown } = await momo.call(api.startLockdown, { hours: 1, reason: ' Spam wave ' })
  assert.deepEqual(lockdown, {
    ...{ started_at: noon, until: at(hour), reason: 'Spam wave' },
    ...{ joined_since: noon - dayMs / 1000, slow_mode_seconds: 30 },
  })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().lockdown, lockdown)
  await ines.refused(api.startLockdown, { hours: 24 }, api.alreadyLockedDown)
  await ines.refused(api.updateLockdown, {}, api.nothingToChange)
  for (const [call, params] of [
    [api.updateLockdown, { hours: 8 }],
    [api.endLockdown, {}],
  ] as const)
    await cleo.refused(call as typeof api.updateLockdown, params, cannotRestrict)
  const { lockdown: longer } = await ines.call(api.updateLockdown, { hours: 8 })
  assert.deepEqual([longer.until, longer.reason, longer.started_at], [at(8 * hour), 'Spam wave', noon])
  await watch.agreesWithFreshRegister()
  await ada.call(api.endLockdown, {})
  await watch.agreesWithFreshRegister()
  assert.equal(watch.reduced().lockdown, null)
  const { entries } = await ada.call(getAuditLog, {})
  const actions = entries.map(({ action }) => action)
  for (const action of ['POST /lockdown', 'PATCH /lockdown', 'DELETE /lockdown']) assert.ok(actions.includes(action))
})

test('when moderators start a lockdown simultaneously, only one succeeds', async ({ ada, ines, momo }) => {
  const tries = [ada, ines, momo].map((one, at) => one.call(api.startLockdown, { hours: at === 0 ? 8 : 1 }))
  const results = await Promise.allSettled(tries)
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const ends = await Promise.allSettled([ada, ines].map((one) => one.call(api.endLockdown, {})))
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(activeLockdown(ada.org), undefined)
})

test('new members are read-only, except for messages to moderators', async ({ ada, ben, cleo, gus, momo, society }) => {
  await makeOld(ben)
  await makeOld(ada)
  const dora = await society.join('Dora')
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: dora.id })
  const guest = await society.join('Guest', roles.guest)
  const mara = await society.join('Mara', roles.moderator)
  const own = await dora.sends('mine', place)
  const other = await ada.sends('theirs', place)
  const secret = await makeChannel(ada.org, 'secret', [ada, dora], { invite_only: true })
  const lounge = await makeChannel(ada.org, 'lounge', [ada, guest, gus])
  await momo.call(api.startLockdown, { hours: 1 })
  const { status, code, fields, message } = await dora.refused(sendMessage, general(), inLockdown)
  assert.deepEqual([status, code, fields.until], [400, 'LOCKDOWN', at(hour)])
  assert.match(message, /^New members can only write to moderators until .*1:00.*\.$/)
  for (const one of [dora, bot]) await one.refused(sendMessage, general(), inLockdown)
  await guest.refused(sendMessage, { ...general(), to: lounge }, inLockdown)
  for (const one of [dora, bot, guest]) {
    await one.refused(sendMessage, direct(ben), inLockdown)
    await one.refused(sendMessage, direct(ben, momo), inLockdown)
  }
  await dora.refused(sendMessage, { ...general(), to: secret }, inLockdown)
  await dora.refused(updateMessage, { message_id: own, content: 'changed' }, inLockdown)
  await dora.refused(updateMessage, { message_id: own, topic: 'elsewhere' }, inLockdown)
  await dora.refused(addReaction, { message_id: other, emoji_name: 'eyes' }, inLockdown)
  await dora.refused(subscribeToChannels, { subscriptions: [{ name: 'spam' }] }, inLockdown)
  await dora.refused(updateSettings, { full_name: 'Spammer' }, inLockdown)
  await dora.refused(createBot, { full_name: 'Spam', short_name: 'spam' }, inLockdown)
  await dora.call(sendMessage, direct(momo))
  await dora.call(sendMessage, direct(momo, mara))
  await dora.call(deleteMessage, { message_id: own })
  for (const one of [ben, cleo, mara, momo]) await one.call(sendMessage, general())
  await gus.call(sendMessage, { ...general(), to: lounge })
  await ben.call(sendMessage, direct(dora))
  await momo.call(api.updateLockdown, { reason: 'Spam wave' })
  const { message: why } = await dora.refused(sendMessage, general(), inLockdownFor)
  assert.match(why, /Reason: Spam wave$/)
  await dora.call(updateSettings, { enter_sends: true })
  await momo.call(api.endLockdown, {})
  for (const one of [dora, bot]) await one.call(sendMessage, general())
  await guest.call(sendMessage, { ...general(), to: lounge })
})

test('a lockdown also affects older accounts that aren’t full members yet', async ({ ada, ben, momo }) => {
  await makeOld(ada)
  await momo.call(api.startLockdown, { hours: 1 })
  await ben.call(sendMessage, general())
  await ada.call(updateOrganization, { waiting_period_threshold: 60 })
  await ben.refused(sendMessage, general(), inLockdown)
  await momo.call(sendMessage, general())
})

test('a lockdown expires on time, even after a restart', async ({ ada, ben, momo, server, society }) => {
  const watch = await ben.register('lockdown')
  await momo.call(api.startLockdown, { hours: 8 })
  const { config, db, features } = server.runtime
  const restarted = new Runtime({ config, db, features, now: server.clock.now })
  assert.ok(activeLockdown(await restarted.organization(society.org.id)))
  await passTo(server, 8 * hour - 1)
  await ben.refused(sendMessage, general(), inLockdown)
  // the job scheduler hasn't ended it yet
  server.clock.set(new Date(at(8 * hour) * 1000))
  await ben.call(sendMessage, general())
  await momo.refused(api.endLockdown, {}, api.notLockedDown)
  await momo.call(api.startLockdown, { hours: 1 })
  await passTo(server, 8 * hour + 1)
  await ben.refused(sendMessage, general(), inLockdown)
  await passTo(server, 9 * hour)
  assert.equal((await watch.of('lockdown')).at(-1)?.lockdown, null)
  await watch.agreesWithFreshRegister()
  await ben.call(sendMessage, general())
  const again = new Runtime({ config, db, features, now: server.clock.now })
  assert.equal(activeLockdown(await again.organization(ada.org.id)), undefined)
})

test('public channels have slow mode of at least 30 seconds, except for moderators', async ({
  ada,
  ben,
  momo,
  server,
}) => {
  await makeOld(ada)
  const slow = await makeChannel(ada.org, 'slow', [ada, ben])
  const quick = await makeChannel(ada.org, 'quick', [ada, ben])
  const secret = await makeChannel(ada.org, 'secret', [ada, ben], { invite_only: true })
  await ada.call(updateChannel, { stream_id: slow, slow_mode_seconds: 60 })
  await ada.call(updateChannel, { stream_id: quick, slow_mode_seconds: 5 })
  const watch = await ben.register()
  await momo.call(api.startLockdown, { hours: 1 })
  const post = (to: number | string, secs: number) => {
    server.clock.set(new Date(at(secs) * 1000))
    return { type: 'channel', to, topic: 'looms', content: 'x' } as const
  }
  for (const to of ['general', slow, quick, secret]) await ben.call(sendMessage, post(to, 1))
  await ben.call(sendMessage, post(secret, 2))
  await watch.agreesWithFreshRegister()
  for (const to of ['general', slow, quick]) {
    const { fields } = await ben.refused(sendMessage, post(to, 30), slowMode)
    assert.equal(fields.retry_at, at(to === slow ? 61 : 31))
  }
  for (let count = 0; count < 3; count++) await momo.call(sendMessage, general())
  for (const to of ['general', quick]) await ben.call(sendMessage, post(to, 31))
  await ben.refused(sendMessage, post(slow, 60), slowMode)
  await watch.agreesWithFreshRegister()
  // change the channel's own setting
  await ada.call(updateChannel, { stream_id: quick, slow_mode_seconds: 0 })
  await watch.agreesWithFreshRegister()
  await ada.call(updateChannel, { stream_id: quick, slow_mode_seconds: 10 })
  await watch.agreesWithFreshRegister()
  await momo.call(api.endLockdown, {})
  await watch.agreesWithFreshRegister()
  await ben.call(sendMessage, general())
  await ben.call(sendMessage, general())
  await momo.call(api.startLockdown, { hours: 1 })
  await watch.agreesWithFreshRegister()
})

test('scheduled messages of new members fail during a lockdown', async ({ ada, ben, momo, server }) => {
  const to = await makeChannel(ada.org, 'lounge', [ada, ben])
  await schedule(ben, { type: 'stream', to, topic: 'looms' } as never)
  await momo.call(api.startLockdown, { hours: 1 })
  await passTo(server, 61)
  const [message] = await pending(ben)
  assert.equal(message?.failed, true)
})

test('the error is in the user’s language', async ({ ben, momo }) => {
  await ben.call(updateSettings, { default_language: 'de' })
  await momo.call(api.startLockdown, { hours: 1 })
  const { message } = await ben.refused(sendMessage, general())
  assert.match(message, /^Neue Mitglieder können bis .* nur der Moderation schreiben\.$/)
})

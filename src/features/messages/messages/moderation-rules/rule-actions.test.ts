import { botTypes, type ParamsInput, readOnly, readOnlyUntil, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { getUserRestrictions, liftRestriction } from '../../../people/restrictions/api.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { getModerationLog } from '../../moderation-log/api.ts'
import { changeMessageReport, getMessageReports } from '../../reports/api.ts'
import { passTo, pending, schedule } from '../../scheduled-messages/fixture.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { sendMessage } from '../api/send.ts'
import { messageHeld } from '../held-messages/api.ts'
import { addSubmessage } from '../submessages/api.ts'
import { checkRules } from './access.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

const place = { channel: 'general', topic: 'looms' }
const post = (content: string) => ({ type: 'channel', to: 'general', topic: 'looms', content }) as const
type Params = ParamsInput<typeof api.createModerationRule.params>
const addRule = async (ada: Person, action: Params['action'], more: Partial<Params> = {}) =>
  (
    await ada.call(api.createModerationRule, {
      ...{ name: 'No spam', applies_to: 'members', action, condition: { kind: 'words', words: ['spam'] } },
      ...more,
    })
  ).rule
const reportsFor = async (person: Person) => (await person.call(getMessageReports, {})).reports
const restrictionsOf = async (momo: Person, { id }: Person) =>
  (await momo.call(getUserRestrictions, { user_id: id })).restrictions

test('a reporting rule sends the message and adds one report', async ({ ada, ben, momo, society }) => {
  const moderation = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: moderation })
  await addRule(ada, 'report')
  const watch = await momo.register('message_report', 'message')
  const id = await ben.sends('spam', place)
  await ben.call(updateMessage, { message_id: id, content: 'more spam' })
  await ben.sends('ham', place)
  const [report, ...others] = await reportsFor(momo)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [report?.rule_name, report?.author_id, report?.message_id, report?.content, report?.state],
    ['No spam', ben.id, id, 'spam', 'open'],
  )
  assert.equal((await watch.of('message_report')).length, 1)
  const notices = (await watch.of('message')).filter(
    ({ message }) => (message as { stream_id?: number }).stream_id === moderation,
  )
  assert.equal(notices.length, 1)
  // reported again when a moderator has handled the first report
  await momo.call(changeMessageReport, { report_id: report?.id as number, state: 'handled' })
  await ben.call(updateMessage, { message_id: id, content: 'spam again' })
  assert.deepEqual(
    (await reportsFor(momo)).map(({ state, content }) => [state, content]),
    [
      ['open', 'spam again'],
      ['handled', 'spam'],
    ],
  )
  await ada.call(deleteMessage, { message_id: id })
  assert.deepEqual(
    (await reportsFor(momo)).map(({ message_id }) => message_id),
    [null, null],
  )
})

test('edits, poll options, and new topics are reported too', async ({ ada, ben, cleo, momo }) => {
  const poll = await ben.sends('/poll Snack?\nham', place)
  const edited = await ben.sends('ham', place)
  const moved = await ben.sends('ham', place)
  await addRule(ada, 'report')
  const option = { type: 'new_option', idx: 1, option: 'spam' }
  await cleo.call(addSubmessage, { message_id: poll, msg_type: 'widget', content: JSON.stringify(option) })
  await ben.call(updateMessage, { message_id: edited, content: 'spam' })
  await ben.call(updateMessage, { message_id: moved, topic: 'spam' })
  assert.deepEqual(
    (await reportsFor(momo)).map(({ message_id, author_id, content }) => [message_id, author_id, content]),
    [
      [moved, ben.id, 'spam'],
      [edited, ben.id, 'spam'],
      [poll, cleo.id, 'spam'],
    ],
  )
})

test('a rule reports up to 50 messages of a person and their bots', async ({ ada, ben, cleo, momo, society }) => {
  await addRule(ada, 'report')
  const bot = (name: string) => society.join(name, roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const authors = [ben, await bot('Loom bot'), await bot('Yarn bot')]
  for (let at = 0; at < 54; at++) await authors[at % authors.length]?.sends(`spam ${at}`, place)
  const openReports = async () => (await momo.call(getMessageReports, { limit: 200 })).open_count
  assert.equal(await openReports(), 50)
  await cleo.sends('spam', place)
  assert.equal(await openReports(), 51)
})

test('deleting a reported message doesn’t hide its text from moderators', async ({ ada, ben, momo }) => {
  await addRule(ada, 'report')
  const id = await ben.sends('spam', place)
  await ada.call(deleteMessage, { message_id: id })
  const [report] = await reportsFor(momo)
  assert.deepEqual([report?.message_id, report?.is_readable, report?.content], [null, true, 'spam'])
})

test('a private channel’s reports don’t show its messages to other moderators', async ({ ada, ben, momo, society }) => {
  const channel = await makeChannel(society.org, 'secret looms', [ada, ben], { invite_only: true })
  await addRule(ada, 'report')
  await ben.call(sendMessage, { type: 'channel', to: channel, topic: 'x', content: 'spam' })
  const [report] = await reportsFor(momo)
  assert.deepEqual([report?.is_readable, report?.content, report?.rule_name], [false, null, 'No spam'])
  assert.equal((await reportsFor(ada))[0]?.content, 'spam')
})

test('a restricting rule blocks the message and makes its author read-only', async ({
  ada,
  ben,
  cleo,
  momo,
  society,
}) => {
  const moderation = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: moderation })
  const watch = await momo.register('message')
  await ada.call(updateOrganization, { public_moderation_log: true })
  await addRule(ada, 'restrict', { restrict_minutes: 60, message: 'No ads, please.' })
  const own = await ben.register('own_restrictions')
  const refusal = await ben.refused(sendMessage, post('spam'))
  assert.deepEqual([refusal.code, refusal.message], ['MESSAGE_REFUSED', 'No ads, please.'])
  const [restriction, ...others] = await restrictionsOf(momo, ben)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [restriction?.kind, restriction?.reason, restriction?.note, restriction?.created_by],
    ['read_only', 'No ads, please.', 'Moderation rule: No spam', null],
  )
  const { until, created_at } = restriction as { until: number; created_at: number }
  assert.equal(until - created_at, 3_600)
  await own.agreesWithFreshRegister()
  assert.equal((await own.of('own_restrictions')).length, 1)
  await ben.refused(sendMessage, post('ham'), readOnlyUntil)
  const notices = (await watch.of('message')).map(({ message }) => message as { subject: string; content: string })
  assert.deepEqual(
    notices.map(({ subject }) => subject),
    ['restrictions'],
  )
  assert.match(
    notices[0]?.content ?? '',
    /made .*Ben.* read-only.* <a href="#organization\/restrictions">Restrictions<\/a>/,
  )
  const { entries } = await cleo.call(getModerationLog, {})
  assert.deepEqual(
    entries.map(({ action, user_id, reason }) => [action, user_id, reason]),
    [['restriction', ben.id, 'No ads, please.']],
  )
  const audit = await ada.call(getAuditLog, { action: 'restrict user' })
  assert.deepEqual(
    audit.entries.map(({ params, client }) => [params.user_id, client]),
    [[ben.id, 'server']],
  )
  await momo.call(liftRestriction, { user_id: ben.id, restriction_id: restriction?.id as number })
  await ben.call(sendMessage, post('ham'))
})

test('refused edits, bots, and scheduled messages restrict their author or owner', async ({
  ada,
  ben,
  cleo,
  gus,
  momo,
  server,
  society,
}) => {
  const message_id = await ben.sends('ham', place)
  const bot = await society.join('Bot', roles.member, { bot_type: botTypes.generic, bot_owner_id: cleo.id })
  const to = await makeChannel(ada.org, 'weaving', [ada, gus])
  await schedule(gus, { type: 'channel', to, topic: 'looms', content: 'spam' })
  await addRule(ada, 'restrict', { restrict_minutes: null })
  await ben.refused(updateMessage, { message_id, content: 'spam' }, api.wordRefused)
  await ben.refused(sendMessage, post('ham'), readOnly)
  await bot.refused(sendMessage, post('spam'), api.wordRefused)
  assert.deepEqual(await restrictionsOf(momo, bot), [])
  await cleo.refused(sendMessage, post('ham'), readOnly)
  await passTo(server, 62)
  assert.equal((await pending(gus))[0]?.failed, true)
  assert.equal((await restrictionsOf(momo, gus))[0]?.reason, 'A message with a word or phrase that isn’t allowed')
  // exempt, like from any rule
  await momo.call(sendMessage, post('spam'))
  assert.deepEqual(await restrictionsOf(ada, momo), [])
})

test('texts from other services are blocked, but restrict no one', async ({ ada, ben, momo, society }) => {
  const hook = await society.join('Hook', roles.member, { bot_type: botTypes.incomingWebhook, bot_owner_id: ben.id })
  await addRule(ada, 'restrict')
  await hook.refused(sendMessage, post('spam'), api.wordRefused)
  assert.deepEqual(await restrictionsOf(momo, ben), [])
  await ben.call(sendMessage, post('ham'))
})

test('messages sent at once restrict their author once, and the restriction ends by itself', async ({
  ada,
  ben,
  momo,
  server,
}) => {
  await addRule(ada, 'restrict', { restrict_minutes: 5 })
  await Promise.allSettled(Array.from({ length: 6 }, () => ben.call(sendMessage, post('spam'))))
  assert.equal((await restrictionsOf(momo, ben)).length, 1)
  server.clock.set(new Date(Date.now() + 6 * 60_000))
  await ben.call(sendMessage, post('ham'))
})

test('blocking wins over holding, holding over reporting, and restricting over all', async ({ ada, ben, momo }) => {
  await addRule(ada, 'report')
  const hold = await addRule(ada, 'hold')
  await ben.refused(sendMessage, post('spam'), messageHeld)
  await addRule(ada, 'refuse', { message: 'Refused' })
  assert.equal((await ben.refused(sendMessage, post('spam one'))).message, 'Refused')
  await ada.call(api.updateModerationRule, { rule_id: hold.id, action: 'restrict', message: 'Restricted' })
  assert.equal((await ben.refused(sendMessage, post('spam two'))).message, 'Restricted')
  assert.deepEqual(await reportsFor(momo), [])
})

test('a restriction lasts a minute to a year', async ({ ada }) => {
  for (const restrict_minutes of [0, 366 * 24 * 60 + 1, 1.5])
    await ada.refusedRaw('POST', '/moderation_rules', {
      ...{ name: 'x', applies_to: 'members', action: 'restrict', restrict_minutes },
      condition: JSON.stringify({ kind: 'mentions', max: 1 }),
    })
})

if (process.env.LOQUAT_TEST_DATABASE_URL) {
  test('two processes know a new rule, and restrict its author once', async ({ ada, ben, momo, server, society }) => {
    const twin = await twinOf(server)
    try {
      const other = await twin.organization(society.org.id)
      await addRule(ada, 'restrict', { restrict_minutes: 60 })
      const refuse = (org: typeof other) =>
        org.transact(ben.id, async (mutation) => {
          const general = [...mutation.get(channelsCache).byId.values()].find(
            ({ name }) => name === 'general',
          ) as Channel
          const sender = mutation.get(peopleCache).byId.get(ben.id) as Account
          const text = { content: 'spam', html: '' }
          await checkRules(mutation, { sender, recipient: { kind: 'channel', channel: general }, topic: 'x', text })
        })
      const results = await Promise.allSettled([refuse(other), refuse(society.org), refuse(other), refuse(society.org)])
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected', 'rejected', 'rejected'],
      )
      assert.equal((await restrictionsOf(momo, ben)).length, 1)
    } finally {
      await twin.stop()
      await twin.db.close()
    }
  })
}

import type { ParamsInput } from '#contract'
import { raw } from '#platform/db'
import { assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { archiveChannel, updateChannel } from '../../channels/channels/api.ts'
import { channelArchived } from '../../channels/channels/errors.ts'
import { invalidMessages } from '../../messages/messages/api/flags.ts'
import { cannotPost } from '../../messages/messages/api/send.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup } from '../../people/groups/api.ts'
import * as api from './api.ts'
import { tryAutomation, tryNewAutomation } from './dry-run-api.ts'
import * as errors from './errors.ts'
import {
  automate,
  botOf,
  onCommand,
  onJoin,
  onMessage,
  onReaction,
  post,
  reply,
  runsOf,
  sentByBots,
  toPerson,
} from './fixture.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

type Params = Omit<ParamsInput<typeof tryAutomation.params>, 'automation_id'>
const tried = (person: Person, { automation_id }: Automation, params: Params = {}) =>
  person.call(tryAutomation, { automation_id, ...params })

const tables = ['message', 'automation_run', 'automation_outcome', 'automation_starter', 'reaction', 'subscription']
const countsOf = (person: Person) =>
  person.org.db.read((tx) =>
    Promise.all(tables.map(async (table) => (await raw(tx, `select count(*)::int as n from ${table}`, []))[0])),
  )

const automationBots = async (person: Person) =>
  person.org.db.read((tx) => raw(tx, `select full_name from account where org_id = $1`, [person.org.id]))

test('a test shows each message and step, and changes nothing', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const { group_id } = await ada.call(createGroup, { name: 'Cooks', description: '', members: [ada.id] })
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch, words: ['soup'] }),
    conditions: [{ kind: 'group', group_id, is_member: true }, { kind: 'first_time' }],
    steps: [
      reply('**Hi** {person}: {message.text}'),
      { kind: 'wait', minutes: 60 },
      { kind: 'approve', stream_id: lunch, topic: 'requests', user_ids: [ada.id], text: 'More {topic}?' },
      toPerson('{approver} said yes'),
      { kind: 'react', emoji_name: 'octopus' },
      { kind: 'resolve' },
      { kind: 'add_to_group', group_id },
    ],
    is_enabled: false,
  })
  const message_id = await ben.sends('Soup @**all**', { channel: lunch, topic: 'menu' })
  const queue = await ben.register()
  const inbox = await ada.register('message')
  const before = await countsOf(ada)
  const result = await tried(ada, automation, { message_id })
  assert.equal(result.matches_trigger, true)
  assert.deepEqual(result.conditions, [{ is_met: false }, { is_met: true }])
  assert.deepEqual(
    result.steps.map(({ state, failure }) => [state, failure]),
    [...['runs', 'waits', 'waits'], ...Array(4).fill('runs')].map((state) => [state, null]),
  )
  const [first, , request, direct] = result.steps.map(({ message }) => message)
  assert.deepEqual([first?.stream_id, first?.topic, first?.user_ids], [lunch, 'menu', null])
  assert.match(first?.content ?? '', /^\*\*Hi\*\* @_\*\*Ben\|/)
  assert.match(first?.rendered_content ?? '', /<strong>Hi<\/strong>.*Soup @\*\*all\*\*/)
  assert.match(request?.content ?? '', /^More .*enu\?\n\n⏳/)
  assert.deepEqual([request?.stream_id, request?.topic], [lunch, 'requests'])
  assert.deepEqual([direct?.stream_id, direct?.topic, direct?.user_ids], [null, null, [ben.id]])
  assert.match(direct?.content ?? '', /Ada.* said yes/)
  await server.runtime.timer.wake()
  assert.deepEqual(await countsOf(ada), before)
  assert.deepEqual(await sentByBots(server, inbox, [automation]), [])
  assert.deepEqual(await queue.of('reaction'), [])
  await queue.agreesWithFreshRegister()
  assert.deepEqual(await runsOf(ada, automation), [])
})

test('a test names what would be refused, and continues', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const news = await makeChannel(society.org, 'news', [ada])
  const old = await makeChannel(society.org, 'old', [ada])
  const automation = await automate(ada, {
    trigger: onReaction('octopus'),
    steps: [post(news), post(old), post(lunch)],
  })
  await ada.call(updateChannel, {
    stream_id: news,
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  })
  await ada.call(archiveChannel, { stream_id: old })
  const message_id = await ben.sends('Soup', { channel: lunch, topic: 'menu' })
  const { steps } = await tried(ada, automation, { message_id, user_id: ben.id })
  assert.deepEqual(
    steps.map(({ state, failure_code, message }) => [state, failure_code, message?.topic]),
    [
      ['refused', cannotPost.code, undefined],
      ['refused', channelArchived.code, undefined],
      ['runs', null, 'soup'],
    ],
  )
  assert.match(steps[0]?.failure ?? '', /news/)
  assert.equal(steps[1]?.failure, channelArchived.message)
})

test('unsaved changes can be tested, and stay unsaved', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const automation = await automate(ada, { steps: [post(lunch)] })
  const command = {
    trigger: onCommand('kudos'),
    steps: [reply('{person} thanks {text}'), post(council)],
    ...{ stream_id: lunch, topic: 'thanks', text: '@**Ada**', user_id: ben.id },
  }
  const { steps } = await tried(ada, automation, command)
  assert.match(steps[0]?.message?.rendered_content ?? '', />Ben<.* thanks @\*\*Ada\*\*/)
  // its bot joins the private channel when the changes are saved
  assert.deepEqual([steps[0]?.message?.topic, steps[1]?.state], ['thanks', 'unchecked'])
  const webhook = { trigger: { kind: 'webhook' as const }, steps: [post(lunch, { text: 'Build {webhook.n}' })] }
  const built = await tried(ada, automation, { ...webhook, payload: { n: '*7*' } })
  assert.equal(built.steps[0]?.message?.rendered_content, '<p>Build *7*</p>')
  const [saved] = (await ada.call(api.getAutomations)).automations
  assert.deepEqual(saved, automation)
  const join = await tried(ada, automation, {
    trigger: onJoin(lunch),
    steps: [toPerson('Hi {person}')],
    user_id: ben.id,
  })
  assert.deepEqual(join.steps[0]?.message?.user_ids, [ben.id])
  const other = await ada.refusedRaw('POST', `/automations/${automation.automation_id}/try`, {
    steps: [post(lunch), post(999_999)],
  })
  assert.equal(other.message, 'Invalid steps[1].stream_id: is not a channel')
})

test('a message that doesn’t match is reported', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const message_id = await ben.sends('Bread', { channel: lunch, topic: 'menu' })
  const automation = await automate(ada, { trigger: onMessage({ words: ['soup'] }), steps: [reply('Soup!')] })
  assert.equal((await tried(ada, automation, { message_id })).matches_trigger, false)
  const asked = await tried(ada, automation, { message_id, trigger: onMessage({ words: ['bread'] }) })
  assert.equal(asked.matches_trigger, true)
})

test('people test only what they manage and can read', async ({ ada, ben, ines, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, ines])
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const secret = await ben.sends('Secret', { channel: council, topic: 'plans' })
  const direct = await ben.sends('Private', ada)
  const message_id = await ben.sends('Soup', { channel: lunch, topic: 'menu' })
  const automation = await automate(ada, { trigger: onMessage(), steps: [reply('{message.text}')] })
  const { automation_id } = automation
  await ben.refused(tryAutomation, { automation_id, message_id }, errors.noSuchAutomation)
  await cleo.refused(tryAutomation, { automation_id: 999_999 }, errors.noSuchAutomation)
  await ines.refused(tryAutomation, { automation_id, message_id: secret }, invalidMessages)
  await ines.refused(tryAutomation, { automation_id, message_id: direct }, invalidMessages)
  // a private channel the trigger doesn't name, and a direct message
  await ada.refused(tryAutomation, { automation_id, message_id: secret }, errors.outOfReach)
  await ada.refused(tryAutomation, { automation_id, message_id: direct }, errors.outOfReach)
  const refusal = async (params: Record<string, unknown>) =>
    (await ines.refusedRaw('POST', `/automations/${automation_id}/try`, params)).message
  assert.equal(await refusal({}), "Missing 'message_id' argument")
  assert.match(await refusal({ message_id, steps: [post(council)] }), /^Invalid steps\[0\]\.stream_id/)
  assert.match(await refusal({ message_id, trigger: onMessage({ stream_id: council }) }), /^Invalid trigger\.stream_id/)
  const command = { trigger: onCommand('kudos') }
  assert.equal(await refusal(command), "Missing 'stream_id' argument")
  assert.equal(await refusal({ ...command, stream_id: council }), errors.outOfReach.message)
  const bot = await botOf(ada, society.subdomain)
  assert.match(await refusal({ ...command, stream_id: lunch, user_id: bot.id }), /^Invalid user_id/)
  assert.match(await refusal({ ...command, stream_id: lunch, user_id: 999_999 }), /^Invalid user_id/)
  const councils = await automate(ada, { trigger: onMessage({ stream_id: council }), steps: [reply('Hi')] })
  await joinChannel(society.org, lunch, cleo)
  await ines.refused(tryAutomation, { automation_id: councils.automation_id, message_id }, errors.noSuchAutomation)
})

test('an automation can be tested before it’s created, which creates nothing', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const announcements = await makeChannel(society.org, 'announcements', [ada])
  const { group_id } = await ada.call(createGroup, { name: 'Editors', description: '', members: [ada.id] })
  await ada.call(updateChannel, { stream_id: announcements, can_send_message_group: { new: group_id } })
  const message_id = await ben.sends('Soup', { channel: lunch, topic: 'menu' })
  const created = {
    name: 'Lunch bell',
    trigger: onMessage({ words: ['soup'] }),
    conditions: [{ kind: 'first_time' as const }],
    steps: [reply('**{person}** wants {message.text}'), post(announcements), { kind: 'resolve' as const }],
  }
  const counts = [await countsOf(ada), await automationBots(ada)]
  const queue = await ada.register()
  const { matches_trigger, conditions, steps } = await ada.call(tryNewAutomation, { ...created, message_id })
  assert.deepEqual([matches_trigger, conditions], [true, [{ is_met: true }]])
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['runs', 'refused', 'runs'],
  )
  assert.match(steps[0]?.message?.rendered_content ?? '', /<strong>.*Ben.*<\/strong> wants Soup/)
  assert.deepEqual([steps[0]?.message?.stream_id, steps[0]?.message?.topic], [lunch, 'menu'])
  // its bot isn't an editor, unlike Ada
  assert.equal(steps[1]?.failure, cannotPost({ name: 'announcements' }).message)
  assert.deepEqual([await countsOf(ada), await automationBots(ada)], counts)
  assert.deepEqual((await ada.call(api.getAutomations)).automations, [])
  assert.deepEqual(await queue.of('realm_user'), [])
  await queue.agreesWithFreshRegister()
})

test('testing a new automation of a private channel shows its messages', async ({ ada, ben, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const created = {
    name: 'Agenda',
    trigger: onCommand('agenda'),
    steps: [reply('{person}: {text}'), { kind: 'wait' as const, minutes: 5 }],
  }
  const scope = { stream_id: council }
  const { steps } = await ada.call(tryNewAutomation, { ...created, ...scope, text: 'Budget', topic: 'today' })
  assert.deepEqual(
    steps.map(({ state, message }) => [state, message?.stream_id]),
    [
      ['unchecked', council],
      ['waits', undefined],
    ],
  )
  assert.match(steps[0]?.message?.rendered_content ?? '', /Ada.*: Budget/)
})

test('testing a new automation needs the permissions to create it', async ({ ada, ben, momo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, momo])
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const created = { name: 'Bell', trigger: onCommand('bell'), steps: [post(lunch)], start_stream_id: lunch }
  await ben.refused(tryNewAutomation, created, errors.cannotManageAutomations)
  await ben.refused(tryNewAutomation, { ...created, stream_id: council })
  await momo.call(tryNewAutomation, { ...created, stream_id: lunch, topic: 'x' })
  const elsewhere = await momo.refusedRaw('POST', '/automations/try', {
    ...created,
    stream_id: lunch,
    steps: [post(council)],
  })
  assert.match(elsewhere.message, /^Invalid steps\[0\]\.stream_id/)
  await automate(ada, { trigger: onCommand('bell'), steps: [post(lunch)] })
  await ada.refused(tryNewAutomation, created)
})

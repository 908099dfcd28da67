import { botTypes, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { updateChannel } from '../../channels/channels/api.ts'
import { noSuchChannelId } from '../../channels/channels/errors.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { cannotPost } from '../../messages/messages/api/send.ts'
import { createModerationRule, wordRefused } from '../../messages/messages/moderation-rules/api.ts'
import { slowMode } from '../../messages/messages/slow-mode/errors.ts'
import { getMessageReports } from '../../messages/reports/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import type { SlashCommand } from '../../messages/slash-commands/states.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import * as api from './api.ts'
import * as errors from './errors.ts'
import { automate, automations, onCommand, onMessage, post, reply, runsOf, sentByBots, toPerson } from './fixture.ts'
import { maxRunsPerHour } from './limits.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const start = (
  { automation_id }: Automation,
  stream_id: number,
  more: { text?: string; idempotency_key?: string } = {},
) => ({
  ...{ automation_id, stream_id, topic: 'looms' },
  ...more,
})

const commandsOf = async (person: Person) =>
  ((await person.register('slash_commands')).initial.slash_commands as SlashCommand[]).map(({ command }) => command)

test('a slash command starts a run, and mentions in its text don’t notify anyone', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ada.register('message')
  const one = await automate(ada, {
    trigger: onCommand('kudos'),
    steps: [reply('{person} in {channel}, {topic}: {text} {message.text}'), toPerson('Thanks')],
  })
  const text = 'thanks @**all** [x](https://a.example)'
  const { run_id } = await ben.call(api.startAutomation, start(one, lunch, { text }))
  const [sent] = await sentByBots(server, inbox, [one])
  assert.equal(sent?.subject, 'looms')
  assert.match(sent?.content ?? '', />Ben<.*looms: thanks @\*\*all\*\* \[x\]\(https:\/\/a\.example\) \{message\.text\}/)
  assert.doesNotMatch(sent?.content ?? '', /user-mention"/)
  const [run] = await runsOf(ada, one)
  assert.deepEqual([run?.run_id, run?.state, run?.person_id, run?.message_id], [run_id, 'done', ben.id, null])
})

test('a message that begins with the command also starts it', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ada.register('message')
  const one = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos: {text}')] })
  const bot = await society.join('Weaver', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await joinChannel(society.org, lunch, bot)
  const to = { channel: lunch, topic: 'looms' }
  await ben.sends('/kudos Cleo', to)
  await ben.sends('/Kudos', to)
  await ben.sends('/kudoses Cleo', to)
  await ben.sends('please /kudos Cleo', to)
  await ben.sends('/kudos Cleo', ada)
  await bot.sends('/kudos Cleo', to)
  const contents = (await sentByBots(server, inbox, [one])).map(({ content }) => content)
  assert.deepEqual(contents.sort(), ['<p>Kudos: Cleo</p>', '<p>Kudos: …</p>'])
  await ada.call(deleteMessage, { message_id: await ben.sends('/kudos secret', to) })
  assert.equal((await sentByBots(server, inbox, [one])).length, 2)
})

test('an idempotency key starts one run per person', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const one = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos')] })
  const request = start(one, lunch, { idempotency_key: 'one' })
  const [first, second] = await Promise.all([
    ben.call(api.startAutomation, request),
    ben.call(api.startAutomation, request),
  ])
  await server.runtime.timer.wake()
  assert.equal(first.run_id, second.run_id)
  assert.notEqual((await ada.call(api.startAutomation, request)).run_id, first.run_id)
  assert.equal((await runsOf(ada, one)).length, 2)
})

test('only people who can post there can start an automation', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const news = await makeChannel(society.org, 'news', [ada, ben])
  await ada.call(updateChannel, {
    stream_id: news,
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  })
  const orgWide = await automate(ada, { name: 'Kudos', trigger: onCommand('kudos'), steps: [reply('Kudos')] })
  const councilOnly = await automate(ada, {
    name: 'Vote',
    stream_id: council,
    trigger: onCommand('vote'),
    steps: [reply('Vote')],
  })
  await ben.refused(api.startAutomation, start(orgWide, news), cannotPost)
  await ben.refused(api.startAutomation, start(orgWide, council), errors.notHere)
  await ben.refused(api.startAutomation, start(councilOnly, lunch), errors.notHere)
  await cleo.refused(api.startAutomation, start(councilOnly, council), noSuchChannelId)
  const withoutCommand = await automate(ada, { name: 'Greeting', trigger: onMessage(), steps: [reply('Hi')] })
  await ben.refused(api.startAutomation, start(withoutCommand, lunch), errors.noSuchAutomation)
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  await ben.refused(api.startAutomation, start(orgWide, lunch), errors.newMembersCannotStart)
  await ben.sends('/kudos', { channel: lunch, topic: 'looms' })
  assert.deepEqual(await runsOf(ada, orgWide), [])
  await ada.call(updateOrganization, { waiting_period_threshold: 0 })
  await ben.call(api.startAutomation, start(councilOnly, council))
  assert.equal((await runsOf(ada, councilOnly)).length, 1)
})

test('starting an automation counts as posting in slow mode', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  await ada.call(updateChannel, { stream_id: lunch, slow_mode_seconds: 60 })
  const one = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos')] })
  const watch = await ben.register()
  await ben.call(api.startAutomation, start(one, lunch))
  await ben.refused(api.startAutomation, start(one, lunch), slowMode)
  await watch.agreesWithFreshRegister()
  assert.equal((await runsOf(ada, one)).length, 1)
})

test('a rule reports the message that shows what someone entered', async ({ ada, ben, momo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ada.register('message')
  const shows = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos: {text}'), reply('Done')] })
  const hides = await automate(ada, { trigger: onCommand('log'), steps: [reply('Logged')] })
  const condition = { kind: 'words' as const, words: ['spam'] }
  await ada.call(createModerationRule, { name: 'Ads', condition, applies_to: 'members', action: 'report' })
  await ben.call(api.startAutomation, start(shows, lunch, { text: 'spam for Cleo' }))
  await ben.call(api.startAutomation, start(shows, lunch, { text: 'ham' }))
  await ben.call(api.startAutomation, start(hides, lunch, { text: 'spam' }))
  const sent = await sentByBots(server, inbox, [shows, hides])
  const message = sent.find(({ content }) => content.includes('spam'))
  const { reports } = await momo.call(getMessageReports)
  assert.deepEqual(
    reports.map(({ rule_name, author_id, message_id, content }) => [rule_name, author_id, message_id, content]),
    [['Ads', ben.id, message?.id, 'spam for Cleo']],
  )
  // a message that begins with the command is reported itself
  await ben.sends('/kudos spam again', { channel: lunch, topic: 'looms' })
  await sentByBots(server, inbox, [shows])
  assert.equal((await momo.call(getMessageReports)).open_count, 2)
})

test('moderation rules apply to the text and the topic', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const one = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos: {text}')] })
  const condition = { kind: 'words' as const, words: ['spam'] }
  await ada.call(createModerationRule, { name: 'Spam', applies_to: 'members', action: 'hold', condition })
  await ben.refused(api.startAutomation, start(one, lunch, { text: 'for sp\u200bam' }), wordRefused)
  await ben.refused(api.startAutomation, { ...start(one, lunch), topic: 'spam' }, wordRefused)
  assert.deepEqual(await runsOf(ada, one), [])
  await ada.call(api.startAutomation, start(one, lunch, { text: 'spam' }))
  await ben.call(api.startAutomation, start(one, lunch, { text: 'ham' }))
  assert.equal((await runsOf(ada, one)).length, 2)
})

test('too many starts are refused without pausing the automation', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const one = await automate(ada, { trigger: onCommand('kudos'), steps: [reply('Kudos')] })
  for (let n = 0; n < maxRunsPerHour.person; n++) await ben.call(api.startAutomation, start(one, lunch))
  const { message } = await ben.refused(api.startAutomation, start(one, lunch), errors.tooManyStarts)
  assert.equal(message, 'You can start up to 30 runs an hour. Try again later.')
  await ben.sends('/kudos', { channel: lunch, topic: 'looms' })
  for (let n = 0; n < maxRunsPerHour.person; n++) await ada.call(api.startAutomation, start(one, lunch))
  const nora = await society.join('Nora')
  await nora.refused(api.startAutomation, start(one, lunch), errors.tooManyRuns)
  assert.deepEqual(
    (await automations(ada)).map(({ is_enabled, paused_because }) => [is_enabled, paused_because]),
    [[true, null]],
  )
})

test('everyone gets the organization’s commands, and subscribers those of their channels', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const queues = await Promise.all([ada, ben, cleo].map((person) => person.register()))
  const checkQueues = () => Promise.all(queues.map((queue) => queue.agreesWithFreshRegister()))
  const orgWide = await automate(ada, { trigger: onCommand('kudos', 'Name and reason'), steps: [reply('Kudos')] })
  const channelOnly = await automate(ada, { stream_id: lunch, trigger: onCommand('menu'), steps: [reply('Soup')] })
  await checkQueues()
  assert.deepEqual([await commandsOf(ben), await commandsOf(cleo)], [['kudos', 'menu'], ['kudos']])
  await joinChannel(society.org, lunch, cleo)
  await leaveChannel(society.org, lunch, ben)
  await checkQueues()
  assert.deepEqual([await commandsOf(ben), await commandsOf(cleo)], [['kudos'], ['kudos', 'menu']])
  const edit = { automation_id: orgWide.automation_id, expected_revision: orgWide.revision }
  const { automation } = await ada.call(api.updateAutomation, { ...edit, trigger: onCommand('thanks'), name: 'Thanks' })
  await checkQueues()
  assert.deepEqual(await commandsOf(ben), ['thanks'])
  await ada.call(api.updateAutomation, { ...edit, expected_revision: automation.revision, is_enabled: false })
  await ada.call(api.deleteAutomation, { automation_id: channelOnly.automation_id })
  await checkQueues()
  assert.deepEqual([await commandsOf(ben), await commandsOf(cleo)], [[], []])
  await ada.refused(api.startAutomation, start(orgWide, lunch), errors.noSuchAutomation)
})

test('a command is lowercase, unique, and not built in', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const create = { name: 'Kudos', steps: [post(lunch)] }
  const refusal = async (command: string) =>
    (await ada.refusedRaw('POST', '/automations', { ...create, trigger: onCommand(command) })).message
  for (const command of ['', 'Kudos', '1st', 'two words', '/kudos', 'x'.repeat(33), 'kudos!'])
    assert.match(await refusal(command), /^Invalid trigger.*command/, command)
  for (const command of ['me', 'poll', 'remind', 'status'])
    assert.match(await refusal(command), /is a built-in command/, command)
  const one = await automate(ada, { ...create, trigger: onCommand('résumé-2') })
  assert.equal(await refusal('résumé-2'), 'The command /résumé-2 is already in use. Choose another one.')
  const other = await automate(ada, { ...create, name: 'Menu', trigger: onCommand('menu'), is_enabled: false })
  const edit = { automation_id: one.automation_id, expected_revision: one.revision }
  await ada.refused(api.updateAutomation, { ...edit, trigger: onCommand('menu') })
  await ada.call(api.updateAutomation, { ...edit, trigger: onCommand('résumé-2', 'Name') })
  await ada.call(api.deleteAutomation, { automation_id: other.automation_id })
  await automate(ada, { ...create, name: 'Menu', trigger: onCommand('menu') })
})

test('a taken command doesn’t tell which hidden automation uses it', async ({ ada, ines, society }) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const lunch = await makeChannel(society.org, 'lunch', [ada, ines])
  await automate(ada, { name: 'Budget cuts', stream_id: council, trigger: onCommand('agenda'), steps: [reply('Hi')] })
  const params = { name: 'Other', trigger: onCommand('agenda'), steps: [post(lunch)] }
  const { message, code } = await ines.refusedRaw('POST', '/automations', params)
  assert.deepEqual([message, code], ['The command /agenda is already in use. Choose another one.', 'COMMAND_TAKEN'])
})

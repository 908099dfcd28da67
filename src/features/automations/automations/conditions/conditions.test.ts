import type { ChannelId } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { addReaction } from '../../../messages/messages/reactions/api.ts'
import { noon, passTo } from '../../../messages/scheduled-messages/fixture.ts'
import { createGroup, deactivateGroup, updateMembers } from '../../../people/groups/api.ts'
import * as api from '../api.ts'
import { conditionsNotMet } from '../errors.ts'
import { automate, automations, daily, onCommand, onJoin, onMessage, onReaction, reply, runsOf } from '../fixture.ts'
import { maxRunsPerHour } from '../limits.ts'
import * as store from '../store.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const inTopic = (channel: ChannelId, topic = 'looms') => ({ channel, topic })

const groupOf = async (person: Person, members: readonly Person[], subgroups: readonly number[] = []) =>
  (
    await person.call(createGroup, {
      ...{ name: `Group of ${members.length}, ${subgroups.length}`, description: '' },
      members: members.map(({ id }) => id),
      subgroups: [...subgroups],
    })
  ).group_id

const inGroup = (group_id: number, is_member = true) => ({ kind: 'group' as const, group_id, is_member })

const starters = async (person: Person, automation: Awaited<ReturnType<typeof automate>>) =>
  (await runsOf(person, automation)).map(({ person_id }) => person_id)

test('a group condition includes members of subgroups', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const inner = await groupOf(ada, [ben])
  const outer = await groupOf(ada, [], [inner])
  const trigger = onMessage({ stream_id: lunch })
  const steps = [reply('Hi')]
  const members = await automate(ada, { trigger, steps, conditions: [inGroup(outer)] })
  const others = await automate(ada, { trigger, steps, conditions: [inGroup(outer, false)] })
  await ben.sends('Hi', inTopic(lunch))
  await cleo.sends('Hi', inTopic(lunch))
  assert.deepEqual([await starters(ada, members), await starters(ada, others)], [[ben.id], [cleo.id]])
  await ada.call(updateMembers, { user_group_id: inner, delete: [ben.id], add: [cleo.id] })
  await ben.sends('Hi', inTopic(lunch))
  assert.deepEqual([await starters(ada, members), await starters(ada, others)], [[ben.id], [ben.id, cleo.id]])
})

test('conditions on a deactivated group are never met', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const group = await groupOf(ada, [ben])
  const trigger = onMessage({ stream_id: lunch })
  const runs = []
  for (const is_member of [true, false])
    runs.push(await automate(ada, { trigger, steps: [reply('Hi')], conditions: [inGroup(group, is_member)] }))
  await ada.call(deactivateGroup, { user_group_id: group })
  await ben.sends('Hi', inTopic(lunch))
  for (const automation of runs) assert.deepEqual(await runsOf(ada, automation), [])
  const [automation] = runs
  assert.ok(automation)
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  const { message } = await ada.refused(api.updateAutomation, { ...edit, steps: [reply('Hello')] })
  assert.equal(message, 'Invalid conditions[0].group_id: is not a group')
  await ada.call(api.updateAutomation, { ...edit, conditions: [] })
  await ben.sends('Hi', inTopic(lunch))
  assert.equal((await runsOf(ada, automation)).length, 1)
})

test('reactions can require words, a topic, and a channel', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const automation = await automate(ada, {
    trigger: onReaction('octopus'),
    steps: [reply('Hi')],
    conditions: [
      { kind: 'channel', stream_id: lunch },
      { kind: 'topic', topic: 'Looms', topic_match: 'begins_with' },
      { kind: 'words', words: ['Crème brûlée', 'soup'] },
    ],
  })
  const react = async (content: string, to: object) =>
    ada.call(addReaction, { message_id: await ben.sends(content, to as never), emoji_name: 'octopus' })
  await react('creme brulee?', inTopic(lunch, '✔ looms of May'))
  await react('creme brulee?', inTopic(dinner))
  await react('SOUP', inTopic(lunch, 'the looms'))
  await react('soups', inTopic(lunch))
  assert.equal((await runsOf(ada, automation)).length, 1)
})

test('hours follow the time zone and can end on the next day', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  // noon in UTC on Friday is 9 PM in Tokyo
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [reply('Hi')],
    conditions: [{ kind: 'hours', weekdays: [5], from: '21:05', to: '02:00', timezone: 'Asia/Tokyo' }],
  })
  const runCountAfter = async (minutes: number) => {
    await passTo(server, minutes * 60)
    await ben.sends('Hi', inTopic(lunch))
    return (await runsOf(ada, automation)).length
  }
  assert.deepEqual(
    [await runCountAfter(4), await runCountAfter(5), await runCountAfter(4 * 60), await runCountAfter(5 * 60)],
    [0, 1, 2, 2],
  )
})

test('the first-time condition is met once per person, even after old runs are deleted', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [reply('Hi')] })
  await ben.sends('Hi', inTopic(lunch))
  await ada.call(api.updateAutomation, {
    ...{ automation_id: automation.automation_id, expected_revision: automation.revision },
    conditions: [{ kind: 'first_time' }],
  })
  for (const person of [ben, cleo, cleo]) await person.sends('Hi', inTopic(lunch))
  assert.deepEqual(await starters(ada, automation), [cleo.id, ben.id])
  await server.runtime.timer.wake()
  await society.org.transact(null, ({ tx, now }) =>
    store.removeOldRuns(tx, automation.automation_id, new Date(now.getTime() + 31 * 86_400_000)),
  )
  await cleo.sends('Hi', inTopic(lunch))
  assert.deepEqual(await runsOf(ada, automation), [])
})

test('events that don’t meet the conditions never count toward the limits', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [reply('Hi')],
    conditions: [{ kind: 'words', words: ['soup'] }],
  })
  for (let n = 0; n <= maxRunsPerHour.person; n++) await ben.sends('bread', inTopic(lunch))
  await ben.sends('soup', inTopic(lunch))
  assert.equal((await runsOf(ada, automation)).length, 1)
  assert.equal((await automations(ada))[0]?.is_enabled, true)
})

test('a command whose conditions aren’t met is refused', async ({ ada, ben, cleo, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, {
    trigger: onCommand('kudos'),
    steps: [reply('Kudos')],
    conditions: [inGroup(await groupOf(ada, [ben])), { kind: 'first_time' }],
  })
  const request = { automation_id: automation.automation_id, stream_id: lunch, topic: 'looms' }
  await cleo.refused(api.startAutomation, request, conditionsNotMet)
  await cleo.sends('/kudos', inTopic(lunch))
  const start = { ...request, idempotency_key: 'one' }
  const { run_id } = await ben.call(api.startAutomation, start)
  assert.equal((await ben.call(api.startAutomation, start)).run_id, run_id)
  await ben.refused(api.startAutomation, request, conditionsNotMet)
  assert.deepEqual(await starters(ada, automation), [ben.id])
})

test('new accounts meet the condition on their role when they join a default channel', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  await ada.send('POST', '/default_streams', { stream_id: lunch })
  const { user_groups } = (await ada.send('GET', '/user_groups')) as { user_groups: { id: number; name: string }[] }
  const members = user_groups.find(({ name }) => name === 'role:members')?.id ?? 0
  const steps = [{ kind: 'direct_message' as const, user_ids: null, text: 'Hi' }]
  const automation = await automate(ada, { trigger: onJoin(lunch), steps, conditions: [inGroup(members)] })
  const nora = await society.join('Nora')
  assert.deepEqual(await starters(ada, automation), [nora.id])
})

test('conditions that don’t fit the trigger are refused', async ({ ada, ben, ines, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ines])
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const steps = [{ kind: 'direct_message', user_ids: [ada.id], text: 'Hi' }]
  const refusal = async (conditions: object[], more: object = { trigger: onMessage() }) =>
    (await ines.refusedRaw('POST', '/automations', { name: 'Lunch', steps, conditions, ...more })).message
  const words = { kind: 'words', words: ['soup'] }
  const channel = { kind: 'channel', stream_id: lunch }
  const kindRefused = /^Invalid conditions\[0\]\.kind: can't be used with this trigger/
  assert.match(await refusal([{ kind: 'first_time' }], { trigger: daily }), kindRefused)
  assert.match(await refusal([words], { trigger: onCommand('lunch') }), kindRefused)
  assert.match(await refusal([{ kind: 'topic', topic: 'x' }], { trigger: onJoin(lunch) }), kindRefused)
  assert.match(await refusal([channel], { trigger: onJoin(lunch) }), kindRefused)
  assert.match(await refusal([{ kind: 'channel', stream_id: council }]), /\.stream_id: must be a channel you can read/)
  assert.match(await refusal([inGroup(1_000_000)]), /^Invalid conditions\[0\]\.group_id: is not a group/)
  assert.match(await refusal(Array(6).fill(words)), /^Invalid conditions: .*too long/)
  for (const condition of [
    { kind: 'words', words: [] },
    { kind: 'hours', weekdays: [], from: '09:00', to: '17:00', timezone: 'UTC' },
    { kind: 'hours', weekdays: [8], from: '09:00', to: '17:00', timezone: 'UTC' },
    { kind: 'hours', weekdays: [1], from: '9:00', to: '17:00', timezone: 'UTC' },
    { kind: 'hours', weekdays: [1], from: '09:00', to: '17:00', timezone: 'Mars' },
  ])
    assert.match(await refusal([condition]), /^Invalid conditions: /)
  const automation = await automate(ines, { trigger: onMessage(), steps: [reply('Hi')], conditions: [words as never] })
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  await ines.refused(api.updateAutomation, { ...edit, trigger: onCommand('lunch') })
  await ines.call(api.updateAutomation, { ...edit, trigger: onCommand('lunch'), conditions: [] })
})

test('automations whose conditions name a private channel are hidden from people outside it', async ({
  ada,
  ben,
  ines,
  society,
}) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  await automate(ada, {
    trigger: onMessage(),
    steps: [reply('Hi')],
    conditions: [{ kind: 'channel', stream_id: council }],
  })
  assert.deepEqual([(await automations(ada)).length, (await automations(ines)).length], [1, 0])
})

import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { multiply } from '../../../../test/harness/many-messages.ts'
import { cannotPost } from '../../messages/messages/api/send.ts'
import { messagesMoved } from '../../messages/messages/hooks.ts'
import { addReaction } from '../../messages/messages/reactions/api.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup } from '../../people/groups/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { deleteAutomation, retryAutomationRun, startAutomation } from './api.ts'
import {
  automate,
  daily,
  onCommand,
  onMessage,
  onReaction,
  onResolve,
  post,
  reply,
  runsOf,
  sentByBots,
} from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const stopUnless = (condition: object) => ({ kind: 'stop_unless' as const, condition }) as never
const unresolved = stopUnless({ kind: 'topic_resolved', is_resolved: false })

const resolve = (person: Person, id: number, topic: string) =>
  person.send('PATCH', `/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' })

const placeOf = async (person: Person, id: number) => {
  const { message } = (await person.send('GET', `/messages/${id}`)) as {
    message: { stream_id: number; subject: string }
  }
  return [message.stream_id, message.subject]
}

test('a run stops as done if the condition isn’t met at that point', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [{ kind: 'wait', minutes: 60 }, unresolved, reply('Still open')],
  })
  const soup = await ben.sends('Hot?', { channel: lunch, topic: 'soup' })
  await ben.sends('Fresh?', { channel: lunch, topic: 'bread' })
  await server.runtime.timer.wake()
  await resolve(ben, soup, 'soup')
  await passTo(server, 3_600)
  const sent = await sentByBots(server, inbox, [automation])
  assert.deepEqual(
    sent.map(({ subject, content }) => [subject, content]),
    [['bread', '<p>Still open</p>']],
  )
  const [ofBread, ofSoup] = await runsOf(ada, automation)
  assert.deepEqual([ofBread?.state, ofBread?.outcomes.at(-1)?.result], ['done', null])
  assert.deepEqual(
    [ofSoup?.state, ofSoup?.step, ofSoup?.outcomes.at(-1)?.result, ofSoup?.failure],
    ['done', 1, 'stopped', null],
  )
})

test('conditions of a step see the group, words, topic, and time of the run', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const { group_id } = await ada.call(createGroup, { name: 'cooks', description: '', members: [ben.id] })
  const hours = { kind: 'hours', weekdays: [1, 2, 3, 4, 5, 6, 7], from: '11:00', to: '13:00', timezone: 'UTC' }
  let number = 0
  const check = async (condition: object) => {
    const automation = await automate(ada, {
      name: `Check ${++number}`,
      trigger: onMessage({ stream_id: lunch }),
      steps: [stopUnless(condition), { kind: 'wait', minutes: 1 }],
    })
    await ben.sends('Some SOUP', { channel: lunch, topic: 'Menu' })
    await server.runtime.timer.wake()
    const [run] = await runsOf(ada, automation)
    // to stay below the limit of runs per person
    await ada.call(deleteAutomation, { automation_id: automation.automation_id })
    return run?.state
  }
  for (const [condition, state] of [
    [{ kind: 'group', group_id }, 'waiting'],
    [{ kind: 'group', group_id, is_member: false }, 'done'],
    [{ kind: 'words', words: ['soup'] }, 'waiting'],
    [{ kind: 'words', words: ['bread'] }, 'done'],
    [{ kind: 'topic', topic: 'menu' }, 'waiting'],
    [{ kind: 'channel', stream_id: lunch }, 'waiting'],
    [hours, 'waiting'],
    [{ ...hours, from: '13:00', to: '14:00' }, 'done'],
  ] as const)
    assert.equal(await check(condition), state, JSON.stringify(condition))
})

test('a command’s topic counts as resolved after it was renamed', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onCommand('check'),
    steps: [{ kind: 'wait', minutes: 1 }, unresolved, reply('Open')],
  })
  const soup = await ben.sends('Hot?', { channel: lunch, topic: 'soup' })
  const start = { automation_id: automation.automation_id, stream_id: lunch, topic: 'soup' }
  await ben.call(startAutomation, start)
  await server.runtime.timer.wake()
  await resolve(ben, soup, 'soup')
  await passTo(server, 60)
  await server.runtime.timer.wake()
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.outcomes.at(-1)?.result], ['done', 'stopped'])
})

test('a step’s condition has to fit the trigger, and its channel has to be readable', async ({
  ada,
  ines,
  society,
}) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const refusal = async (trigger: object, condition: object) =>
    (await ines.refusedRaw('POST', '/automations', { name: 'A', trigger, steps: [stopUnless(condition)] })).message
  assert.match(await refusal(daily, { kind: 'topic_resolved' }), /^Invalid steps\[0\]\.condition\.kind/)
  assert.match(await refusal(onMessage(), { kind: 'first_time' }), /^Invalid steps\[0\]\.condition\.kind/)
  const channel = { kind: 'channel', stream_id: council }
  assert.match(await refusal(onMessage(), channel), /^Invalid steps\[0\]\.condition\.stream_id/)
  const group = { kind: 'group', group_id: 999_999 }
  assert.match(await refusal(onMessage(), group), /^Invalid steps\[0\]\.condition\.group_id/)
  const automation = await automate(ada, { trigger: onMessage(), steps: [stopUnless(channel)] })
  const { automations } = (await ines.send('GET', '/automations')) as { automations: unknown[] }
  assert.deepEqual([automation.steps[0]?.kind, automations], ['stop_unless', []])
})

test('a step moves the whole topic, or only the message', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const automation = await automate(ada, {
    trigger: onReaction('octopus'),
    steps: [{ kind: 'move', stream_id: dinner, topic: 'menu' }, reply('Moved from {channel}')],
  })
  const one = await automate(ada, {
    name: 'One',
    trigger: onReaction('tada'),
    steps: [{ kind: 'move', what: 'message', topic: 'other' }],
  })
  const answered = await automate(ada, { name: 'All', trigger: onMessage({ stream_id: dinner }), steps: [reply('Hi')] })
  const onResolved = await automate(ada, { name: 'Resolved', trigger: onResolve(), steps: [reply('Thanks')] })
  const inbox = await ben.register('message')
  const first = await ben.sends('Soup', { channel: lunch, topic: 'soup' })
  const second = await ben.sends('Bread', { channel: lunch, topic: 'soup' })
  await ben.call(addReaction, { message_id: second, emoji_name: 'tada' })
  const third = await ben.sends('Cheese', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  assert.deepEqual(await placeOf(ada, second), [lunch, 'other'])
  await ben.call(addReaction, { message_id: first, emoji_name: 'octopus' })
  const [sent] = await sentByBots(server, inbox, [automation])
  assert.match(sent?.content ?? '', /dinner/)
  assert.equal(sent?.subject, 'menu')
  assert.deepEqual(
    [await placeOf(ada, first), await placeOf(ada, third), await placeOf(ada, second)],
    [
      [dinner, 'menu'],
      [dinner, 'menu'],
      [lunch, 'other'],
    ],
  )
  await ada.call(addReaction, { message_id: first, emoji_name: 'octopus' })
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await runsOf(ada, automation)).map(({ state }) => state),
    ['done', 'done'],
  )
  assert.deepEqual((await runsOf(ada, one)).length, 1)
  assert.deepEqual([await runsOf(ada, answered), await runsOf(ada, onResolved)], [[], []])
})

test('a bot that can’t move messages fails the run', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [{ kind: 'move', topic: 'menu' }],
  })
  const onlyAda = { new: { direct_members: [ada.id], direct_subgroups: [] } }
  await ada.call(updateOrganization, { can_move_messages_between_topics_group: onlyAda })
  const soup = await ben.sends('Soup', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  assert.equal((await runsOf(ada, automation))[0]?.state, 'failed')
  assert.deepEqual(await placeOf(ada, soup), [lunch, 'soup'])
})

test('moves need a message, a destination, and a channel in scope', async ({ ada, ines, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ines])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ines])
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const refusal = async (step: object, more: object = {}) =>
    (
      await ines.refusedRaw('POST', '/automations', {
        ...{ name: 'A', trigger: onMessage(), steps: [{ kind: 'move', ...step }] },
        ...more,
      })
    ).message
  assert.match(await refusal({}), /^Invalid steps\[0\]\.topic: is required/)
  assert.match(await refusal({ topic: 'x' }, { trigger: daily }), /^Invalid steps\[0\]\.kind: requires a trigger/)
  assert.match(await refusal({ topic: 'x' }, { trigger: onCommand('go') }), /^Invalid steps\[0\]\.kind/)
  assert.match(await refusal({ stream_id: council }), /^Invalid steps\[0\]\.stream_id: is a channel you can't post in/)
  assert.match(await refusal({ stream_id: dinner }, { stream_id: lunch }), /^Invalid steps\[0\]\.stream_id: must be/)
  await automate(ines, { trigger: onMessage(), stream_id: lunch, steps: [{ kind: 'move', topic: 'x' }, post(lunch)] })
})

test('an interrupted run resolves the rest of a long topic, then replies once', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const size = 1_200
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onReaction('octopus', lunch),
    steps: [{ kind: 'resolve' }, reply('Done')],
  })
  const first = await ben.sends('Soup', { channel: lunch, topic: 'soup' })
  await multiply(ben, first, size - 1)
  const watch = await ada.register()
  let parts = 0
  const interruption = messagesMoved
    .handledBy(async ({ org }) => {
      if (org === society.org && ++parts === 2) throw cannotPost({}, { name: 'lunch' })
    })
    .connect()
  await ben.call(addReaction, { message_id: first, emoji_name: 'octopus' })
  await server.runtime.timer.wake()
  interruption()
  const [failed] = await runsOf(ada, automation)
  assert.equal(failed?.state, 'failed')
  // the message that started the run moves last
  assert.deepEqual(await placeOf(ada, first), [lunch, 'soup'])
  const movedBefore = (await watch.of('update_message')).flatMap(({ message_ids }) => message_ids as number[])
  assert.ok(movedBefore.length > 0 && movedBefore.length < size, `${movedBefore.length} messages`)
  await ada.call(retryAutomationRun, { run_id: failed?.run_id as number })
  const sent = await sentByBots(server, watch, [automation])
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    ['✔ soup'],
  )
  const events = await watch.of('update_message')
  const moved = events.flatMap(({ message_ids }) => message_ids as number[])
  assert.deepEqual([moved.length, new Set(moved).size], [size, size])
  assert.ok(events.length > 3, `${events.length} parts`)
  assert.deepEqual(await placeOf(ada, first), [lunch, '✔ soup'])
  const [run] = await runsOf(ada, automation)
  assert.deepEqual(
    [run?.state, run?.outcomes.filter(({ failure }) => failure === null).map(({ step }) => step)],
    ['done', [0, 1]],
  )
  await watch.agreesWithFreshRegister({ except: ['max_message_id'] })
})

import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { addReaction } from '../../messages/messages/reactions/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { automate, botOf, daily, onReaction, onResolve, post, reply, runsOf, sentByBots } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const rename = (person: Person, message_id: number, topic: string) =>
  person.send('PATCH', `/messages/${message_id}`, { topic, propagate_mode: 'change_all' })

test('resolving a topic again starts a run only after a new message', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const log = await makeChannel(society.org, 'log', [ada])
  const inbox = await ada.register('message')
  const automation = await automate(ada, {
    trigger: onResolve(),
    steps: [post(log, { text: '{person} resolved {topic}: {message.text}' }), reply('Thanks, {person.mention}')],
  })
  const first = await ben.sends('The loom is broken', { channel: lunch, topic: 'looms' })
  const second = await ada.sends('Fixed', { channel: lunch, topic: 'looms' })
  await rename(ben, first, '✔ looms')
  const sent = await sentByBots(server, inbox, [automation])
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    ['soup', '✔ looms'],
  )
  assert.match(sent[0]?.content ?? '', />Ben<\/span> resolved ✔ looms: Fixed</)
  for (const topic of ['looms', '✔ looms', 'looms']) await rename(ben, first, topic)
  await server.runtime.timer.wake()
  const runMessages = async () => (await runsOf(ada, automation)).map(({ message_id }) => message_id)
  assert.deepEqual(await runMessages(), [second])
  const third = await ben.sends('Broken again', { channel: lunch, topic: 'looms' })
  await rename(ben, first, '✔ looms')
  assert.deepEqual(await runMessages(), [third, second])
})

test('renames, moves, and bots don’t count as resolving a topic', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const automation = await automate(ada, { trigger: onResolve(), steps: [reply('Thanks')] })
  const message_id = await ada.sends('Soup', { channel: lunch, topic: 'soup' })
  await rename(ada, message_id, 'stew')
  await ada.call(updateMessage, { message_id, stream_id: dinner })
  await rename(ada, message_id, '✔ bread')
  await rename(ada, message_id, 'bread')
  await rename(await botOf(ben, society.subdomain), message_id, '✔ bread')
  await server.runtime.timer.wake()
  assert.deepEqual(await runsOf(ada, automation), [])
})

test('topics of private channels only start automations of that channel', async ({ ada, ben, server, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const organizationWide = await automate(ada, { name: 'Organization', trigger: onResolve(), steps: [reply('Thanks')] })
  const ofCouncil = await automate(ada, {
    name: 'Council',
    stream_id: council,
    trigger: onResolve(),
    steps: [reply('Thanks')],
  })
  await rename(ben, await ben.sends('Secret', { channel: council, topic: 'plans' }), '✔ plans')
  await server.runtime.timer.wake()
  assert.deepEqual(await runsOf(ada, organizationWide), [])
  assert.deepEqual(
    (await runsOf(ada, ofCouncil)).map(({ state, person_id }) => [state, person_id]),
    [['done', ben.id]],
  )
})

test('an automation resolves the topic of a message if its bot can', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onReaction('octopus'), steps: [{ kind: 'resolve' }] })
  const onResolved = await automate(ada, { name: 'Resolved', trigger: onResolve(), steps: [reply('Thanks')] })
  const topicOf = async (id: number) =>
    ((await ada.send('GET', `/messages/${id}`)) as { message: { subject: string } }).message.subject
  const message_id = await ben.sends('The loom is broken', { channel: lunch, topic: 'looms' })
  const last = await ada.sends('Fixed', { channel: lunch, topic: 'Looms' })
  await ben.call(addReaction, { message_id, emoji_name: 'octopus' })
  await ada.call(addReaction, { message_id, emoji_name: 'octopus' })
  await server.runtime.timer.wake()
  assert.deepEqual([await topicOf(message_id), await topicOf(last)], ['✔ looms', '✔ looms'])
  assert.deepEqual(
    (await runsOf(ada, automation)).map(({ state }) => state),
    ['done', 'done'],
  )
  assert.deepEqual(await runsOf(ada, onResolved), [])
  const onlyAda = { new: { direct_members: [ada.id], direct_subgroups: [] } }
  await ada.call(updateOrganization, { can_resolve_topics_group: onlyAda })
  const soup = await ben.sends('Too salty', { channel: lunch, topic: 'soup' })
  await ada.call(addReaction, { message_id: soup, emoji_name: 'octopus' })
  await server.runtime.timer.wake()
  assert.equal(await topicOf(soup), 'soup')
  assert.equal((await runsOf(ada, automation))[0]?.state, 'failed')
  const { message } = await ada.refusedRaw('POST', '/automations', {
    ...{ name: 'Scheduled', trigger: daily, steps: [{ kind: 'resolve' }] },
  })
  assert.match(message, /^Invalid steps\[0\]\.kind: requires a trigger/)
})

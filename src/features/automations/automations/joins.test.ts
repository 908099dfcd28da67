import { assert, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { addDefaultChannel } from '../../channels/channels/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import * as api from './api.ts'
import { automate, automations, daily, onJoin, post, reply, runsOf, sentByBots, toPerson } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

test('people who join or are added to a channel get one welcome message', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const inbox = await ada.register('message')
  const one = await automate(ada, {
    trigger: onJoin(lunch),
    steps: [toPerson('Hi {person}, welcome to {channel}! {message.text}'), post(lunch, { text: '{person} joined' })],
  })
  const [bens, cleos] = [await ben.register('message'), await cleo.register('message')]
  await joinChannel(society.org, lunch, ben)
  await joinChannel(society.org, lunch, cleo, ada)
  const direct = async () =>
    [...(await sentByBots(server, bens, [one])), ...(await sentByBots(server, cleos, [one]))].filter(
      ({ type }) => type === 'private',
    )
  const received = await direct()
  assert.equal(received.length, 2)
  assert.match(received[0]?.content ?? '', />Ben<.*>#lunch<\/a>! \{message\.text\}/)
  assert.equal((await sentByBots(server, inbox, [one])).length, 2)
  const runs = await runsOf(ada, one)
  assert.deepEqual(
    runs.map(({ state, person_id, message_id }) => [state, person_id, message_id]),
    [
      ['done', cleo.id, null],
      ['done', ben.id, null],
    ],
  )
  await leaveChannel(society.org, lunch, ben)
  await joinChannel(society.org, lunch, ben)
  assert.equal((await direct()).length, 2)
  assert.equal((await automations(ada))[0]?.last_run?.state, 'done')
})

test('new accounts get the welcome message of a default channel', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  await ada.call(addDefaultChannel, { stream_id: lunch })
  const one = await automate(ada, { trigger: onJoin(), stream_id: lunch, steps: [toPerson('Hi {person}')] })
  const nora = await society.join('Nora')
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await runsOf(ada, one)).map(({ state, person_id }) => [state, person_id]),
    [['done', nora.id]],
  )
})

test('adding bots or more than 20 people at once triggers no runs', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const one = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] })
  const people = []
  for (let n = 0; n < 21; n++) people.push(await society.join(`Person ${n}`))
  const add = (ids: readonly number[]) =>
    ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }], principals: ids })
  await add(people.map(({ id }) => id))
  await add([one.bot_id])
  await server.runtime.timer.wake()
  assert.deepEqual(await runsOf(ada, one), [])
})

test('people who already left a private channel get no welcome message', async ({ ada, ben, server, society }) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const one = await automate(ada, { trigger: onJoin(council), steps: [toPerson('Welcome to {channel}')] })
  const inbox = await ben.register('message')
  await joinChannel(society.org, council, ben, ada)
  await leaveChannel(society.org, council, ben)
  assert.deepEqual(await sentByBots(server, inbox, [one]), [])
  assert.equal((await runsOf(ada, one))[0]?.state, 'failed')
})

test('join triggers require a channel you can read', async ({ ada, ben, ines, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const steps = [toPerson('Hi')]
  const refusal = async (params: object) =>
    (await ines.refusedRaw('POST', '/automations', { name: 'Hi', steps, ...params })).message
  assert.match(await refusal({ trigger: onJoin() }), /^Invalid trigger\.stream_id: is required/)
  assert.match(await refusal({ trigger: onJoin(council) }), /^Invalid trigger\.stream_id: must be a channel you can/)
  const lunch = await makeChannel(society.org, 'lunch', [ada, ines])
  assert.match(await refusal({ trigger: onJoin(lunch), steps: [reply('Hi')] }), /^Invalid steps\[0\]\.stream_id/)
  const react = { kind: 'react', emoji_name: 'octopus' }
  assert.match(await refusal({ trigger: onJoin(lunch), steps: [react] }), /^Invalid steps\[0\]\.kind/)
  const one = await automate(ines, { trigger: onJoin(lunch), steps })
  const edit = { automation_id: one.automation_id, expected_revision: one.revision }
  await ines.refused(api.updateAutomation, { ...edit, trigger: daily })
})

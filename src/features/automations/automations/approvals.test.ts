import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { notAsked, notOpen } from '../../messages/messages/submessages/interactive-errors.ts'
import { at, noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup } from '../../people/groups/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import * as api from './api.ts'
import { cannotApproveOwnRequest } from './errors.ts'
import { automate, automations, botMessages, onCommand, reply, runsOf } from './fixture.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const approve = (more: object = {}) => ({ kind: 'approve' as const, text: '{person} needs {text}', ...more })

const contents = async (...args: Parameters<typeof botMessages>) =>
  (await botMessages(...args)).map(({ content }) => content.replace(/ If you don’t see any buttons.*$/, ''))

const answer = (message_id: number, button: string) => ({
  message_id,
  msg_type: 'widget' as const,
  content: JSON.stringify({ type: 'answer', button }),
})

/** Starts the automation, and returns the ID of the message that asks for approval. */
async function request(server: TestServer, person: Person, automation: Automation, stream_id: number): Promise<number> {
  const { automation_id } = automation
  await person.call(api.startAutomation, { automation_id, stream_id, topic: 'soup', text: 'a *new* loom' })
  return (await botMessages(server, person, automation)).at(-1)?.id ?? 0
}

const states = async (person: Person, automation: Automation) =>
  (await runsOf(person, automation)).map(({ state }) => state)

test('an approval continues the run, and the message shows who approved', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, {
    trigger: onCommand('ask'),
    steps: [approve({ user_ids: [ada.id, cleo.id] }), reply('{approver} said yes')],
  })
  const id = await request(server, ben, automation, lunch)
  assert.deepEqual(await contents(server, ben, automation), [
    `@_**Ben|${ben.id}** needs a &#42;new&#42; loom\n\n⏳ Waiting for @**Ada|${ada.id}** or @**Cleo|${cleo.id}** to approve or decline.`.replace(
      'a &#42;',
      '&#97; &#42;',
    ),
  ])
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.waiting_until], ['waiting', at(90 * 86_400)])
  await ben.refused(addSubmessage, answer(id, 'approve'), notAsked)
  await cleo.call(addSubmessage, answer(id, 'approve'))
  await ada.refused(addSubmessage, answer(id, 'decline'), notOpen)
  const [first, second] = await contents(server, ben, automation)
  assert.match(first ?? '', /\n\n✅ Approved by @_\*\*Cleo\|\d+\*\*, <time:2030-05-17T12:00:00Z>$/)
  assert.equal(second, `@_**Cleo|${cleo.id}** said yes`)
  const [done] = await runsOf(ada, automation)
  assert.equal(done?.state, 'done')
  assert.deepEqual(
    done?.outcomes.map(({ step, message_id, result, person_id }) => [step, message_id === id, result, person_id]),
    [
      [0, true, null, null],
      [0, false, 'approved', cleo.id],
      [1, false, null, null],
    ],
  )
})

test('declining posts the closing message and ends the run', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const board = await makeChannel(society.org, 'board', [ada, cleo])
  const automation = await automate(ada, {
    trigger: onCommand('ask'),
    steps: [
      approve({ stream_id: board, topic: 'requests', user_ids: [cleo.id], declined_text: 'Sorry, {person}' }),
      reply('Yes'),
    ],
  })
  await ben.call(api.startAutomation, {
    automation_id: automation.automation_id,
    stream_id: lunch,
    topic: 'soup',
    text: 'x',
  })
  const [asked] = await botMessages(server, cleo, automation)
  await cleo.call(addSubmessage, answer(asked?.id ?? 0, 'decline'))
  assert.match((await contents(server, cleo, automation))[0] ?? '', /❌ Declined by @_\*\*Cleo/)
  assert.deepEqual(await contents(server, ben, automation), [`Sorry, @_**Ben|${ben.id}**`])
  assert.deepEqual(await states(ada, automation), ['declined'])
  assert.equal((await automations(ada))[0]?.last_run?.state, 'declined')
  assert.equal((await automations(ada))[0]?.failures, 0)
})

test('a request without an answer expires, even after a long outage', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onCommand('ask'),
    steps: [approve({ deadline_minutes: 60, declined_text: 'Too late' }), reply('Yes')],
  })
  const id = await request(server, ben, automation, lunch)
  await passTo(server, 3_599)
  assert.deepEqual(await states(ada, automation), ['waiting'])
  await passTo(server, 7 * 86_400)
  const [first, second, ...more] = await contents(server, ben, automation)
  assert.match(first ?? '', /\n\n⌛ Expired: no one answered in time\.$/)
  assert.deepEqual([second, more], ['Too late', []])
  assert.deepEqual(await states(ada, automation), ['expired'])
  await ada.refused(addSubmessage, answer(id, 'approve'), notOpen)
})

test('only the first of two simultaneous answers counts', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  const results = await Promise.allSettled([
    ada.call(addSubmessage, answer(id, 'approve')),
    cleo.call(addSubmessage, answer(id, 'decline')),
  ])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const approved = results[0]?.status === 'fulfilled'
  assert.equal((await contents(server, ben, automation)).length, approved ? 2 : 1)
  assert.deepEqual(await states(ada, automation), [approved ? 'done' : 'declined'])
})

test('only members of the group can answer', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const { group_id } = await ada.call(createGroup, { name: 'Cooks', description: '', members: [cleo.id] })
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve({ group_id }), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  assert.match((await contents(server, ben, automation))[0] ?? '', /Waiting for @\*Cooks\* to approve/)
  await ada.refused(addSubmessage, answer(id, 'approve'), notAsked)
  await cleo.call(addSubmessage, answer(id, 'approve'))
  assert.deepEqual((await contents(server, ben, automation)).at(-1), 'Yes')
})

test('without chosen approvers, readers answer, but can’t approve their own requests', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, {
    trigger: onCommand('ask'),
    stream_id: lunch,
    steps: [approve(), reply('Yes')],
  })
  const first = await request(server, ben, automation, lunch)
  await ben.refused(addSubmessage, answer(first, 'approve'), cannotApproveOwnRequest)
  await ben.call(addSubmessage, answer(first, 'decline'))
  const second = await request(server, ben, automation, lunch)
  await cleo.call(addSubmessage, answer(second, 'approve'))
  await server.runtime.timer.wake()
  assert.deepEqual(await states(ada, automation), ['done', 'declined'])
})

test('a request can be a direct message to the approvers', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [approve({ is_direct: true, user_ids: [ada.id, cleo.id], declined_text: 'No' }), reply('Yes')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: lunch, topic: 'soup' })
  const [asked] = await botMessages(server, cleo, automation)
  assert.equal(asked?.type, 'private')
  assert.deepEqual(await contents(server, ben, automation), [])
  await cleo.call(addSubmessage, answer(asked?.id ?? 0, 'approve'))
  assert.deepEqual(await contents(server, ben, automation), ['Yes'])
  await ada.call(deactivateUser, { user_id: cleo.id })
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: lunch, topic: 'soup' })
  const second = (await botMessages(server, ada, automation)).filter(({ type }) => type === 'private')[1]
  await ada.call(addSubmessage, answer(second?.id ?? 0, 'approve'))
  assert.deepEqual(await contents(server, ben, automation), ['Yes', 'Yes'])
})

test('an answer counts even if the server was down for long after it', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  await ada.call(addSubmessage, answer(id, 'approve'))
  server.clock.set(new Date(at(2 * 86_400) * 1000))
  assert.deepEqual((await contents(server, ben, automation)).at(-1), 'Yes')
})

test('deleting the request fails the run, and a retry asks again', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  await ada.call(deleteMessage, { message_id: id })
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.failure], ['failed', 'The message that asked for approval was deleted'])
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  const [again] = await botMessages(server, ben, automation)
  await ada.call(addSubmessage, answer(again?.id ?? 0, 'approve'))
  assert.deepEqual((await contents(server, ben, automation)).at(-1), 'Yes')
})

test('deactivating the last approver fails the run and closes the request', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve({ user_ids: [cleo.id] })] })
  await request(server, ben, automation, lunch)
  await ada.call(deactivateUser, { user_id: cleo.id })
  const [asked] = await botMessages(server, ben, automation)
  assert.equal(asked?.submessages.at(-1)?.content, '{"type":"close","note":"This request was canceled."}')
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  const failure = 'None of the approvers is active and can read the request'
  assert.deepEqual(
    (await runsOf(ada, automation)).map((run) => [run.state, run.failure]),
    [
      ['failed', failure],
      ['failed', failure],
    ],
  )
})

test('a run fails if none of the approvers can read the request', async ({ ada, ben, cleo, server, society }) => {
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const steps = [approve({ user_ids: [cleo.id] })]
  const automation = await automate(ada, { trigger: onCommand('ask'), stream_id: council, steps })
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: council, topic: 'soup' })
  assert.deepEqual(await botMessages(server, ben, automation), [])
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.failure], ['failed', 'None of the approvers is active and can read the request'])
})

test('canceling a run closes its request', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  const [run] = await runsOf(ada, automation)
  await ada.call(api.cancelAutomationRun, { run_id: run?.run_id ?? 0 })
  await ada.refused(addSubmessage, answer(id, 'approve'), notOpen)
  const [shown, ...others] = await contents(server, ben, automation)
  assert.match(shown ?? '', /\n\n🚫 Canceled\.$/)
  assert.doesNotMatch(shown ?? '', /⏳/)
  assert.deepEqual(others, [])
  assert.deepEqual(await states(ada, automation), ['canceled'])
})

test('a run that waits keeps its steps when the automation is edited', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  await ada.call(api.updateAutomation, { ...edit, is_enabled: false, steps: [reply('Other')] })
  await ada.call(addSubmessage, answer(id, 'approve'))
  assert.deepEqual((await contents(server, ben, automation)).at(-1), 'Yes')
})

test('a request of a deleted automation can’t be answered', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  await ada.call(api.deleteAutomation, { automation_id: automation.automation_id })
  await ada.refused(addSubmessage, answer(id, 'approve'), notOpen)
})

test('a request that was moved out of the bot’s reach can still be approved', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [approve(), reply('Yes')] })
  const id = await request(server, ben, automation, lunch)
  await ada.call(updateMessage, { message_id: id, stream_id: secret, propagate_mode: 'change_one' })
  await ada.call(addSubmessage, answer(id, 'approve'))
  assert.deepEqual(await contents(server, ben, automation), ['Yes'])
})

test('invalid approval steps name the parameter', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const refusal = async (step: object, more: object = {}) => {
    const params = { name: 'Ask', trigger: onCommand('ask'), steps: [{ ...approve(), ...step }], ...more }
    return (await ada.refusedRaw('POST', '/automations', params)).message
  }
  assert.match(await refusal({ is_direct: true }), /Invalid steps\[0\]\.user_ids: is required/)
  assert.match(await refusal({ user_ids: [ada.id], group_id: 1 }), /steps\[0\]\.group_id: can't be combined/)
  assert.match(await refusal({ group_id: 1_000_000 }), /steps\[0\]\.group_id: is not a group/)
  assert.match(await refusal({ user_ids: [1_000_000] }), /steps\[0\]\.user_ids: 1000000 is not an active user/)
  assert.match(await refusal({ deadline_minutes: 0 }), /Invalid steps: /)
  assert.match(await refusal({ text: '' }), /Invalid steps: /)
  assert.match(await refusal({ stream_id: 1_000_000 }), /steps\[0\]\.stream_id: is not a channel/)
  const ofChannel = { stream_id: lunch }
  assert.match(
    await refusal({ is_direct: true, user_ids: [ben.id] }, ofChannel),
    /steps\[0\]\.is_direct: must be false/,
  )
  assert.deepEqual(await automations(ada), [])
})

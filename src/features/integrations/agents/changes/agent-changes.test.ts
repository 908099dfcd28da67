import { mustBeAdministrator, type UserId } from '#contract'
import { notWithToken } from '#platform/serve'
import { assert, type Person, test } from '#test'
import { agentFor } from '../../../../../test/harness/agent.ts'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { deleteMessage } from '../../../messages/messages/api/delete.ts'
import { updateMessage } from '../../../messages/messages/api/edit.ts'
import { invalidMessages } from '../../../messages/messages/api/flags.ts'
import { addReaction, removeReaction } from '../../../messages/messages/reactions/api.ts'
import { createReminder } from '../../../messages/reminders/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { liftRestriction, noDirectMessages, readOnlyIn, restrictUser } from '../../../people/restrictions/api.ts'
import { createBot } from '../../../people/users/bot-api.ts'
import { forgetOld } from './actions/keep.ts'
import * as api from './api.ts'

const contentOf = async (person: Person, id: number) => {
  const { message } = await person.send('GET', `/messages/${id}`, { apply_markdown: false })
  return (message as { content: string }).content
}
const changesOf = async (person: Person, asked = {}) => (await person.call(api.getAgentChanges, asked)).acts
const newest = async (person: Person) => {
  const [change] = await changesOf(person)
  assert.ok(change)
  return change
}

test("an agent's actions are listed only for its person and administrators", async ({ society, ada, ben, cleo }) => {
  const agent = await agentFor(society, ben, { name: 'Digest' })
  const watches = [await ben.register('agent_act'), await cleo.register('agent_act')] as const
  const message_id = await agent.sends('Hello', cleo)
  await ben.sends('by myself', cleo)
  const change = await newest(ben)
  assert.deepEqual(
    [change.agent, change.token_id, change.user_id, change.operation, change.deeds],
    ['Digest', agent.tokenId, ben.id, 'POST /messages', [{ kind: 'message', message_id, count: 1 }]],
  )
  assert.equal((await changesOf(ben)).length, 1)
  assert.deepEqual(await changesOf(cleo), [])
  assert.deepEqual(await changesOf(ada), [])
  assert.deepEqual(await changesOf(ada, { everyone: true }), [change])
  await cleo.refused(api.getAgentChanges, { everyone: true }, mustBeAdministrator)
  await cleo.refused(api.undoAgentChange, { act_id: change.id }, api.noSuchChange)
  await cleo.refused(api.undoAgentChanges, { request_id: change.request_id }, api.noSuchChange)
  await agent.refused(api.undoAgentChange, { act_id: change.id }, notWithToken)
  await ada.call(api.undoAgentChange, { act_id: change.id })
  await cleo.refused(deleteMessage, { message_id }, invalidMessages)
  await ben.refused(api.undoAgentChange, { act_id: change.id }, api.undoneAlready)
  const undone = await newest(ben)
  assert.deepEqual([undone.undone_by, undone.undo_until], [ada.id, null])
  const events = await watches[0].drain()
  assert.deepEqual(
    events.map(({ op, act }) => [op, act]),
    [
      ['add', change],
      ['update', undone],
    ],
  )
  assert.deepEqual(await watches[1].ops(), [])
  const { entries } = await ada.call(getAuditLog, { action: 'POST /agent_acts/{act_id}/undo' })
  assert.deepEqual([entries[0]?.acting_user_id, entries[0]?.params], [ada.id, { act_id: change.id }])
})

test("actions of a bot's agent are visible to the bot's owner", async ({ society, ben, cleo, server }) => {
  const { user_id } = await ben.call(createBot, { full_name: 'Robot', short_name: 'robot' })
  const { token } = await ben.send('POST', '/access_tokens', { name: 'r', scopes: ['write'], bot_id: user_id })
  const transport = server.transport(society.subdomain)
  const answer = await transport({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ type: 'direct', to: JSON.stringify([cleo.id as UserId]), content: 'Beep' }).toString(),
  })
  assert.equal(answer.status, 200)
  await ben.call(api.undoAgentChange, { act_id: (await newest(ben)).id })
})

test('newer changes are reported as conflicts, and nothing is undone', async ({ society, ben, cleo }) => {
  const agent = await agentFor(society, ben)
  const first = await ben.sends('one', cleo)
  const second = await ben.sends('two', cleo)
  for (const message_id of [first, second])
    await agent.call(updateMessage, { message_id, content: `${message_id} by the agent` })
  await ben.call(updateMessage, { message_id: first, content: 'by myself' })
  const asked = { token_id: agent.tokenId, since: 0 }
  const refusal = await ben.refused(api.undoAgentChanges, asked, api.changedSince)
  const [later, earlier] = await changesOf(ben)
  assert.deepEqual(refusal.fields.conflicts, [
    { act_id: earlier?.id, kind: 'edit', reason: 'edited', message_id: first },
  ])
  assert.equal(await contentOf(ben, second), `${second} by the agent`)
  assert.equal((await newest(ben)).undone_at, null)
  await ben.call(api.undoAgentChange, { act_id: later?.id as number })
  assert.equal(await contentOf(ben, second), 'two')
  assert.equal(await contentOf(ben, first), 'by myself')
})

test('an action can be undone for an hour, after which only its list entry remains', async ({
  society,
  ben,
  cleo,
  server,
}) => {
  const agent = await agentFor(society, ben)
  const noon = new Date()
  server.clock.set(noon)
  const message_id = await agent.sends('Hello', cleo)
  const { id: act_id } = await newest(ben)
  server.clock.set(new Date(noon.getTime() + api.undoableSecs * 1000))
  await ben.refused(api.undoAgentChange, { act_id }, api.undoTooLate)
  const all = { token_id: agent.tokenId, since: 0 }
  assert.deepEqual(await ben.call(api.undoAgentChanges, all), { undone: [], left: [act_id] })
  server.clock.advance(1_000)
  await forgetOld(society.org, 10)
  assert.deepEqual([(await newest(ben)).id, (await newest(ben)).undo_until], [act_id, null])
  assert.equal(await contentOf(ben, message_id), 'Hello')
  server.clock.advance(11 * 86_400_000)
  await forgetOld(society.org, 10)
  assert.deepEqual(await changesOf(ben), [])
})

test("undoing an agent's reminder removes it, and actions that can't be undone say so", async ({ society, ben }) => {
  const agent = await agentFor(society, ben)
  const due = Math.floor(society.org.now().getTime() / 1000) + 3_600
  await agent.call(createReminder, { note: 'tea', scheduled_delivery_timestamp: due })
  await agent.send('PATCH', '/settings', { twenty_four_hour_time: true })
  const [setting, reminder] = await changesOf(ben)
  await ben.refused(api.undoAgentChange, { act_id: setting?.id as number }, api.notUndoable)
  const asked = { token_id: agent.tokenId, since: 0 }
  assert.deepEqual(await ben.call(api.undoAgentChanges, asked), { undone: [reminder?.id], left: [setting?.id] })
  assert.deepEqual((await ben.send('POST', '/register', { fetch_event_types: ['reminders'] })).reminders, [])
})

test('a request with several kinds of changes is undone at once', async ({ society, ada, ben }) => {
  const channel = await makeChannel(society.org, 'plans', [ada, ben])
  const message_id = await ada.sends('x', { channel, topic: 'a' })
  const agent = await agentFor(society, ada)
  await agent.call(updateMessage, { message_id, topic: 'b', content: 'y' })
  await ben.call(addReaction, { message_id, emoji_name: 'octopus' })
  const { request_id } = await newest(ada)
  await ada.call(api.undoAgentChanges, { request_id })
  const { messages } = await ada.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel }],
    apply_markdown: false,
  })
  const shown = (messages as { id: number; subject: string; content: string }[]).map((one) => [
    one.subject,
    one.content,
  ])
  assert.deepEqual(shown, [['a', 'x']])
})

test('restricted people undo only what their agent added', async ({ society, ben, cleo, momo }) => {
  const agent = await agentFor(society, ben)
  const message_id = await ben.sends('mine', cleo)
  const theirs = await cleo.sends('theirs', ben)
  await ben.call(addReaction, { message_id: theirs, emoji_name: 'octopus' })
  await agent.call(removeReaction, { message_id: theirs, emoji_name: 'octopus' })
  await agent.call(updateMessage, { message_id, content: 'changed' })
  const sent = await agent.sends('sent', cleo)
  const [third, second, first] = await changesOf(ben)
  const { restriction } = await momo.call(restrictUser, {
    ...{ user_id: ben.id, kind: 'no_direct_messages', until: null, reason: 'Spam' },
  })
  for (const { id: act_id } of [first, second] as api.AgentChange[])
    await ben.refused(api.undoAgentChange, { act_id }, noDirectMessages)
  await ben.refused(api.undoAgentChanges, { token_id: agent.tokenId, since: 0 }, noDirectMessages)
  assert.equal(await contentOf(cleo, sent), 'sent')
  await ben.call(api.undoAgentChange, { act_id: third?.id as number })
  await cleo.refused(deleteMessage, { message_id: sent }, invalidMessages)
  assert.equal(await contentOf(ben, message_id), 'changed')
  await momo.call(liftRestriction, { user_id: ben.id, restriction_id: restriction.id })
  await ben.call(api.undoAgentChanges, { token_id: agent.tokenId, since: 0 })
  assert.equal(await contentOf(ben, message_id), 'mine')
})

test('restricted people don’t undo moves and deletions in their channels', async ({ society, ada, momo }) => {
  const [from, to] = [
    await makeChannel(society.org, 'plans', [ada, momo]),
    await makeChannel(society.org, 'designs', [ada, momo]),
  ]
  const agent = await agentFor(society, momo)
  const moved = await momo.sends('x', { channel: from, topic: 'a' })
  const deleted = await momo.sends('y', { channel: from, topic: 'b' })
  await agent.call(updateMessage, { message_id: moved, stream_id: to })
  await agent.call(deleteMessage, { message_id: deleted })
  const acts = await changesOf(momo)
  assert.equal(acts.length, 2)
  await ada.call(restrictUser, {
    ...{ user_id: momo.id, kind: 'read_only_in', stream_ids: [from], until: null, reason: 'Spam' },
  })
  for (const { id: act_id } of acts) await momo.refused(api.undoAgentChange, { act_id }, readOnlyIn)
})

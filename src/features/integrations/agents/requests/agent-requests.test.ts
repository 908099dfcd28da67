import { type ApiError, mustBeAdministrator } from '#contract'
import { notWithToken } from '#platform/serve'
import { assert, type Person, test } from '#test'
import { agentFor } from '../../../../../test/harness/agent.ts'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { deleteMessage } from '../../../messages/messages/api/delete.ts'
import { updateMessage } from '../../../messages/messages/api/edit.ts'
import { sendMessage } from '../../../messages/messages/api/send.ts'
import { addReaction } from '../../../messages/messages/reactions/api.ts'
import { getModerationFile } from '../../../messages/moderation/api.ts'
import { banUser } from '../../../messages/moderation/bans/api.ts'
import { deleteMessagesOf, undoDeletion } from '../../../messages/moderation/deletions/api.ts'
import { getMessageReports } from '../../../messages/reports/api.ts'
import { createScheduledMessage } from '../../../messages/scheduled-messages/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { revokeAccessToken } from '../../../sign-in/access-tokens/api.ts'
import { getAgentChanges } from '../changes/api.ts'
import { carryOut } from './actions/carry-out.ts'
import * as api from './api.ts'
import * as store from './store.ts'

interface Shown {
  id: number
  content: string
  subject: string
  client: string
  sender_full_name: string
}
const messagesOf = async (person: Person, narrow: unknown[] = []): Promise<Shown[]> =>
  (
    await person.send('GET', '/messages', {
      ...{ anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false, narrow },
    })
  ).messages as Shown[]
const inChannel = (person: Person, operand: number) => messagesOf(person, [{ operator: 'channel', operand }])
const told = async (person: Person) =>
  (await messagesOf(person, [{ operator: 'is', operand: 'dm' }])).filter(({ content }) =>
    /requests approval for/.test(content),
  )
const requestsOf = async (person: Person) => (await person.call(api.getAgentRequests)).requests
const newest = async (person: Person) => {
  const [request] = await requestsOf(person)
  assert.ok(request)
  return request
}
const idOf = ({ fields }: ApiError) => fields.agent_request_id as number

test('an action that needs approval waits, notifies by message, and runs once approved', async ({
  society,
  server,
  ada,
  ben,
  cleo,
}) => {
  const channel = await makeChannel(society.org, 'news', [ada, ben, cleo])
  await ada.call(api.changeAgentPolicy, { announcements: 'person', channel_ids: [channel] })
  const agent = await agentFor(society, ben, { name: 'Digest' })
  const watch = await ben.register('agent_request')
  const stranger = await cleo.register('agent_request')
  const post = { type: 'channel', to: channel, topic: 'week', content: 'Hello `code`\n```\n@**all**' } as const
  const answer = await agent.refused(sendMessage, post, api.approvalRequired)
  assert.equal(answer.status, 202)
  // the same call again creates no second request
  assert.equal(idOf(await agent.refused(sendMessage, post, api.approvalRequired)), idOf(answer))
  assert.deepEqual(await inChannel(ben, channel), [])
  const request_id = idOf(answer)
  const waiting = await newest(ben)
  assert.deepEqual(
    [waiting.id, waiting.agent, waiting.operation, waiting.params.content, waiting.reason, waiting.state],
    [request_id, 'Digest', 'POST /messages', post.content, 'announcements', 'waiting'],
  )
  const [notice, ...others] = await told(ben)
  assert.deepEqual(others, [])
  assert.match(notice?.content ?? '', /“Digest”[\s\S]*topic: week[\s\S]*@\*\*all\*\*/)
  assert.deepEqual(await requestsOf(cleo), [])
  await cleo.refused(api.approveAgentRequest, { request_id }, api.noSuchRequest)
  await ada.refused(api.approveAgentRequest, { request_id }, api.noSuchRequest)
  await agent.refused(api.approveAgentRequest, { request_id }, notWithToken)
  await ben.call(api.approveAgentRequest, { request_id })
  await ben.refused(api.approveAgentRequest, { request_id }, api.decidedAlready)
  await server.runtime.timer.wake()
  const [message] = await inChannel(cleo, channel)
  assert.deepEqual(
    [message?.content, message?.client, message?.sender_full_name],
    [post.content, 'Agent: Digest', 'Ben'],
  )
  const done = await newest(ben)
  assert.deepEqual([done.state, done.decided_by, done.result?.id], ['done', ben.id, message?.id])
  assert.equal((await ben.call(getAgentChanges)).acts[0]?.deeds[0]?.message_id, message?.id)
  assert.deepEqual(new Set(await watch.ops()), new Set(['add', 'update']))
  assert.deepEqual(await stranger.ops(), [])
  const { entries } = await ada.call(getAuditLog, { action: 'POST /agent_requests/{request_id}/approve' })
  assert.deepEqual([entries[0]?.acting_user_id, entries[0]?.params], [ben.id, { request_id }])
  await ben.call(sendMessage, { ...post, content: 'By myself' })
})

test("a reaction of a notified person decides, and an agent's reaction doesn't", async ({
  society,
  server,
  ada,
  ben,
}) => {
  const channel = await makeChannel(society.org, 'news', [ada, ben])
  await ada.call(api.changeAgentPolicy, { announcements: 'person', channel_ids: [channel] })
  const agent = await agentFor(society, ben)
  const post = (content: string) =>
    agent.refused(sendMessage, { type: 'channel', to: channel, topic: 'week', content }, api.approvalRequired)
  await post('first')
  const [first] = await told(ben)
  await agent.call(addReaction, { message_id: first?.id as number, emoji_name: 'check' })
  assert.equal((await newest(ben)).state, 'waiting')
  await ben.call(addReaction, { message_id: first?.id as number, emoji_name: 'check_mark' })
  await post('second')
  const [, second] = await told(ben)
  await ben.call(addReaction, { message_id: second?.id as number, emoji_name: 'cross_mark' })
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await requestsOf(ben)).map(({ state }) => state),
    ['refused', 'done'],
  )
  assert.deepEqual(
    (await inChannel(ben, channel)).map(({ content }) => content),
    ['first'],
  )
})

test('each rule applies only to its own actions', async ({ society, ada, ben, momo }) => {
  const channel = await makeChannel(society.org, 'plans', [ada, ben, momo])
  const agent = await agentFor(society, momo, { scopes: ['read', 'write', 'channels', 'admin'] })
  const to = { type: 'channel', to: channel, topic: 'a' } as const
  const { id: own } = await agent.call(sendMessage, { ...to, content: '@**all** hello' })
  const { id: other } = await ben.call(sendMessage, { ...to, content: 'from Ben' })
  await ben.refused(api.changeAgentPolicy, { wide_mentions: 'person' }, mustBeAdministrator)
  await ada.refused(api.changeAgentPolicy, { channel_ids: [99_999] }, api.unknownChannel)
  const policy = { wide_mentions: 'person', others_messages: 'person', administration: 'administrators' } as const
  await ada.call(api.changeAgentPolicy, policy)
  const reasonOf = async (waits: Promise<ApiError>) => (await waits).fields.reason
  assert.equal(
    await reasonOf(agent.refused(sendMessage, { ...to, content: '@**topic** x' }, api.approvalRequired)),
    'wide_mentions',
  )
  const later = Math.floor(society.org.now().getTime() / 1000) + 3600
  const scheduled = { ...to, content: '@**all** later', scheduled_delivery_timestamp: later }
  assert.equal(await reasonOf(agent.refused(createScheduledMessage, scheduled, api.approvalRequired)), 'wide_mentions')
  const edit = { message_id: own, content: '@**channel** x' }
  assert.equal(await reasonOf(agent.refused(updateMessage, edit, api.approvalRequired)), 'wide_mentions')
  const move = { message_id: other, topic: 'b' }
  assert.equal(await reasonOf(agent.refused(updateMessage, move, api.approvalRequired)), 'others_messages')
  await ada.send('PATCH', '/realm', {
    can_delete_any_message_group: { new: { direct_members: [momo.id], direct_subgroups: [] } },
  })
  assert.equal(
    await reasonOf(agent.refused(deleteMessage, { message_id: other }, api.approvalRequired)),
    'others_messages',
  )
  const [status, ...rest] = await Promise.all([agent.refusedRaw('PATCH', '/message_reports/1', { state: 'handled' })])
  assert.deepEqual([status?.code, rest], ['AGENT_ACT_WAITS', []])
  await agent.call(sendMessage, { ...to, content: '@**Ben** hi' })
  await agent.call(updateMessage, { message_id: own, content: 'just hello' })
  await agent.call(getMessageReports)
  assert.deepEqual(
    (await inChannel(ben, channel)).map(({ subject, content }) => [subject, content]),
    [
      ['a', 'just hello'],
      ['a', 'from Ben'],
      ['a', '@**Ben** hi'],
    ],
  )
  // administrators decide only requests about administration
  assert.deepEqual(
    (await requestsOf(ada)).map(({ reason }) => reason),
    ['administration'],
  )
  assert.equal((await told(ada)).length, 1)
})

test("deleting someone's messages in the background, and undoing that, wait for approval", async ({
  society,
  server,
  ada,
  ben,
  momo,
}) => {
  const id = await ben.sends('from Ben', { channel: 'general', topic: 'a' })
  const user_id = ben.id
  const agent = await agentFor(society, momo, { scopes: ['read', 'write', 'channels', 'admin'] })
  await ada.call(api.changeAgentPolicy, { others_messages: 'person', administration: 'none' })
  const reasonOf = async (waits: Promise<ApiError>) => (await waits).fields.reason
  const all = { user_id, period: 'all' } as const
  assert.equal(await reasonOf(agent.refused(deleteMessagesOf, all, api.approvalRequired)), 'others_messages')
  const ban = { user_id, delete_messages: 'all' } as const
  assert.equal(await reasonOf(agent.refused(banUser, ban, api.approvalRequired)), 'others_messages')
  await server.runtime.timer.wake()
  const contents = async () => (await messagesOf(momo)).map((message) => message.id)
  assert.ok((await contents()).includes(id))
  const { deletions } = await momo.call(getModerationFile, { user_id })
  assert.deepEqual(deletions, [])
  const waiting = (await requestsOf(momo)).find(({ operation }) => operation.endsWith('/delete_messages'))
  await momo.call(api.approveAgentRequest, { request_id: waiting?.id as number })
  await server.runtime.timer.wake()
  await server.runtime.timer.wake()
  assert.ok(!(await contents()).includes(id))
  const [deletion] = (await momo.call(getModerationFile, { user_id })).deletions
  const undo = { user_id, deletion_id: deletion?.id as number }
  assert.equal(await reasonOf(agent.refused(undoDeletion, undo, api.approvalRequired)), 'others_messages')
  await server.runtime.timer.wake()
  assert.ok(!(await contents()).includes(id))
  await ada.call(api.changeAgentPolicy, { others_messages: 'none' })
  await agent.call(undoDeletion, undo)
  await server.runtime.timer.wake()
  assert.ok((await contents()).includes(id))
  await agent.call(deleteMessagesOf, all)
})

test("an agent can't first remove a channel's posting restriction", async ({ society, ada }) => {
  const channel = await makeChannel(society.org, 'news', [ada])
  await ada.call(api.changeAgentPolicy, { announcements: 'person', channel_ids: [channel] })
  const agent = await agentFor(society, ada, { scopes: ['read', 'write', 'channels', 'admin'] })
  const everyone = { new: { direct_members: [ada.id], direct_subgroups: [] } }
  const opened = { can_send_message_group: everyone }
  assert.equal((await agent.refusedRaw('PATCH', `/streams/${channel}`, opened)).code, 'AGENT_ACT_WAITS')
  await agent.send('PATCH', `/streams/${channel}`, { description: 'what is new' })
})

test("an approved request runs with the agent's current permissions, or reports why it can't", async ({
  society,
  server,
  ada,
  ben,
}) => {
  const channel = await makeChannel(society.org, 'news', [ada, ben])
  await ada.call(api.changeAgentPolicy, { announcements: 'person', channel_ids: [channel] })
  const agent = await agentFor(society, ben)
  const post = { type: 'channel', to: channel, topic: 'week', content: 'x' } as const
  const first = idOf(await agent.refused(sendMessage, post, api.approvalRequired))
  await ada.send('DELETE', `/streams/${channel}`)
  await ben.call(api.approveAgentRequest, { request_id: first })
  await server.runtime.timer.wake()
  assert.deepEqual([(await newest(ben)).state, (await newest(ben)).problem], ['failed', 'This channel is archived.'])
  await ada.send('PATCH', `/streams/${channel}`, { is_archived: false })
  const second = idOf(await agent.refused(sendMessage, post, api.approvalRequired))
  await ben.call(revokeAccessToken, { token_id: agent.tokenId })
  await ben.call(api.approveAgentRequest, { request_id: second })
  await server.runtime.timer.wake()
  assert.equal((await newest(ben)).state, 'failed')
  assert.deepEqual(
    (await inChannel(ben, channel)).filter(({ content }) => content === 'x'),
    [],
  )
})

test('the agent can withdraw its requests, and undecided ones expire after a day', async ({
  society,
  server,
  ada,
  ben,
}) => {
  const channel = await makeChannel(society.org, 'news', [ada, ben])
  await ada.call(api.changeAgentPolicy, { announcements: 'person', channel_ids: [channel] })
  const agent = await agentFor(society, ben)
  const other = await agentFor(society, ben)
  const post = (content: string) =>
    agent.refused(sendMessage, { type: 'channel', to: channel, topic: 'week', content }, api.approvalRequired)
  const request_id = idOf(await post('first'))
  assert.deepEqual(await requestsOf(other), [])
  await other.refused(api.withdrawAgentRequest, { request_id }, api.noSuchRequest)
  await agent.call(api.withdrawAgentRequest, { request_id })
  await ben.refused(api.approveAgentRequest, { request_id }, api.decidedAlready)
  const second = idOf(await post('second'))
  server.clock.set(new Date(Date.now() + api.waitingSecs * 1000 + 1000))
  await ben.refused(api.approveAgentRequest, { request_id: second }, api.decidedAlready)
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await requestsOf(ben)).map(({ state }) => state),
    ['expired', 'withdrawn'],
  )
})

test('a request runs once despite repeated approval, failed attempts, and concurrent processes', async ({
  society,
  server,
  ada,
  ines,
}) => {
  const { org } = society
  const channel = await makeChannel(org, 'news', [ada, ines])
  await ada.call(api.changeAgentPolicy, { announcements: 'administrators', channel_ids: [channel] })
  const agent = await agentFor(society, ada)
  const post = { type: 'channel', to: channel, topic: 'week', content: 'once' } as const
  const request_id = idOf(await agent.refused(sendMessage, post, api.approvalRequired))
  // the process ends before the commit
  const { callAgain } = server.runtime
  server.runtime.callAgain = (_org, call) =>
    callAgain(org, {
      ...call,
      async begin(mutation) {
        await call.begin(mutation)
        throw new Error('The process ends')
      },
    })
  const outcomes = await Promise.allSettled([ada, ines].map((one) => one.call(api.approveAgentRequest, { request_id })))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const row = await server.runtime.db.read((tx) => store.find(tx, org.id, request_id))
  assert.ok(row)
  await assert.rejects(carryOut(org, row), /The process ends/)
  assert.deepEqual(await inChannel(ada, channel), [])
  assert.equal((await newest(ada)).state, 'approved')
  server.runtime.callAgain = callAgain
  await Promise.all([carryOut(org, row), carryOut(org, row), carryOut(org, row)])
  assert.deepEqual(
    (await inChannel(ada, channel)).map(({ content }) => content),
    ['once'],
  )
  assert.equal((await newest(ada)).state, 'done')
})

import { PassThrough } from 'node:stream'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { assert, type TestServer } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { features } from '../../../app.ts'
import { main } from '../../../command/index.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { changeAgentPolicy, getAgentRequests } from '../agents/requests/api.ts'
import { connected, made, overHttp, refusal, test, tokenOf, use } from './fixture.ts'

function overPipes(server: TestServer, token: string): Transport & { ended?: Promise<number> } {
  const stdin = new PassThrough()
  const transport: Transport & { ended?: Promise<number> } = {
    async start() {
      transport.ended = main({
        args: ['mcp', '--server', `http://127.0.0.1:${server.port}`],
        environment: { LOQUAT_TOKEN: token },
        features: async () => features,
        terminal: {
          stdin,
          say: (line) => transport.onmessage?.(JSON.parse(line)),
          complain: (line) => transport.onerror?.(new Error(line)),
        },
      })
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      stdin.end()
      await transport.ended
      transport.onclose?.()
    },
  }
  return transport
}

const ways = { 'over HTTP': overHttp, 'over standard input': overPipes }

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
const later = '2099-01-04T09:00:00+01:00'

for (const [way, transportOf] of Object.entries(ways))
  test(`every tool does what it says ${way}`, async ({ root: { ada, ben }, server }) => {
    const channel = `weaving ${way}`
    const id = await makeChannel(ada.org, channel, [ada, ben])
    const token = await tokenOf(ada, ['read', 'write'])
    await connected(transportOf(server, token), async (client) => {
      const asked = await ben.sends('Ready?', { channel: id, topic: 'warp' })
      const unread = await use(client, 'summarize_unread')
      assert.match(JSON.stringify(unread), new RegExp(`"channel":"${channel}"[^]*Ready\\?`))
      const { message_id } = await use(client, 'reply', { message_id: asked, content: 'Nearly' })
      await use(client, 'edit_message', { message_id, content: 'Nearly **done**' })
      await use(client, 'react', { message_id: asked, emoji: 'thumbs_up' })
      const read = await use(client, 'read_topic', { channel, topic: 'warp' })
      assert.deepEqual(
        read.messages.map(({ content, sent_by_agent }) => [content, sent_by_agent]),
        [
          ['Ready?', undefined],
          ['Nearly **done**', `agent ${made}`],
        ],
      )
      assert.match(JSON.stringify(read.messages[0]), /"thumbs_up":1/)
      await use(client, 'react', { message_id: asked, emoji: 'thumbs_up', remove: true })
      const one = await use(client, 'read_message', { message_id: asked })
      assert.doesNotMatch(JSON.stringify(one), /thumbs_up/)
      await use(client, 'send_message', { channel, topic: 'weft', content: 'A shuttle' })
      const found = await use(client, 'search_messages', { query: 'shuttle', channel })
      assert.equal(found.messages.length, 1)
      await use(client, 'send_message', { people: [ben.id], content: 'By the way' })
      const direct = await use(client, 'read_direct_conversation', { people: [ben.id] })
      assert.equal(direct.messages.at(-1)?.content, 'By the way')
      assert.match(JSON.stringify(await use(client, 'list_topics', { channel })), /"weft"[\s\S]*"warp"/)
      assert.match(JSON.stringify(await use(client, 'list_channels', { name: 'WEAV' })), new RegExp(channel))
      assert.match(JSON.stringify(await use(client, 'list_people', { name: 'be' })), new RegExp(`"user_id":${ben.id}`))
      await use(client, 'schedule_message', { channel, topic: 'weft', content: 'Later', at: later })
      await use(client, 'set_reminder', { message_id, note: 'look', at: later })
      const scheduled = (await ada.send('GET', '/scheduled_messages')).scheduled_messages as { content: string }[]
      assert.deepEqual(scheduled.map(({ content }) => content).slice(-1), ['Later'])
      const { reminders } = (await ada.send('GET', '/reminders')) as { reminders: unknown[] }
      assert.ok(reminders.length > 0)

      assert.match(await refusal(client, 'edit_message', { message_id: asked, content: 'mine' }), /permission/i)
      assert.match(await refusal(client, 'send_message', { content: 'nowhere' }), /a channel and topic, or users/)
      assert.match(await refusal(client, 'read_topic', { channel: 'nothing', topic: 'x' }), /unknown channel/)
    })
  })

test('the command passes on the refusal of a batch and stays connected', async ({ root: { ada }, server }) => {
  const transport = overPipes(server, await tokenOf(ada, ['read']))
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const heard = async (sent: unknown): Promise<string> => {
    const message = new Promise<unknown>((resolve) => {
      transport.onmessage = resolve
    })
    await transport.send(sent as never)
    return JSON.stringify(await message)
  }
  await transport.start()
  assert.match(await heard([list]), /"id":null,"error":\{[^}]*Batches are not supported/)
  assert.match(await heard(list), /"name":"read_topic"/)
  await transport.close()
})

test('a program sees only the tools its token can use', async ({ root: { ada }, server }) => {
  const id = await makeChannel(ada.org, 'looms', [ada])
  const other = await makeChannel(ada.org, 'dyes', [ada])
  await ada.sends('woad', { channel: other, topic: 'blue' })
  await connected(overHttp(server, await tokenOf(ada, ['read'])), async (client) => {
    const names = await namesOf(client)
    assert.ok(names.includes('read_topic') && names.includes('summarize_unread'))
    assert.deepEqual(
      names.filter((name) => /send|reply|react|edit|schedule|remind/.test(name)),
      [],
    )
    await client.callTool({ name: 'send_message', arguments: { channel: 'looms', topic: 'x', content: 'x' } }).then(
      ({ isError }) => assert.ok(isError),
      (error: unknown) => assert.match(String(error), /not found/i),
    )
  })
  await connected(overHttp(server, await tokenOf(ada, ['read', 'write'], [id])), async (client) => {
    const names = await namesOf(client)
    assert.ok(names.includes('send_message') && !names.includes('read_direct_conversation'))
    assert.match(await refusal(client, 'read_topic', { channel: 'dyes', topic: 'blue' }), /unknown channel/)
    assert.deepEqual((await use(client, 'search_messages', { query: 'woad' })).messages, [])
    assert.match(await refusal(client, 'send_message', { people: [ada.id], content: 'x' }), /limited to channels/)
    assert.doesNotMatch(JSON.stringify(await use(client, 'list_channels')), /dyes/)
  })
})

test('a tool whose action waits for approval says so without an error', async ({ root: { ada }, server }) => {
  const id = await makeChannel(ada.org, 'news', [ada])
  await ada.call(changeAgentPolicy, { announcements: 'person', channel_ids: [id] })
  await connected(overHttp(server, await tokenOf(ada, ['read', 'write'])), async (client) => {
    const input = { channel: 'news', topic: 'x', content: 'x' }
    const { isError, structuredContent } = await client.callTool({ name: 'send_message', arguments: input })
    const { waits_for_approval, agent_request_id } = structuredContent as Record<string, unknown>
    assert.deepEqual([isError ?? false, waits_for_approval], [false, true])
    const { requests } = await ada.call(getAgentRequests)
    assert.deepEqual(
      requests.map(({ id, state }) => [id, state]),
      [[agent_request_id, 'waiting']],
    )
  })
  await ada.call(changeAgentPolicy, { announcements: 'none', channel_ids: [] })
})

test('requests without a token, from another site, or while MCP is off are refused', async ({
  root: { ada },
  server,
}) => {
  const token = await tokenOf(ada, ['read'])
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const ask = async (headers: Record<string, string>, method = 'POST') => {
    const accept = 'application/json, text/event-stream'
    const answer = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
      method,
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: method === 'POST' ? body : null,
    })
    await answer.text()
    return answer.status
  }
  const authorization = `Bearer ${token}`
  assert.equal(await ask({ authorization }), 200)
  assert.equal(await ask({}), 401)
  assert.equal(await ask({ authorization: 'Bearer loquat_none' }), 401)
  assert.equal(await ask({ authorization, origin: 'https://evil.example' }), 403)
  assert.equal(await ask({ authorization }, 'GET'), 405)
  await ada.call(updateOrganization, { enable_mcp: false })
  assert.equal(await ask({ authorization }), 404)
  await ada.call(updateOrganization, { enable_mcp: true })
})

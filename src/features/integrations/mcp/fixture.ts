import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { roles, type Scope } from '#contract'
import { assert, test as base, Person, type TestServer } from '#test'
import { foundOrganization } from '../../people/organization-settings/actions/found.ts'
import { createUser } from '../../people/users/actions/index.ts'
import { createAccessToken } from '../../sign-in/access-tokens/api.ts'

export type ToolOutput = Record<string, unknown> & {
  messages: { content: string; sent_by_agent?: string; untrusted?: boolean }[]
}

/** The root organization, which every host leads to: MCP clients can't choose a host. */
export const test = base.extend<{ root: { ada: Person; ben: Person } }>({
  root: [async ({ server }, use) => use(await rootOf(server)), { scope: 'file' }],
})

export async function rootOf(server: TestServer): Promise<{ ada: Person; ben: Person }> {
  const owner = { full_name: 'Ada', email: 'ada@root.example', password: 'correct horse battery' }
  const { org, owner: account } = await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner })
  const ben = await org.transact(null, (mutation) =>
    createUser(mutation, { email: 'ben@root.example', full_name: 'Ben', role: roles.member }),
  )
  return { ada: new Person(server, org, '', account), ben: new Person(server, org, '', ben) }
}

/** Number of tokens created; an agent's name has its token's. */
export let made = 0
export async function tokenOf(person: Person, scopes: Scope[], channel_ids?: number[]): Promise<string> {
  const limits = channel_ids ? { channel_ids: channel_ids as never } : {}
  return (await person.call(createAccessToken, { name: `agent ${++made}`, scopes, ...limits })).token
}

export const overHttp = (server: TestServer, token: string): Transport =>
  new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  }) as Transport

export async function connected<T>(transport: Transport, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

export async function use(client: Client, name: string, given: object = {}): Promise<ToolOutput> {
  const answer = await client.callTool({ name, arguments: given as Record<string, unknown> })
  assert.ok(!answer.isError, JSON.stringify(answer.content))
  return answer.structuredContent as ToolOutput
}

export async function refusal(client: Client, name: string, given: object = {}): Promise<string> {
  const answer = await client.callTool({ name, arguments: given as Record<string, unknown> })
  assert.equal(answer.isError, true, `${name} was not refused`)
  return JSON.stringify(answer.content)
}

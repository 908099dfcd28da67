import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ApiError } from '#contract'
import { version } from '#platform/config'
import type { OwnCalls, TokenInUse } from '#platform/serve'
import { actWaits } from '../agent-requests/api.ts'
import { isFor, readingTools, type Tool, writingTools } from './tools/index.ts'

const instructions =
  'A team chat: channels hold topics, topics hold messages; people also write to each other directly. You act for an ' +
  'account and may do what it may. What you write bears your name.'

const told = (value: unknown) => [{ type: 'text' as const, text: JSON.stringify(value) }]

/** No failure: it is done when somebody has approved of it. */
function waiting({ message, fields }: ApiError) {
  const result = { waits_for_approval: true, message, ...fields }
  return { content: told(result), structuredContent: result }
}

/** What a refusal says is for the program, which may do better. */
async function outcome(tool: Tool, calls: OwnCalls, input: Record<string, unknown>) {
  try {
    const result = await tool.run(calls, input as never)
    return { content: told(result), structuredContent: result }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code === actWaits.code) return waiting(error)
    return { content: told({ error: error.message, code: error.code }), isError: true }
  }
}

function serverOf(calls: OwnCalls, token: TokenInUse | undefined): McpServer {
  const server = new McpServer({ name: 'loquat', version }, { instructions })
  for (const tool of [...readingTools, ...writingTools]) {
    if (!isFor(tool, token)) continue
    const { name, title, description, input, onlyReads } = tool
    const annotations = { readOnlyHint: onlyReads, destructiveHint: false, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given: object) =>
      outcome(tool, calls, given as Record<string, unknown>),
    )
  }
  return server
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Answers what one POST brings. There is no session: each says by itself who asks, so any process can answer it. */
export async function answerPost(
  body: string,
  headers: Record<string, string>,
  calls: OwnCalls,
  token: TokenInUse | undefined,
): Promise<Answer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverOf(calls, token)
  await server.connect(transport as never)
  try {
    const answer = await transport.handleRequest(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    return { status: answer.status, text: await answer.text() }
  } finally {
    await server.close()
  }
}

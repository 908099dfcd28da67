import { createInterface } from 'node:readline'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import type { Means } from './terminal.ts'

const failed = -32_000

/** A JSON-RPC error for when the server's response isn't one. */
const refusal = (id: unknown, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: failed, message } })

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly result?: { readonly protocolVersion?: string }
}

/**
 * The Model Context Protocol on standard input and output, one message per line. All messages go to the server, so that
 * tools and permissions are in one place.
 */
export const mcp = ({ terminal }: Means): Command => ({
  name: 'mcp',
  summary: 'Run a Model Context Protocol server on standard input and output',
  about:
    "The access token is taken from the environment (LOQUAT_TOKEN), where other users can't see it. Its scopes limit what the program can do.",
  flags: {
    server: { value: 'URL', doc: 'URL of the organization, such as https://chat.example.com.', required: true },
  },
  uses: 'nothing',
  async run({ flags, environment }) {
    const token = environment.LOQUAT_TOKEN
    if (!token) throw new UsageError('LOQUAT_TOKEN is not an access token')
    if (!URL.canParse(flags.server ?? '')) throw new UsageError(`'${flags.server}' is not a URL`)
    const url = `${(flags.server as string).replace(/(?<!\/)\/+$/, '')}/mcp`
    let spoken = ''
    const pass = async (line: string): Promise<void> => {
      let message: Message
      try {
        message = JSON.parse(line) as Message
      } catch {
        return terminal.say(refusal(null, "This line isn't JSON"))
      }
      const answer = await send(url, token, spoken, line).catch((error: unknown) => {
        const { cause, message } = error as Error
        return { status: 0, text: (cause as Error | undefined)?.message ?? message }
      })
      if (answer.status === 200) {
        const { result } = JSON.parse(answer.text) as Message
        if (message.method === 'initialize') spoken = result?.protocolVersion ?? ''
        terminal.say(answer.text)
      } else if (message.id !== undefined) terminal.say(refusal(message.id, reasonOf(answer)))
      // a batch has no ID
      else if (Array.isArray(message)) terminal.say(refusal(null, reasonOf(answer)))
      else if (answer.status !== 202) throw new FailedError(reasonOf(answer))
    }
    const underWay = new Set<Promise<void>>()
    for await (const line of createInterface({ input: terminal.stdin })) {
      if (line.trim() === '') continue
      const passing = pass(line).finally(() => underWay.delete(passing))
      underWay.add(passing)
      // later messages depend on the response to the first
      if (spoken === '') await passing
    }
    await Promise.all(underWay)
  },
})

async function send(url: string, token: string, version: string, body: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version === '' ? {} : { 'mcp-protocol-version': version }),
    },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

/** A readable error for an unsuccessful response. */
function reasonOf({ status, text }: { status: number; text: string }): string {
  if (status === 0) return `Can't reach the server: ${text}`
  try {
    const { msg, error } = JSON.parse(text) as { msg?: string; error?: { message?: string } }
    return msg ?? error?.message ?? `The server responded with ${status}`
  } catch {
    return `The server responded with ${status}`
  }
}

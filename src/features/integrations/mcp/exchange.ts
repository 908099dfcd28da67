import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { notFound } from '#contract'
import type { Exchange } from '#platform/serve'
import { isOn, mcpPath, metadataUrl } from './access.ts'
import { onlyPost, otherOrigin, tooLarge } from './errors.ts'

/** Maximum bytes of a message: more than the longest text takes, and small enough to read at once. */
const maxBytes = 256 * 1024

async function textOf(body: Readable | undefined): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length
    if (size > maxBytes) throw tooLarge()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Whether the request doesn't come from another site's page: programs send no origin. */
function isOwnOrigin({ origin, host = '' }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host.toLowerCase() === host.toLowerCase()
}

const passed = ['accept', 'content-type', 'mcp-protocol-version']

/** Most servers never need it. In steps, because loading it all at once takes a tenth of a second. */
async function loaded(): Promise<typeof import('./protocol-server.ts')> {
  await import('@modelcontextprotocol/sdk/types.js')
  await import('@modelcontextprotocol/sdk/server/index.js')
  return import('./protocol-server.ts')
}

/** The Model Context Protocol over HTTP, without sessions: offers what the account can do as tools. */
export const mcpExchange: Exchange = {
  path: mcpPath,
  isAtRoot: true,
  takesTokens: true,
  headers: {},
  // for OAuth: the metadata, and the scopes that most tools need
  challenge: (server, org) =>
    isOn({ org, server })
      ? `Bearer realm="loquat", resource_metadata="${metadataUrl(server, org)}", scope="read write"`
      : undefined,
  operations: [],
  describe: () => ({ status: 204, headers: { allow: 'POST' } }),
  async handle(ctx, { method, headers, rest, body }, calls) {
    if (!isOn(ctx) || rest !== '') throw notFound()
    if (!isOwnOrigin(headers)) throw otherOrigin()
    // there is no event stream to subscribe to
    if (method !== 'POST') throw onlyPost()
    const given = Object.fromEntries(passed.map((name) => [name, String(headers[name] ?? '')]).filter(([, one]) => one))
    const { answerPost } = await loaded()
    const caller = { id: ctx.viewer.id, calls }
    const spent = (ms: number) => ctx.costAccount?.charge(ms)
    const { status, text } = await answerPost(await textOf(body), given, caller, ctx.request.token, spent)
    return text === '' ? { status } : { status, json: text }
  },
}

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { notFound } from '#contract'
import type { Exchange } from '#platform/serve'
import { isOn, mcpPath, metadataUrl } from './access.ts'
import { onlyPost, otherOrigin, tooLarge } from './errors.ts'

/** Bytes of one message: more than the longest text takes, and few enough to be read at once. */
const mostBytes = 256 * 1024

async function textOf(body: Readable | undefined): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length
    if (size > mostBytes) throw tooLarge()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Whether no page of another site has made a browser send it: programs say no origin. */
function isOwnOrigin({ origin, host = '' }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host.toLowerCase() === host.toLowerCase()
}

const passed = ['accept', 'content-type', 'mcp-protocol-version']

/**
 * Loaded with the first request, as most servers never see one; and in steps, between which others have their turn: all at
 * once takes a tenth of a second.
 */
async function loaded(): Promise<typeof import('./protocol-server.ts')> {
  await import('@modelcontextprotocol/sdk/types.js')
  await import('@modelcontextprotocol/sdk/server/index.js')
  return import('./protocol-server.ts')
}

/** The Model Context Protocol over HTTP, without sessions: programs reach what the account may do as tools. */
export const mcpExchange: Exchange = {
  path: mcpPath,
  isAtRoot: true,
  takesTokens: true,
  headers: {},
  // by OAuth: where it is said who gives tokens out, and what most tools need
  challenge: (server, org) =>
    isOn({ org, server })
      ? `Bearer realm="loquat", resource_metadata="${metadataUrl(server, org)}", scope="read write"`
      : undefined,
  operations: [],
  describe: () => ({ status: 204, headers: { allow: 'POST' } }),
  async handle(ctx, { method, headers, rest, body }, calls) {
    if (!isOn(ctx) || rest !== '') throw notFound()
    if (!isOwnOrigin(headers)) throw otherOrigin()
    // there is nothing to listen to between the answers
    if (method !== 'POST') throw onlyPost()
    const given = Object.fromEntries(passed.map((name) => [name, String(headers[name] ?? '')]).filter(([, one]) => one))
    const { answerPost } = await loaded()
    const caller = { id: ctx.viewer.id, calls }
    const spent = (ms: number) => ctx.payer?.spent(ms)
    const { status, text } = await answerPost(await textOf(body), given, caller, ctx.request.token, spent)
    return text === '' ? { status } : { status, json: text }
  },
}

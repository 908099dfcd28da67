import { z } from '#contract'
import type { Outbound } from '#platform/outbound'
import { OutboundError } from '#platform/outbound'
import { maxProgramNameLength, maxRedirectUris } from './limits.ts'
import { isRedirectUri } from './redirect-uri.ts'

export interface ProgramFacts {
  readonly name: string
  readonly redirectUris: readonly string[]
}

const maxBytes = 64 * 1024
const timeoutMs = 5_000

/** Whether a client ID is the URL of a client metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > 500 || !/^[\x21-\x7e]+$/.test(clientId)) return false
  if (/[#"<>\\]/.test(clientId) || !URL.canParse(clientId)) return false
  const url = new URL(clientId)
  // in normalized form, so that nothing in it can be misread
  return url.pathname !== '/' && url.username === '' && url.password === '' && url.href === clientId
}

/** Without repeated spaces and invisible characters. */
export const plainName = (given: string): string =>
  [...given.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()].slice(0, maxProgramNameLength).join('')

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  token_endpoint_auth_method: z.string().optional(),
})

/** Fetches client metadata; undefined if it's invalid, with the reason in the log. */
export async function readDocument(
  outbound: Outbound,
  url: string,
  warn: (text: string) => void,
): Promise<ProgramFacts | undefined> {
  const no = (why: string) => void warn(`invalid client metadata document at ${new URL(url).host}: ${why}`)
  try {
    const answer = await outbound.request({ url, headers: { accept: 'application/json' }, timeoutMs, maxBytes })
    if (answer.status !== 200) return no(`status ${answer.status}`)
    const parsed = Document.safeParse(JSON.parse(answer.text()))
    if (!parsed.success) return no('it is not of the shape that such documents have')
    const { client_id, client_name, redirect_uris, token_endpoint_auth_method = 'none' } = parsed.data
    if (client_id !== url) return no('it is about another')
    if (token_endpoint_auth_method !== 'none') return no('the program wants to prove itself, which is not known here')
    const name = plainName(client_name)
    if (name === '' || !redirect_uris.every(isRedirectUri)) return no('its name or its addresses')
    return { name, redirectUris: redirect_uris }
  } catch (error) {
    if (error instanceof OutboundError) return no(error.message)
    if (error instanceof SyntaxError) return no('it is no JSON')
    throw error
  }
}

import { type Scope, scopes } from '#contract'
import type { OpenContext } from '#platform/serve'
import { type Program, programWith } from './access.ts'
import { isOwnResource } from './addresses.ts'
import { OAuthRefusal, otherRedirect } from './errors.ts'
import { maxStateLength } from './limits.ts'
import { isOneOf } from './redirect-uri.ts'

export interface AuthorizationRequest {
  readonly program: Program
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  readonly scopes: readonly Scope[]
}

export interface RefusedRequest extends Pick<AuthorizationRequest, 'program' | 'redirectUri' | 'state'> {
  readonly refusal: OAuthRefusal
}

/** Parameters carried through the consent page and its form. */
export const requestFields = [
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method', 'scope'],
  'resource',
] as const

export type Given = ReadonlyMap<string, readonly string[]>

export const givenIn = (query: URLSearchParams): Given =>
  new Map(requestFields.map((name) => [name, query.getAll(name)] as const))

/** Default scopes. */
const usual: readonly Scope[] = ['read', 'write']

/** In the order of their declaration; throws for unknown ones. */
export function scopesIn(text: string): Scope[] {
  const asked = text.split(' ').filter(Boolean)
  // an OpenID Connect scope that some libraries always add: refresh tokens are issued anyway
  const ours = asked.filter((one) => one !== 'offline_access')
  const unknown = ours.find((one) => !scopes.includes(one as Scope))
  if (unknown !== undefined) throw new OAuthRefusal('invalid_scope', `There is no scope ${unknown.slice(0, 100)}`)
  return scopes.filter((one) => ours.includes(one))
}

/** Throws if the program or redirect URI is invalid: the error is shown instead of redirecting. */
export async function readRequest(ctx: OpenContext, given: Given): Promise<AuthorizationRequest | RefusedRequest> {
  const all = (name: (typeof requestFields)[number]) => given.get(name) ?? []
  const one = (name: (typeof requestFields)[number]) => (all(name).length === 1 ? all(name)[0] : undefined)
  const program = await programWith(ctx, one('client_id') ?? '')
  const redirectUri = one('redirect_uri') ?? (program.redirectUris.length === 1 ? program.redirectUris[0] : undefined)
  if (redirectUri === undefined || !isOneOf(program.redirectUris, redirectUri)) throw otherRedirect()
  const state = one('state')
  const known = { program, redirectUri, state: (state?.length ?? 0) > maxStateLength ? undefined : state }
  try {
    const twice = requestFields.find((name) => all(name).length > 1)
    if (twice) throw new OAuthRefusal('invalid_request', `${twice} was given more than once`)
    if (state !== known.state) throw new OAuthRefusal('invalid_request', `state is longer than ${maxStateLength}`)
    if (one('response_type') !== 'code') throw new OAuthRefusal('unsupported_response_type', 'Only code is known')
    const challenge = one('code_challenge') ?? ''
    if (one('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
      throw new OAuthRefusal('invalid_request', 'A code_challenge by the method S256 is needed')
    const resource = one('resource')
    if (resource !== undefined && !isOwnResource(ctx, resource))
      throw new OAuthRefusal('invalid_target', 'Tokens for that resource are not given out here')
    const asked = scopesIn(one('scope') ?? '')
    return { ...known, challenge, scopes: asked.length > 0 ? asked : usual }
  } catch (error) {
    if (error instanceof OAuthRefusal) return { ...known, refusal: error }
    throw error
  }
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError, type ChannelId, dayMs, type Scope, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { recordAction } from '../../../people/audit-log/actions.ts'
import { createGrantedToken, endTokens, renewSecret } from '../../../sign-in/access-tokens/actions.ts'
import { isActive } from '../access.ts'
import { scopesIn } from '../authorization-request.ts'
import { OAuthRefusal } from '../errors.ts'
import { hostOf } from '../redirect-uri.ts'
import * as store from '../store.ts'

/** Programs exchange a code within moments, or never. */
const codeLifeMs = 60_000
/** Lifetime of an access token. */
const secretLifeMs = 3_600_000
/** A program that hasn't renewed its tokens for this long has to ask for access again. */
export const idleMs = 90 * dayMs

const newSecret = (): string => randomBytes(32).toString('base64url')

export interface Allowed {
  readonly userId: UserId
  readonly client: store.Client
  readonly redirectUri: string
  readonly challenge: string
  /** Its name in the audit log and on messages. */
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly channelIds: readonly ChannelId[] | null
  readonly endsAt: Date | null
}

export interface Origin {
  readonly address: string
  readonly client: string
}

/** Records the user's consent; returns the code for the program. */
export async function allow(mutation: Mutation, allowed: Allowed, origin: Origin): Promise<string> {
  const { userId, client, redirectUri, name, scopes, channelIds, endsAt } = allowed
  const code = newSecret()
  await store.removeOldCodes(mutation.tx, mutation.org.id, mutation.now)
  await store.insertCode(mutation.tx, {
    code_hash: hashToken(code),
    org_id: mutation.org.id,
    user_id: userId,
    oauth_client_id: client.id,
    redirect_uri: redirectUri,
    challenge: allowed.challenge,
    name,
    scopes: [...scopes],
    channel_ids: channelIds && [...channelIds],
    access_ends_at: endsAt,
    expires_at: new Date(mutation.now.getTime() + codeLifeMs),
  })
  const places = channelIds ? { channel_ids: channelIds } : {}
  const params = { name, program: client.name, redirect_uri: redirectUri, scopes, ...places }
  await recordAction(mutation, { userId, action: 'POST /oauth/authorize', params, ...origin })
  return code
}

interface Issued {
  readonly accessToken: string
  readonly refreshToken: string
  readonly scopes: readonly string[]
  readonly expiresInSecs: number
}

/** Refusals that still commit changes are returned, not thrown. */
export type Outcome = Issued | OAuthRefusal

const badGrant = (why: string) => new OAuthRefusal('invalid_grant', why)

interface Redemption {
  readonly code: string
  readonly clientId: string
  readonly verifier: string
  /** Must equal the one of the authorization request, if given. */
  readonly redirectUri: string | undefined
}

/** Exchanges a code, once. A code used twice was stolen, so its grant is revoked. */
export async function redeem(mutation: Mutation, asked: Redemption, origin: Origin): Promise<Outcome> {
  const { tx, org, now } = mutation
  const hash = hashToken(asked.code)
  const row = await store.takeCode(tx, org.id, hash)
  if (!row) {
    const given = await store.grantOfCode(tx, org.id, hash)
    if (given) await endStolen(mutation, given, 'authorization code', origin)
    return badGrant('The code is unknown, or was used')
  }
  const client = await store.clientWithId(tx, org.id, row.oauth_client_id)
  if (client?.client_id !== asked.clientId) return badGrant('The code was given to another client')
  if (row.expires_at <= now) return badGrant('The code has expired')
  if (asked.redirectUri !== undefined && asked.redirectUri !== row.redirect_uri)
    return badGrant('The redirect_uri is another than that of the request')
  if (!isVerified(row.challenge, asked.verifier)) return badGrant('The code_verifier is another')
  if (!isActive(mutation, row.user_id)) return badGrant('The account is deactivated')
  try {
    return await grant(mutation, row, client, hash)
  } catch (error) {
    if (error instanceof ApiError) return badGrant(error.message)
    throw error
  }
}

function isVerified(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

type Code = NonNullable<Awaited<ReturnType<typeof store.takeCode>>>

async function grant(mutation: Mutation, row: Code, client: store.Client, code_hash: string): Promise<Issued> {
  const until = endOfSecret(mutation.now, row.access_ends_at)
  const { token, id } = await createGrantedToken(mutation, {
    userId: row.user_id,
    name: row.name,
    scopes: row.scopes,
    channelIds: row.channel_ids as ChannelId[] | null,
    expiresAt: row.access_ends_at,
    program: { name: client.name, host: hostOf(row.redirect_uri) },
    secretExpiresAt: until,
  })
  const family = newSecret()
  const refresh = refreshToken(family)
  await store.insertGrant(mutation.tx, {
    token_id: id,
    org_id: mutation.org.id,
    oauth_client_id: client.id,
    code_hash,
    family_hash: hashToken(family),
    refresh_hash: hashToken(refresh),
    refreshed_at: mutation.now,
  })
  return {
    accessToken: token,
    refreshToken: refresh,
    scopes: row.scopes,
    expiresInSecs: secsUntil(mutation.now, until),
  }
}

const endOfSecret = (now: Date, endsAt: Date | null): Date =>
  new Date(Math.min(now.getTime() + secretLifeMs, endsAt?.getTime() ?? Number.POSITIVE_INFINITY))

const secsUntil = (now: Date, then: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

const begins = 'loquat_refresh_'

/** A shared prefix identifies used tokens of a grant without storing them, and can't be guessed. */
const refreshToken = (family: string): string => `${begins}${family}.${newSecret()}`
const familyOf = (token: string): string | undefined => /^loquat_refresh_([\w-]{43})\.[\w-]{43}$/.exec(token)?.[1]

interface Renewal {
  readonly token: string
  readonly clientId: string
  /** Fewer scopes, for the next access token only. */
  readonly scope: string | undefined
}

/** Issues new access and refresh tokens. A reused refresh token revokes the grant. */
export async function renew(mutation: Mutation, { token, clientId, scope }: Renewal, origin: Origin): Promise<Outcome> {
  const { tx, org, now } = mutation
  const family = familyOf(token)
  const given = family && (await store.grantOfFamily(tx, org.id, hashToken(family)))
  if (!family || !given) return badGrant('The refresh token is unknown, or was revoked')
  const client = await store.clientWithId(tx, org.id, given.oauth_client_id)
  if (client?.client_id !== clientId) return badGrant('The refresh token was given to another client')
  if (hashToken(token) !== given.refresh_hash) {
    await endStolen(mutation, given, 'refresh token', origin)
    return badGrant('The refresh token was used before; access has ended')
  }
  if (given.refreshed_at.getTime() + idleMs <= now.getTime() || (given.expires_at && given.expires_at <= now))
    return badGrant('Access has ended')
  if (!isActive(mutation, given.user_id)) return badGrant('The account is deactivated')
  const only = scope === undefined ? undefined : scopesIn(scope)
  if (only?.some((one) => !given.scopes.includes(one)) || only?.length === 0)
    return new OAuthRefusal('invalid_scope', 'That is more than was allowed')
  const refresh = refreshToken(family)
  if (!(await store.renewGrant(tx, given, hashToken(refresh), now))) return badGrant('The refresh token was just used')
  const until = endOfSecret(now, given.expires_at)
  const accessToken = await renewSecret(mutation, given.token_id, until, only ?? null)
  return {
    accessToken,
    refreshToken: refresh,
    scopes: only ?? given.scopes,
    expiresInSecs: secsUntil(now, until),
  }
}

/** Revokes the grant of an access or refresh token; succeeds for unknown tokens. */
export async function revoke(mutation: Mutation, token: string, clientId: string): Promise<OAuthRefusal | undefined> {
  const { tx, org } = mutation
  const family = familyOf(token)
  const given = family
    ? await store.grantOfFamily(tx, org.id, hashToken(family))
    : await store.grantOfToken(tx, org.id, hashToken(token))
  if (!given) return undefined
  const client = await store.clientWithId(tx, org.id, given.oauth_client_id)
  if (client?.client_id !== clientId)
    return new OAuthRefusal('unauthorized_client', 'That is the token of another client')
  await endTokens(mutation, [given.token_id])
}

/** A token was stolen: it's unclear which side is the program, so neither keeps access. */
async function endStolen(mutation: Mutation, given: store.Granted, what: string, origin: Origin): Promise<void> {
  await endTokens(mutation, [given.token_id])
  const params = { what, name: given.token_name }
  await recordAction(mutation, { userId: given.user_id, action: 'oauth reuse', params, ...origin })
}

import { randomBytes } from 'node:crypto'
import { type ChannelId, type Scope, scopes, type UserId } from '#contract'
import type { NewRow } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { visibleChannel } from '../../channels/channels/access.ts'
import { membershipsOf } from '../../channels/channels/subscribers-cache.ts'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import { withBotOwner } from '../../people/users/cache.ts'
import { isDeactivated } from '../../people/users/errors.ts'
import { administeredToken, tokenHolder } from './access.ts'
import { tokenBegins } from './access-token.ts'
import * as api from './api.ts'
import { accessTokensCache } from './cache.ts'
import { serialize } from './serialize.ts'
import * as store from './store.ts'

interface NewToken {
  name: string
  scopes: readonly Scope[]
  channel_ids?: readonly ChannelId[] | undefined
  /** UNIX seconds. */
  expires_at?: number | undefined
  bot_id?: UserId | undefined
}

export async function createToken(
  mutation: Mutation,
  asked: NewToken,
): Promise<{ token: string; access_token: api.AccessTokenOut }> {
  const { tx, org, now } = mutation
  const { id: user_id } = tokenHolder(mutation, mutation.viewer, asked.bot_id)
  const holder = org.viewer(user_id)
  if (!holder) throw isDeactivated()
  const expires_at = asked.expires_at === undefined ? null : new Date(asked.expires_at * 1000)
  if (expires_at && expires_at <= now) throw api.expiresInPast()
  const memberships = membershipsOf(org, user_id)
  const channels = asked.channel_ids?.map((one) => visibleChannel(org, holder, memberships, one).id)
  const others = await store.ofUser(tx, user_id)
  checkTotal(maxPerUser, 'access tokens', others.length)
  checkName(others, asked.name)
  return insert(mutation, {
    user_id,
    name: asked.name,
    scopes: scopes.filter((one) => asked.scopes.includes(one)),
    channel_ids: channels ? [...new Set(channels)].sort((a, b) => a - b) : null,
    expires_at,
  })
}

const newSecret = (): string => tokenBegins + randomBytes(32).toString('base64url')

type Inserted = Omit<NewRow<'access_token'>, 'org_id' | 'token_hash' | 'created_at'>

async function insert(mutation: Mutation, row: Inserted): Promise<{ token: string; access_token: api.AccessTokenOut }> {
  const { tx, org, now } = mutation
  const token = newSecret()
  const kept = await store.insert(tx, { ...row, org_id: org.id, token_hash: hashToken(token), created_at: now })
  const access_token = serialize(org, kept)
  mutation.emit(api.tokenAdded, { access_token }, withBotOwner(org, row.user_id as UserId))
  return { token, access_token }
}

export interface Grant {
  readonly userId: UserId
  /** A number is appended if the account has a token of that name. */
  readonly name: string
  readonly scopes: readonly string[]
  readonly channelIds: ChannelId[] | null
  readonly expiresAt: Date | null
  readonly program: { readonly name: string; readonly host: string }
  /** Secrets expire and are renewed by the program. */
  readonly secretExpiresAt: Date
}

/** Creates a token with a renewable secret. The permissions were checked when the user granted access. */
export async function createGrantedToken(mutation: Mutation, grant: Grant): Promise<{ token: string; id: number }> {
  const others = await store.ofUser(mutation.tx, grant.userId)
  checkTotal(maxPerUser, 'access tokens', others.length)
  const { token, access_token } = await insert(mutation, {
    user_id: grant.userId,
    name: freeName(others, grant.name),
    scopes: [...grant.scopes],
    channel_ids: grant.channelIds,
    expires_at: grant.expiresAt,
    program_name: grant.program.name,
    program_host: grant.program.host,
    secret_expires_at: grant.secretExpiresAt,
  })
  return { token, id: access_token.id }
}

/** Replaces the secret, optionally with fewer scopes; the previous secret stops working. */
export async function renewSecret(
  mutation: Mutation,
  id: number,
  until: Date,
  only: readonly string[] | null,
): Promise<string> {
  const token = newSecret()
  const row = await store.renew(mutation.tx, id, hashToken(token), until, only)
  mutation.emit(
    api.tokenUpdated,
    { access_token: serialize(mutation.org, row) },
    withBotOwner(mutation.org, row.user_id),
  )
  return token
}

export async function endTokens(mutation: Mutation, ids: readonly number[]): Promise<void> {
  for (const { id, user_id } of await store.removeAll(mutation.tx, mutation.org.id, ids))
    mutation.emit(api.tokenRemoved, { token_id: id }, withBotOwner(mutation.org, user_id))
}

function freeName(others: readonly { name: string }[], name: string): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    const ending = ` ${number}`
    free = [...name].slice(0, api.maxTokenNameLength - ending.length).join('') + ending
  }
  return free
}

/** The name identifies the agent in the audit log and on messages, so it's unique per account. */
function checkName(others: readonly { name: string }[], name: string): void {
  const same = name.toLowerCase()
  if (others.some((other) => other.name.toLowerCase() === same)) throw api.tokenNameTaken()
}

export async function renameToken(mutation: Mutation, id: number, name: string): Promise<void> {
  const { org, tx } = mutation
  const { user_id, name: before } = await administeredToken(mutation, id)
  if (name === before) return
  checkName(
    (await store.ofUser(tx, user_id)).filter((other) => other.id !== id),
    name,
  )
  const access_token = serialize(org, await store.rename(tx, id, name))
  mutation.emit(api.tokenUpdated, { access_token }, withBotOwner(org, user_id))
}

export async function revokeToken(mutation: Mutation, id: number): Promise<void> {
  const { user_id } = await administeredToken(mutation, id)
  await store.remove(mutation.tx, id)
  mutation.emit(api.tokenRemoved, { token_id: id }, withBotOwner(mutation.org, user_id))
}

/** After the account was deactivated, or its API key was replaced because it may have leaked. */
export async function revokeAll(mutation: Mutation, userId: UserId): Promise<void> {
  for (const token_id of await store.removeOfUser(mutation.tx, userId))
    mutation.emit(api.tokenRemoved, { token_id }, withBotOwner(mutation.org, userId))
}

export async function noteUses(org: Organization): Promise<void> {
  const { used } = org.get(accessTokensCache)
  const ids = [...used.keys()]
  if (ids.length === 0) return
  const newest = new Date(Math.max(...[...used.values()].map((at) => at.getTime())))
  used.clear()
  await org.transact(null, (mutation) => store.noteUsed(mutation.tx, mutation.org.id, ids, newest))
}

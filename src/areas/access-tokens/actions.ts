import { randomBytes } from 'node:crypto'
import { type ChannelId, type Scope, scopes, type UserId } from '#contract'
import type { NewRow } from '#platform/db'
import type { Act, Organization } from '#platform/organization'
import { visibleChannel } from '../channels/access.ts'
import { membershipsOf } from '../channels/subscribers-mirror.ts'
import { checkTotal, mostOfOnePerson } from '../organization/totals.ts'
import { isDeactivated } from '../users/errors.ts'
import { peopleMirror } from '../users/mirror.ts'
import { administeredToken, hashOf, tokenHolder } from './access.ts'
import { tokenBegins } from './access-token.ts'
import * as api from './api.ts'
import { accessTokensMirror } from './mirror.ts'
import { present } from './present.ts'
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
  act: Act,
  asked: NewToken,
): Promise<{ token: string; access_token: api.ToldAccessToken }> {
  const { tx, org, now } = act
  const { id: user_id } = tokenHolder(act, act.viewer, asked.bot_id)
  const holder = org.viewer(user_id)
  if (!holder) throw isDeactivated()
  const expires_at = asked.expires_at === undefined ? null : new Date(asked.expires_at * 1000)
  if (expires_at && expires_at <= now) throw api.expiresInPast()
  const memberships = membershipsOf(org, user_id)
  const channels = asked.channel_ids?.map((one) => visibleChannel(org, holder, memberships, one).id)
  const others = await store.ofUser(tx, user_id)
  checkTotal(mostOfOnePerson, 'access tokens', others.length)
  checkName(others, asked.name)
  return insert(act, {
    user_id,
    name: asked.name,
    scopes: scopes.filter((one) => asked.scopes.includes(one)),
    channel_ids: channels ? [...new Set(channels)].sort((a, b) => a - b) : null,
    expires_at,
  })
}

const newSecret = (): string => tokenBegins + randomBytes(32).toString('base64url')

type Inserted = Omit<NewRow<'access_token'>, 'org_id' | 'token_hash' | 'created_at'>

async function insert(act: Act, row: Inserted): Promise<{ token: string; access_token: api.ToldAccessToken }> {
  const { tx, org, now } = act
  const token = newSecret()
  const kept = await store.insert(tx, { ...row, org_id: org.id, token_hash: hashOf(token), created_at: now })
  const access_token = present(org, kept)
  act.emit(api.tokenAdded, { access_token }, hearers(org, row.user_id as UserId))
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
export async function createGrantedToken(act: Act, grant: Grant): Promise<{ token: string; id: number }> {
  const others = await store.ofUser(act.tx, grant.userId)
  checkTotal(mostOfOnePerson, 'access tokens', others.length)
  const { token, access_token } = await insert(act, {
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
export async function renewSecret(act: Act, id: number, until: Date, only: readonly string[] | null): Promise<string> {
  const token = newSecret()
  const row = await store.renew(act.tx, id, hashOf(token), until, only)
  act.emit(api.tokenUpdated, { access_token: present(act.org, row) }, hearers(act.org, row.user_id))
  return token
}

export async function endTokens(act: Act, ids: readonly number[]): Promise<void> {
  for (const { id, user_id } of await store.removeAll(act.tx, act.org.id, ids))
    act.emit(api.tokenRemoved, { token_id: id }, hearers(act.org, user_id))
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

export async function renameToken(act: Act, id: number, name: string): Promise<void> {
  const { org, tx } = act
  const { user_id, name: before } = await administeredToken(act, id)
  if (name === before) return
  checkName(
    (await store.ofUser(tx, user_id)).filter((other) => other.id !== id),
    name,
  )
  const access_token = present(org, await store.rename(tx, id, name))
  act.emit(api.tokenUpdated, { access_token }, hearers(org, user_id))
}

export async function revokeToken(act: Act, id: number): Promise<void> {
  const { user_id } = await administeredToken(act, id)
  await store.remove(act.tx, id)
  act.emit(api.tokenRemoved, { token_id: id }, hearers(act.org, user_id))
}

/** After the account was deactivated, or its API key was replaced because it may have leaked. */
export async function revokeAll(act: Act, userId: UserId): Promise<void> {
  for (const token_id of await store.removeOfUser(act.tx, userId))
    act.emit(api.tokenRemoved, { token_id }, hearers(act.org, userId))
}

function hearers(org: Organization, userId: UserId): UserId[] {
  const owner = org.get(peopleMirror).byId.get(userId)?.botOwnerId
  return owner == null ? [userId] : [userId, owner]
}

export async function noteUses(org: Organization): Promise<void> {
  const { used } = org.get(accessTokensMirror)
  const ids = [...used.keys()]
  if (ids.length === 0) return
  const newest = new Date(Math.max(...[...used.values()].map((at) => at.getTime())))
  used.clear()
  await org.write(null, (act) => store.noteUsed(act.tx, act.org.id, ids, newest))
}

import { randomBytes } from 'node:crypto'
import { type ChannelId, type Scope, scopes, type UserId } from '#contract'
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

/** Makes a token; what is answered as `token` is kept nowhere. */
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
  const token = tokenBegins + randomBytes(32).toString('base64url')
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id,
    name: asked.name,
    token_hash: hashOf(token),
    scopes: scopes.filter((one) => asked.scopes.includes(one)),
    channel_ids: channels ? [...new Set(channels)].sort((a, b) => a - b) : null,
    created_at: now,
    expires_at,
    last_used_at: null,
  })
  const access_token = present(org, row)
  act.emit(api.tokenAdded, { access_token }, hearers(org, user_id))
  return { token, access_token }
}

/** The name says in the audit log and on messages who acts: one account has it once. */
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

/** The account acts no more, or its key was replaced because somebody else may know it: so may be its tokens. */
export async function revokeAll(act: Act, userId: UserId): Promise<void> {
  for (const token_id of await store.removeOfUser(act.tx, userId))
    act.emit(api.tokenRemoved, { token_id }, hearers(act.org, userId))
}

function hearers(org: Organization, userId: UserId): UserId[] {
  const owner = org.get(peopleMirror).byId.get(userId)?.botOwnerId
  return owner == null ? [userId] : [userId, owner]
}

/** Writes down which tokens were used. */
export async function noteUses(org: Organization): Promise<void> {
  const { used } = org.get(accessTokensMirror)
  const ids = [...used.keys()]
  if (ids.length === 0) return
  const newest = new Date(Math.max(...[...used.values()].map((at) => at.getTime())))
  used.clear()
  await org.write(null, (act) => store.noteUsed(act.tx, act.org.id, ids, newest))
}

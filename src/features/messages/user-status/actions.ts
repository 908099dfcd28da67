import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { UserSettings } from '../../people/user-settings/settings.ts'
import { usersWhoSee, usersWhoSeeUser } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { profileTextChanging } from '../../people/users/extension-points.ts'
import { resolveEmoji } from '../messages/reactions/emoji.ts'
import { emojiNameMissing, endsBefore, nothingGiven, statusChanged } from './api.ts'
import { isAway, shown } from './serialize.ts'
import * as store from './store.ts'

interface StatusChanges {
  status_text?: string | undefined
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: store.EmojiType | '' | undefined
  /** UNIX seconds. */
  until?: number | undefined
}

/** Changes the given parts of a status, with an event to everyone. */
export async function changeStatus(mutation: Mutation, account: Account, changes: StatusChanges): Promise<void> {
  const { tx, org } = mutation
  const { status_text, until } = changes
  const emoji = emojiOf(mutation, changes)
  if (status_text === undefined && emoji === undefined) throw nothingGiven()
  if (until !== undefined && until * 1000 <= org.now().getTime()) throw endsBefore()
  if (status_text) await profileTextChanging(mutation, [{ content: status_text }])
  const before = (await store.find(tx, account.id)) ?? store.noStatus
  const changed = { ...(status_text === undefined ? {} : { status_text }), ...emoji }
  const after = { ...before, ...changed, due_at: until === undefined ? null : new Date(until * 1000) }
  await store.put(tx, org.id, account.id, after)
  // clients drop deactivated users, and get the status after a reactivation
  if (!account.isActive) return
  const end = before.due_at === null && until === undefined ? {} : { until: until ?? null }
  mutation.emit(statusChanged, { user_id: account.id, ...changed, ...end }, usersWhoSee(org, account))
}

/** Clears a status that has ended, unless it was changed in between. */
export async function endStatus(mutation: Mutation, account: Account, now: Date): Promise<void> {
  const status = await store.find(mutation.tx, account.id)
  if (status?.due_at && status.due_at <= now) await changeStatus(mutation, account, { status_text: '', emoji_name: '' })
}

/** Undefined to keep the emoji; an empty name removes it. */
function emojiOf({ org }: Mutation, { emoji_name, emoji_code, reaction_type }: StatusChanges) {
  if (emoji_name === undefined) {
    if (emoji_code || reaction_type) throw emojiNameMissing()
    return undefined
  }
  if (emoji_name === '') return store.noEmoji
  const asked = {
    emoji_name,
    emoji_code: emoji_code || undefined,
    reaction_type: (reaction_type || undefined) as Parameters<typeof resolveEmoji>[1]['reaction_type'],
  }
  return { ...resolveEmoji(org, asked, []) }
}

export async function announceStatus(mutation: Mutation, account: Account): Promise<void> {
  const status = shown(account, await store.find(mutation.tx, account.id))
  if (Object.keys(status).length > 0)
    mutation.emit(statusChanged, { user_id: account.id, ...status }, usersWhoSee(mutation.org, account))
}

/**
 * compat: people who do not share presence are `away` to clients that know nothing of that setting. A bot is never away,
 * whatever its settings say.
 */
export async function followSharing(
  mutation: Mutation,
  userIds: readonly UserId[],
  { presence_enabled }: Partial<UserSettings>,
): Promise<void> {
  if (presence_enabled === undefined) return
  for (const user_id of userIds)
    if (mutation.get(peopleCache).byId.get(user_id)?.botType === null)
      mutation.emit(statusChanged, { user_id, away: !presence_enabled }, usersWhoSeeUser(mutation.org, user_id))
}

/** The organization's defaults may hide new users' presence. */
export async function notifyIfAway(mutation: Mutation, account: Account): Promise<void> {
  if (isAway(account)) await announceStatus(mutation, account)
}

/** Sends the statuses of users that become visible to guests. */
export async function notifyGuests(
  mutation: Mutation,
  byUser: ReadonlyMap<UserId, ReadonlySet<UserId>>,
): Promise<void> {
  const rows = await store.list(mutation.tx, mutation.org.id)
  const statuses = new Map(rows.map((row) => [row.user_id, row]))
  for (const [user_id, guests] of byUser) {
    const account = mutation.get(peopleCache).byId.get(user_id)
    if (!account) continue
    const status = shown(account, statuses.get(user_id))
    if (Object.keys(status).length > 0) mutation.emit(statusChanged, { user_id, ...status }, { users: [...guests] })
  }
}

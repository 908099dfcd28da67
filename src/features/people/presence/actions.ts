import type { UserId } from '#contract'
import { seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { cache, type Organization } from '#platform/organization'
import type { RegisterContext } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../organization/cache.ts'
import { personal } from '../user-settings/access.ts'
import type { UserSettings } from '../user-settings/settings.ts'
import { usersWhoSee } from '../users/access/index.ts'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { apiEmail } from '../users/email-address.ts'
import { presenceChanged } from './api.ts'
import { PresenceBook, type Seen } from './presence-book.ts'
import { modern, offlineAfterSecs, saveEverySecs, serializePresence } from './serialize.ts'
import * as store from './store.ts'

/** Unsaved changes are lost when the process ends or memory is reloaded; the next reports restore them. */
export const presenceCache = cache<PresenceBook>({
  name: 'presence',
  async load(tx, orgId) {
    const book = new PresenceBook()
    book.adopt(await store.list(tx, orgId))
    return book
  },
})

/** Only in memory; emits when a user comes online or becomes active. Hidden presence isn't recorded. */
export async function reportPresence(org: Organization, account: Account, status: 'active' | 'idle'): Promise<void> {
  if (settingsOf(org).presence_disabled || !personal(account, 'presence_enabled')) return
  const book = org.get(presenceCache)
  const now = org.now()
  const at = seconds(now)
  const before = book.get(account.id)
  // a second apart, so that the newer report shows if a user becomes idle within the second
  const active = status === 'active' ? at : Math.min(before?.active ?? seconds(account.joinedAt), at - 1)
  const seen = book.note(account.id, { active, idle: at }, now.getTime())
  const wasThere = before !== undefined && at - before.idle < offlineAfterSecs
  const wasActive = before !== undefined && at - before.active < offlineAfterSecs
  if (!wasThere || (status === 'active' && !wasActive)) await announce(org, account, seen)
}

/** When users start or stop sharing presence, they appear to have come just now, or to have left a while ago. */
async function changeSharing(org: Organization, account: Account, isShared: boolean): Promise<void> {
  if (settingsOf(org).presence_disabled) return
  const book = org.get(presenceCache)
  const now = org.now()
  const at = seconds(now)
  const before = book.get(account.id)
  if (isShared) {
    await announce(org, account, book.note(account.id, { active: at, idle: at }, now.getTime()))
    return
  }
  if (!before) return
  const gone = at - offlineAfterSecs - 1
  const times = { active: Math.min(before.active, gone), idle: Math.min(before.idle, gone) }
  await announce(org, account, book.note(account.id, times, now.getTime()))
}

const announce = (org: Organization, account: Account, seen: Seen): Promise<boolean> =>
  org.announce(
    presenceChanged,
    {
      user_id: account.id,
      email: apiEmail(org, account),
      server_timestamp: org.now().getTime() / 1000,
      seen: modern(seen),
    },
    usersWhoSee(org, account),
  )

/** Saves changes, and loads those of other processes. */
export async function savePresence(org: Organization): Promise<void> {
  const book = org.get(presenceCache)
  const unsaved = book.takeUnsaved()
  const since = book.lastId
  try {
    if (unsaved.length > 0) await org.db.transaction((tx) => store.save(tx, org.id, unsaved))
  } catch (error) {
    book.keep(unsaved)
    throw error
  }
  // two saving intervals back: other processes' changes can have IDs from before they were saved
  if (!org.db.embedded) book.adopt(await org.db.read((tx) => store.list(tx, org.id, since - 2 * saveEverySecs * 1000)))
}

/** Turning sharing on or off takes effect at once. */
export async function followSharing(
  { org }: Mutation,
  userIds: readonly UserId[],
  { presence_enabled }: Partial<UserSettings>,
): Promise<void> {
  if (presence_enabled === undefined) return
  for (const id of userIds) {
    const account = org.get(peopleCache).byId.get(id)
    if (account) await changeSharing(org, account, presence_enabled)
  }
}

export const registered = (viewer: Viewer, { org, presenceHistoryDays }: RegisterContext, slim: boolean) =>
  serializePresence(org, viewer, org.get(presenceCache), { since: -1, historyDays: presenceHistoryDays, slim })

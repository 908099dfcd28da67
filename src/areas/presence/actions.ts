import type { UserId } from '#contract'
import { seconds } from '#contract'
import type { Act } from '#platform/organization'
import { mirror, type Organization } from '#platform/organization'
import type { RegisterContext } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../organization/mirror.ts'
import type { UserSettings } from '../user-settings/settings.ts'
import { personal } from '../user-settings/user-setting.ts'
import { whoKnows } from '../users/access/index.ts'
import type { Account } from '../users/account.ts'
import { apiEmail } from '../users/email-address.ts'
import { peopleMirror } from '../users/mirror.ts'
import { presenceChanged } from './api.ts'
import { PresenceBook, type Seen } from './presence-book.ts'
import { modern, offlineAfterSecs, presentPresence, saveEverySecs } from './present.ts'
import * as store from './store.ts'

/**
 * The organization's book. What was not saved yet is lost with the process, and when memory is loaded anew after a
 * failure: the next pings make up for that.
 */
export const presenceMirror = mirror<PresenceBook>({
  name: 'presence',
  async load(tx, orgId) {
    const book = new PresenceBook()
    book.adopt(await store.list(tx, orgId))
    return book
  },
})

/**
 * Notes that somebody is there. Touches memory alone; the others hear of it when it is news: when somebody comes, or
 * begins to use a client again. Whoever keeps presence private leaves no trace.
 */
export async function reportPresence(org: Organization, account: Account, status: 'active' | 'idle'): Promise<void> {
  if (settingsOf(org).presence_disabled || !personal(account, 'presence_enabled')) return
  const book = org.get(presenceMirror)
  const now = org.now()
  const at = seconds(now)
  const before = book.get(account.id)
  // a second apart, so that the newer report shows, where somebody stops using a client within the second
  const active = status === 'active' ? at : Math.min(before?.active ?? seconds(account.joinedAt), at - 1)
  const seen = book.note(account.id, { active, idle: at }, now.getTime())
  const wasThere = before !== undefined && at - before.idle < offlineAfterSecs
  const wasActive = before !== undefined && at - before.active < offlineAfterSecs
  if (!wasThere || (status === 'active' && !wasActive)) await announce(org, account, seen)
}

/** Somebody stops, or begins, to share presence: seems to have left a while ago, or just to have come. */
async function changeSharing(org: Organization, account: Account, isShared: boolean): Promise<void> {
  if (settingsOf(org).presence_disabled) return
  const book = org.get(presenceMirror)
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

const announce = (org: Organization, account: Account, seen: Seen): Promise<void> =>
  org.announce(
    presenceChanged,
    {
      user_id: account.id,
      email: apiEmail(org, account),
      server_timestamp: org.now().getTime() / 1000,
      seen: modern(seen),
    },
    whoKnows(org, account),
  )

/** Saves what has changed, and takes over what other processes have saved. */
export async function savePresence(org: Organization): Promise<void> {
  const book = org.get(presenceMirror)
  const unsaved = book.takeUnsaved()
  const since = book.lastId
  try {
    if (unsaved.length > 0) await org.db.transaction((tx) => store.save(tx, org.id, unsaved))
  } catch (error) {
    book.keep(unsaved)
    throw error
  }
  // two saving intervals back: what others note now may carry an id from before they saved it
  if (!org.db.embedded) book.adopt(await org.db.read((tx) => store.list(tx, org.id, since - 2 * saveEverySecs * 1000)))
}

/** Who turns sharing on or off is there or gone at once. */
export async function followSharing(
  { org }: Act,
  userIds: readonly UserId[],
  { presence_enabled }: Partial<UserSettings>,
): Promise<void> {
  if (presence_enabled === undefined) return
  for (const id of userIds) {
    const account = org.get(peopleMirror).byId.get(id)
    if (account) await changeSharing(org, account, presence_enabled)
  }
}

/** What a new client is told. */
export const registered = (viewer: Viewer, { org, presenceHistoryDays }: RegisterContext, slim: boolean) =>
  presentPresence(org, viewer, org.get(presenceMirror), { since: -1, historyDays: presenceHistoryDays, slim })

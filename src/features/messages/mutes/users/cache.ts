import type { UserId } from '#contract'
import { cache } from '#platform/organization'
import { mutedUsersChanged } from './api.ts'
import * as store from './store.ts'

type Entry = { id: UserId; timestamp: number }

class MutedUsers {
  /** By user, in the order of muting. */
  readonly byUser = new Map<UserId, readonly Entry[]>()
  readonly #mutedBy = new Map<UserId, Set<UserId>>()

  of(userId: UserId): readonly Entry[] {
    return this.byUser.get(userId) ?? []
  }

  isMuted(byUserId: UserId, userId: UserId): boolean {
    return this.#mutedBy.get(userId)?.has(byUserId) ?? false
  }

  usersWhoMuted(userId: UserId): ReadonlySet<UserId> {
    return this.#mutedBy.get(userId) ?? new Set()
  }

  set(userId: UserId, muted: Entry[]): void {
    for (const { id } of this.of(userId)) this.#mutedBy.get(id)?.delete(userId)
    this.byUser.set(userId, muted)
    for (const { id } of muted) {
      const by = this.#mutedBy.get(id)
      if (by) by.add(userId)
      else this.#mutedBy.set(id, new Set([userId]))
    }
  }
}

function fill(all: MutedUsers, rows: store.Muted[], users: Iterable<UserId>): MutedUsers {
  for (const user of users)
    all.set(
      user,
      rows.filter(({ userId }) => userId === user).map(({ id, timestamp }) => ({ id, timestamp })),
    )
  return all
}

export const mutedUsersCache = cache<MutedUsers>({
  name: 'muted users',
  async load(tx, orgId) {
    const rows = await store.list(tx, orgId)
    return fill(new MutedUsers(), rows, new Set(rows.map(({ userId }) => userId)))
  },
}).on(mutedUsersChanged, async (all, events, tx, orgId) => {
  const users = [...new Set(events.flatMap(({ audience }) => audience.users ?? []))]
  const rows = await store.list(tx, orgId, users)
  return () => {
    fill(all, rows, users)
  }
})

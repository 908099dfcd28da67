import { asUserId, type UserId } from '#contract'
import { cache } from '#platform/organization'
import { muteEnded, muteSet } from './states.ts'
import * as store from './store.ts'

const noUsers: ReadonlySet<UserId> = new Set()
const keyOf = (memberIds: readonly number[]): string => [...memberIds].sort((a, b) => a - b).join()

class MutedConversations {
  readonly #byMembers = new Map<string, Set<UserId>>()

  /** Users who muted a conversation; pass all of its people. */
  usersWhoMuted(people: readonly { readonly id: UserId }[]): ReadonlySet<UserId> {
    if (this.#byMembers.size === 0) return noUsers
    return this.#byMembers.get(keyOf(people.map(({ id }) => id))) ?? noUsers
  }

  /** Whether the user muted a conversation; pass all of its people. */
  isMuted(people: readonly UserId[], userId: UserId): boolean {
    return this.#byMembers.size > 0 && (this.#byMembers.get(keyOf(people))?.has(userId) ?? false)
  }

  set(memberIds: readonly number[], userId: UserId, isMuted: boolean): void {
    const key = keyOf(memberIds)
    const muted = this.#byMembers.get(key) ?? new Set()
    if (isMuted) muted.add(userId)
    else muted.delete(userId)
    if (muted.size > 0) this.#byMembers.set(key, muted)
    else this.#byMembers.delete(key)
  }
}

export const mutedConversationsCache = cache<MutedConversations>({
  name: 'muted conversations',
  async load(tx, orgId) {
    const all = new MutedConversations()
    for (const { user_id, member_ids } of await store.conversations(tx, orgId)) all.set(member_ids ?? [], user_id, true)
    return all
  },
}).on([muteSet, muteEnded], (all, events) => () => {
  for (const { payload, audience } of events) {
    const { user_ids } = 'mute' in payload ? payload.mute : payload.place
    if (!user_ids) continue
    for (const userId of audience.users ?? []) all.set([...user_ids.map(asUserId), userId], userId, 'mute' in payload)
  }
})

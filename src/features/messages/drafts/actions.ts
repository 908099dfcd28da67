import type { UserId } from '#contract'
import { asChannelId, asUserId, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { visibleChannel } from '../../channels/channels/access.ts'
import { subscriptionsCache } from '../../channels/subscriptions/cache.ts'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import { ownAccount, personal } from '../../people/user-settings/access.ts'
import type { UserSettings } from '../../people/user-settings/settings.ts'
import { knownUser } from '../../people/users/access/index.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export function checkDraftsOn({ org, viewer }: Pick<Mutation, 'org' | 'viewer'>): void {
  if (!personal(ownAccount(org, viewer), 'enable_drafts_synchronization')) throw api.draftsAreOff()
}

/** Checks that the author can see the draft's channel or recipients; a draft without a type has none yet. */
async function checked(mutation: Mutation, draft: api.NewDraft): Promise<Omit<api.Draft, 'id'>> {
  const { org, viewer, now } = mutation
  const { type, content, timestamp = seconds(now) } = draft
  if (type === '') return { type, to: [], topic: '', content, timestamp }
  if (type === 'private') {
    for (const id of draft.to) knownUser(org, asUserId(id), viewer)
    return { type, to: [...new Set(draft.to)].sort((a, b) => a - b), topic: '', content, timestamp }
  }
  const [channel, ...more] = draft.to
  if (channel === undefined || more.length > 0) throw api.oneChannel()
  visibleChannel(mutation, viewer, await mutation.fetch(subscriptionsCache, viewer.id), asChannelId(channel))
  return { type, to: [channel], topic: draft.topic, content, timestamp }
}

const bytesOf = ({ topic, content }: Pick<api.Draft, 'topic' | 'content'>): number =>
  Buffer.byteLength(topic) + Buffer.byteLength(content)

export async function createDrafts(mutation: Mutation, drafts: api.NewDraft[]): Promise<number[]> {
  const { tx, org, viewer } = mutation
  checkDraftsOn(mutation)
  if (drafts.length === 0) return []
  const { count, bytes } = await store.totals(tx, viewer.id)
  checkTotal(maxPerUser, 'drafts', count, drafts.length)
  const good: Omit<api.Draft, 'id'>[] = []
  for (const draft of drafts) good.push(await checked(mutation, draft))
  checkTotal(
    maxPerUser,
    'bytes of drafts',
    bytes,
    good.reduce((sum, draft) => sum + bytesOf(draft), 0),
  )
  const made = await store.insert(tx, org.id, viewer.id, good)
  mutation.emit(api.draftsAdded, { drafts: made }, [viewer.id])
  return made.map(({ id }) => id)
}

/** Throws if the draft's text isn't `expected`; ignores missing drafts. */
async function checkExpected({ tx, viewer }: Mutation, id: number, expected: string | undefined): Promise<void> {
  if (expected === undefined) return
  const content = await store.contentOf(tx, viewer.id, id)
  if (content !== undefined && content !== expected) throw api.draftHasChanged()
}

export async function editDraft(mutation: Mutation, id: number, draft: api.NewDraft, expected?: string): Promise<void> {
  checkDraftsOn(mutation)
  await checkExpected(mutation, id, expected)
  const { tx, viewer } = mutation
  const good = await checked(mutation, draft)
  const { bytes, own } = await store.totals(tx, viewer.id, id)
  // a shorter draft is always accepted
  if (own !== null && bytesOf(good) > own) checkTotal(maxPerUser, 'bytes of drafts', bytes - own, bytesOf(good))
  const changed = await store.update(tx, viewer.id, id, good)
  if (!changed) throw api.noSuchDraft()
  mutation.emit(api.draftUpdated, { draft: changed }, [viewer.id])
}

export async function deleteDraft(mutation: Mutation, draft_id: number, expected?: string): Promise<void> {
  checkDraftsOn(mutation)
  await checkExpected(mutation, draft_id, expected)
  if (!(await store.remove(mutation.tx, mutation.viewer.id, draft_id))) throw api.noSuchDraft()
  mutation.emit(api.draftRemoved, { draft_id }, [mutation.viewer.id])
}

/** compat: who stops synchronizing loses the drafts, and no event says so: clients keep their own copies. */
export async function forgetUnsynchronized(
  { tx }: Mutation,
  userIds: readonly UserId[],
  { enable_drafts_synchronization: on }: Partial<UserSettings>,
): Promise<void> {
  if (on === false) await store.removeAll(tx, userIds)
}

import type { UserId } from '#contract'
import { asChannelId, asUserId, seconds } from '#contract'
import type { Act } from '#platform/organization'
import { visibleChannel } from '../channels/access.ts'
import { checkTotal, mostOfOnePerson } from '../organization/totals.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { ownAccount } from '../user-settings/access.ts'
import type { UserSettings } from '../user-settings/settings.ts'
import { personal } from '../user-settings/user-setting.ts'
import { knownUser } from '../users/access/index.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export function checkDraftsOn({ org, viewer }: Pick<Act, 'org' | 'viewer'>): void {
  if (!personal(ownAccount(org, viewer), 'enable_drafts_synchronization')) throw api.draftsAreOff()
}

/** Checks that the author can see the draft's channel or recipients; a draft without a type has none yet. */
async function checked(act: Act, draft: api.NewDraft): Promise<Omit<api.Draft, 'id'>> {
  const { org, viewer, now } = act
  const { type, content, timestamp = seconds(now) } = draft
  if (type === '') return { type, to: [], topic: '', content, timestamp }
  if (type === 'private') {
    for (const id of draft.to) knownUser(org, asUserId(id), viewer)
    return { type, to: [...new Set(draft.to)].sort((a, b) => a - b), topic: '', content, timestamp }
  }
  const [channel, ...more] = draft.to
  if (channel === undefined || more.length > 0) throw api.oneChannel()
  visibleChannel(act, viewer, await act.fetch(subscriptionsMirror, viewer.id), asChannelId(channel))
  return { type, to: [channel], topic: draft.topic, content, timestamp }
}

const bytesOf = ({ topic, content }: Pick<api.Draft, 'topic' | 'content'>): number =>
  Buffer.byteLength(topic) + Buffer.byteLength(content)

export async function createDrafts(act: Act, drafts: api.NewDraft[]): Promise<number[]> {
  const { tx, org, viewer } = act
  checkDraftsOn(act)
  if (drafts.length === 0) return []
  const { count, bytes } = await store.totals(tx, viewer.id)
  checkTotal(mostOfOnePerson, 'drafts', count, drafts.length)
  const good: Omit<api.Draft, 'id'>[] = []
  for (const draft of drafts) good.push(await checked(act, draft))
  checkTotal(
    mostOfOnePerson,
    'bytes of drafts',
    bytes,
    good.reduce((sum, draft) => sum + bytesOf(draft), 0),
  )
  const made = await store.insert(tx, org.id, viewer.id, good)
  act.emit(api.draftsAdded, { drafts: made }, [viewer.id])
  return made.map(({ id }) => id)
}

/** Throws if the draft's text isn't `expected`; ignores missing drafts. */
async function checkExpected({ tx, viewer }: Act, id: number, expected: string | undefined): Promise<void> {
  if (expected === undefined) return
  const content = await store.contentOf(tx, viewer.id, id)
  if (content !== undefined && content !== expected) throw api.draftHasChanged()
}

export async function editDraft(act: Act, id: number, draft: api.NewDraft, expected?: string): Promise<void> {
  checkDraftsOn(act)
  await checkExpected(act, id, expected)
  const { tx, viewer } = act
  const good = await checked(act, draft)
  const { bytes, own } = await store.totals(tx, viewer.id, id)
  // a shorter draft is always accepted
  if (own !== null && bytesOf(good) > own) checkTotal(mostOfOnePerson, 'bytes of drafts', bytes - own, bytesOf(good))
  const changed = await store.update(tx, viewer.id, id, good)
  if (!changed) throw api.noSuchDraft()
  act.emit(api.draftUpdated, { draft: changed }, [viewer.id])
}

export async function deleteDraft(act: Act, draft_id: number, expected?: string): Promise<void> {
  checkDraftsOn(act)
  await checkExpected(act, draft_id, expected)
  if (!(await store.remove(act.tx, act.viewer.id, draft_id))) throw api.noSuchDraft()
  act.emit(api.draftRemoved, { draft_id }, [act.viewer.id])
}

/** compat: who stops synchronizing loses the drafts, and no event says so: clients keep their own copies. */
export async function forgetUnsynchronized(
  { tx }: Act,
  userIds: readonly UserId[],
  { enable_drafts_synchronization: on }: Partial<UserSettings>,
): Promise<void> {
  if (on === false) await store.removeAll(tx, userIds)
}

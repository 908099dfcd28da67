import { isModerator, mustBeModerator } from '#contract'
import type { Tx } from '#platform/db'
import type { Viewer } from '#platform/viewer'
import { noSuchConversation } from './errors.ts'
import * as store from './store.ts'

export function checkAnswersModmail(viewer: Viewer): void {
  if (!isModerator(viewer)) throw mustBeModerator()
}

export async function existingModmail(tx: Tx, orgId: number, id: number): Promise<store.Stored> {
  const row = await store.find(tx, orgId, id)
  if (!row) throw noSuchConversation()
  return row
}

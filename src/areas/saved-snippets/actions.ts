import type { Act } from '#platform/organization'
import { checkTotal, mostOfOnePerson } from '../organization/totals.ts'
import { noSuchSnippet, type SavedSnippet, snippetAdded, snippetRemoved, snippetUpdated } from './api.ts'
import * as store from './store.ts'

export async function createSnippet(act: Act, text: { title: string; content: string }): Promise<SavedSnippet> {
  const { tx, org, viewer, now } = act
  checkTotal(mostOfOnePerson, 'saved snippets', await store.count(tx, viewer.id))
  const saved_snippet = await store.insert(tx, { org_id: org.id, owner_id: viewer.id, ...text, created_at: now })
  act.emit(snippetAdded, { saved_snippet }, [viewer.id])
  return saved_snippet
}

/** A snippet of somebody else counts as absent, so an id tells nothing about other people. */
export async function editSnippet(act: Act, id: number, changes: { title?: string; content?: string }): Promise<void> {
  // compat: an edit that changes nothing succeeds, even for an unknown id, and tells nobody
  if (Object.keys(changes).length === 0) return
  const saved_snippet = await store.update(act.tx, act.viewer.id, id, changes)
  if (!saved_snippet) throw noSuchSnippet()
  act.emit(snippetUpdated, { saved_snippet }, [act.viewer.id])
}

export async function deleteSnippet(act: Act, saved_snippet_id: number): Promise<void> {
  if (!(await store.remove(act.tx, act.viewer.id, saved_snippet_id))) throw noSuchSnippet()
  act.emit(snippetRemoved, { saved_snippet_id }, [act.viewer.id])
}

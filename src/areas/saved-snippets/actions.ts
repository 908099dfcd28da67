import type { Act } from '#platform/organization'
import { checkTotal, mostOfOnePerson } from '../organization/totals.ts'
import { noSuchSnippet, type SavedSnippet, snippetAdded, snippetRemoved, snippetUpdated } from './api.ts'
import * as store from './store.ts'

const bytesOf = ({ title, content }: { title: string; content: string }): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content)

export async function createSnippet(act: Act, text: { title: string; content: string }): Promise<SavedSnippet> {
  const { tx, org, viewer, now } = act
  const { count, bytes } = await store.totals(tx, viewer.id)
  checkTotal(mostOfOnePerson, 'saved snippets', count)
  checkTotal(mostOfOnePerson, 'bytes of saved snippets', bytes, bytesOf(text))
  const saved_snippet = await store.insert(tx, { org_id: org.id, owner_id: viewer.id, ...text, created_at: now })
  act.emit(snippetAdded, { saved_snippet }, [viewer.id])
  return saved_snippet
}

/** Other users' snippets are reported as missing, so IDs reveal nothing. */
export async function editSnippet(act: Act, id: number, changes: { title?: string; content?: string }): Promise<void> {
  // compat: an edit that changes nothing succeeds without an event, even for an unknown id
  if (Object.keys(changes).length === 0) return
  const { tx, viewer } = act
  const { bytes, own } = await store.totals(tx, viewer.id, id)
  const saved_snippet = await store.update(tx, viewer.id, id, changes)
  if (!saved_snippet || own === null) throw noSuchSnippet()
  const size = bytesOf(saved_snippet)
  // allow shortening even above the limit
  if (size > own) checkTotal(mostOfOnePerson, 'bytes of saved snippets', bytes - own, size)
  act.emit(snippetUpdated, { saved_snippet }, [viewer.id])
}

export async function deleteSnippet(act: Act, saved_snippet_id: number): Promise<void> {
  if (!(await store.remove(act.tx, act.viewer.id, saved_snippet_id))) throw noSuchSnippet()
  act.emit(snippetRemoved, { saved_snippet_id }, [act.viewer.id])
}

import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import { noSuchSnippet, type SavedSnippet, snippetAdded, snippetRemoved, snippetUpdated } from './api.ts'
import * as store from './store.ts'

const bytesOf = ({ title, content }: { title: string; content: string }): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content)

export async function createSnippet(
  mutation: Mutation,
  text: { title: string; content: string },
): Promise<SavedSnippet> {
  const { tx, org, viewer, now } = mutation
  const { count, bytes } = await store.totals(tx, viewer.id)
  checkTotal(maxPerUser, 'saved snippets', count)
  checkTotal(maxPerUser, 'bytes of saved snippets', bytes, bytesOf(text))
  const saved_snippet = await store.insert(tx, { org_id: org.id, owner_id: viewer.id, ...text, created_at: now })
  mutation.emit(snippetAdded, { saved_snippet }, [viewer.id])
  return saved_snippet
}

/** Other users' snippets are reported as missing, so IDs reveal nothing. */
export async function editSnippet(
  mutation: Mutation,
  id: number,
  changes: { title?: string; content?: string },
): Promise<void> {
  // compat: an edit that changes nothing succeeds without an event, even for an unknown id
  if (Object.keys(changes).length === 0) return
  const { tx, viewer } = mutation
  const { bytes, own } = await store.totals(tx, viewer.id, id)
  const saved_snippet = await store.update(tx, viewer.id, id, changes)
  if (!saved_snippet || own === null) throw noSuchSnippet()
  const size = bytesOf(saved_snippet)
  // allow shortening even above the limit
  if (size > own) checkTotal(maxPerUser, 'bytes of saved snippets', bytes - own, size)
  mutation.emit(snippetUpdated, { saved_snippet }, [viewer.id])
}

export async function deleteSnippet(mutation: Mutation, saved_snippet_id: number): Promise<void> {
  if (!(await store.remove(mutation.tx, mutation.viewer.id, saved_snippet_id))) throw noSuchSnippet()
  mutation.emit(snippetRemoved, { saved_snippet_id }, [mutation.viewer.id])
}

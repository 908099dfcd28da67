import { apiError, endpoint, event, id, int, maxMessageLength, state, text, z } from '#contract'
import { tooManyKept } from '../../people/organization/totals.ts'

export const maxSavedSnippetTitleLength = 60

const saved_snippet_id = id
const title = text({ trim: true, min: 1, max: maxSavedSnippetTitleLength })
const content = text({ trim: true, min: 1, max: maxMessageLength })
/** `date_created` in UNIX seconds; `content` is Markdown. */
const SavedSnippet = z.object({ id: int, title: z.string(), content: z.string(), date_created: int })
export type SavedSnippet = z.infer<typeof SavedSnippet>

/** Also for another user's snippet. */
export const noSuchSnippet = apiError(404, 'BAD_REQUEST', 'Saved snippet does not exist.')

export const getSavedSnippets = endpoint('GET /saved_snippets', {
  summary: 'Get your saved snippets',
  result: { saved_snippets: z.array(SavedSnippet) },
})

export const createSavedSnippet = endpoint('POST /saved_snippets', {
  summary: 'Create a saved snippet',
  params: { title, content },
  result: { saved_snippet_id },
  errors: [tooManyKept],
})

export const editSavedSnippet = endpoint('PATCH /saved_snippets/{saved_snippet_id}', {
  summary: 'Update a saved snippet',
  params: { saved_snippet_id, title: title.optional(), content: content.optional() },
  errors: [noSuchSnippet, tooManyKept],
})

export const deleteSavedSnippet = endpoint('DELETE /saved_snippets/{saved_snippet_id}', {
  summary: 'Delete a saved snippet',
  params: { saved_snippet_id },
  errors: [noSuchSnippet],
})

export const snippetAdded = event('saved_snippets', 'add', { saved_snippet: SavedSnippet })
export const snippetUpdated = event('saved_snippets', 'update', { saved_snippet: SavedSnippet })
export const snippetRemoved = event('saved_snippets', 'remove', { saved_snippet_id })

/** Sorted by ID. */
export const savedSnippets = state('saved_snippets', z.array(SavedSnippet))
  .on(snippetAdded, (list, { saved_snippet }) => [...list, saved_snippet])
  .on(snippetUpdated, (list, { saved_snippet }) =>
    list.map((one) => (one.id === saved_snippet.id ? saved_snippet : one)),
  )
  .on(snippetRemoved, (list, { saved_snippet_id: gone }) => list.filter((one) => one.id !== gone))

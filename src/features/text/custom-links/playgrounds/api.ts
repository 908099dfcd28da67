import { apiError, endpoint, event, id, ids, int, state, text, z } from '#contract'

/** All of them are part of register. */
export const maxPlaygrounds = 200

const name = text({ trim: true, min: 1, max: 60 })
const pygments_language = text({ trim: true, min: 1, max: 40 }).refine(
  (value) => /^[\p{L}\p{N} +\-./#@_]+$/u.test(value),
  'is not the name of a language',
)
const url_template = text({ trim: true, min: 1, max: 2_000 })

/** A web page for trying out code in one language. */
export const CodePlayground = z.object({
  id: int,
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string(),
})
export type CodePlayground = z.infer<typeof CodePlayground>

export const noSuchPlayground = apiError(400, 'BAD_REQUEST', 'Code playground does not exist')
export const playgroundTaken = apiError(
  400,
  'BAD_REQUEST',
  'A code playground with this name already exists for this language',
)
export const tooManyPlaygrounds = apiError(400, 'BAD_REQUEST', 'An organization has at most {limit} code playgrounds', {
  limit: maxPlaygrounds,
})
export const incompleteOrder = apiError(400, 'BAD_REQUEST', 'Invalid order: must name each code playground once')
export const badUrlTemplate = apiError(400, 'BAD_REQUEST', 'Invalid url_template: {reason}')

export const addPlayground = endpoint('POST /realm/playgrounds', {
  summary: 'Add a code playground',
  caller: 'administrator',
  params: { name, pygments_language, url_template },
  result: { id: int },
  errors: [badUrlTemplate, playgroundTaken, tooManyPlaygrounds],
})

export const updatePlayground = endpoint('PATCH /realm/playgrounds/{playground_id}', {
  summary: 'Update a code playground',
  caller: 'administrator',
  params: {
    playground_id: id,
    name: name.optional(),
    pygments_language: pygments_language.optional(),
    url_template: url_template.optional(),
  },
  errors: [noSuchPlayground, badUrlTemplate, playgroundTaken],
})

/** The order in which playgrounds of the same language are offered. */
export const reorderPlaygrounds = endpoint('PATCH /realm/playgrounds', {
  summary: 'Reorder code playgrounds',
  caller: 'administrator',
  params: { order: ids },
  errors: [incompleteOrder],
})

export const removePlayground = endpoint('DELETE /realm/playgrounds/{playground_id}', {
  summary: 'Delete a code playground',
  caller: 'administrator',
  params: { playground_id: id },
  errors: [noSuchPlayground],
})

export const playgroundsChanged = event('realm_playgrounds', null, { realm_playgrounds: z.array(CodePlayground) })

export const playgrounds = state('realm_playgrounds', z.array(CodePlayground)).on(
  playgroundsChanged,
  (_list, { realm_playgrounds }) => realm_playgrounds,
)

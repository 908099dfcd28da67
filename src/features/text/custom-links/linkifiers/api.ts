import { apiError, endpoint, event, id, ids, int, list, state, text, z } from '#contract'

const maxPatternLength = 1_000
const maxTemplateLength = 2_000
const maxTriedLength = 1_000
/** Each one slows down every message, and lists of them are sent as a whole. */
export const maxLinkifiers = 200

const pattern = text({ trim: true, min: 1, max: maxPatternLength })
const url_template = text({ trim: true, min: 1, max: maxTemplateLength })
/** An empty text means none. */
const example_input = text({ trim: true, max: maxPatternLength }).optional()
const reverse_template = text({ trim: true, max: maxTemplateLength }).optional()
const alternative_url_templates = list(url_template, { max: 20 }).optional()
const optional = { example_input, reverse_template, alternative_url_templates }

/** Turns matches of a pattern into links; with a reverse template, also pasted URLs into short texts. */
export const Linkifier = z.object({
  id: int,
  pattern: z.string(),
  url_template: z.string(),
  example_input: z.string().nullable(),
  reverse_template: z.string().nullable(),
  alternative_url_templates: z.array(z.string()),
})
export type Linkifier = z.infer<typeof Linkifier>

export const noSuchLinkifier = apiError(400, 'BAD_REQUEST', 'Linkifier does not exist')
export const patternTaken = apiError(400, 'BAD_REQUEST', 'A linkifier with this pattern already exists')
export const tooManyLinkifiers = apiError(400, 'BAD_REQUEST', 'An organization has at most {limit} linkifiers', {
  limit: maxLinkifiers,
})
export const incompleteOrder = apiError(
  400,
  'BAD_REQUEST',
  'Invalid ordered_linkifier_ids: must name each linkifier of the organization once',
)
export const badPattern = apiError(400, 'BAD_REQUEST', 'Invalid pattern: {reason}')
export const badUrlTemplate = apiError(400, 'BAD_REQUEST', 'Invalid url_template: {reason}')
export const badExample = apiError(400, 'BAD_REQUEST', 'Invalid example_input: does not match the pattern')
export const badReverseTemplate = apiError(400, 'BAD_REQUEST', 'Invalid reverse_template: {reason}')
export const badAlternative = apiError(400, 'BAD_REQUEST', 'Invalid alternative_url_templates: {reason}')

const invalid = [badPattern, badUrlTemplate, badExample, badReverseTemplate, badAlternative, patternTaken]

export const getLinkifiers = endpoint('GET /realm/linkifiers', {
  summary: 'Get linkifiers, in order',
  result: { linkifiers: z.array(Linkifier) },
})

export const addLinkifier = endpoint('POST /realm/filters', {
  summary: 'Add a linkifier',
  caller: 'administrator',
  params: { pattern, url_template, ...optional },
  result: { id: int },
  errors: [...invalid, tooManyLinkifiers],
})

export const updateLinkifier = endpoint('PATCH /realm/filters/{filter_id}', {
  summary: 'Update a linkifier',
  caller: 'administrator',
  params: { filter_id: id, pattern, url_template, ...optional },
  errors: [noSuchLinkifier, ...invalid],
})

export const removeLinkifier = endpoint('DELETE /realm/filters/{filter_id}', {
  summary: 'Delete a linkifier, keeping links in existing messages',
  caller: 'administrator',
  params: { filter_id: id },
  errors: [noSuchLinkifier],
})

export const reorderLinkifiers = endpoint('PATCH /realm/linkifiers', {
  summary: 'Reorder linkifiers; when matches overlap, the first one wins',
  caller: 'administrator',
  params: { ordered_linkifier_ids: ids },
  errors: [incompleteOrder],
})

/** Tries it in place of the edited one, or after the others; stores nothing. */
export const tryLinkifier = endpoint('POST /realm/linkifiers/try', {
  summary: 'Preview a linkifier',
  caller: 'administrator',
  params: { filter_id: id.optional(), pattern, url_template, content: text({ max: maxTriedLength }) },
  result: { rendered: z.string() },
  errors: [noSuchLinkifier, badPattern, badUrlTemplate],
})

export const linkifiersChanged = event('realm_linkifiers', null, { realm_linkifiers: z.array(Linkifier) })

export const linkifiers = state('realm_linkifiers', z.array(Linkifier)).on(
  linkifiersChanged,
  (_list, { realm_linkifiers }) => realm_linkifiers,
)
/** compat: of an older form, and always empty. */
export const filters = state('realm_filters', z.array(z.unknown()))

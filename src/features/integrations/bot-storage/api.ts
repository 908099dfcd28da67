import { apiError, endpoint, list, record, text, z } from '#contract'

/** Characters of all keys and values per user, number of keys, and characters per value. */
export const maxStorage = 10_000_000
export const maxKeys = 10_000
const maxValue = 1_000_000
export const noSuchKey = apiError(400, 'BAD_REQUEST', 'Key does not exist.')
export const storageFull = apiError(
  400,
  'BAD_REQUEST',
  `The storage is full: ${maxStorage} characters under ${maxKeys} keys at most.`,
)

const key = text({ min: 1, max: 200 })
const keys = list(key, { max: maxKeys }).optional()
const storage = record(key, text({ max: maxValue }), { max: maxKeys })

/** Key-value storage, needed by interactive bots of the public API's library. */
export const getStorage = endpoint('GET /bot_storage', {
  summary: 'Get stored values, all or by key',
  params: { keys },
  result: { storage: z.record(z.string(), z.string()) },
  errors: [noSuchKey],
})

export const updateStorage = endpoint('PUT /bot_storage', {
  summary: 'Store values by key',
  params: { storage },
  errors: [storageFull],
})

export const removeStorage = endpoint('DELETE /bot_storage', {
  summary: 'Delete stored values, all or by key',
  params: { keys },
  errors: [noSuchKey],
})

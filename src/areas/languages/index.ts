import type { Area } from '#platform/serve'
import { errorText } from './error-text.ts'

/** Errors in the languages that this server writes: docs/translating.md. */
export const languagesArea: Area = { name: 'languages', errorText }

import type { Feature } from '#platform/serve'
import { errorText } from './error-text.ts'

/** Errors in the languages that this server writes: docs/translating.md. */
export const languagesFeature: Feature = { name: 'languages', errorText }

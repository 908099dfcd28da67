import type { Area } from '#platform/serve'
import { errorText } from './error-text.ts'

/** What refusals say in the languages that this server writes. See docs/translating-the-server.md. */
export const languagesArea: Area = { name: 'languages', errorText }

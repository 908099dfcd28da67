import type { Organization } from '#platform/organization'
import { question } from '#platform/serve'
import type { User } from './wire.ts'

/** Those whom somebody without an account may know of, as they are shown to such readers. */
export const usersForSpectators = question((_org: Organization): readonly User[] => [])

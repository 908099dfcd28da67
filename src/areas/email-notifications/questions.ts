import type { Config } from '#platform/config'
import { question } from '#platform/serve'

/** True if the server accepts replies to notification emails. */
export const takesReplies = question((_config: Config): boolean => false)

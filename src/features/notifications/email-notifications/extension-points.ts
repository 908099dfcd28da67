import type { Config } from '#platform/config'
import { extensionPoint } from '#platform/serve'

/** True if the server accepts replies to notification emails. */
export const takesReplies = extensionPoint((_config: Config): boolean => false)

import type { Config } from '#platform/config'
import { question } from '#platform/serve'

/** Whether somebody reads answers to mail about messages. */
export const takesReplies = question((_config: Config): boolean => false)

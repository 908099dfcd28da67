import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { question } from '#platform/serve'

/** The id of the newest message that an account has received; -1 when there is none. */
export const newestMessage = question((_tx: Tx, _userId: UserId): Promise<number> | number => -1)

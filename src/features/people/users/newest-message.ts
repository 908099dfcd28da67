import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { extensionPoint } from '#platform/serve'

/** The newest message that an account received; -1 if none. */
export const newestMessage = extensionPoint((_tx: Tx, _userId: UserId): Promise<number> | number => -1)

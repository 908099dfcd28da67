import type { Tx } from '#platform/db'
import { extensionPoint } from '#platform/serve'

/** Which of these uploads are kept although no message uses them yet, by path. */
export const neededUploads = extensionPoint(
  async (_tx: Tx, _orgId: number, _paths: readonly string[]): Promise<ReadonlySet<string>> => new Set(),
)

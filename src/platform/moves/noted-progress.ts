import type { Connection } from '#platform/db'

/** So often at most. */
const everyMs = 1_000

/** Notes beside the move how many rows are copied, so that every process can tell; now and then, and at the end. */
export function notedProgress(home: Connection, orgId: number): (rows: number, of: number) => Promise<void> {
  let notedAt = Number.NEGATIVE_INFINITY
  return async (rows, of) => {
    const now = performance.now()
    if (rows < of && now - notedAt < everyMs) return
    notedAt = now
    await home.query('update organization_move set rows_copied = $2, rows_to_copy = $3 where org_id = $1', [
      ...[orgId, rows, of],
    ])
  }
}

/** The same of the pause; the move is decided, whatever becomes of this. */
export const notePause = (home: Connection, orgId: number, ms: number): Promise<unknown> =>
  home.query('update organization_move set paused_ms = $2 where org_id = $1', [orgId, ms]).catch(() => {})

import type { Connection } from '#platform/db'

const everyMs = 1_000

/** Stores the number of copied rows with the move, for other processes: at most every `everyMs`, and at the end. */
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

/** Stores the length of the pause. The move is already decided, so a failure is ignored. */
export const notePause = (home: Connection, orgId: number, ms: number): Promise<unknown> =>
  home.query('update organization_move set paused_ms = $2 where org_id = $1', [orgId, ms]).catch(() => {})

/** A lock can stay in memory for a moment after its end, until the timer removes it. `until` in UNIX seconds. */
export const isLockOver = ({ until }: { readonly until: number | null }, nowMs: number): boolean =>
  until !== null && until * 1_000 <= nowMs

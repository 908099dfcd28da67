/** An expired lock stays in memory until the timer removes it. `until` is in UNIX seconds. */
export const isLockOver = ({ until }: { readonly until: number | null }, nowMs: number): boolean =>
  until !== null && until * 1_000 <= nowMs

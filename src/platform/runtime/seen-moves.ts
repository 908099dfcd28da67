/** A move as recorded in the first database. */
interface NotedMove {
  readonly orgId: number
  readonly decidedAt: Date | null
  readonly rowsCopied: number
  readonly rowsToCopy: number
  readonly pausedMs: number | null
}

/** Moves between databases that this process has seen, for the metrics; updated every two seconds. */
export class SeenMoves {
  #now: readonly NotedMove[] = []
  /** Completed moves. */
  decided = 0
  /** How long writes were blocked in the last one, in seconds. */
  pauseSecs = 0

  look(moves: readonly NotedMove[]): void {
    const known = new Set(this.#now.flatMap(({ orgId, decidedAt }) => (decidedAt ? [orgId] : [])))
    for (const { orgId, decidedAt, pausedMs } of moves) {
      if (decidedAt && !known.has(orgId)) this.decided++
      if (pausedMs !== null) this.pauseSecs = pausedMs / 1000
    }
    this.#now = moves
  }

  /** Moves by state. */
  get states(): Readonly<Record<'copying' | 'removing', number>> {
    const removing = this.#now.filter(({ decidedAt }) => decidedAt !== null).length
    return { copying: this.#now.length - removing, removing }
  }

  /** Rows of current moves. */
  get rows(): { readonly copied: number; readonly of: number } {
    const sum = (of: (move: NotedMove) => number) => this.#now.reduce((all, move) => all + of(move), 0)
    return { copied: sum(({ rowsCopied }) => rowsCopied), of: sum(({ rowsToCopy }) => rowsToCopy) }
  }
}

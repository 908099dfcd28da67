/** A move, as it stands in the first database. */
interface NotedMove {
  readonly orgId: number
  readonly decidedAt: Date | null
  readonly rowsCopied: number
  readonly rowsToCopy: number
  readonly pausedMs: number | null
}

/** What this process has seen of moves between databases, for the metrics: looked at every two seconds. */
export class SeenMoves {
  #now: readonly NotedMove[] = []
  /** Organizations that have come to another database while this process was there. */
  decided = 0
  /** How long nobody could write to the last of them, in seconds. */
  pauseSecs = 0

  look(moves: readonly NotedMove[]): void {
    const known = new Set(this.#now.flatMap(({ orgId, decidedAt }) => (decidedAt ? [orgId] : [])))
    for (const { orgId, decidedAt, pausedMs } of moves) {
      if (decidedAt && !known.has(orgId)) this.decided++
      if (pausedMs !== null) this.pauseSecs = pausedMs / 1000
    }
    this.#now = moves
  }

  /** How many are in each state. */
  get states(): Readonly<Record<'copying' | 'removing', number>> {
    const removing = this.#now.filter(({ decidedAt }) => decidedAt !== null).length
    return { copying: this.#now.length - removing, removing }
  }

  /** Rows of those that are under way. */
  get rows(): { readonly copied: number; readonly of: number } {
    const sum = (of: (move: NotedMove) => number) => this.#now.reduce((all, move) => all + of(move), 0)
    return { copied: sum(({ rowsCopied }) => rowsCopied), of: sum(({ rowsToCopy }) => rowsToCopy) }
  }
}

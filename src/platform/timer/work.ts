import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { DueWork, Workplace } from './due.ts'

/** An organization's turn in a run. */
interface Turn<S> {
  readonly place: Workplace
  readonly org: Organization
  readonly now: Date
  /** The result of `first` in this run. */
  readonly shared: S
}

interface Declared<S> {
  readonly name: string
  /** The table, by `dueRows` or `dueTimes`. */
  readonly rows: {
    next(tx: Tx): Promise<Date | null>
    organizations(tx: Tx, now: Date): Promise<number[]>
    overdue?(tx: Tx, now: Date, most: number): Promise<number>
  }
  /** Runs before the turns; its result is shared. */
  first?(place: Workplace, now: Date): Promise<S>
}

/** Errors that weren't thrown; a generator yields them after each step. */
type Outcome = Promise<readonly unknown[]> | Promise<void> | AsyncGenerator<readonly unknown[]>

/** What went wrong in work that was done at the same time. */
export const problemsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))

/**
 * Runs scheduled jobs per organization; errors in one don't affect the others. A turn that may take long is a
 * generator: after each step, other organizations get a turn.
 */
export const dueWork = <S = undefined>(work: Declared<S> & { turn(turn: Turn<S>): Outcome }): DueWork => ({
  name: work.name,
  nextDue: (tx) => work.rows.next(tx),
  ...overdueIn(work.rows),
  run: async (place, now) => tell(await takeTurns(work, place, now, (turn) => work.turn(turn))),
})

const overdueIn = ({ overdue }: Declared<unknown>['rows']): Pick<DueWork, 'overdue'> => (overdue ? { overdue } : {})

/** The background work that a process started in turns. */
export interface UnderWay {
  /** Aborted when the server stops. */
  readonly stop: AbortController
  /** Errors since the last turn, which reports them. */
  readonly problems: unknown[]
  /** Resolves when nothing is running. */
  idle(): Promise<void>
}

interface BackgroundWork extends DueWork {
  /** Resolves when nothing is running in a process. */
  settled(place: Workplace): Promise<void>
}

/** The same for turns that start background work; `begin` creates its state once per process. */
export function backgroundWork<U extends UnderWay, S = undefined>(
  work: Declared<S> & {
    begin(): U
    turn(turn: Turn<S> & { readonly underWay: U }): Outcome
    /** Runs after the turns. */
    last?(underWay: U): Promise<void>
  },
): BackgroundWork {
  const places = new WeakMap<Workplace, U>()
  const underWayAt = (place: Workplace): U => {
    const known = places.get(place) ?? work.begin()
    places.set(place, known)
    return known
  }
  return {
    name: work.name,
    nextDue: (tx) => work.rows.next(tx),
    ...overdueIn(work.rows),
    ...overdueIn(work.rows),
    async run(place, now) {
      const underWay = underWayAt(place)
      const problems = await takeTurns(work, place, now, (turn) => work.turn({ ...turn, underWay }))
      await work.last?.(underWay)
      tell([...problems, ...underWay.problems.splice(0)])
    },
    async settled(place) {
      await places.get(place)?.idle()
    },
    async end(place) {
      const underWay = places.get(place)
      places.delete(place)
      underWay?.stop.abort(new Error('The server stops'))
      await underWay?.idle()
    },
  }
}

async function takeTurns<S>(
  work: Declared<S>,
  place: Workplace,
  now: Date,
  turn: (turn: Turn<S>) => Outcome,
): Promise<unknown[]> {
  const shared = (await work.first?.(place, now)) as S
  const problems: unknown[] = []
  /** Wraps a turn without steps. */
  async function* turnOf(id: number): AsyncGenerator<readonly unknown[]> {
    const done = await turn({ place, org: await place.organization(id), now, shared })
    if (!done) return
    if (Symbol.asyncIterator in done) yield* done
    else yield done
  }
  let turns = (await place.db.read((tx) => work.rows.organizations(tx, now))).map(turnOf)
  while (turns.length > 0) {
    const unfinished: typeof turns = []
    for (const one of turns)
      try {
        const piece = await one.next()
        if (piece.done) continue
        problems.push(...piece.value)
        unfinished.push(one)
      } catch (problem) {
        problems.push(problem)
      }
    turns = unfinished
  }
  return problems
}

/** Only the first error of each turn is reported to the operator. */
function tell(problems: readonly unknown[]): void {
  if (problems.length > 0) throw problems[0]
}

/** Milliseconds before the next attempt: the first pause, doubled with each failed attempt up to the longest. */
export const backoffMs = (attempts: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs)

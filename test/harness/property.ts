import fc from 'fast-check'

/** Set by `npm run explore`; otherwise everything random comes from fixed seeds, and tests are the same every time. */
export const exploration = {
  seed: Number(process.env.LOQUAT_EXPLORE_SEED ?? 0),
  seconds: Number(process.env.LOQUAT_EXPLORE_SECONDS ?? 0),
}
export const isExploring = exploration.seconds > 0
/** Set by `.ci/run --all`: every example is tried. Other runs try the same fixed part of them. */
export const isThorough = isExploring || process.env.LOQUAT_THOROUGH === '1'
/** An ordinary run tries one in this many of a property's examples, or of a table's rows. */
const ordinaryPart = 3

/** The rows an ordinary run tries: each `every`th one, from the first on. All of them in a thorough run. */
export const sample = <T>(rows: readonly T[], every = ordinaryPart): T[] =>
  isThorough ? [...rows] : rows.filter((_, index) => index % every === 0)
/** Time limit for shrinking a failing example. */
const shrinkingMs = 90_000

export const explorationPatience = 600_000 + (isExploring ? exploration.seconds * 1000 + shrinkingMs : 0)

let asked = 0
/** The next seed: in the suite the caller's fixed one, in exploration the next of this process. */
const nextSeed = (fixed: number): number =>
  isExploring ? (exploration.seed + Math.imul(++asked, 0x9e3779b1)) | 0 : fixed

interface Trial<T> {
  /** How many examples a thorough run tries; an ordinary one tries a third of them. */
  runs: number
  seed?: number
  /** Tried first: earlier findings of exploration. */
  examples?: T[]
}

/**
 * Checks a property on fixed examples or, when exploring, on new ones until the time is over. A failure names its seed
 * and its smallest example, to be added to `examples`.
 */
export async function holds<T>(
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  { runs, seed = 1, examples = [] }: Trial<T>,
): Promise<void> {
  const until = Date.now() + exploration.seconds * 1000
  let own = nextSeed(seed)
  do {
    const found = await fc.check(property as fc.IAsyncProperty<T>, {
      numRuns: (isThorough ? runs : Math.ceil(runs / ordinaryPart)) + examples.length,
      seed: own,
      examples,
      endOnFailure: true,
    })
    if (found.failed) throw await smallest(property as fc.IAsyncProperty<T>, found, examples)
    own = nextSeed(seed)
  } while (Date.now() < until)
}

/** Shrinks the failure within a time limit: a test that times out itself would report nothing. */
async function smallest<T>(property: fc.IAsyncProperty<T>, found: fc.RunDetails<T>, examples: T[]): Promise<Error> {
  const again = await fc.check(property, {
    seed: found.seed,
    path: found.counterexamplePath ?? '',
    examples,
    interruptAfterTimeLimit: shrinkingMs,
  })
  // a failure that doesn't repeat is reported as it was
  const shown = again.failed && again.counterexample !== null ? again : found
  const cause = shown.errorInstance
  const error = new Error(
    [
      `Seed ${found.seed}${shown === found ? ' (it did not fail again)' : ''}; the example that fails:`,
      fc.stringify(shown.counterexample),
      cause instanceof Error ? cause.message : String(cause),
    ].join('\n'),
  )
  if (cause instanceof Error && cause.stack) error.stack = `${error.message}\n${cause.stack}`
  return error
}

/** A source of numbers from 0 to 1: the same sequence every time, or others when exploring. */
export function chance(seed: number): () => number {
  let state = nextSeed(seed)
  return () => {
    // mulberry32 step: visits each of 2^32 states once
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const outcomes = [
  'message',
  'repeated',
  'held',
  'blocked',
  'bounce',
  'automatic reply',
  'generated',
  'loop',
  'unknown address',
  'forged',
  'not permitted',
  'empty',
  'unreadable',
  'too large',
  'too many',
  'failed',
] as const
export type Outcome = (typeof outcomes)[number]

const tallies = new WeakMap<object, Map<Outcome, number>>()

/** Starts with zeros. */
export function tallyOf(server: object): ReadonlyMap<Outcome, number> {
  const known = tallies.get(server) ?? new Map(outcomes.map((outcome) => [outcome, 0]))
  tallies.set(server, known)
  return known
}

export function countOutcome(server: object, outcome: Outcome): void {
  const tally = tallyOf(server) as Map<Outcome, number>
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
}

import { setImmediate as turn } from 'node:timers/promises'

let turns: Promise<unknown> = Promise.resolve()

/**
 * The next turn of the event loop that nobody else has asked for here. Whoever does much goes on in one of these: several
 * in the same turn would hold everybody else up together.
 */
export function ownTurn(): Promise<unknown> {
  turns = turns.then(() => turn())
  return turns
}

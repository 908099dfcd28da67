import { Pace } from '#platform/turns'
import type { Account } from './account.ts'

/** So many are looked at before it is asked whether others are due. */
const lookedAt = 1_000

/** The first `most` of these that are chosen, in the same order; others have their turn in between. */
export async function chosenFrom(
  people: readonly Account[],
  isChosen: (account: Account) => boolean,
  { most = Number.POSITIVE_INFINITY, pace = new Pace() } = {},
): Promise<Account[]> {
  const chosen: Account[] = []
  for (let at = 0; at < people.length; at += lookedAt) {
    for (const one of people.slice(at, at + lookedAt)) {
      if (!isChosen(one)) continue
      chosen.push(one)
      if (chosen.length >= most) return chosen
    }
    await pace.step()
  }
  return chosen
}

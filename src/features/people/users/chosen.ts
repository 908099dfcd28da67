import { Pace } from '#platform/fair-queues'
import type { Account } from './account.ts'

/** Accounts to check before letting other work run. */
const lookedAt = 1_000

/** The first `most` accounts that match, in order; lets other work run in between. */
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

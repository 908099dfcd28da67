import { setTimeout as pause } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { left, take } from './search-words.ts'

/** perf: the word list takes a fortieth of the database's time, so that sending hardly waits. */
const share = 40
const messagesAtOnce = 20

export async function listWords(
  org: Organization,
  goesOn: () => boolean,
  { longestPauseMs = 500 } = {},
): Promise<void> {
  while ((await left(org, 'listed')) > 0) {
    const begun = performance.now()
    await take(org, 'listed', messagesAtOnce)
    await pause(Math.min((performance.now() - begun) * (share - 1), longestPauseMs))
    if (!goesOn()) return
  }
}

export const wordListRepeated: Repeated = {
  name: 'list of words',
  everySecs: 2,
  onNews: true,
  run: (org, _server, goesOn) => listWords(org, goesOn),
}

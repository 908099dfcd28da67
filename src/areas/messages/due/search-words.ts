import { setTimeout as pause } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'
import type { Term } from '../narrow/terms.ts'
import { missingWords, takeWords } from '../store/search-words.ts'

/** perf: 0.1 ms for each; nothing else moves while the embedded database takes a step. */
const unhurried = { first: 10, largest: 80, grows: 5, pauseMs: 20 }
/** A search waits for so many at most: what was sent just now. */
const mostBeforeSearch = 250
/** An archive of more ids than this is told of while its words are taken: at the beginning, every so often, at the end. */
const archive = { ids: 2_000, everyMs: 30_000 }
const backlog = 'words of messages'

/** How many ids are left: messages of other organizations have some of them. */
async function left(org: Organization): Promise<number> {
  const gaps = await org.db.read((tx) => missingWords(tx, org.id))
  const ids = gaps.reduce((sum, [from, below]) => sum + below - from, 0)
  org.backlog.set(backlog, ids)
  return ids
}

const take = (org: Organization, limit: number) => org.db.transaction((tx) => takeWords(tx, org.id, limit))

/** Whoever searches finds what was sent just now; an archive's words come in their own time. */
export async function beforeSearch(org: Organization, terms: readonly Term[]): Promise<void> {
  if (!terms.some(({ operator }) => operator === 'search')) return
  if ((await left(org)) > 0) await take(org, mostBeforeSearch)
}

/** Keeps the index close behind, newest messages first, and goes on where it was after a restart. */
export const wordsRepeated: Repeated = {
  name: backlog,
  everySecs: 1,
  async run(org, server) {
    let ids = await left(org)
    const telling = ids > archive.ids ? new Telling(org, server, ids) : undefined
    let limit = unhurried.first
    for (let steps = 1; ids > 0 && !server.isStopping; steps++) {
      const isLast = (await take(org, limit)) < limit
      if (!isLast) await pause(unhurried.pauseMs)
      if (!isLast && steps % unhurried.grows !== 0) continue
      limit = Math.min(limit * 2, unhurried.largest)
      ids = await left(org)
      telling?.tell(ids)
    }
    if (ids === 0) telling?.end()
  },
}

/** Lines in the log while the words of an archive are taken. */
class Telling {
  readonly #org: Organization
  readonly #server: Pick<Server, 'notice'>
  readonly #all: number
  #last = performance.now()

  constructor(org: Organization, server: Pick<Server, 'notice'>, all: number) {
    this.#org = org
    this.#server = server
    this.#all = all
    this.#say(`${all} message ids to go; searches find older messages when it is done`)
  }

  tell(left: number): void {
    if (performance.now() - this.#last < archive.everyMs) return
    this.#last = performance.now()
    this.#say(`${Math.floor((100 * (this.#all - left)) / this.#all)} %, ${left} message ids to go`)
  }

  end(): void {
    this.#say('done')
  }

  #say(text: string): void {
    this.#server.notice(`the word index of organization ${this.#org.id}: ${text}`)
  }
}

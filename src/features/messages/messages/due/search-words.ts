import { setTimeout as pause } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'
import type { Term } from '../narrow/terms.ts'
import { type IdGap, missingWords, takeWords, type WordWork } from '../store/search-words.ts'

/** perf: 0.1 ms each; the embedded database does nothing else during a step. */
const unhurried = { first: 30, largest: 80, grows: 5, pauseMs: 20 }
/** Maximum number of new messages a search waits to have indexed. */
const maxBeforeSearch = 250
/** Log progress above this many IDs, once steps are large: most IDs may be other organizations'. */
const archive = { ids: 2_000, everyMs: 30_000 }
const backlogs = { taken: 'words of messages', listed: 'list of words' } as const

/** IDs that are left; some belong to other organizations' messages. */
async function gapsLeft(org: Organization, work: WordWork): Promise<{ gaps: readonly IdGap[]; ids: number }> {
  const gaps = await org.db.read((tx) => missingWords(tx, org.id, work))
  const ids = gaps.reduce((sum, { from, below }) => sum + below - from, 0)
  org.backlog.set(backlogs[work], ids)
  return { gaps, ids }
}

export const left = async (org: Organization, work: WordWork): Promise<number> => (await gapsLeft(org, work)).ids

export const take = (org: Organization, work: WordWork, limit: number) =>
  org.db.transaction((tx) => takeWords(tx, org.id, work, limit))

/** Indexes the newest messages, so that a search finds them; archives are indexed in the background. */
export async function beforeSearch(org: Organization, terms: readonly Term[]): Promise<void> {
  const searches = terms.filter(({ operator }) => operator === 'search')
  if (searches.length === 0) return
  await takeNewest(org, 'taken')
  if (searches.some(({ operand }) => typeof operand === 'string' && operand.includes('*')))
    await beforeLookingUpWords(org)
}

/** The same for partial and misspelled words. */
export const beforeLookingUpWords = (org: Organization): Promise<void> => takeNewest(org, 'listed')

async function takeNewest(org: Organization, work: WordWork): Promise<void> {
  const gaps = await org.db.read((tx) => missingWords(tx, org.id, work))
  if (gaps.at(-1)?.isNewest) await take(org, work, maxBeforeSearch)
}

/** Indexes new messages continuously, newest first, and continues where it was after a restart. */
export const wordsRepeated: Repeated = {
  name: backlogs.taken,
  everySecs: 1,
  onNews: true,
  async run(org, server, goesOn) {
    let { ids, gaps } = await gapsLeft(org, 'taken')
    let telling: Telling | undefined
    let limit = unhurried.first
    for (let steps = 1; ids > 0; steps++) {
      const isLast = (await take(org, 'taken', limit)) < limit
      if (!isLast) await pause(unhurried.pauseMs)
      if (!goesOn()) return
      if (!isLast && steps % unhurried.grows !== 0) continue
      limit = Math.min(limit * 2, unhurried.largest)
      ;({ ids, gaps } = await gapsLeft(org, 'taken'))
      // perf: what was sent during the run is indexed together in the next run
      if (isLast && gaps.every(({ isNewest }) => isNewest)) break
      if (telling) telling.tell(ids)
      else if (limit === unhurried.largest && ids > archive.ids) telling = new Telling(org, server, ids)
    }
    telling?.end()
  },
}

class Telling {
  readonly #org: Organization
  readonly #server: Pick<Server, 'notice'>
  readonly #all: number
  #last = performance.now()

  constructor(org: Organization, server: Pick<Server, 'notice'>, all: number) {
    this.#org = org
    this.#server = server
    this.#all = all
    this.#say(`indexing ${all} message IDs; searches find older messages when this is done`)
  }

  tell(left: number): void {
    if (performance.now() - this.#last < archive.everyMs) return
    this.#last = performance.now()
    this.#say(`${Math.floor((100 * (this.#all - left)) / this.#all)} % done, ${left} message IDs left`)
  }

  end(): void {
    this.#say('done')
  }

  #say(text: string): void {
    this.#server.notice(`the word index of organization ${this.#org.id}: ${text}`)
  }
}

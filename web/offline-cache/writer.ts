import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { begin, entriesOf, finished, putTexts } from './database.ts'
import { screenKey } from './kept-screen.ts'
import { type KeptList, ListCache } from './list-cache.ts'
import { lossBy } from './loss.ts'
import { type Contents, changedPieces, contentsOf, gonePieces } from './pieces.ts'
import { idsOf, joined } from './runs.ts'
import { type Facts, turn } from './snapshot.ts'
import { readLists, writeLists } from './stored-lists.ts'
import { type World, Written } from './world.ts'

/** Delay of a write, which batches changes. */
const waitMs = 5_000
const maxMessages = 50_000
const maxBytes = 100 * 1024 * 1024
/** Number of writes between checks of the disk usage. */
const lookEvery = 60
/** Changes all the time, and is outdated when it's read. */
const leftOut = { presences: {} }
/** Messages serialized before yielding. */
const messagesAtOnce = 200

/** Keeps the disk consistent with a recent event. Each write is atomic. */
export class Writer {
  /** True if the disk holds nothing, or another session's data. */
  isForeign = true
  renewals = 0
  readonly #build: string
  readonly #giveUp: () => void
  #database: IDBDatabase | undefined
  #world: World | undefined
  /** Events since the last write, and those being written now. */
  #heard: WireEvent[] = []
  #writing: readonly WireEvent[] = []
  #told: Readonly<Record<string, unknown>> = {}
  #contents: Contents = {}
  readonly #written = new Written()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isBusy = false
  #count = 0
  #canMakeRoom = true

  constructor(build: string, giveUp: () => void) {
    this.#build = build
    this.#giveUp = giveUp
  }

  /** Continues from a stored state that matches the session. */
  goOnFrom(told: Readonly<Record<string, unknown>>, contents: Contents): void {
    this.isForeign = false
    this.#told = told
    this.#contents = contents
  }

  begin(database: IDBDatabase, world: World): void {
    this.#database = database
    this.#world = world
    this.changed()
    addEventListener('pagehide', () => void this.#write(true))
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void this.#write(true))
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#database = undefined
    this.#world = undefined
  }

  heard(events: readonly WireEvent[]): void {
    this.#heard.push(...events)
    this.changed()
  }

  /** Events that may not be on disk yet. */
  get unwritten(): readonly WireEvent[] {
    return [...this.#writing, ...this.#heard]
  }

  /** True if a pending event removes or moves messages, so reading from disk isn't safe. */
  get isDoubtful(): boolean {
    const ownId = this.#world?.known.ownId ?? 0
    return this.unwritten.some((event) => lossBy(event, ownId) !== undefined)
  }

  renewed(): void {
    this.renewals++
    this.isForeign = true
    this.#heard = []
    this.changed()
  }

  changed(): void {
    if (this.#world) this.#timer ??= setTimeout(() => void this.#write(false), waitMs)
  }

  /** Marks messages that were read from disk as already written. */
  wereRead(messages: readonly Message[]): void {
    for (const one of messages) this.#written.addMessage(one)
  }

  async #write(isHurried: boolean): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [database, world] = [this.#database, this.#world]
    if (!database || !world) return
    if (this.#isBusy) return this.changed()
    this.#isBusy = true
    this.#writing = this.#heard
    this.#heard = []
    const { renewals } = this
    try {
      await this.#writeAll(database, world, isHurried)
      if (++this.#count % lookEvery === 1) await this.#lookAtRoom(database, world)
    } catch (problem) {
      if (this.renewals === renewals) this.#heard = [...this.#writing, ...this.#heard]
      if (this.#database) await this.#makeDo(problem, database, world)
    } finally {
      this.#writing = []
      this.#isBusy = false
    }
  }

  async #writeAll(database: IDBDatabase, world: World, isHurried: boolean): Promise<void> {
    const { renewals, isForeign } = this
    const events = isForeign ? [] : this.#writing
    const { known } = world
    // read all of this synchronously, so that it's consistent
    const { told: everything, lastEventId } = world.state()
    const heardAt = world.heardAt()
    const screen = world.screen()
    const startsOver = isForeign || events.some((event) => lossBy(event, known.ownId) === 'everything')
    if (startsOver) this.#written.clear()
    const fresh = this.#written.fresh(world)

    const told: Readonly<Record<string, unknown>> = { ...everything, ...leftOut }
    const contents = contentsOf(told)
    const pause = isHurried ? undefined : turn
    const parts: [key: string, text: string][] = []
    for (const [key, piece] of changedPieces(isForeign ? {} : this.#told, told)) {
      parts.push([key, JSON.stringify(piece)])
      await pause?.()
    }
    const texts = new Map<number, string>()
    for (const one of fresh.flatMap(({ unwritten }) => unwritten)) {
      texts.set(one.id, JSON.stringify(one))
      if (texts.size % messagesAtOnce === 0) await pause?.()
    }
    if (!this.#database || this.renewals !== renewals) return

    const { transaction, store } = begin(database, 'readwrite')
    const done = finished(transaction)
    const needsLists = fresh.length > 0
    const listCache = startsOver
      ? new ListCache(new Map(), new Map(), known)
      : await readLists(store, events, { known, needsLists })
    if (startsOver) listCache.clear()
    else for (const event of events) listCache.apply(event)
    for (const { key, narrow, run } of fresh)
      listCache.put(key, { narrow, ranges: joined(listCache.lists.get(key)?.ranges ?? [], run), used: Date.now() })
    if (needsLists) listCache.limit(maxMessages)
    const orphans = await writeLists(store, listCache, texts, isHurried)
    if (isForeign) store('parts').clear()
    else for (const key of gonePieces(this.#contents, contents)) store('parts').delete(key)
    await putTexts(store('parts'), parts, isHurried)
    const facts: Facts = { build: this.#build, queueId: told.queue_id as string, lastEventId, heardAt, contents }
    store('facts').put(facts, 'facts')
    if (screen) store('facts').put(screen, screenKey)
    else store('facts').delete(screenKey)
    await done

    for (const one of fresh) this.#written.add(one)
    for (const key of listCache.changedLists) if (!listCache.lists.has(key)) this.#written.forgetList(key)
    for (const id of orphans) this.#written.forgetMessage(world.message(id))
    if (this.renewals === renewals) this.goOnFrom(told, contents)
  }

  async #lookAtRoom(database: IDBDatabase, world: World): Promise<void> {
    const estimate = (await navigator.storage?.estimate?.()) as
      | { usage?: number; usageDetails?: { indexedDB?: number } }
      | undefined
    const used = estimate?.usageDetails?.indexedDB ?? estimate?.usage ?? 0
    if (used > maxBytes) await this.#makeRoom(database, world)
  }

  /** Drops half of the messages, from the least recently used lists. */
  async #makeRoom(database: IDBDatabase, world: World): Promise<void> {
    const { transaction, store } = begin(database, 'readwrite', ['lists', 'messages'])
    const done = finished(transaction)
    const lists = (await entriesOf(store('lists'))) as Map<string, KeptList>
    const listCache = new ListCache(lists, new Map(), world.known)
    listCache.limit([...lists.values()].reduce((sum, { ranges }) => sum + idsOf(ranges).length, 0) / 2)
    await writeLists(store, listCache, new Map(), false)
    await done
    this.#written.clear()
  }

  /** If the quota is exceeded, makes room and retries once; otherwise stops caching. */
  async #makeDo(problem: unknown, database: IDBDatabase, world: World): Promise<void> {
    const isFull = (problem as { name?: string } | null)?.name === 'QuotaExceededError'
    if (!isFull || !this.#canMakeRoom) return this.#giveUp()
    this.#canMakeRoom = false
    await this.#makeRoom(database, world).then(() => this.changed(), this.#giveUp)
  }
}

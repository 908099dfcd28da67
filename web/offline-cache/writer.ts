import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { begin, entriesOf, finished, putTexts } from './database.ts'
import { screenKey } from './kept-screen.ts'
import { lossBy } from './loss.ts'
import { type Contents, changedPieces, contentsOf, gonePieces } from './pieces.ts'
import { idsOf, joined } from './runs.ts'
import { type KeptList, Shelf } from './shelf.ts'
import { type Facts, turn } from './snapshot.ts'
import { readShelf, writeShelf } from './stored-shelf.ts'
import { type World, Written } from './world.ts'

/** A change is written so long after it was made, with all that came meanwhile. */
const waitMs = 5_000
const maxMessages = 50_000
const maxBytes = 100 * 1024 * 1024
/** So many writes pass until it is looked at how much room they take. */
const lookEvery = 60
/** Told anew all the time, and old when it is read again. */
const leftOut = { presences: {} }
/** So many messages are put into words in one go. */
const messagesAtOnce = 200

/** Keeps what is on disk as it was at an event not long ago: each time all of it, or nothing. */
export class Writer {
  /** What is on disk, if anything, is not of this session. */
  isForeign = true
  /** Counts sessions. */
  renewals = 0
  readonly #build: string
  readonly #giveUp: () => void
  #database: IDBDatabase | undefined
  #world: World | undefined
  /** Heard since what was written last, or is being written now. */
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

  /** What is on disk is right for the session as it is now. */
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

  /** What was heard and is not on disk for certain. */
  get unwritten(): readonly WireEvent[] {
    return [...this.#writing, ...this.#heard]
  }

  /** Something was heard that takes messages away, or puts them elsewhere, which is not on disk yet. */
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

  /** These messages come from there: they need not be written again. */
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
    // all of this is of one moment
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
    const shelf = startsOver
      ? new Shelf(new Map(), new Map(), known)
      : await readShelf(store, events, { known, needsLists })
    if (startsOver) shelf.clear()
    else for (const event of events) shelf.apply(event)
    for (const { key, narrow, run } of fresh)
      shelf.put(key, { narrow, ranges: joined(shelf.lists.get(key)?.ranges ?? [], run), used: Date.now() })
    if (needsLists) shelf.limit(maxMessages)
    const orphans = await writeShelf(store, shelf, texts, isHurried)
    if (isForeign) store('parts').clear()
    else for (const key of gonePieces(this.#contents, contents)) store('parts').delete(key)
    await putTexts(store('parts'), parts, isHurried)
    const facts: Facts = { build: this.#build, queueId: told.queue_id as string, lastEventId, heardAt, contents }
    store('facts').put(facts, 'facts')
    if (screen) store('facts').put(screen, screenKey)
    else store('facts').delete(screenKey)
    await done

    for (const one of fresh) this.#written.add(one)
    for (const key of shelf.changedLists) if (!shelf.lists.has(key)) this.#written.forgetList(key)
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

  /** Half of the messages go, those of lists that nobody has looked at for longest. */
  async #makeRoom(database: IDBDatabase, world: World): Promise<void> {
    const { transaction, store } = begin(database, 'readwrite', ['lists', 'messages'])
    const done = finished(transaction)
    const lists = (await entriesOf(store('lists'))) as Map<string, KeptList>
    const shelf = new Shelf(lists, new Map(), world.known)
    shelf.limit([...lists.values()].reduce((sum, { ranges }) => sum + idsOf(ranges).length, 0) / 2)
    await writeShelf(store, shelf, new Map(), false)
    await done
    this.#written.clear()
  }

  /** What cannot be written has no room, and is tried once more with less; or this browser keeps nothing. */
  async #makeDo(problem: unknown, database: IDBDatabase, world: World): Promise<void> {
    const isFull = (problem as { name?: string } | null)?.name === 'QuotaExceededError'
    if (!isFull || !this.#canMakeRoom) return this.#giveUp()
    this.#canMakeRoom = false
    await this.#makeRoom(database, world).then(() => this.changed(), this.#giveUp)
  }
}

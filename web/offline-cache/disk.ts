import type { WireEvent } from '#contract'
import type { SessionState } from '../../client/session.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type Narrow, narrowKey } from '../narrow/narrow.ts'
import {
  answered,
  begin,
  beginningAt,
  deleteDatabase,
  deleteOthers,
  entriesOf,
  openDatabase,
  valuesOf,
} from './database.ts'
import { isKept, type KeptList } from './list-cache.ts'
import { type Answer, answerFrom, type Question } from './runs.ts'
import { type Facts, isSnapshot, stateFrom } from './snapshot.ts'
import type { World } from './world.ts'
import { Writer } from './writer.ts'

export type { World }

export interface Snapshot extends SessionState {
  readonly heardAt: Date
}

export interface Options {
  readonly owner: string
  /** Data of another build is ignored, because its shape may differ. */
  readonly build: string
}

/** The offline cache of one session. Each write is atomic, at one event; later events are applied to what's read. */
export class Disk {
  readonly #name: string
  readonly #build: string
  readonly #writer: Writer
  #database: IDBDatabase | undefined

  private constructor({ build }: Options, name: string) {
    this.#name = name
    this.#build = build
    this.#writer = new Writer(build, () => void this.forget())
  }

  /** Undefined if the browser doesn't store anything. */
  static async open(options: Options): Promise<Disk | undefined> {
    const disk = new Disk(options, beginningAt(location.pathname) + options.owner)
    try {
      disk.#database = await openDatabase(disk.#name, () => disk.#end())
      return disk
    } catch {
      return undefined
    }
  }

  /** The latest snapshot; undefined if there's none, or it can't be used. */
  async load(): Promise<Snapshot | undefined> {
    if (!this.#database) return undefined
    try {
      const { store } = begin(this.#database, 'readonly', ['facts', 'parts'])
      const [facts, texts] = await Promise.all([
        answered<unknown>(store('facts').get('facts')),
        entriesOf<string>(store('parts')),
      ])
      if (!isSnapshot(facts, this.#build)) return undefined
      const told = await stateFrom(facts, texts)
      this.#writer.goOnFrom(told, facts.contents)
      return { told, lastEventId: facts.lastEventId, heardAt: facts.heardAt }
    } catch {
      // broken: the next write replaces it
      return undefined
    }
  }

  /** Starts writing. Stored data of another session is kept only if another tab wrote it for exactly this event. */
  async follow(world: World): Promise<void> {
    if (!this.#database) return
    const { told, lastEventId } = world.state()
    this.#writer.begin(this.#database, world)
    void deleteOthers(location.pathname, this.#name).catch(() => {})
    if (!this.#writer.isForeign) return
    const { store } = begin(this.#database, 'readonly', ['facts'])
    const facts = await answered<Facts | undefined>(store('facts').get('facts')).catch(() => undefined)
    if (isSnapshot(facts, this.#build) && facts.queueId === told.queue_id && facts.lastEventId === lastEventId)
      this.#writer.goOnFrom({}, facts.contents)
  }

  /** Call with all events, each once, when the state includes them. */
  heard(events: readonly WireEvent[]): void {
    this.#writer.heard(events)
  }

  /** Call after the session was re-registered, which makes the stored data stale. */
  renewed(): void {
    this.#writer.renewed()
  }

  changed(): void {
    this.#writer.changed()
  }

  /** Answers a message fetch from the cache; `lenient` when offline. `heard`: events since the last write. */
  async around(
    narrow: Narrow,
    question: Question,
    { lenient = false } = {},
  ): Promise<(Omit<Answer, 'ids'> & { messages: Message[]; heard: readonly WireEvent[] }) | undefined> {
    const writer = this.#writer
    if (!this.#database || writer.isForeign || writer.isDoubtful || !isKept(narrow)) return undefined
    const { unwritten: heard, renewals } = writer
    try {
      const { store } = begin(this.#database, 'readonly', ['lists', 'messages'])
      const kept = await answered<KeptList | undefined>(store('lists').get(narrowKey(narrow)))
      const answer = kept && answerFrom(kept.ranges, question, lenient)
      if (!answer) return undefined
      const texts = await valuesOf<string>(store('messages'), answer.ids)
      const messages = texts.map((text) => JSON.parse(text as string) as Message)
      // the session may have been re-registered while reading
      if (writer.renewals !== renewals) return undefined
      writer.wereRead(messages)
      const { ids: _ids, ...rest } = answer
      return { ...rest, messages, heard }
    } catch {
      // broken: the server has the data, and the next write replaces this
      writer.renewed()
      return undefined
    }
  }

  /** Deletes everything and stops writing. */
  async forget(): Promise<void> {
    this.#end()
    await deleteDatabase(this.#name)
  }

  #end(): void {
    this.#writer.end()
    this.#database?.close()
    this.#database = undefined
  }
}

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
import { type Answer, answerFrom, type Question } from './runs.ts'
import { isKept, type KeptList } from './shelf.ts'
import { type Facts, isSnapshot, toldBy } from './snapshot.ts'
import type { World } from './world.ts'
import { Writer } from './writer.ts'

export type { World }

export interface Snapshot extends SessionState {
  readonly heardAt: Date
}

export interface Options {
  /** Whose it is. */
  readonly owner: string
  /** Another build may have another shape of everything. */
  readonly build: string
}

/**
 * What one session has seen in this browser, on its disk: the state of things at an event, lists with their messages. It
 * is written as a whole, and is right for that event; what was heard since is applied to what is read.
 */
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

  /** Undefined where this browser keeps nothing. */
  static async open(options: Options): Promise<Disk | undefined> {
    const disk = new Disk(options, beginningAt(location.pathname) + options.owner)
    try {
      disk.#database = await openDatabase(disk.#name, () => disk.#end())
      return disk
    } catch {
      return undefined
    }
  }

  /** What was written last; undefined where there is nothing, or nothing that can be used. */
  async load(): Promise<Snapshot | undefined> {
    if (!this.#database) return undefined
    try {
      const { store } = begin(this.#database, 'readonly', ['facts', 'parts'])
      const [facts, texts] = await Promise.all([
        answered<unknown>(store('facts').get('facts')),
        entriesOf<string>(store('parts')),
      ])
      if (!isSnapshot(facts, this.#build)) return undefined
      const told = await toldBy(facts, texts)
      this.#writer.goOnFrom(told, facts.contents)
      return { told, lastEventId: facts.lastEventId, heardAt: facts.heardAt }
    } catch {
      // broken: what is written next takes its place
      return undefined
    }
  }

  /**
   * From now on what becomes known is kept. Where the session did not begin with what is there, that counts only if it was
   * written, by another tab, for this very moment.
   */
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

  /** To be told of all events, each once, with the state that followed them. */
  heard(events: readonly WireEvent[]): void {
    this.#writer.heard(events)
  }

  /** The session began anew: nothing that is there continues. */
  renewed(): void {
    this.#writer.renewed()
  }

  /** Something is to be written, soon. */
  changed(): void {
    this.#writer.changed()
  }

  /**
   * Answers a question for messages, as far as they are here; `lenient` where nobody else can. `heard` is what was heard
   * since they were written.
   */
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
      // the session may have begun anew meanwhile
      if (writer.renewals !== renewals) return undefined
      writer.wereRead(messages)
      const { ids: _ids, ...rest } = answer
      return { ...rest, messages, heard }
    } catch {
      // broken: the server has it, and what is written next takes its place
      writer.renewed()
      return undefined
    }
  }

  /** Nothing of it stays, and nothing is written any more. */
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

import type { ConversationId, MessageId, UserId } from '#contract'
import type { Database } from '#platform/db'
import { mirror, type Organization } from '#platform/organization'
import { messageOptions } from './options.ts'
import type { EditHistoryEntry } from './wire.ts'

/**
 * What does not depend on who reads a message, nor on what it is called where it stands. Texts are JSON in UTF-8, each
 * byte a character: such texts are put together, and written, without being looked at again.
 */
export interface PreparedMessage {
  /** Of the row that it was made of; see {@link PreparedMessages}. */
  readonly version: number
  readonly conversationId: ConversationId
  readonly senderId: UserId
  /** As it is stored. */
  readonly topic: string
  readonly senderRead: boolean
  readonly channelWildcard: boolean
  readonly isMe: boolean
  /** Who may see what of it, the organization says. */
  readonly edits: readonly EditHistoryEntry[] | null
  /** From where it was sent to by which client. */
  readonly origin: string
  /** When it was changed; empty for never. */
  readonly changed: string
  readonly content: string
}

/** In which form its text is. */
export type TextForm = 'html' | 'raw'

/** An object with its short texts takes about so much, in bytes. */
const ownBytes = 400

const bytesOf = ({ origin, changed, content, topic, edits }: PreparedMessage): number =>
  ownBytes +
  origin.length +
  changed.length +
  content.length +
  2 * (topic.length + (edits ? JSON.stringify(edits).length : 0))

interface Kept {
  readonly message: PreparedMessage
  readonly bytes: number
  /** The loading of the organization's memory after which it was made. */
  readonly since: object
}

/** What was used lately, and what was used before that; the latter goes first. */
class Generation {
  readonly kept = new Map<number, Kept>()
  bytes = 0

  add(key: number, one: Kept): void {
    this.remove(key)
    this.kept.set(key, one)
    this.bytes += one.bytes
  }

  remove(key: number): void {
    const known = this.kept.get(key)
    if (!known) return
    this.kept.delete(key)
    this.bytes -= known.bytes
  }
}

/**
 * Messages that were read before, ready to be written; bounded by bytes. One is used only where the database says, in the
 * reader's own view, that the message's row has the very version that it was made of: so it is as exact as the view,
 * whoever has changed the message, however far this process follows, and from whichever server the view comes.
 */
class PreparedMessages {
  /** How often a message was there, and how often it had to be read. */
  readonly counts = { memory: 0, database: 0 }
  readonly #most: number
  #young = new Generation()
  #old = new Generation()

  /** `most`: bytes; 0 keeps nothing. */
  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#young.bytes + this.#old.bytes
  }

  get(since: object, id: MessageId, form: TextForm, version: number): PreparedMessage | undefined {
    const key = keyOf(id, form)
    const young = this.#young.kept.get(key)
    const found = young ?? this.#old.kept.get(key)
    if (found?.message.version !== version || found.since !== since) {
      this.counts.database++
      return undefined
    }
    this.counts.memory++
    if (!young) {
      this.#old.remove(key)
      this.#add(key, found)
    }
    return found.message
  }

  keep(since: object, id: MessageId, form: TextForm, message: PreparedMessage): void {
    const bytes = bytesOf(message)
    // one that is very long would drive out thousands
    if (bytes * 32 > this.#most) return
    const key = keyOf(id, form)
    this.#old.remove(key)
    this.#add(key, { message, bytes, since })
  }

  #add(key: number, one: Kept): void {
    if ((this.#young.bytes + one.bytes) * 2 > this.#most) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    this.#young.add(key, one)
  }
}

const keyOf = (id: MessageId, form: TextForm): number => 2 * id + (form === 'raw' ? 1 : 0)

const byDatabase = new WeakMap<Database, PreparedMessages>()

/** Ids are of a database, so all its organizations share what there is room for. */
export function preparedMessages({ db, services }: Organization): PreparedMessages {
  const known = byDatabase.get(db) ?? new PreparedMessages(messageOptions(services.config).messageCacheMb * 2 ** 20)
  byDatabase.set(db, known)
  return known
}

/** For the metrics; undefined before the first message was read. */
export const preparedOf = (db: Database): PreparedMessages | undefined => byDatabase.get(db)

/**
 * Another object with each loading of memory. A database server that has taken the place of another may count versions
 * from where that one had come to, so nothing is used that was made before.
 */
export const loadingMirror = mirror<object>({ name: 'loading', load: async () => ({}) })

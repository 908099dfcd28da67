import type { MessageId } from '#contract'
import type { Database } from '#platform/db'
import { mirror, type Organization } from '#platform/organization'
import { channelsMirror } from '../channels/mirror.ts'
import { linkifiersMirror } from '../linkifiers/mirror.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { peopleMirror } from '../users/mirror.ts'
import { messageOptions } from './options.ts'
import type { Flagged } from './store/fetch.ts'
import type { EditHistoryEntry } from './wire.ts'

/**
 * What does not depend on who reads a message, nor on what it is called where it stands. Texts are JSON in UTF-8, each
 * byte a character: such texts are put together, and written, without being looked at again.
 */
export interface PreparedMessage {
  /** Of the row that it was made of; see {@link PreparedMessages}. */
  readonly version: number
  /** What flags follow from, beside what is the reader's own. */
  readonly flagged: Flagged
  /** As it is stored. */
  readonly topic: string
  readonly isMe: boolean
  /** Who may see what of it, the organization says. */
  readonly edits: readonly EditHistoryEntry[] | null
  /** From where it was sent to by which client. */
  readonly origin: string
  /** When it was changed; empty for never. */
  readonly changed: string
  readonly content: string
  /** What goes around the lists of reactions and submessages, as it was written last. */
  frame?: Frame
}

/** What of a message depends on memory that mirrors keep, in JSON, each byte a character. */
interface Frame {
  /** Where memory or what is asked for is another, so is this. */
  readonly of: object
  readonly beforeReactions: string
  readonly afterSubmessages: string
}

/** In which form its text is. */
export type TextForm = 'html' | 'raw'

/** An object with its short texts and its frame takes about so much, in bytes. */
const ownBytes = 1_200

const bytesOf = ({ origin, changed, content, topic, edits }: PreparedMessage): number =>
  ownBytes +
  origin.length +
  changed.length +
  content.length +
  2 * topic.length +
  // in the frame once more
  3 * (edits ? JSON.stringify(edits).length : 0)

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

/** What frames are made of. */
const framing = [peopleMirror, channelsMirror, organizationMirror, linkifiersMirror]

interface Framing {
  /** By how it is asked for; other objects whenever something of it may have changed. */
  variants: Map<string, object>
}

/** Follows whatever those mirrors follow, and changes in the same moment. */
export const framingMirror = mirror<Framing>(
  { name: 'framing', load: async () => ({ variants: new Map() }) },
  framing.flatMap(({ followers }) =>
    followers.map(({ names }) => ({
      names,
      follow: (value: Framing) => () => {
        value.variants = new Map()
      },
    })),
  ),
)

/** What a frame has to be made of to be used now, by whoever asks for messages in one of few ways. */
export function framedAs(org: Organization, variant: string): object {
  const { variants } = org.get(framingMirror)
  const known = variants.get(variant) ?? {}
  variants.set(variant, known)
  return known
}

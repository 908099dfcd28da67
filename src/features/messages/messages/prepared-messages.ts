import type { MessageId } from '#contract'
import type { Database } from '#platform/db'
import { cache, type Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { linkifiersCache } from '../../text/custom-links/linkifiers/cache.ts'
import { messageOptions } from './options.ts'
import type { Flagged } from './store/fetch.ts'
import type { EditHistoryEntry } from './wire.ts'

/** Parts independent of reader and names, as JSON in UTF-8 with one character per byte: written without encoding. */
export interface PreparedMessage {
  /** The version of the row; see {@link PreparedMessages}. */
  readonly version: number
  /** The data for flags besides the reader's own. */
  readonly flagged: Flagged
  /** As stored. */
  readonly topic: string
  readonly isMe: boolean
  /** Settings decide who can see which parts. */
  readonly edits: readonly EditHistoryEntry[] | null
  /** From the send time to the client. */
  readonly origin: string
  /** Time of the last edit; empty if never edited. */
  readonly changed: string
  readonly content: string
  /** The fields around reactions and submessages, as last written. */
  frame?: Frame
}

/** The parts of a message that depend on caches, as JSON with one character per byte. */
interface Frame {
  /** Changes with the caches and the requested format. */
  readonly of: object
  readonly beforeReactions: string
  readonly afterSubmessages: string
}

export type TextForm = 'html' | 'raw'

/** Approximate size in bytes of an object with its short texts and its frame. */
const ownBytes = 1_200

const bytesOf = ({ origin, changed, content, topic, edits }: PreparedMessage): number =>
  ownBytes +
  origin.length +
  changed.length +
  content.length +
  2 * topic.length +
  // stored once more in the frame
  3 * (edits ? JSON.stringify(edits).length : 0)

interface Kept {
  readonly message: PreparedMessage
  readonly bytes: number
  /** The loading of the organization's caches after which it was made. */
  readonly since: object
}

/** Two generations: recently used entries, and older ones, which are evicted first. */
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
 * A cache of serialized messages, bounded by bytes. An entry is used only if the reader's snapshot has the row version
 * it was made from, so it's as exact as the snapshot, whichever process changed the message, however far this one
 * follows, and whichever server the snapshot comes from.
 */
class PreparedMessages {
  readonly counts = { memory: 0, database: 0 }
  readonly #most: number
  #young = new Generation()
  #old = new Generation()

  /** `most`: bytes; 0 turns the cache off. */
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
    // a very long message would evict thousands
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

/** IDs are unique per database, so its organizations share one cache. */
export function preparedMessages({ db, services }: Organization): PreparedMessages {
  const known = byDatabase.get(db) ?? new PreparedMessages(messageOptions(services.config).messageCacheMb * 2 ** 20)
  byDatabase.set(db, known)
  return known
}

/** For metrics; undefined before the first message is read. */
export const preparedOf = (db: Database): PreparedMessages | undefined => byDatabase.get(db)

/** Replaced when caches are loaded: after a failover, row versions may repeat, so older entries aren't used. */
export const loadingCache = cache<object>({ name: 'loading', load: async () => ({}) })

const framing = [peopleCache, channelsCache, organizationCache, linkifiersCache]

interface Framing {
  /** By requested format; replaced when their content may have changed. */
  variants: Map<string, object>
}

/** Follows the same events as those caches, and changes at the same time. */
export const framingCache = cache<Framing>(
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

/** The identity that a frame must have to be used, for requests in one of a few formats. */
export function framedAs(org: Organization, variant: string): object {
  const { variants } = org.get(framingCache)
  const known = variants.get(variant) ?? {}
  variants.set(variant, known)
  return known
}

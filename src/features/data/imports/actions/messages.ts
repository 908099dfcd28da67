import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { addImportedFiles, holdImportedFiles } from '../../../messages/attachments/actions/imported.ts'
import {
  type Conversations,
  type ImportedMessage,
  placesOfMessages,
  writeImported,
} from '../../../messages/messages/actions/imported.ts'
import { pinImported } from '../../../messages/pins/actions/imported.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type Draft, type DraftMeans, draftOf, type Times } from '../draft.ts'
import { channelOf, type Import, personId } from '../import.ts'
import { type LinkedPlace, messageUrl, Standins } from '../message-link.ts'
import type { Named } from '../message-text.ts'
import { placeholder } from '../people-plan.ts'
import type { MessageRecord } from '../records.ts'
import { insertMappings, mappedAmong, updateJob } from '../store.ts'
import { composed, type Members, type Part, partsOf, peopleOf } from './compose.ts'
import { fileRow, type KeptFile, type KeptFiles, keepFiles } from './files.ts'
import { writePlaceholders } from './people.ts'

interface Linked {
  place: LinkedPlace
  id: MessageId | undefined
}

interface Ready {
  readonly drafts: readonly Draft[]
  /** The part that each message is made of, at the same index. */
  readonly parts: readonly Part[]
  readonly messages: Promise<readonly ImportedMessage[]>
  readonly files: KeptFiles
  /** Records of the archive that are processed after this batch. */
  readonly done: number
}

export const maxInProgress = 3

/** Writes messages in order, in batches; a batch is rendered while others are written. */
export class MessageWriter {
  readonly #import: Import
  readonly #members: Members
  readonly #met: ReadonlyMap<string, number>
  readonly #standins = new Standins()
  readonly #conversations: Conversations = new Map()
  #recent: Map<string, Linked>[] = []
  #files = new Map<string, KeptFile>()

  /** `met` are the accounts, by key, of everyone that this archive or an earlier one has named so far. */
  constructor(one: Import, met: ReadonlyMap<string, number>) {
    this.#import = one
    this.#met = met
    this.#members = new Map(
      [...one.channels].map(([key, { record }]) => [
        key,
        new Set(record.members.flatMap(({ person }) => personId(one, person) ?? [])),
      ]),
    )
  }

  /**
   * Does everything except writing. `again` are messages that an interrupted run wrote: they only count for the report.
   */
  async prepare(
    { again, fresh: records, done }: { again: readonly MessageRecord[]; fresh: readonly MessageRecord[]; done: number },
    times: Times,
    now: Date,
  ): Promise<Ready> {
    const one = this.#import
    await this.#meet([...again, ...records])
    for (const record of again) draftOf(record, times, { ...one, now, named: () => this.#named(record, none, nothing) })
    const files = await keepFiles(one, records, this.#files)
    // files without a row are known only here
    if (this.#files.size > 10_000) this.#files = new Map([...this.#files].filter(([, { id }]) => id === undefined))
    const links = await this.#links(records)
    const means: DraftMeans = { ...one, now, named: (record) => this.#named(record, files, links) }
    const drafts = records.flatMap((record) => draftOf(record, times, means) ?? [])
    this.#remember(drafts)
    const parts = partsOf(drafts)
    const messages = composed(one, parts, this.#members)
    // write() awaits this and handles the failure; until then it must not count as unhandled
    messages.catch(() => {})
    return { drafts, messages, parts, files, done }
  }

  async #meet(records: readonly MessageRecord[]): Promise<void> {
    const one = this.#import
    const unmet = new Set<string>()
    for (const { sender, place } of records)
      for (const key of 'people' in place ? [sender, ...place.people] : [sender])
        if (key !== '' && one.people.get(key)?.id === undefined) unmet.add(key)
    for (const key of unmet) {
      const id = this.#met.get(key) as UserId | undefined
      if (id === undefined) continue
      one.people.set(key, { ...placeholder(key, one.originName), id })
      unmet.delete(key)
    }
    if (unmet.size > 0) await writePlaceholders(one, [...unmet])
  }

  async write({ drafts, messages: rendered, parts, files, done }: Ready): Promise<void> {
    const one = this.#import
    const { org, job } = one
    const messages = await rendered
    const idsByKey = new Map<string, MessageId>()
    const made = await org.transact(null, async (mutation) => {
      const known: Conversations = new Map(this.#conversations)
      const fileIds = await this.#insertFiles(mutation, drafts, files)
      const firstIds = new Map<string, MessageId>()
      const ids = await writeImported(mutation, {
        messages,
        after: job.after_message_id,
        known,
        named: (text, ids) => {
          if (firstIds.size === 0)
            for (const [index, { draft, isFirst }] of parts.entries())
              if (isFirst) firstIds.set(draft.record.key, ids[index] as MessageId)
          return this.#standins.replace(text, (key) => firstIds.get(key) ?? this.#linked(key)?.id)
        },
      })
      const mappings = parts.flatMap(({ draft, isFirst }, index) =>
        isFirst ? [{ key: draft.record.key, id: ids[index] as MessageId, made: true }] : [],
      )
      await insertMappings(mutation.tx, job, 'message', mappings)
      await holdImportedFiles(mutation, holdings(parts, ids, files, fileIds))
      await this.#pin(mutation, parts, ids)
      await updateJob(mutation.tx, job.id, { done })
      return { known, mappings, fileIds }
    })
    for (const [key, id] of made.known) this.#conversations.set(key, id)
    for (const [file, id] of made.fileIds) file.id = id
    for (const { key, id } of made.mappings) idsByKey.set(key, id)
    for (const batch of this.#recent) for (const [key, linked] of batch) linked.id ??= idsByKey.get(key)
  }

  async #insertFiles(mutation: Mutation, drafts: readonly Draft[], files: KeptFiles): Promise<Map<KeptFile, number>> {
    const owners = new Map<KeptFile, { owner: UserId; at: Date }>()
    for (const { record, sentAt } of drafts)
      for (const source of record.files) {
        const file = files.get(source)
        const owner = personId(this.#import, record.sender)
        if (file && file.id === undefined && owner !== undefined && !owners.has(file))
          owners.set(file, { owner, at: sentAt })
      }
    const fresh = [...owners.keys()].filter(({ row }) => row)
    const rows = fresh.flatMap((file) => {
      const { owner, at } = owners.get(file) as { owner: UserId; at: Date }
      return fileRow(file, owner, at)
    })
    const ids = rows.length > 0 ? await addImportedFiles(mutation, rows) : []
    const made = new Map(fresh.map((file, index) => [file, ids[index] as number]))
    const mappings = [...made].flatMap(([{ key }, id]) => (key === undefined ? [] : [{ key, id, made: true }]))
    await insertMappings(mutation.tx, this.#import.job, 'file', mappings)
    return made
  }

  async #pin(mutation: Mutation, parts: Ready['parts'], ids: readonly MessageId[]): Promise<void> {
    const pinned = parts.flatMap(({ draft: { record }, isFirst }, index) => {
      const channel = 'channel' in record.place ? channelOf(this.#import, record.place.channel) : undefined
      const by = personId(this.#import, record.sender)
      if (!isFirst || !record.isPinned || !channel || by === undefined) return []
      return [{ messageId: ids[index] as MessageId, channel, by }]
    })
    await pinImported(mutation, pinned)
  }

  /** The last batches may not be written yet: their messages have a place, but no id. */
  #remember(drafts: readonly Draft[]): void {
    const batch = new Map<string, Linked>()
    for (const { record, topic } of drafts) {
      const place = this.#linkedPlace(record, topic)
      if (place) batch.set(record.key, { place, id: undefined })
    }
    this.#recent = [batch, ...this.#recent.slice(0, 2 * maxInProgress)]
  }

  #linkedPlace({ place, sender }: MessageRecord, topic: string): LinkedPlace | undefined {
    if ('people' in place) return { people: peopleOf(this.#import, place.people, sender) }
    const channel = channelOf(this.#import, place.channel)
    return channel && { channel, topic }
  }

  #linked(key: string): Linked | undefined {
    return this.#recent.find((batch) => batch.has(key))?.get(key)
  }

  async #links(records: readonly MessageRecord[]): Promise<Map<string, string>> {
    const { org, job } = this.#import
    const wanted = new Set<string>()
    const texts = records.flatMap(({ text, history = [] }) => [text, ...history.map((state) => state.text ?? [])])
    for (const piece of texts.flat()) if (typeof piece !== 'string' && 'message' in piece) wanted.add(piece.message)
    const urls = new Map<string, string>()
    if (wanted.size === 0) return urls
    const here = new Map(records.map((record) => [record.key, record]))
    const far: string[] = []
    for (const key of wanted) {
      const record = here.get(key)
      const topic = record && 'channel' in record.place ? record.place.topic : ''
      const linked = this.#linked(key)
      const place = linked?.place ?? (record && this.#linkedPlace(record, topic))
      if (place) urls.set(key, messageUrl(place, linked?.id ?? this.#standins.of(key)))
      else far.push(key)
    }
    if (far.length === 0) return urls
    const mapped = await org.db.read((tx) => mappedAmong(tx, job.origin_id, 'message', far))
    const places = new Map(
      (
        await placesOfMessages(
          org,
          mapped.map(({ mapped_id }) => mapped_id),
        )
      ).map((row) => [row.id as number, row]),
    )
    const names = new Map([...this.#import.channels.values()].map(({ id, name }) => [id as number, name]))
    for (const { key, mapped_id } of mapped) {
      const row = places.get(mapped_id)
      if (!row) continue
      const place: LinkedPlace =
        row.channel_id === null
          ? { people: row.member_ids ?? [] }
          : { channel: { id: row.channel_id, name: names.get(row.channel_id) ?? '' }, topic: row.topic }
      urls.set(key, messageUrl(place, mapped_id))
    }
    return urls
  }

  #named(record: MessageRecord, files: KeptFiles, links: ReadonlyMap<string, string>): Named {
    const { people, groups, channels, report } = this.#import
    return {
      person: (key) => {
        const person = people.get(key)
        return person?.id === undefined ? undefined : { id: person.id, name: this.#account(person.id).fullName }
      },
      group: (key) => groups.get(key)?.name,
      channel: (key) => channels.get(key)?.name,
      message: (key) => links.get(key),
      file: (place) => {
        const source = record.files[place]
        const file = source && files.get(source)
        return source && { name: file?.name ?? source.name, url: file?.url }
      },
      unknown: (what, label) => report.lose({ loss: `Mentions of unknown ${what}`, where: `${record.key}: ${label}` }),
    }
  }

  #account(id: UserId): Account {
    return this.#import.org.get(peopleCache).byId.get(id) as Account
  }
}

const none: KeptFiles = new Map()
const nothing: ReadonlyMap<string, string> = new Map()

/** Of a split message, the part that links to a file holds it. */
function holdings(
  parts: Ready['parts'],
  ids: readonly MessageId[],
  files: KeptFiles,
  made: ReadonlyMap<KeptFile, number>,
): { attachmentId: number; messageId: MessageId }[] {
  return parts.flatMap(({ draft }, index) =>
    draft.record.files.flatMap((source) => {
      const file = files.get(source)
      const attachmentId = file && (file.id ?? made.get(file))
      return attachmentId === undefined ? [] : [{ attachmentId, messageId: ids[index] as MessageId }]
    }),
  )
}

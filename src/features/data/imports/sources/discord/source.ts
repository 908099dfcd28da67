import { Outbound } from '#platform/outbound'
import type { Archive } from '../../containers/archive.ts'
import { type Fields, fieldIn, fieldsOf, lineIn, numberIn, recordsIn, textIn } from '../../containers/fields.ts'
import { jsonList } from '../../containers/json-list.ts'
import { openArchive } from '../../containers/open-archive.ts'
import { type Catalog, type ChannelRecord, type Source, type SourceMeans, Unreadable } from '../../records.ts'
import { converting } from '../conversion.ts'
import { type Placing, SortedArchive } from '../sorted-archive.ts'
import { TopicNames } from '../topic-names.ts'
import { type FileRequests, isHostOf, VendorFiles } from '../vendor-files.ts'
import type { Conversation } from './conversations.ts'
import { type Document, documentsOf } from './documents.ts'
import { DiscordFiles } from './files.ts'
import { type DiscordContext, isTaken, messagesOf, momentOf } from './messages.ts'
import { peopleIn, personOf } from './people.ts'
import { isEmpty, type Names, rolesOf } from './text.ts'

export const isDiscord = isHostOf('cdn.discordapp.com', 'media.discordapp.net')

/** JSON files of DiscordChatExporter: a file of one channel, or a folder or zip file of several. */
export const discordSource = (
  ask: () => FileRequests = () => new Outbound(),
  isVendor: (url: URL) => boolean = isDiscord,
): Source => ({
  name: 'discord',
  async open(file, means) {
    const archive = await openArchive(file, { ...means, beside: (name) => [`${name}_Files`] })
    const documents = await documentsOf(archive)
    if (documents.length === 0) {
      await archive.close()
      throw new Unreadable('This is no export of Discord: no file of JSON has a channel and messages.')
    }
    return new DiscordArchive(archive, documents, means, new VendorFiles(ask(), isVendor, means.download))
  },
})

interface Spooled {
  at: number
  message: Fields
}

class DiscordArchive extends SortedArchive<Spooled> {
  readonly neverThere = [
    'Email addresses, so people can’t be matched with accounts',
    'Who is in which channel and who may do what: channels come private, with those in them who have written there',
    'Polls, buttons and menus, tags of forums, and times of reactions',
    'Threads and channels that the exporter was not asked for or could not see',
    'Files whose addresses have died, as they do after a day',
  ]
  readonly #documents: readonly Document[]
  readonly #vendor: VendorFiles
  readonly #files: DiscordFiles
  readonly #roles = new Map<string, string>()
  readonly #byId = new Map<string, Conversation>()
  readonly #topics = new Map<string, string>()
  readonly #authors = new Map<string, Set<string>>()
  #count = 0
  #emptyCount = 0

  constructor(archive: Archive, documents: readonly Document[], means: SourceMeans, vendor: VendorFiles) {
    super(archive, means)
    this.#documents = documents
    this.#vendor = vendor
    this.#files = new DiscordFiles(archive, vendor, means.lose)
  }

  protected override placing(): Placing<Spooled> {
    const context: DiscordContext = {
      times: this.times,
      files: this.#files,
      names: this.#names,
      topicOf: (thread) => this.#topics.get(thread),
      peopleOf: (conversation) => [...(this.#authors.get(conversation) ?? [])],
      lose: this.means.lose,
    }
    return ({ at, message }) => {
      const { conversation, name } = this.#documents[at]!
      return messagesOf(message, conversation, name, context)
    }
  }

  /** Parts of a channel can overlap; ids are globally unique. */
  protected override keyOf({ message }: Spooled): string {
    return textIn(message, 'id') ?? ''
  }

  override async close(): Promise<void> {
    await this.#vendor.close()
    await super.close()
  }

  readonly #names: Names = {
    person: (key) => this.people.get(key)?.fullName,
    role: (key) => this.#roles.get(key),
    place: (key) => {
      const found = this.#byId.get(key)
      return found && { channel: found.channel, channelName: found.channelName, topic: this.#topics.get(key) }
    },
  }

  protected override async read(): Promise<Catalog> {
    this.begin(this.#documents.map(({ name }) => this.archive.files.get(name)))
    const names = new TopicNames()
    for (const { conversation } of this.#documents) {
      if (this.#byId.has(conversation.id)) continue
      this.#byId.set(conversation.id, conversation)
      if (conversation.kind === 'thread')
        this.#topics.set(conversation.id, names.named(conversation.channel, conversation.name))
    }
    for (const [at, document] of this.#documents.entries()) await this.#readDocument(document, at)
    this.#nameTheSilent()
    if (this.#count > 20 && this.#emptyCount > this.#count * 0.9)
      this.means.lose({
        loss: 'Nearly all messages are empty: the exporter had no right to read what they say',
        where: `${this.#emptyCount} of ${this.#count}`,
      })
    const guild = this.#documents.map((document) => document.guild).find((one) => (textIn(one, 'id') ?? '0') !== '0')
    return {
      organization: { key: textIn(guild, 'id'), name: lineIn(guild, 'name') },
      people: [...this.people.values()],
      groups: [],
      emoji: [...this.emoji.values()],
      channels: this.#channels(),
    }
  }

  /** Exports don't say who can read a channel, so only its authors can. */
  #channels(): ChannelRecord[] {
    const channels = new Map<string, ChannelRecord>()
    for (const { kind, channel, channelName, description } of this.#byId.values()) {
      if (kind === 'people' || (channels.has(channel) && kind === 'thread')) continue
      channels.set(channel, {
        key: channel,
        name: channelName,
        description,
        isPrivate: true,
        historyIsShared: true,
        isArchived: false,
        members: [...(this.#authors.get(channel) ?? [])].map((person) => ({ person })),
      })
    }
    return [...channels.values()]
  }

  /** In a direct conversation, one person may never have written; the conversation has their name. */
  #nameTheSilent(): void {
    for (const { id, kind, name } of this.#byId.values()) {
      const authors = this.#authors.get(id)
      if (kind !== 'people' || !authors || authors.size > 1) continue
      const known = [...this.people.values()].find(({ key, fullName }) => fullName === name && !authors.has(key))
      const key = known?.key ?? `${id}/other`
      if (authors.size === 1 && this.people.get([...authors][0]!)?.fullName === name) continue
      authors.add(key)
      if (!known) this.people.set(key, { key, fullName: name, role: 'member', isBot: false, isActive: false })
    }
  }

  async #readDocument({ name, conversation }: Document, at: number): Promise<void> {
    let count = 0
    try {
      const counted = this.means.meter.counting(await this.archive.files.get(name)!.open())
      for await (const part of jsonList(counted, 'messages', converting(this.means, name))) {
        const fields = part.kind === 'broken' ? undefined : fieldsOf(part.value)
        if (part.kind === 'around') {
          const told = numberIn(fields, 'messageCount')
          if (told === undefined || told > count) this.lose('Exports of channels that are cut off', name)
        } else {
          count++
          if (!fields) this.lose('Records that cannot be read', `${name}: ${part.kind === 'broken' ? part.reason : ''}`)
          else await this.#note(fields, conversation, name, at)
        }
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.lose('Files of the archive that cannot be read', error.message)
    }
  }

  async #note(message: Fields, { id, channel }: Conversation, document: string, at: number): Promise<void> {
    const key = textIn(message, 'id')
    const where = `${document} ${key ?? ''}`
    const author = textIn(fieldIn(message, 'author'), 'id')
    if (!this.times.iso(textIn(message, 'timestamp'))) return this.lose('Messages without a time that can be', where)
    if (key === undefined || author === undefined) return this.lose('Messages without an author or an id', where)
    if (!isTaken(message, where, this.means.lose)) return
    this.#count++
    if (isEmpty(message)) this.#emptyCount++
    const people = peopleIn(message)
    for (const one of people) {
      const person = personOf(one)
      if (person && !this.people.has(person.key)) this.people.set(person.key, person)
    }
    for (const [role, name] of rolesOf(people)) this.#roles.set(role, name)
    for (const place of new Set([id, channel])) {
      const authors = this.#authors.get(place)
      if (authors) authors.add(author)
      else this.#authors.set(place, new Set([author]))
    }
    this.#noteEmoji(message, document)
    await this.keep(momentOf(message), { at, message })
  }

  /** Custom emoji are known only if they were used and their pictures were exported. */
  #noteEmoji(message: Fields, document: string): void {
    const used = [
      ...recordsIn(message, 'inlineEmojis'),
      ...recordsIn(message, 'reactions').map((one) => fieldIn(one, 'emoji')),
    ]
    for (const emoji of used) {
      const name = lineIn(emoji, 'name')
      if (name === undefined || textIn(emoji, 'id') === undefined || this.emoji.has(name)) continue
      const image = this.#files.file(textIn(emoji, 'imageUrl'), document, name)
      if (image) this.emoji.set(name, { name, image })
    }
  }
}

import type { Archive } from '../../containers/archive.ts'
import { Bounds } from '../../containers/bounds.ts'
import { asJson } from '../../containers/bson-documents.ts'
import { type Fields, fieldIn, isSet, lineIn, Times, textIn, textsIn } from '../../containers/fields.ts'
import { openArchive } from '../../containers/open-archive.ts'
import { TimeSpool } from '../../containers/time-spool.ts'
import type {
  Catalog,
  EmojiRecord,
  MembershipRecord,
  MessageRecord,
  OpenSource,
  PersonRecord,
  Source,
  SourceMeans,
} from '../../records.ts'
import { addOne, Threads } from '../threads.ts'
import { Collections } from './collections.ts'
import { KeptFiles } from './kept-files.ts'
import { isTaken, messagesOf, type RocketContext } from './messages.ts'
import { isVisitor, personOf, strangerOf } from './people.ts'
import { Rooms } from './rooms.ts'

/** A dump of the database, as `mongodump` writes it: the folder, or a zip file of it. */
export const rocketChat: Source = {
  name: 'rocket-chat',
  async open(file, means) {
    const archive = await openArchive(file, means)
    try {
      const size = [...archive.files.values()].reduce((sum, one) => sum + one.size, 0)
      const bounds = new Bounds(means.scratch, size)
      return new RocketArchive(archive, new Collections(archive, bounds, means.lose), bounds, means)
    } catch (error) {
      await archive.close()
      throw error
    }
  },
}

class RocketArchive implements OpenSource {
  readonly neverThere = [
    'Messages that are encrypted from end to end',
    'Files that lie outside of the database, on a disk or with a storage service',
    'When somebody reacted, and messages that were deleted',
    'Conversations with visitors of a web site, and calls',
    'Pictures of people, permissions, and what is unread',
  ]
  readonly #archive: Archive
  readonly #collections: Collections
  readonly #bounds: Bounds
  readonly #means: SourceMeans
  readonly #times = new Times(new Date())
  readonly #people = new Map<string, PersonRecord>()
  readonly #idByName = new Map<string, string>()
  readonly #members = new Map<string, Map<string, MembershipRecord>>()
  readonly #rooms = new Rooms()
  readonly #skipped = new Set<string>()
  readonly #replies = new Map<string, number>()
  readonly #emoji = new Map<string, EmojiRecord>()
  readonly #files: KeptFiles
  readonly #spool: TimeSpool<Fields>
  #catalog: Promise<Catalog> | undefined

  constructor(archive: Archive, collections: Collections, bounds: Bounds, means: SourceMeans) {
    this.#archive = archive
    this.#collections = collections
    this.#bounds = bounds
    this.#means = means
    this.#files = new KeptFiles(means.scratch)
    this.#spool = new TimeSpool(means.scratch, 'rocket-chat')
  }

  catalog(): Promise<Catalog> {
    this.#catalog ??= this.#read()
    return this.#catalog
  }

  async *messages(): AsyncGenerator<MessageRecord> {
    await this.catalog()
    const threads = new Threads()
    const context: RocketContext = {
      times: this.#times,
      rooms: this.#rooms,
      files: this.#files,
      names: { person: (name) => this.#idByName.get(name), channel: (name) => this.#rooms.named(name) },
      replies: this.#replies,
      emoji: new Set(this.#emoji.keys()),
      lose: this.#means.lose,
    }
    for await (const { value } of this.#spool.sorted()) yield* messagesOf(value, threads, context)
  }

  async close(): Promise<void> {
    await this.#spool.close()
    await this.#files.close()
    await this.#archive.close()
  }

  async #read(): Promise<Catalog> {
    for await (const raw of this.#collections.documents('users')) this.#notePerson(asJson(raw))
    for await (const raw of this.#collections.documents('rocketchat_room')) this.#noteRoom(asJson(raw))
    for await (const raw of this.#collections.documents('rocketchat_subscription')) this.#noteMember(asJson(raw))
    const channels = this.#rooms.settle(this.#members, this.#times, (name) => this.#idByName.get(name))
    await this.#files.read(this.#collections, 'rocketchat_uploads', this.#bounds)
    await this.#files.read(this.#collections, 'custom_emoji', this.#bounds)
    await this.#readEmoji()
    for await (const raw of this.#collections.documents('rocketchat_message')) await this.#noteMessage(asJson(raw))
    return {
      organization: {},
      people: [...this.#people.values()],
      groups: [],
      emoji: [...this.#emoji.values()],
      channels,
    }
  }

  #notePerson(fields: Fields): void {
    const person = personOf(fields, this.#times)
    if (isVisitor(fields)) return
    if (!person) {
      this.#lose('People without an id', '')
      return
    }
    this.#people.set(person.key, person)
    const name = textIn(fields, 'username')
    if (name !== undefined) this.#idByName.set(name, person.key)
    // older servers keep rooms with people
    for (const room of textsIn(fields, '__rooms')) this.#addMember(room, { person: person.key })
  }

  #noteRoom(fields: Fields): void {
    const id = textIn(fields, '_id')
    if (id === undefined) this.#lose('Rooms without an id', '')
    else if (/^[cpd]$/.test(textIn(fields, 't') ?? '')) this.#rooms.add(id, fields)
    else this.#skipped.add(id)
  }

  #noteMember(fields: Fields): void {
    const room = textIn(fields, 'rid')
    const person = textIn(fieldIn(fields, 'u'), '_id')
    if (room !== undefined && person !== undefined) this.#addMember(room, { person, isPinned: isSet(fields, 'f') })
  }

  #addMember(room: string, member: MembershipRecord): void {
    const members = this.#members.get(room)
    if (members) members.set(member.person, member)
    else this.#members.set(room, new Map([[member.person, member]]))
  }

  async #readEmoji(): Promise<void> {
    const idByName = new Map<string, string>()
    for await (const raw of this.#collections.documents('custom_emoji.files')) {
      const file = asJson(raw)
      idByName.set(lineIn(file, 'filename') ?? '', textIn(file, '_id') ?? '')
    }
    for await (const raw of this.#collections.documents('rocketchat_custom_emoji')) {
      const fields = asJson(raw)
      const name = lineIn(fields, 'name') ?? ''
      const fileName = `${name}.${lineIn(fields, 'extension') ?? 'png'}`
      const image = this.#files.file('custom_emoji', idByName.get(fileName) ?? fileName, { name: fileName })
      if (!image || name === '') this.#lose('Emoji without a picture', name)
      else for (const one of [name, ...textsIn(fields, 'aliases')]) this.#emoji.set(one, { name: one, image })
    }
  }

  async #noteMessage(message: Fields): Promise<void> {
    const where = textIn(message, '_id') ?? ''
    const author = fieldIn(message, 'u')
    const sender = textIn(author, '_id')
    const time = this.#times.iso(textIn(message, 'ts'))
    if (this.#skipped.has(textIn(message, 'rid') ?? '')) return this.#lose('Messages of visitors and calls', where)
    if (!time) return this.#lose('Messages without a time that can be', where)
    if (sender === undefined || where === '') return this.#lose('Messages without an author or an id', where)
    if (!isTaken(message, where, this.#means.lose)) return
    if (!this.#people.has(sender)) this.#people.set(sender, strangerOf(sender, author))
    const root = textIn(message, 'tmid')
    if (root !== undefined) addOne(this.#replies, root)
    // a server's own reading of the text, which can be larger than all the rest
    const { md: _md, urls: _urls, ...rest } = message
    await this.#spool.add(time.getTime(), rest)
  }

  #lose(loss: string, where: string): void {
    this.#means.lose({ loss, where })
  }
}

import type { Archive } from '../../containers/archive.ts'
import { Bounds } from '../../containers/bounds.ts'
import { asJson } from '../../containers/bson-documents.ts'
import { type Fields, fieldIn, isSet, lineIn, textIn, textsIn } from '../../containers/fields.ts'
import { openArchive } from '../../containers/open-archive.ts'
import type { Catalog, MembershipRecord, Source, SourceMeans } from '../../records.ts'
import { type Placing, SortedArchive } from '../sorted-archive.ts'
import { addOne, Threads } from '../threads.ts'
import { Collections } from './collections.ts'
import { KeptFiles } from './kept-files.ts'
import { isTaken, messagesOf, type RocketContext } from './messages.ts'
import { isVisitor, personOf, strangerOf } from './people.ts'
import type { Caretakers } from './room-permissions.ts'
import { Rooms } from './rooms.ts'

/** A dump written by `mongodump`: the folder, or a zip file of it. */
export const rocketChat: Source = {
  name: 'rocket-chat',
  async open(file, means) {
    const archive = await openArchive(file, means)
    try {
      const size = [...archive.files.values()].reduce((sum, one) => sum + one.size, 0)
      const bounds = new Bounds(means.scratch, size)
      return new RocketArchive(archive, new Collections(archive, bounds, means), bounds, means)
    } catch (error) {
      await archive.close()
      throw error
    }
  },
}

class RocketArchive extends SortedArchive<Fields> {
  readonly neverThere = [
    'Messages that are encrypted from end to end',
    'Files that lie outside of the database, on a disk or with a storage service',
    'Times of reactions, and deleted messages',
    'Conversations with visitors of a web site, and calls',
    'Pictures of people, what is unread, and permissions beside who owns a room and who may write in it',
  ]
  readonly #collections: Collections
  readonly #bounds: Bounds
  readonly #idByName = new Map<string, string>()
  readonly #members = new Map<string, Map<string, MembershipRecord>>()
  readonly #caretakers = new Map<string, Caretakers>()
  readonly #rooms = new Rooms()
  readonly #skipped = new Set<string>()
  readonly #replies = new Map<string, number>()
  readonly #files: KeptFiles

  constructor(archive: Archive, collections: Collections, bounds: Bounds, means: SourceMeans) {
    super(archive, means)
    this.#collections = collections
    this.#bounds = bounds
    this.#files = new KeptFiles(means.scratch)
  }

  protected override placing(): Placing<Fields> {
    const threads = new Threads()
    const context: RocketContext = {
      times: this.times,
      rooms: this.#rooms,
      files: this.#files,
      names: { person: (name) => this.#idByName.get(name), channel: (name) => this.#rooms.named(name) },
      replies: this.#replies,
      emoji: new Set(this.emoji.keys()),
      lose: this.means.lose,
    }
    return (message) => messagesOf(message, threads, context)
  }

  override async close(): Promise<void> {
    await this.#files.close()
    await super.close()
  }

  protected override async read(): Promise<Catalog> {
    this.begin(this.#collections.files())
    for await (const raw of this.#collections.documents('users')) this.#notePerson(asJson(raw))
    for await (const raw of this.#collections.documents('rocketchat_room')) this.#noteRoom(asJson(raw))
    for await (const raw of this.#collections.documents('rocketchat_subscription')) this.#noteMember(asJson(raw))
    const channels = this.#rooms.settle(
      this.#members,
      this.#caretakers,
      this.times,
      (name) => this.#idByName.get(name),
      (loss, where) => this.lose(loss, where),
    )
    await this.#files.read(this.#collections, 'rocketchat_uploads', this.#bounds)
    await this.#files.read(this.#collections, 'custom_emoji', this.#bounds)
    await this.#readEmoji()
    for await (const raw of this.#collections.documents('rocketchat_message')) await this.#noteMessage(asJson(raw))
    return {
      organization: {},
      people: [...this.people.values()],
      groups: [],
      emoji: [...this.emoji.values()],
      channels,
    }
  }

  #notePerson(fields: Fields): void {
    const person = personOf(fields, this.times)
    if (isVisitor(fields)) return
    if (!person) {
      this.lose('People without an id', '')
      return
    }
    this.people.set(person.key, person)
    const name = textIn(fields, 'username')
    if (name !== undefined) this.#idByName.set(name, person.key)
    // older servers list rooms in the user document
    for (const room of textsIn(fields, '__rooms')) this.#addMember(room, { person: person.key })
  }

  #noteRoom(fields: Fields): void {
    const id = textIn(fields, '_id')
    if (id === undefined) this.lose('Rooms without an id', '')
    else if (/^[cpd]$/.test(textIn(fields, 't') ?? '')) this.#rooms.add(id, fields)
    else this.#skipped.add(id)
  }

  #noteMember(fields: Fields): void {
    const room = textIn(fields, 'rid')
    const person = textIn(fieldIn(fields, 'u'), '_id')
    if (room === undefined || person === undefined) return
    this.#addMember(room, { person, isPinned: isSet(fields, 'f') })
    const roles = textsIn(fields, 'roles')
    const caretakers = this.#caretakers.get(room) ?? { owners: [], moderators: [] }
    if (roles.includes('owner')) caretakers.owners.push(person)
    if (roles.includes('moderator')) caretakers.moderators.push(person)
    if (roles.length > 0) this.#caretakers.set(room, caretakers)
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
      if (!image || name === '') this.lose('Emoji without a picture', name)
      else for (const one of [name, ...textsIn(fields, 'aliases')]) this.emoji.set(one, { name: one, image })
    }
  }

  async #noteMessage(message: Fields): Promise<void> {
    const where = textIn(message, '_id') ?? ''
    const author = fieldIn(message, 'u')
    const sender = textIn(author, '_id')
    const time = this.times.iso(textIn(message, 'ts'))
    if (this.#skipped.has(textIn(message, 'rid') ?? '')) return this.lose('Messages of visitors and calls', where)
    if (!time) return this.lose('Messages without a time that can be', where)
    if (sender === undefined || where === '') return this.lose('Messages without an author or an id', where)
    if (!isTaken(message, where, this.means.lose)) return
    if (!this.people.has(sender)) this.people.set(sender, strangerOf(sender, author))
    const root = textIn(message, 'tmid')
    if (root !== undefined) addOne(this.#replies, root)
    // the server's parsed text, which can be larger than everything else
    const { md: _md, urls: _urls, ...rest } = message
    await this.keep(time.getTime(), rest)
  }
}

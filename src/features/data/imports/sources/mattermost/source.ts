import { parsedJson } from '#contract'
import type { Archive, ArchivedFile } from '../../containers/archive.ts'
import { type Fields, fieldIn, fieldsOf, lineIn, textIn } from '../../containers/fields.ts'

import { linesOf } from '../../containers/lines.ts'
import { openArchive } from '../../containers/open-archive.ts'
import {
  type Catalog,
  type ChannelRecord,
  type MembershipRecord,
  type PersonRecord,
  type Source,
  type SourceMeans,
  Unreadable,
} from '../../records.ts'
import { converting } from '../conversion.ts'
import { type Placing, SortedArchive } from '../sorted-archive.ts'
import { Threads } from '../threads.ts'
import { fileAt } from './files.ts'
import { type MattermostContext, messagesOf, type Spooled, spooledOf } from './messages.ts'
import { botOf, channelKey, isGone, looksAfter, membershipsOf, personOf, strangerOf, usernameIn } from './people.ts'
import { Schemes } from './schemes.ts'

/** A bulk export: only its lines, with the folder `data` next to them, or a zip file or folder with both. */
export const mattermost: Source = {
  name: 'mattermost',
  async open(file, means) {
    const archive = await openArchive(file, { ...means, beside: () => ['data', 'exported_emoji'] })
    for (const candidate of archive.files.values())
      if (/^[^/]+\.jsonl?$/.test(candidate.name) && (await isExport(candidate)))
        return new MattermostArchive(archive, candidate, means)
    await archive.close()
    throw new Unreadable('This is no bulk export of Mattermost: no file of lines begins with its version.')
  },
}

async function isExport(file: ArchivedFile): Promise<boolean> {
  for await (const line of linesOf(await file.open())) {
    const fields = fieldsOf(parsedJson((line ?? '').replace(/^\ufeff/, '')))
    if (line === null || line.trim() !== '') return textIn(fields, 'type') === 'version'
  }
  return false
}

class MattermostArchive extends SortedArchive<Spooled> {
  readonly neverThere = [
    'Deleted messages and edit history',
    'Targets of links to single messages: the export has no message IDs',
    'Archived channels, attachments, and profile pictures, unless the export included them',
    'Groups, sidebar categories, drafts, webhooks, and plugin data such as poll votes',
    'Permissions other than who can post in a channel and who administers it',
  ]
  readonly #lines: ArchivedFile
  readonly #authors = new Set<string>()
  readonly #teams = new Map<string, string>()
  readonly #channels = new Map<string, ChannelRecord>()
  readonly #members = new Map<string, MembershipRecord[]>()
  readonly #schemes = new Schemes()
  readonly #schemeOf = new Map<string, string>()
  readonly #schemeOfTeam = new Map<string, string>()
  readonly #caretakers = new Map<string, Set<string>>()

  constructor(archive: Archive, lines: ArchivedFile, means: SourceMeans) {
    super(archive, means)
    this.#lines = lines
  }

  protected override placing(): Placing<Spooled> {
    const threads = new Threads()
    const seen = new Map<string, number>()
    const context: MattermostContext = {
      archive: this.archive,
      times: this.times,
      names: {
        isPerson: (key) => this.people.has(key),
        channel: (team, name) => this.#channels.get(channelKey(team, name)),
      },
      channels: this.#channels,
      emoji: new Set(this.emoji.keys()),
      unique(key) {
        const before = seen.get(key) ?? 0
        seen.set(key, before + 1)
        return before === 0 ? key : `${key}/${before + 1}`
      },
      lose: this.means.lose,
    }
    let moment = 0
    return (value, time) => {
      if (time !== moment) seen.clear()
      moment = time
      return messagesOf(value, threads, context)
    }
  }

  protected override async read(): Promise<Catalog> {
    this.begin([this.#lines])
    let number = 0
    const counted = this.means.meter.counting(await this.#lines.open())
    for await (const line of linesOf(counted, converting(this.means, this.#lines.name))) {
      number++
      const text = line?.replace(/^\ufeff/, '')
      if (text?.trim() === '') continue
      const fields = fieldsOf(parsedJson(text ?? ''))
      const type = textIn(fields, 'type')
      const record = type === undefined ? undefined : fieldIn(fields, type)
      if (type === undefined || (!record && type !== 'version')) this.#lose('Lines that cannot be read', number)
      else if (record) await this.#note(type, record, number)
    }
    for (const author of this.#authors) if (!this.people.has(author)) this.people.set(author, strangerOf(author))
    const channels = this.#named()
    return {
      organization: this.#teams.size === 1 ? { name: [...this.#teams.values()][0] } : {},
      people: [...this.people.values()],
      groups: [],
      emoji: [...this.emoji.values()],
      channels,
    }
  }

  /** With members. If several teams have a channel of the same name, the team's name is added. */
  #named(): ChannelRecord[] {
    const count = new Map<string, number>()
    for (const { name } of this.#channels.values()) count.set(name, (count.get(name) ?? 0) + 1)
    for (const [key, channel] of this.#channels) {
      const team = key.slice(0, key.indexOf('/'))
      const isCommon = this.#teams.size > 1 && (count.get(channel.name) ?? 0) > 1
      const name = isCommon ? `${channel.name} (${this.#teams.get(team) ?? team})` : channel.name
      const scheme = this.#schemeOf.get(key)
      const schemes = { channel: scheme, team: this.#schemeOfTeam.get(team) }
      const decides = schemes.channel ?? schemes.team
      if (decides !== undefined && !this.#schemes.has(decides))
        this.means.lose({ loss: 'Channels with a permission scheme that is not in the export', where: name })
      const permissions = this.#schemes.permissions(schemes, [...(this.#caretakers.get(key) ?? [])])
      this.#channels.set(key, { ...channel, name, members: this.#members.get(key) ?? [], permissions })
    }
    return [...this.#channels.values()]
  }

  async #note(type: string, record: Fields, line: number): Promise<void> {
    switch (type) {
      case 'team':
        return this.#noteTeam(record)
      case 'scheme':
        return this.#schemes.addScheme(record)
      case 'role':
        return this.#schemes.addRole(record)
      case 'channel':
        return this.#noteChannel(record, line)
      case 'user':
      case 'bot':
        return this.#notePerson(type === 'bot' ? botOf(record) : personOf(record, this.archive), record, line)
      case 'emoji':
        return this.#noteEmoji(record, line)
      case 'post':
      case 'direct_post':
        return this.#notePost(record, line)
    }
  }

  #noteTeam(record: Fields): void {
    const name = lineIn(record, 'name') ?? ''
    this.#teams.set(name, lineIn(record, 'display_name') ?? name)
    const scheme = lineIn(record, 'scheme')
    if (scheme !== undefined) this.#schemeOfTeam.set(name, scheme)
  }

  #noteChannel(record: Fields, line: number): void {
    const name = lineIn(record, 'name')
    if (name === undefined) {
      this.#lose('Channels without a name', line)
      return
    }
    const key = channelKey(lineIn(record, 'team'), name)
    const said = ['purpose', 'header'].map((field) => lineIn(record, field) ?? '')
    const scheme = lineIn(record, 'scheme')
    if (scheme !== undefined) this.#schemeOf.set(key, scheme)
    this.#channels.set(key, {
      key,
      name: lineIn(record, 'display_name') ?? name,
      description: [...new Set(said)].filter(Boolean).join(' – '),
      isPrivate: lineIn(record, 'type') !== 'O',
      historyIsShared: true,
      isArchived: isGone(record, 'deleted_at'),
      members: [],
    })
  }

  #notePerson(person: PersonRecord | undefined, record: Fields, line: number): void {
    if (!person) {
      this.#lose('People without a name', line)
      return
    }
    // a bot can also be listed as a user; its bot record has more
    if (!this.people.has(person.key) || person.isBot) this.people.set(person.key, person)
    for (const channel of looksAfter(record))
      this.#caretakers.set(channel, (this.#caretakers.get(channel) ?? new Set()).add(person.key))
    for (const [channel, membership] of membershipsOf(record, person.key)) {
      const members = this.#members.get(channel)
      if (members) members.push(membership)
      else this.#members.set(channel, [membership])
    }
  }

  #noteEmoji(record: Fields, line: number): void {
    const name = lineIn(record, 'name')
    const image = fileAt(this.archive, textIn(record, 'image') ?? '')
    if (name === undefined || !image) this.#lose('Emoji without a picture', line)
    else this.emoji.set(name, { name, image })
  }

  async #notePost(record: Fields, line: number): Promise<void> {
    for (const { time, value } of spooledOf(record, line)) {
      const { post, people } = value
      const author = usernameIn(post, 'user')
      if (/^system_/.test(textIn(post, 'type') ?? '')) this.#lose('Service notices, such as joins', line)
      else if (!this.times.at(time)) this.#lose('Messages with an invalid time', line)
      else if (author === undefined) this.#lose('Messages without an author', line)
      else if (people?.length === 0) this.#lose('Direct messages without recipients', line)
      else {
        this.#authors.add(author)
        for (const person of people ?? []) this.#authors.add(person)
        await this.keep(time, value)
      }
    }
  }

  #lose(loss: string, line: number): void {
    this.means.lose({ loss, where: `${this.#lines.name}:${line}` })
  }
}

import { Outbound } from '#platform/outbound'
import { type Archive, folderOf } from '../../containers/archive.ts'
import { type Fields, fieldIn, fieldsOf, textIn } from '../../containers/fields.ts'
import { jsonList } from '../../containers/json-list.ts'
import { openArchive } from '../../containers/open-archive.ts'
import { type Catalog, type GroupRecord, type Source, type SourceMeans, Unreadable } from '../../records.ts'
import { converting } from '../conversion.ts'
import { type Placing, SortedArchive } from '../sorted-archive.ts'
import { addOne, Threads } from '../threads.ts'
import { type FileRequests, isHostOf, VendorFiles } from '../vendor-files.ts'
import { type Conversation, type ConversationKind, conversationOf, Days } from './conversations.ts'
import { SlackFiles } from './files.ts'
import { isMessage, isTaken, messagesOf, microseconds, rootOf, type SlackContext } from './messages.ts'
import { authorOf, botOf, groupOf, integrationsKey, personOf, slackbot, strangerOf } from './people.ts'
import { plainMrkdwn } from './text.ts'

export const isSlack = isHostOf('slack.com', 'slack-files.com', 'slack-edge.com')

const kinds: readonly ConversationKind[] = ['channels', 'groups', 'mpims', 'dms']
const peopleLists = ['users.json', 'org_users.json']
const groupList = 'usergroups.json'

export const slackSource = (
  ask: () => FileRequests = () => new Outbound(),
  isVendor: (url: URL) => boolean = isSlack,
): Source => ({
  name: 'slack',
  async open(file, means) {
    const archive = await openArchive(file, means)
    const folders = catalogFolders(archive)
    if (folders.length === 0) {
      await archive.close()
      throw new Unreadable('This isn’t a Slack export: it has no users.json with a list of channels next to it.')
    }
    return new SlackArchive(archive, folders, means, new VendorFiles(ask(), isVendor, means.download))
  },
})

function catalogFolders(archive: Archive): string[] {
  const names = [...archive.files.keys()].filter((name) => !/(?:^|\/)__MACOSX\//.test(name))
  if (!names.some((name) => peopleLists.includes(name.split('/').at(-1) ?? ''))) return []
  const lists = kinds.map((kind) => `${kind}.json`)
  return [...new Set(names.filter((name) => lists.includes(name.split('/').at(-1) ?? '')).map(folderOf))]
}

interface Spooled {
  at: number
  message: Fields
}

class SlackArchive extends SortedArchive<Spooled> {
  readonly neverThere = [
    'Data excluded from this kind of export: only full exports have private channels and direct messages',
    'Messages hidden by the plan, deleted messages, and edit history',
    'Custom emoji images, and user group members unless another tool wrote usergroups.json',
    'Channel permissions, and names of custom profile fields',
    'Read state, saved items, drafts, and notification settings',
    'Times of reactions, and people who are counted but not named in a reaction',
    'Content of canvases and lists, and files whose links have expired',
  ]
  readonly #folders: readonly string[]
  readonly #vendor: VendorFiles
  readonly #files: SlackFiles
  readonly #userOfBot = new Map<string, string>()
  readonly #conversations: Conversation[] = []
  readonly #byId = new Map<string, Conversation>()
  readonly #replies = new Map<string, number>()
  /** The workspace of the first person: people of other workspaces come last, if at all. */
  #workspace: string | undefined

  constructor(archive: Archive, folders: readonly string[], means: SourceMeans, vendor: VendorFiles) {
    super(archive, means)
    this.#folders = folders
    this.#vendor = vendor
    this.#files = new SlackFiles(archive, vendor, means.lose)
  }

  protected override placing(): Placing<Spooled> {
    const threads = new Threads()
    const context: SlackContext = {
      times: this.times,
      names: this.#names,
      files: this.#files,
      userOfBot: this.#userOfBot,
      replies: this.#replies,
      lose: this.means.lose,
    }
    return ({ at, message }) => messagesOf(message, this.#conversations[at]!, threads, context)
  }

  /** Exports can overlap; a timestamp is unique in its conversation. */
  protected override keyOf({ at }: Spooled): string {
    return this.#conversations[at]!.id
  }

  override async close(): Promise<void> {
    await this.#vendor.close()
    await super.close()
  }

  readonly #names = {
    person: (key: string) => this.people.get(key)?.fullName,
    channel: (key: string) => this.#byId.get(key)?.channel?.name,
  }

  protected override async read(): Promise<Catalog> {
    this.begin([...this.archive.files.values()].filter(({ name }) => name.endsWith('.json')))
    await this.#readPeople()
    const groups = await this.#readGroups()
    const days = new Days(this.archive)
    for (const folder of this.#folders) for (const kind of kinds) await this.#readConversations(folder, kind, days)
    for (const where of days.untaken) this.means.lose({ loss: 'Message folders not listed in the export', where })
    for (const [at, conversation] of this.#conversations.entries()) await this.#readDays(conversation, at)
    return {
      organization: { key: this.#workspace },
      people: [...this.people.values()],
      groups,
      emoji: [],
      channels: this.#conversations.flatMap(({ channel }) => channel ?? []),
    }
  }

  async #readPeople(): Promise<void> {
    for (const name of this.archive.files.keys()) {
      if (!peopleLists.includes(name.split('/').at(-1) ?? '') || name.includes('__MACOSX/')) continue
      for await (const fields of this.#records(name)) {
        const person = personOf(fields, this.#vendor)
        if (!person) this.means.lose({ loss: 'People without an ID', where: name })
        else if (!this.people.has(person.key)) this.people.set(person.key, person)
        this.#workspace ??= textIn(fields, 'team_id')
        const bot = textIn(fieldIn(fields, 'profile'), 'bot_id')
        if (bot !== undefined && person) this.#userOfBot.set(bot, person.key)
      }
    }
    if (!this.people.has(slackbot)) this.people.set(slackbot, botOf(slackbot, 'Slackbot'))
  }

  async #readGroups(): Promise<GroupRecord[]> {
    const groups = new Map<string, GroupRecord>()
    for (const name of this.archive.files.keys())
      if (name.split('/').at(-1) === groupList && !name.includes('__MACOSX/'))
        for await (const fields of this.#records(name)) {
          const group = groupOf(fields)
          if (group && !groups.has(group.key)) groups.set(group.key, group)
        }
    return [...groups.values()]
  }

  async #readConversations(folder: string, kind: ConversationKind, days: Days): Promise<void> {
    const name = `${folder}${kind}.json`
    if (!this.archive.files.has(name)) return
    const plain = (text: string) => plainMrkdwn(text, this.#names)
    for await (const fields of this.#records(name)) {
      const conversation = conversationOf(fields, kind, folder, { days, times: this.times, plain })
      if (!conversation) this.means.lose({ loss: 'Channels without an ID', where: name })
      else {
        if (conversation.channel?.permissions)
          this.means.lose({
            loss: 'Channels with restricted posting: only administrators can post in them now',
            where: conversation.id,
          })
        this.#note(conversation)
      }
    }
  }

  /** A channel shared by workspaces is in each of their lists, with its own days. */
  #note(conversation: Conversation): void {
    const known = this.#byId.get(conversation.id)
    if (known) {
      known.days = [...known.days, ...conversation.days]
      known.pins = new Set([...known.pins, ...conversation.pins])
      return
    }
    this.#byId.set(conversation.id, conversation)
    this.#conversations.push(conversation)
  }

  async #readDays(conversation: Conversation, at: number): Promise<void> {
    for (const name of conversation.days)
      for await (const fields of this.#records(name)) {
        const where = `${name} ${textIn(fields, 'ts') ?? ''}`
        const time = microseconds(textIn(fields, 'ts'))
        if (!isMessage(fields)) this.means.lose({ loss: 'Records that are not messages', where })
        else if (time === undefined || !this.times.at(time / 1000))
          this.means.lose({ loss: 'Messages with an invalid time', where })
        else if (isTaken(fields, where, this.means.lose)) {
          this.#noteAuthor(fields)
          const root = rootOf(fields)
          if (root !== undefined) addOne(this.#replies, `${conversation.id}/${root}`)
          await this.keep(time, { at, message: fields })
        }
      }
  }

  #noteAuthor(message: Fields): void {
    const { key, name, isBot } = authorOf(message, this.#userOfBot)
    if (this.people.has(key)) return
    const person = isBot
      ? botOf(key, key === integrationsKey ? 'Slack integrations' : (name ?? 'Bot'))
      : strangerOf(key, fieldIn(message, 'user_profile'))
    if (person) this.people.set(key, person)
  }

  async *#records(name: string): AsyncGenerator<Fields> {
    try {
      const counted = this.means.meter.counting(await this.archive.files.get(name)!.open())
      for await (const part of jsonList(counted, undefined, converting(this.means, name))) {
        const fields = part.kind === 'element' ? fieldsOf(part.value) : undefined
        if (fields) yield fields
        else if (part.kind === 'broken')
          this.means.lose({ loss: 'Unreadable records', where: `${name}: ${part.reason}` })
        else this.means.lose({ loss: 'Unreadable records', where: `${name}: no record` })
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.means.lose({ loss: 'Unreadable files in the archive', where: error.message })
    }
  }
}

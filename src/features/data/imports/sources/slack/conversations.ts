import type { Archive } from '../../containers/archive.ts'
import {
  type Fields,
  fieldIn,
  isSet,
  lineIn,
  numberIn,
  recordsIn,
  type Times,
  textIn,
  textsIn,
} from '../../containers/fields.ts'
import type { ChannelRecord } from '../../records.ts'

export interface Conversation {
  id: string
  /** Undefined for a direct conversation. */
  channel: ChannelRecord | undefined
  people: readonly string[]
  days: readonly string[]
  pins: ReadonlySet<string>
}

export type ConversationKind = 'channels' | 'groups' | 'mpims' | 'dms'

/** Day files by folder; names of folders and channels can differ in Unicode normalization. */
export class Days {
  readonly #folders = new Map<string, string[]>()
  readonly #unnamed: Set<string>

  constructor(archive: Archive) {
    for (const name of archive.files.keys()) {
      const [, folder, file] = /^(.+)\/([^/]+)$/.exec(name) ?? []
      if (folder === undefined || !/^\d{4}-\d{2}-\d{2}[^/]*\.json$/.test(file ?? '')) continue
      const key = folder.normalize('NFKC')
      const days = this.#folders.get(key)
      if (days) days.push(name)
      else this.#folders.set(key, [name])
    }
    this.#unnamed = new Set(this.#folders.keys())
  }

  take(folders: readonly string[]): readonly string[] {
    const key = folders.map((folder) => folder.normalize('NFKC')).find((folder) => this.#unnamed.has(folder))
    if (key === undefined) return []
    this.#unnamed.delete(key)
    return this.#folders.get(key) ?? []
  }

  get untaken(): readonly string[] {
    return [...this.#unnamed]
  }
}

export function conversationOf(
  fields: Fields,
  kind: ConversationKind,
  folder: string,
  { days, times, plain }: { days: Days; times: Times; plain: (mrkdwn: string) => string },
): Conversation | undefined {
  const id = textIn(fields, 'id')
  if (id === undefined) return undefined
  const name = lineIn(fields, 'name')
  const people = textsIn(fields, 'members')
  const pins = recordsIn(fields, 'pins').filter((pin) => textIn(pin, 'type') === 'C')
  return {
    id,
    channel:
      kind === 'dms' || kind === 'mpims' ? undefined : channelOf(fields, { id, name, people, kind, times, plain }),
    people,
    days: days.take([name ?? id, id].map((one) => folder + one)),
    pins: new Set(pins.map((pin) => textIn(pin, 'id') ?? '')),
  }
}

function channelOf(
  fields: Fields,
  {
    id,
    name,
    people,
    kind,
    times,
    plain,
  }: {
    id: string
    name: string | undefined
    people: readonly string[]
    kind: ConversationKind
    times: Times
    plain: (mrkdwn: string) => string
  },
): ChannelRecord {
  const said = ['purpose', 'topic'].map((field) => plain(lineIn(fieldIn(fields, field), 'value') ?? ''))
  return {
    key: id,
    name: name ?? id,
    description: [...new Set(said)].filter(Boolean).join(' – '),
    isPrivate: kind === 'groups' || isSet(fields, 'is_private'),
    historyIsShared: true,
    isArchived: isSet(fields, 'is_archived'),
    createdAt: times.seconds(numberIn(fields, 'created')),
    creator: textIn(fields, 'creator'),
    members: people.map((person) => ({ person })),
    permissions: postingIn(fields),
  }
}

/** Most exports don't say who can post in a restricted channel, so only administrators can here. */
const postingIn = (fields: Fields): ChannelRecord['permissions'] =>
  isSet(fields, 'is_read_only') || isSet(fields, 'is_thread_only')
    ? { can_send_message_group: { people: [], groups: [], roles: ['administrators'] } }
    : undefined

import { join } from 'node:path'
import type { z } from '#contract'
import { rowsOf } from '../../containers/json-rows.ts'
import type { Loss } from '../../records.ts'
import * as row from './row.ts'
import { RowBuckets } from './row-buckets.ts'

/** What `realm.json` and `attachment.json` say, by id. */
export interface Realm {
  realm: z.output<typeof row.Realm> | undefined
  people: Map<number, row.Person>
  channels: Map<number, row.Channel>
  recipients: Map<number, row.Recipient>
  /** By recipient: the members of channels and of groups of people. */
  subscriptions: Map<number, row.Subscription[]>
  groups: z.output<typeof row.NamedGroup>[]
  groupMembers: Map<number, number[]>
  subgroups: Map<number, number[]>
  emoji: z.output<typeof row.Emoji>[]
  /** Names of files by the paths in their addresses. */
  fileNames: Map<string, string>
  reactions: RowBuckets<row.Reaction>
}

const push = <K, V>(lists: Map<K, V[]>, key: K, value: V) => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

type Readers = Record<string, (given: unknown) => boolean | Promise<boolean>>

export async function readRealm(file: string, scratch: string, lose: (loss: Loss) => void): Promise<Realm> {
  const realm: Realm = {
    realm: undefined,
    people: new Map(),
    channels: new Map(),
    recipients: new Map(),
    subscriptions: new Map(),
    groups: [],
    groupMembers: new Map(),
    subgroups: new Map(),
    emoji: [],
    fileNames: new Map(),
    reactions: new RowBuckets(join(scratch, 'reactions')),
  }
  await readTables(file, readersOf(realm), lose)
  await realm.reactions.flush()
  return realm
}

/** Each row of the tables that there is a reader of; one that it does not understand is told. */
export async function readTables(file: string, readers: Readers, lose: (loss: Loss) => void): Promise<void> {
  for await (const { table, row } of rowsOf(file)) {
    const read = Object.hasOwn(readers, table) ? readers[table] : undefined
    if (read && !(await read(row))) lose({ loss: `Rows of ${table} that cannot be read`, where: shown(row) })
  }
}

/** Secrets may be in what could not be read: only what it is called is told. */
const shown = (given: unknown) =>
  typeof given === 'object' && given !== null && 'id' in given
    ? `id ${JSON.stringify(given.id)?.slice(0, 50)}`
    : 'no id'

/** A reader that takes what a schema allows. */
export const reading =
  <S extends z.ZodType>(schema: S, take: (one: z.output<S>) => void | Promise<void>) =>
  async (given: unknown): Promise<boolean> => {
    const one = schema.safeParse(given)
    if (one.success) await take(one.data)
    return one.success
  }

function readersOf(realm: Realm): Readers {
  const person = reading(row.Person, (one) => void realm.people.set(one.id, one))
  return {
    zerver_realm: reading(row.Realm, (one) => {
      realm.realm = one
    }),
    zerver_userprofile: person,
    zerver_userprofile_mirrordummy: person,
    zerver_userprofile_crossrealm: reading(row.CrossRealm, ({ id, email }) => {
      if (!realm.people.has(id)) realm.people.set(id, systemBot(id, email))
    }),
    zerver_stream: reading(row.Channel, (one) => void realm.channels.set(one.id, one)),
    zerver_recipient: reading(row.Recipient, (one) => void realm.recipients.set(one.id, one)),
    zerver_subscription: reading(row.Subscription, (one) => {
      if (one.active !== false) push(realm.subscriptions, one.recipient, one)
    }),
    zerver_namedusergroup: reading(row.NamedGroup, (one) => void realm.groups.push(one)),
    zerver_usergroup: (given) => {
      const one = row.NamedGroup.safeParse(given)
      // later releases keep names elsewhere
      if (one.success) realm.groups.push(one.data)
      return true
    },
    zerver_usergroupmembership: reading(row.GroupMember, (one) =>
      push(realm.groupMembers, one.user_group, one.user_profile),
    ),
    zerver_groupgroupmembership: reading(row.Subgroup, (one) => push(realm.subgroups, one.supergroup, one.subgroup)),
    zerver_realmemoji: reading(row.Emoji, (one) => void realm.emoji.push(one)),
    zerver_reaction: reading(row.Reaction, (one) => realm.reactions.add(one.message, one)),
    zerver_attachment: reading(row.Attachment, ({ path_id, file_name }) => {
      if (file_name) realm.fileNames.set(path_id, file_name)
    }),
  }
}

export const readAttachments = (file: string, realm: Realm, lose: (loss: Loss) => void) => {
  const { zerver_attachment } = readersOf(realm) as Required<Readers>
  return readTables(file, { zerver_attachment: zerver_attachment as Readers[string] }, lose)
}

/** One of the server's own bots, which messages may be from. */
function systemBot(id: number, email: string): row.Person {
  const words = (email.split('@')[0] ?? '').split(/[-_.]/).filter((word) => word !== '')
  const full_name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Bot'
  return { ...{ id, email, full_name }, ...{ is_bot: true, is_mirror_dummy: false, date_joined: undefined } }
}

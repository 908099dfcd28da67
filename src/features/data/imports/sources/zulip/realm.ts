import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from '#contract'
import { rowsOf } from '../../containers/json-list.ts'
import { type SourceMeans, Unreadable } from '../../records.ts'
import { converting } from '../conversion.ts'
import * as row from './row.ts'
import { RowBuckets } from './row-buckets.ts'

/** The content of `realm.json` and `attachment.json`, by id. */
export interface Realm {
  realm: z.output<typeof row.Realm> | undefined
  people: Map<number, row.Person>
  profileFields: z.output<typeof row.ProfileField>[]
  /** By person, by field. */
  profiles: Map<number, Map<number, string>>
  channels: Map<number, row.Channel>
  recipients: Map<number, row.Recipient>
  /** Members of channels and group conversations, by recipient. */
  subscriptions: Map<number, row.Subscription[]>
  groups: row.NamedGroup[]
  groupIds: Set<number>
  groupMembers: Map<number, number[]>
  subgroups: Map<number, number[]>
  emoji: z.output<typeof row.Emoji>[]
  fileNames: Map<string, string>
  reactions: RowBuckets<row.Reaction>
  submessages: RowBuckets<row.Submessage>
}

const push = <K, V>(lists: Map<K, V[]>, key: K, value: V) => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

type Readers = Record<string, (given: unknown) => boolean | Promise<boolean>>

export async function readRealm(file: string, scratch: string, reporter: Reporter): Promise<Realm> {
  const realm: Realm = {
    realm: undefined,
    people: new Map(),
    profileFields: [],
    profiles: new Map(),
    channels: new Map(),
    recipients: new Map(),
    subscriptions: new Map(),
    groups: [],
    groupIds: new Set(),
    groupMembers: new Map(),
    subgroups: new Map(),
    emoji: [],
    fileNames: new Map(),
    reactions: new RowBuckets(join(scratch, 'reactions')),
    submessages: new RowBuckets(join(scratch, 'submessages')),
  }
  await readTables(file, readersOf(realm), reporter)
  await realm.reactions.flush()
  await realm.submessages.flush()
  return realm
}

export type Reporter = Pick<SourceMeans, 'lose' | 'change'>

/** Reports rows that can't be parsed. */
export async function readTables(file: string, readers: Readers, reporter: Reporter): Promise<void> {
  const isWanted = (table: string) => Object.hasOwn(readers, table)
  try {
    for await (const { table, row } of rowsOf(createReadStream(file), isWanted, converting(reporter, basename(file)))) {
      const isRead = readers[table]?.(row)
      // perf: most readers are synchronous, so don't await
      if (!(typeof isRead === 'boolean' ? isRead : await isRead))
        reporter.lose({ loss: `Rows of ${table} that cannot be read`, where: shown(row) })
    }
  } catch (error) {
    if (error instanceof Unreadable) throw new Unreadable(`${basename(file)}: ${error.message}`)
    throw error
  }
}

/** Report only the id: an unparseable row may contain secrets. */
const shown = (given: unknown) =>
  typeof given === 'object' && given !== null && 'id' in given
    ? `id ${JSON.stringify(given.id)?.slice(0, 50)}`
    : 'no id'

export const reading =
  <S extends z.ZodType>(schema: S, take: (one: z.output<S>) => void | Promise<void>) =>
  (given: unknown): boolean | Promise<boolean> => {
    const one = schema.safeParse(given)
    const taking = one.success ? take(one.data) : undefined
    return taking ? taking.then(() => true) : one.success
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
    zerver_customprofilefield: reading(row.ProfileField, (one) => void realm.profileFields.push(one)),
    zerver_customprofilefieldvalue: reading(row.ProfileValue, ({ user_profile, field, value }) => {
      const said = realm.profiles.get(user_profile) ?? new Map<number, string>()
      realm.profiles.set(user_profile, said.set(field, value))
    }),
    zerver_stream: reading(row.Channel, (one) => void realm.channels.set(one.id, one)),
    zerver_recipient: reading(row.Recipient, (one) => void realm.recipients.set(one.id, one)),
    zerver_subscription: reading(row.Subscription, (one) => {
      if (one.active !== false) push(realm.subscriptions, one.recipient, one)
    }),
    zerver_namedusergroup: reading(row.NamedGroup, (one) => {
      realm.groups.push(one)
      const id = one.usergroup_ptr ?? one.id
      if (id) realm.groupIds.add(id)
    }),
    zerver_usergroup: (given) => {
      const one = row.NamedGroup.safeParse(given)
      // later releases store names in another table
      if (one.success) realm.groups.push(one.data)
      const { data: group } = row.Group.safeParse(given)
      if (group) realm.groupIds.add(group.id)
      return true
    },
    zerver_usergroupmembership: reading(row.GroupMember, (one) =>
      push(realm.groupMembers, one.user_group, one.user_profile),
    ),
    zerver_groupgroupmembership: reading(row.Subgroup, (one) => push(realm.subgroups, one.supergroup, one.subgroup)),
    zerver_realmemoji: reading(row.Emoji, (one) => void realm.emoji.push(one)),
    zerver_reaction: reading(row.Reaction, (one) => realm.reactions.add(one.message, one)),
    zerver_submessage: reading(row.Submessage, (one) => realm.submessages.add(one.message, one)),
    zerver_attachment: reading(row.Attachment, ({ path_id, file_name }) => {
      if (file_name) realm.fileNames.set(path_id, file_name)
    }),
  }
}

export const readAttachments = (file: string, realm: Realm, reporter: Reporter) => {
  const { zerver_attachment } = readersOf(realm) as Required<Readers>
  return readTables(file, { zerver_attachment: zerver_attachment as Readers[string] }, reporter)
}

/** A system bot, which can be a sender. */
function systemBot(id: number, email: string): row.Person {
  const words = (email.split('@')[0] ?? '').split(/[-_.]/).filter((word) => word !== '')
  const full_name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Bot'
  return { ...{ id, email, full_name }, ...{ is_bot: true, is_mirror_dummy: false, date_joined: undefined } }
}

import { createHash } from 'node:crypto'
import type { Organization } from '#platform/organization'
import { hostOf } from '../../../people/users/email-address.ts'
import { type ChannelRow, channelRow, folderRow, Subscriptions } from './channels.ts'
import { type GroupRow, namedGroupRow, numbered } from './groups.ts'
import type { Clients } from './messages.ts'
import { type AccountRow, crossRealmRow, personRow, roleGroup } from './people.ts'
import { Permissions } from './permissions.ts'
import { emptyTables, realmRow } from './realm.ts'
import type { Recipients } from './recipients.ts'
import type { Snapped } from './row.ts'
import type { RowLines } from './row-lines.ts'
import { type Put, writePersonal, writeTools } from './smaller-tables.ts'
import type { SnapshotTables } from './snapshot-tables.ts'
import type { TablesFile } from './tables-file.ts'

export interface Known {
  readonly email: string
  readonly role: number
  readonly isActive: boolean
  readonly isSystemBot: boolean
  readonly isUnclaimed: boolean
}

export interface Catalog {
  readonly org: Organization
  readonly tables: SnapshotTables
  readonly organization: Snapped<'organization'>
  readonly people: ReadonlyMap<number, Known>
  readonly accounts: RowLines<AccountRow>
  readonly channels: readonly ChannelRow[]
  readonly emoji: readonly Snapped<'custom_emoji'>[]
  readonly recipients: Recipients
  readonly clients: Clients
}

export async function writeRealm(file: TablesFile, catalog: Catalog): Promise<Record<string, number>> {
  const { tables, organization, people, channels, recipients } = catalog
  const realm = organization.id
  const rows: Record<string, number> = {}
  const put = async (name: string, of: Parameters<TablesFile['table']>[1]) => {
    rows[name] = await file.table(name, of)
  }
  const groups = await tables.all('user_group')
  const permissions = new Permissions(
    new Map(groups.filter((one) => one.is_system).map(({ name, id }) => [name, id])),
    tables.lastIds.user_group ?? 0,
  )
  await put('zerver_realm', [realmRow(organization, permissions)])
  await writePeople(put, catalog)
  await put(
    'zerver_stream',
    channels.map((one) => channelRow(one, { orgId: realm, recipients, permissions })),
  )
  await put(
    'zerver_channelfolder',
    tables.each('channel_folder', (one) => folderRow(one, realm)),
  )
  await put(
    'zerver_defaultstream',
    numbered(channels.filter((one) => one.is_default).map((one) => ({ realm, stream: one.id }))),
  )
  await writeGroups(put, catalog, groups, permissions)
  const subscriptions = new Subscriptions(recipients, (user) => people.get(user)?.isActive ?? false)
  const everyone = [...people].filter(([, one]) => !one.isSystemBot).map(([id]) => id)
  await put(
    'zerver_subscription',
    (async function* () {
      yield* tables.each('subscription', (one) => subscriptions.toChannel(one))
      yield* subscriptions.toPeople(everyone)
    })(),
  )
  await put('zerver_recipient', recipients.rows)
  await put(
    'zerver_huddle',
    recipients.groupsOfPeople.map(({ id, recipient, members }) => ({
      ...{ id, recipient, group_size: members.length },
      huddle_hash: hashOf(members),
    })),
  )
  await put('zerver_reaction', tables.each('reaction', reactionRow))
  await put('zerver_submessage', tables.each('submessage', submessageRow))
  await put(
    'zerver_realmemoji',
    catalog.emoji.map((one) => emojiRow(one, realm)),
  )
  await writePersonal(put, catalog)
  await writeTools(put, catalog)
  await put('zerver_client', catalog.clients.rows)
  for (const name of emptyTables) await put(name, [])
  return rows
}

async function writePeople(put: Put, { org, organization, people, accounts, recipients }: Catalog): Promise<void> {
  const surroundings = {
    orgId: organization.id,
    host: hostOf(org),
    defaults: organization.user_settings_defaults as Readonly<Record<string, unknown>>,
    recipients,
  }
  const some = async function* (isWanted: (one: Known) => boolean, row: (one: AccountRow) => object) {
    for await (const account of accounts.rows()) {
      const known = people.get(account.id)
      if (known && isWanted(known)) yield row(account)
    }
  }
  const person = (account: AccountRow) => personRow(account, surroundings)
  await put(
    'zerver_userprofile',
    some((one) => !one.isSystemBot && !one.isUnclaimed, person),
  )
  await put(
    'zerver_userprofile_mirrordummy',
    some((one) => !one.isSystemBot && one.isUnclaimed, person),
  )
  await put(
    'zerver_userprofile_crossrealm',
    some(
      (one) => one.isSystemBot,
      (account) => crossRealmRow(account, recipients),
    ),
  )
}

async function writeGroups(
  put: Put,
  { tables, organization, people }: Catalog,
  groups: readonly GroupRow[],
  permissions: Permissions,
): Promise<void> {
  const named = groups.map((group) => namedGroupRow(group, organization.id, permissions))
  const ids = [...groups.map(({ id }) => id), ...permissions.unnamed.map(({ id }) => id)]
  await put(
    'zerver_usergroup',
    ids.map((id) => ({ id, realm: organization.id })),
  )
  await put('zerver_namedusergroup', named)
  const members = await tables.all('user_group_member')
  await put(
    'zerver_usergroupmembership',
    numbered([
      ...[...people].flatMap(([user, { role, isSystemBot }]) =>
        isSystemBot ? [] : [{ user_group: permissions.system(roleGroup(role)), user_profile: user }],
      ),
      ...members.map(({ group_id, user_id }) => ({ user_group: group_id as number, user_profile: user_id as number })),
      ...permissions.unnamed.flatMap((group) =>
        group.members.map((user_profile) => ({ user_group: group.id, user_profile })),
      ),
    ]),
  )
  const subgroups = await tables.all('user_group_subgroup')
  await put(
    'zerver_groupgroupmembership',
    numbered([
      ...subgroups.map((one) => ({ supergroup: one.group_id as number, subgroup: one.subgroup_id as number })),
      ...permissions.unnamed.flatMap((group) =>
        group.subgroups.map((subgroup) => ({ supergroup: group.id, subgroup })),
      ),
    ]),
  )
}

/** The public server identifies a group conversation by this hash. */
const hashOf = (members: readonly number[]): string =>
  createHash('sha1')
    .update([...members].sort((a, b) => a - b).join(','))
    .digest('hex')

const reactionRow = (one: Snapped<'reaction'>): object => ({
  ...{ id: one.id, message: one.message_id, user_profile: one.user_id },
  ...{ emoji_name: one.emoji_name, emoji_code: one.emoji_code, reaction_type: one.reaction_type },
})

const submessageRow = (one: Snapped<'submessage'>): object => ({
  ...{ id: one.id, message: one.message_id, sender: one.sender_id },
  ...{ msg_type: one.msg_type, content: one.content },
})

const emojiRow = (one: Snapped<'custom_emoji'>, realm: number): object => ({
  ...{ id: one.id, realm, name: one.name, author: one.author_id, file_name: one.file },
  ...{ deactivated: one.deactivated, is_animated: one.still_file !== null },
})

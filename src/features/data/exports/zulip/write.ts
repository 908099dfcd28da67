import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import type { ExportCounts } from '../api.ts'
import { progressOver } from '../full/expected-rows.ts'
import { withSnapshot } from '../full/snapshot.ts'
import { nothingWritten, type ReportPercent } from '../progress.ts'
import { attachmentRows } from './attachments.ts'
import { type Known, writeRealm } from './catalog.ts'
import { avatars, emoji, icons, uploads } from './files.ts'
import { FlaggedMessages } from './flagged-messages.ts'
import { MessageFiles } from './messages.ts'
import type { AccountRow } from './people.ts'
import { maskOf, Receivers } from './receivers.ts'
import { Recipients } from './recipients.ts'
import type { Snapped } from './row.ts'
import { RowLines } from './row-lines.ts'
import { SnapshotTables, tablesRead } from './snapshot-tables.ts'
import { TablesFile } from './tables-file.ts'
import { TarPack } from './tar-pack.ts'

interface ZulipWriting {
  readonly org: Organization
  readonly blobs: BlobStore
  /** An existing file is replaced. */
  readonly path: string
  readonly perFile?: number
  readonly migrationStatus?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly progress?: ReportPercent | undefined
}

/** The default: the release whose API this server implements, without migrations. */
const anyMigrationStatus = { migrations_by_app: {}, zulip_version: '12.0' }

/**
 * Writes a compressed tar archive in the layout of the public server's own exports, as of one position of the event
 * log: people, channels, messages with everyone's flags, and files. Tables are written to temporary files first; memory
 * grows with people and their subscriptions, not with messages.
 */
export async function writeZulipArchive(writing: ZulipWriting): Promise<ExportCounts> {
  const { org, path, signal } = writing
  const folder = await mkdtemp(join(dirname(path), '.export-'))
  const name = `zulip-export-${randomBytes(4).toString('hex')}`
  const pack = new TarPack(path, name, org.now())
  try {
    const counts = nothingWritten()
    const progress = await progressOver(org, tablesRead, writing.progress)
    const kept = await withSnapshot(org, (snapshot) =>
      writeTables(writing, new SnapshotTables(snapshot, progress, signal), pack, folder, counts),
    )
    const filing = {
      ...{ blobs: writing.blobs, orgId: org.id, pack, counts, progress, signal },
      emailOf: (user: number) => kept.people.get(user)?.email ?? '',
    }
    const lists = {
      uploads: uploads(filing, kept.attachments.rows()),
      avatars: avatars(filing, kept.accounts.rows()),
      emoji: emoji(filing, kept.emoji.rows()),
      realm_icons: icons(filing, kept.pictures),
    }
    for (const [place, records] of Object.entries(lists)) {
      const list = new TablesFile(join(folder, `${place}.json`))
      await list.onlyList(records)
      await pack.spooled(`${place}/records.json`, list.path)
    }
    await pack.file('migration_status.json', writing.migrationStatus ?? JSON.stringify(anyMigrationStatus))
    await pack.end()
    return counts
  } catch (error) {
    await pack.destroy()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Data needed after the snapshot has ended; files aren't part of the snapshot. */
interface Kept {
  readonly people: ReadonlyMap<number, Known>
  readonly pictures: Readonly<Record<string, string>>
  readonly accounts: RowLines<AccountRow>
  readonly emoji: RowLines<Snapped<'custom_emoji'>>
  readonly attachments: RowLines<Snapped<'attachment'>>
}

async function writeTables(
  { org, perFile }: ZulipWriting,
  tables: SnapshotTables,
  pack: TarPack,
  folder: string,
  counts: ExportCounts,
): Promise<Kept> {
  const stats: Record<string, Record<string, number>> = {}
  const [organization] = await tables.all('organization')
  if (!organization) throw new Error('The organization is gone')
  const kept = {
    accounts: new RowLines<AccountRow>(join(folder, 'accounts')),
    emoji: new RowLines<Snapped<'custom_emoji'>>(join(folder, 'custom-emoji')),
    attachments: new RowLines<Snapped<'attachment'>>(join(folder, 'attachments')),
  }
  const people = await readPeople(tables, kept.accounts)
  const channels = await tables.all('channel')
  const emoji = await tables.all('custom_emoji')
  for (const one of emoji) await kept.emoji.add(one)
  const recipients = await readRecipients(tables, people, channels)
  const receivers = await readReceivers(tables, channels)
  const flagged = new FlaggedMessages(join(folder, 'flags'))
  for await (const flag of tables.rows('message_flag')) await flagged.add(flag.message_id, flag.user_id, maskOf(flag))
  await flagged.flush()

  const openChannels = new Map(channels.filter((one) => !one.invite_only).map((one) => [one.conversation_id, one]))
  const open = { inOrganization: new Set<number>(), onWeb: new Set<number>() }
  const files = new MessageFiles({
    ...{ folder, orgId: org.id, recipients, receivers, flagged, perFile },
    async written(name, path) {
      await pack.spooled(name, path)
      await rm(path)
    },
  })
  for await (const page of tables.pages('message')) {
    for (const { id, has_attachment, conversation_id } of page) {
      const channel = has_attachment ? openChannels.get(conversation_id) : undefined
      if (channel) open.inOrganization.add(id)
      if (channel?.is_web_public) open.onWeb.add(id)
    }
    await files.add(page)
  }
  await files.end()
  stats.messages = { zerver_message: files.messages, zerver_usermessage: files.userMessages }

  const list = new TablesFile(join(folder, 'attachment.json'))
  const attachments = await list.table(
    'zerver_attachment',
    attachmentRows(tables, open, (row) => kept.attachments.add(row)),
  )
  await list.end()
  await pack.spooled('attachment.json', list.path)
  stats['attachment.json'] = { zerver_attachment: attachments }

  const realm = new TablesFile(join(folder, 'realm.json'))
  const catalog = { org, tables, organization, people, channels, emoji, recipients }
  const rows = await writeRealm(realm, { ...catalog, accounts: kept.accounts, clients: files.clients })
  await realm.end()
  await pack.spooled('realm.json', realm.path)
  stats['realm.json'] = rows
  await pack.file('stats.json', `${JSON.stringify(stats, null, 1)}\n`)
  counts.users = people.size
  counts.channels = channels.length
  counts.messages = files.messages
  counts.reactions = rows.zerver_reaction ?? 0
  return { ...kept, people, pictures: organization.pictures as Readonly<Record<string, string>> }
}

async function readPeople(tables: SnapshotTables, accounts: RowLines<AccountRow>): Promise<Map<number, Known>> {
  const people = new Map<number, Known>()
  for await (const account of tables.rows('account')) {
    await accounts.add(account)
    people.set(account.id, {
      email: account.email,
      role: account.role,
      isActive: account.deactivated_at === null && !account.unclaimed,
      isSystemBot: account.is_system_bot,
      isUnclaimed: account.unclaimed,
    })
  }
  return people
}

async function readRecipients(
  tables: SnapshotTables,
  people: ReadonlyMap<number, Known>,
  channels: readonly Snapped<'channel'>[],
): Promise<Recipients> {
  const recipients = new Recipients()
  for (const id of people.keys()) recipients.person(id)
  for (const { id, conversation_id } of channels) recipients.addChannel(id, conversation_id)
  for await (const { id, member_ids } of tables.rows('conversation'))
    if (member_ids !== null) recipients.addDirect(id, member_ids)
  return recipients
}

async function readReceivers(tables: SnapshotTables, channels: readonly Snapped<'channel'>[]): Promise<Receivers> {
  const conversations = new Map(channels.map(({ id, conversation_id }) => [id, conversation_id]))
  const receivers = new Receivers()
  for await (const span of tables.rows('subscription_span')) {
    const conversation = conversations.get(span.channel_id)
    if (conversation !== undefined) receivers.stayed(conversation, span)
  }
  for await (const state of tables.rows('read_state')) receivers.hasRead(state)
  return receivers
}

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { asConversationId, asMessageId, type ConversationId, type MessageId, type UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import { version } from '#platform/config'
import { type Tx, unhurried } from '#platform/db'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../../people/organization/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { ExportCounts, ExportType } from '../api.ts'
import { nothingWritten, Progress, type ReportPercent } from '../progress.ts'
import { factsOf } from './facts.ts'
import { writeEmoji, writePeople, writeUploads } from './files.ts'
import { writePins } from './pins.ts'
import { type InScope, scopeOf } from './scope.ts'
import * as store from './store.ts'
import { TarWriter } from './tar.ts'

/** Version of the format described in docs/exports.md. Increment it when readers must know about a change. */
const format = 1
const messagesPerFile = 500

export interface Writing {
  readonly org: Organization
  readonly blobs: BlobStore
  readonly type: ExportType
  /** An existing file is replaced. */
  readonly path: string
  readonly actingUserId: UserId
  /** Messages per file; for tests. */
  readonly perFile?: number
  readonly signal?: AbortSignal
  readonly progress?: ReportPercent
}

/**
 * Writes the organization's data as a compressed tar archive. Messages are read in pages and files are streamed, so
 * memory doesn't depend on the organization's size; other requests run between pages.
 */
export async function writeArchive(writing: Writing): Promise<ExportCounts> {
  const { org, blobs, type, path, actingUserId, signal } = writing
  const now = org.now()
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600 }))
  // a full disk ends the archive as well
  written.catch((error: Error) => gzip.destroy(error))
  const tar = new TarWriter(gzip, now)
  const counts = nothingWritten()
  try {
    const scope = await scopeOf(org, type)
    const channels = scope.channels.map(({ channel }) => channel)
    for (const [name, value] of Object.entries(factsOf(org, actingUserId, channels))) await tar.file(name, lines(value))
    const upTo = await org.db.read((tx) => store.newestMessage(tx, org.id))
    counts.users = org.get(peopleCache).all().length
    counts.channels = channels.length
    const uploads = new Set<number>()
    const conversations = [...channels.map(({ conversationId }) => conversationId), ...scope.directs]
    const rows = await org.db.read((tx) => store.countMessages(tx, conversations), unhurried)
    const files = await org.db.read((tx) => store.countUploads(tx, org.id), unhurried)
    const progress = new Progress({ rows, files }, writing.progress)
    const wrote: Wrote = async (messages, reactions, held) => {
      counts.messages += messages
      counts.reactions += reactions
      for (const id of held) uploads.add(id)
      await progress.rows(messages)
    }
    for (const one of scope.channels) await writeChannel(writing, tar, one, upTo, wrote)
    await writeDirects(writing, tar, scope.directs, upTo, wrote)
    await writePins(writing, tar, scope.channels, upTo)
    const filing = { org, blobs, tar, signal, counts, progress }
    await writeUploads(
      filing,
      [...uploads].sort((a, b) => a - b),
    )
    await writePeople(filing)
    await writeEmoji(filing)
    const { name } = org.get(organizationCache)
    await tar.file(
      'export.json',
      lines({
        format,
        type,
        organization: name,
        exported_at: now.toISOString(),
        server: `Loquat ${version}`,
        ...counts,
      }),
    )
    await tar.end()
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    throw error
  }
  await written
  return counts
}

export const lines = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

type Wrote = (messages: number, reactions: number, uploads: number[]) => Promise<void>

const nameOf = (folder: number | 'direct', number: number): string =>
  `messages/${folder}/${String(number).padStart(6, '0')}.json`

async function writeChannel(
  { org, signal, perFile = messagesPerFile }: Writing,
  tar: TarWriter,
  { channel, ranges }: InScope,
  upTo: number,
  wrote: Wrote,
): Promise<void> {
  let last = 0
  for (let number = 1; ; number++) {
    signal?.throwIfAborted()
    const page = await org.db.read(async (tx) => {
      const rows = await store.messagePage(tx, channel.conversationId, last, upTo, ranges, perFile)
      return withAll(
        tx,
        rows.map((row) => ({ ...row, channel_id: channel.id })),
      )
    }, unhurried)
    if (page.messages.length === 0) return
    await tar.file(nameOf(channel.id, number), lines(page.messages))
    await wrote(page.messages.length, page.reactions, page.uploads)
    last = page.messages.at(-1)?.id ?? last
    if (page.messages.length < perFile) return
    await nextTurn()
  }
}

const conversationsAtOnce = 100

/** Direct messages by conversation; short conversations share a file. */
async function writeDirects(
  { org, signal, perFile = messagesPerFile }: Writing,
  tar: TarWriter,
  ids: readonly ConversationId[],
  upTo: number,
  wrote: Wrote,
): Promise<void> {
  let number = 1
  for (let start = 0; start < ids.length; start += conversationsAtOnce) {
    let some = ids.slice(start, start + conversationsAtOnce)
    let last = { conversation_id: asConversationId(0), id: asMessageId(0) }
    while (some.length > 0) {
      signal?.throwIfAborted()
      const rows = await org.db.read((tx) => store.directPage(tx, some, last, upTo, perFile), unhurried)
      if (rows.length === 0) break
      const messages = rows.map(({ conversation_id: _, member_ids, ...row }) => ({ ...row, recipient_ids: member_ids }))
      const page = await org.db.read((tx) => withAll(tx, messages), unhurried)
      await tar.file(nameOf('direct', number++), lines(page.messages))
      await wrote(page.messages.length, page.reactions, page.uploads)
      if (rows.length < perFile) break
      last = rows.at(-1) ?? last
      some = some.filter((id) => id >= last.conversation_id)
      await nextTurn()
    }
  }
}

async function withAll<T extends { id: MessageId }>(tx: Tx, rows: readonly T[]) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { messages: [], reactions: 0, uploads: [] }
  const reacted = await store.reactionsOf(tx, ids)
  const reactions = byMessage(reacted)
  const submessages = byMessage(await store.submessagesOf(tx, ids))
  const held = await store.holdings(tx, ids)
  const uploads = byMessage(held)
  return {
    messages: rows.map((row) => ({
      ...row,
      reactions: reactions.get(row.id) ?? [],
      submessages: submessages.get(row.id) ?? [],
      upload_ids: (uploads.get(row.id) ?? []).map(({ attachment_id }) => attachment_id),
    })),
    reactions: reacted.length,
    uploads: held.map(({ attachment_id }) => attachment_id),
  }
}

function byMessage<T extends { message_id: MessageId }>(rows: readonly T[]): Map<MessageId, Omit<T, 'message_id'>[]> {
  const groups = new Map<MessageId, Omit<T, 'message_id'>[]>()
  for (const { message_id, ...row } of rows) {
    const group = groups.get(message_id)
    if (group) group.push(row)
    else groups.set(message_id, [row])
  }
  return groups
}

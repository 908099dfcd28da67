import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { BlobStore } from '#platform/blobs'
import { version } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/mirror.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import { factsOf, publicChannels } from './facts.ts'
import { writeEmoji, writePeople, writeUploads } from './files.ts'
import * as store from './store.ts'
import { TarWriter } from './tar.ts'

/** The format of the archive, described in docs/exports.md: another number for everything that readers must know. */
const format = 1
const messagesPerFile = 500

export interface Writing {
  readonly org: Organization
  readonly blobs: BlobStore
  /** Where the archive is written; replaced when it is there. */
  readonly path: string
  readonly actingUserId: number
  readonly signal?: AbortSignal
  /** Called now and then. */
  progress?(counts: Readonly<Counts>): void
}

export interface Counts {
  messages: number
  uploads: number
  /** Files that are in the database and not in the store. */
  missing: number
}

/**
 * Writes the organization's public data as a compressed tar archive. Messages are read in pages and files are passed
 * on as they are read, so the memory that it takes does not depend on the size of the organization; between two pages
 * everybody else has a turn.
 */
export async function writeArchive(writing: Writing): Promise<Counts> {
  const { org, blobs, path, actingUserId, signal } = writing
  const now = org.now()
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600 }))
  // a disk that is full ends the archive as well
  written.catch((error: Error) => gzip.destroy(error))
  const tar = new TarWriter(gzip, now)
  const counts: Counts = { messages: 0, uploads: 0, missing: 0 }
  try {
    for (const [name, value] of Object.entries(factsOf(org, actingUserId))) await tar.file(name, lines(value))
    const upTo = await org.db.read((tx) => store.newestMessage(tx, org.id))
    const uploads = new Set<number>()
    for (const channel of publicChannels(org))
      await writeChannel(writing, tar, channel, upTo, (messages, held) => {
        counts.messages += messages
        for (const id of held) uploads.add(id)
        writing.progress?.(counts)
      })
    await writeUploads(
      { org, blobs, tar, signal, counts },
      [...uploads].sort((a, b) => a - b),
    )
    await writePeople({ org, blobs, tar, signal, counts })
    await writeEmoji({ org, blobs, tar, signal, counts })
    const { name } = org.get(organizationMirror)
    await tar.file(
      'export.json',
      lines({
        format,
        type: 'public',
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
  writing.progress?.(counts)
  return counts
}

export const lines = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** The messages of a channel, in files of their own. */
async function writeChannel(
  { org, signal }: Writing,
  tar: TarWriter,
  channel: Channel,
  upTo: number,
  wrote: (messages: number, uploads: number[]) => void,
): Promise<void> {
  let last = 0
  for (let number = 1; ; number++) {
    signal?.throwIfAborted()
    const page = await org.db.read((tx) => readPage(tx, channel, last, upTo))
    if (page.messages.length === 0) return
    await tar.file(`messages/${channel.id}/${String(number).padStart(6, '0')}.json`, lines(page.messages))
    wrote(page.messages.length, page.uploads)
    last = page.messages.at(-1)?.id ?? last
    if (page.messages.length < messagesPerFile) return
    await nextTurn()
  }
}

async function readPage(tx: Parameters<typeof store.messagePage>[0], channel: Channel, last: number, upTo: number) {
  const rows = await store.messagePage(tx, channel.conversationId, last, upTo, messagesPerFile)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { messages: [], uploads: [] }
  const reactions = byMessage(await store.reactionsOf(tx, ids))
  const submessages = byMessage(await store.submessagesOf(tx, ids))
  const held = await store.holdings(tx, ids)
  const uploads = byMessage(held)
  return {
    messages: rows.map((row) => ({
      ...row,
      channel_id: channel.id,
      reactions: reactions.get(row.id) ?? [],
      submessages: submessages.get(row.id) ?? [],
      upload_ids: (uploads.get(row.id) ?? []).map(({ attachment_id }) => attachment_id),
    })),
    uploads: held.map(({ attachment_id }) => attachment_id),
  }
}

function byMessage<T extends { message_id: number }>(rows: readonly T[]): Map<number, Omit<T, 'message_id'>[]> {
  const groups = new Map<number, Omit<T, 'message_id'>[]>()
  for (const { message_id, ...row } of rows) {
    const group = groups.get(message_id)
    if (group) group.push(row)
    else groups.set(message_id, [row])
  }
  return groups
}

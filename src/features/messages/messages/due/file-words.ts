import { setTimeout as pause } from 'node:timers/promises'
import type { BlobStore } from '#platform/blobs'
import { canHoldText, documentBytes, textIn } from '#platform/documents'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'
import { blobKey } from '../../attachments/paths.ts'
import {
  filesWithoutWords,
  fileWordsTaken,
  forgetFileWords,
  takeFileIntoMessages,
  takeFileWords,
  tryFileLater,
  type UnreadFile,
} from '../store/file-words.ts'

const filesAtOnce = 20
/** perf: 50 messages per step; other requests need the database, too. */
const pauseMs = 20

/** Files being indexed by this process: they're read again if the database connection is lost. */
const begun = new WeakMap<Organization, Set<number>>()

/** Indexes the names and contents of files, so that searches find the messages that link to them. */
export const fileWordsRepeated: Repeated = {
  name: 'words of files',
  everySecs: 2,
  onNews: true,
  async run(org, server, goesOn) {
    for (let below: number | undefined; ; ) {
      const from = below
      const files = await org.db.read((tx) => filesWithoutWords(tx, org.id, from, filesAtOnce))
      for (const file of files) {
        if (server.isStopping) return
        await takeFile(org, server, file).catch(async (error: unknown) => {
          server.notice(`indexing file ${file.id} of organization ${org.id} failed, retrying in an hour: ${error}`)
          await org.db.transaction(async (tx) => {
            if (!file.is_named) await forgetFileWords(tx, file.id)
            await tryFileLater(tx, file.id)
          })
          begun.get(org)?.delete(file.id)
        })
      }
      if (files.length < filesAtOnce || !goesOn()) return
      below = files.at(-1)?.id
    }
  },
}

/** Indexes the name before extracting text: a file that crashes the server is found only by name after that. */
async function takeFile(org: Organization, server: Server, file: UnreadFile): Promise<void> {
  const ours = begun.get(org) ?? new Set()
  begun.set(org, ours)
  if (!file.is_named || ours.has(file.id)) {
    const bytes = await bytesOf(file, server.blobs)
    ours.add(file.id)
    await take(org, file, '')
    if (bytes) {
      // PostgreSQL can't store null bytes
      const text = (await textIn(file.content_type, bytes)).replaceAll('\0', ' ').toWellFormed()
      // stopping the server may also have stopped the reader
      if (server.isStopping) return org.db.transaction((tx) => forgetFileWords(tx, file.id))
      await take(org, file, text)
    }
  }
  for (let after = 0; ; ) {
    const last = await org.db.transaction((tx) => takeFileIntoMessages(tx, org.id, file.id, after))
    if (last === undefined) break
    if (server.isStopping) return
    after = last
    await pause(pauseMs)
  }
  await org.db.transaction((tx) => fileWordsTaken(tx, file.id))
  ours.delete(file.id)
}

/** Indexes as much of the text as fits; does nothing for a file deleted in between. */
async function take(org: Organization, file: UnreadFile, text: string): Promise<void> {
  for (let length = text.length; ; length = Math.floor(length / 2)) {
    const taken = await org.db.transaction((tx) => takeFileWords(tx, org.id, file, text.slice(0, length)))
    if (taken || length === 0) return
  }
}

/** Undefined if the file's content is gone or isn't text; the name is indexed anyway. */
async function bytesOf({ path_id, content_type, size }: UnreadFile, blobs: BlobStore): Promise<Buffer | undefined> {
  if (!canHoldText(content_type, size)) return
  const stream = await blobs.stream(blobKey(path_id))
  return stream && documentBytes(content_type, stream)
}

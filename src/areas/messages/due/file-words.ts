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
/** perf: 50 messages a step; others want the database too. */
const pauseMs = 20

/** Files that this process has begun and not ended: where the database goes away meanwhile, they are read again. */
const begun = new WeakMap<Organization, Set<number>>()

/** What files are called and what stands in them is found under the messages that hold them, for whoever may read these. */
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
          server.notice(`the words of file ${file.id} of organization ${org.id} wait for an hour: ${error}`)
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

/** The name is taken before the file is read: one that brings the server down is known by its name after that. */
async function takeFile(org: Organization, server: Server, file: UnreadFile): Promise<void> {
  const ours = begun.get(org) ?? new Set()
  begun.set(org, ours)
  if (!file.is_named || ours.has(file.id)) {
    const bytes = await bytesOf(file, server.blobs)
    ours.add(file.id)
    await take(org, file, '')
    if (bytes) {
      // a null byte is more than the database can take
      const text = (await textIn(file.content_type, bytes)).replaceAll('\0', ' ').toWellFormed()
      // what reads it may have been ended as well
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

/** As much of the text as there is room for; a file that is deleted meanwhile is none of the next. */
async function take(org: Organization, file: UnreadFile, text: string): Promise<void> {
  for (let length = text.length; ; length = Math.floor(length / 2)) {
    const taken = await org.db.transaction((tx) => takeFileWords(tx, org.id, file, text.slice(0, length)))
    if (taken || length === 0) return
  }
}

/** A file whose bytes are gone, or that is no text, has a name. */
async function bytesOf({ path_id, content_type, size }: UnreadFile, blobs: BlobStore): Promise<Buffer | undefined> {
  if (!canHoldText(content_type, size)) return
  const stream = await blobs.stream(blobKey(path_id))
  return stream && documentBytes(content_type, stream)
}

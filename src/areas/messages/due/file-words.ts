import type { BlobStore } from '#platform/blobs'
import { canHoldText, documentText } from '#platform/documents'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { blobKey } from '../../attachments/paths.ts'
import { filesWithoutWords, takeFileIntoMessages, takeFileWords, type UnreadFile } from '../store/file-words.ts'

const filesAtOnce = 20

/** What files are called and what stands in them is found under the messages that hold them, for whoever may read these. */
export const fileWordsRepeated: Repeated = {
  name: 'words of files',
  everySecs: 2,
  async run(org, server) {
    for (;;) {
      const files = await org.db.read((tx) => filesWithoutWords(tx, org.id, filesAtOnce))
      for (const file of files) {
        if (server.isStopping) return
        await take(org, file, await textOf(file, server.blobs))
        for (let after: number | undefined = 0; after !== undefined; ) {
          const from: number = after
          after = await org.db.transaction((tx) => takeFileIntoMessages(tx, org.id, file.id, from))
        }
      }
      if (files.length < filesAtOnce) return
    }
  },
}

/** As much of the text as there is room for; a file that is deleted meanwhile is none of the next. */
async function take(org: Organization, file: UnreadFile, text: string): Promise<void> {
  for (let length = text.length; ; length = Math.floor(length / 2)) {
    const taken = await org.db.transaction((tx) => takeFileWords(tx, org.id, file, text.slice(0, length)))
    if (taken || length === 0) return
  }
}

/** A file whose bytes are gone has a name. */
async function textOf({ path_id, content_type, size }: UnreadFile, blobs: BlobStore): Promise<string> {
  if (!canHoldText(content_type, size)) return ''
  const stream = await blobs.stream(blobKey(path_id))
  // a null byte is more than the database can take
  return stream ? (await documentText(content_type, stream)).replaceAll('\0', ' ').toWellFormed() : ''
}

import type { Archive } from '../../containers/archive.ts'
import { type Fields, fieldIn, fieldsOf } from '../../containers/fields.ts'
import { jsonHead } from '../../containers/json-list.ts'
import { Unreadable } from '../../records.ts'
import { type Conversation, conversationOf } from './conversations.ts'

export interface Document {
  name: string
  guild: Fields | undefined
  conversation: Conversation
}

/** Files are recognized by content, since exporters name them differently. */
export async function documentsOf(archive: Archive): Promise<Document[]> {
  const documents: Document[] = []
  for (const file of archive.files.values()) {
    if (!/\.json$/i.test(file.name) || /_Files\/|(?:^|\/)(?:__MACOSX\/|\._)/.test(file.name)) continue
    const head = fieldsOf(await headOf(file.open()))
    const conversation = conversationOf(fieldIn(head, 'channel'))
    if (conversation && Array.isArray(head?.messages))
      documents.push({ name: file.name, guild: fieldIn(head, 'guild'), conversation })
  }
  return documents
}

const headOf = async (opened: Promise<AsyncIterable<Uint8Array>>): Promise<unknown> => {
  try {
    return await jsonHead(await opened, 'messages')
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return undefined
  }
}

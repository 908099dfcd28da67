import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Reader } from '../access/reader.ts'
import { loadingMirror, type PreparedMessage, preparedMessages, type TextForm } from '../prepared-messages.ts'
import { type MarkedMessages, type StoredFacts, selectFacts, selectMarked } from '../store/fetch.ts'
import type { Showing } from './fetched-message.ts'
import { remembering, shownFacts } from './shown-facts.ts'

/** Messages as they travel, with commas between them. */
export interface WrittenMessages {
  readonly count: number
  readonly bytes: Buffer
}

/**
 * Reads messages, and answers what writes them as `fetchMessages` would tell them without a search, in JSON. What is the same for
 * everybody is taken from memory, where it is there in the version that the transaction sees. perf: the database then reads
 * no text, and nothing is written anew; nor does it wait until messages are put together. `spent` hears how long that took.
 */
export async function readToWrite(
  tx: Tx,
  reader: Reader,
  ids: readonly MessageId[],
  showing: Pick<Showing, 'applyMarkdown' | 'emptyTopic'>,
  spent: (ms: number) => void = () => {},
): Promise<() => WrittenMessages> {
  const marked = await selectMarked(tx, reader.viewer.id, ids)
  const prepared = await prepare(tx, reader, marked, showing.applyMarkdown ? 'html' : 'raw')
  return () => {
    const begun = performance.now()
    const write = writer(reader, showing.emptyTopic, marked)
    let text = ''
    for (const [index, row] of marked.rows.entries())
      text += (index === 0 ? '' : ',') + write(row, prepared[index] as PreparedMessage)
    const bytes = Buffer.from(text, 'latin1')
    spent(performance.now() - begun)
    return { count: marked.rows.length, bytes }
  }
}

/** From memory, else from the database, in the same view that has told the versions; in the order of the rows. */
async function prepare(
  tx: Tx,
  { org }: Reader,
  { rows }: MarkedMessages,
  form: TextForm,
): Promise<(PreparedMessage | undefined)[]> {
  const memory = preparedMessages(org)
  const since = org.get(loadingMirror)
  const prepared = rows.map(({ id, version }) => memory.get(since, id, form, version))
  const missing = new Map<MessageId, number>()
  for (const [index, { id }] of rows.entries()) if (!prepared[index]) missing.set(id, index)
  if (missing.size === 0) return prepared
  for (const row of await selectFacts(tx, [...missing.keys()], { raw: form === 'raw', html: form === 'html' })) {
    const index = missing.get(row.id) as number
    const message = prepareMessage(row, rows[index]?.version as number, form)
    memory.keep(since, row.id, form, message)
    prepared[index] = message
  }
  return prepared
}

function prepareMessage(row: StoredFacts, version: number, form: TextForm): PreparedMessage {
  const { conversation_id, sender_id, timestamp, client, last_edited, last_moved } = row
  const content = form === 'html' ? row.rendered_content : row.content
  return {
    version,
    conversationId: conversation_id,
    senderId: sender_id,
    topic: row.topic,
    senderRead: row.sender_read,
    channelWildcard: row.channel_wildcard,
    isMe: row.is_me_message,
    edits: row.edit_history,
    origin: fieldsOf({ recipient_id: conversation_id, timestamp, client }),
    changed:
      (last_edited === null ? '' : `,"last_edit_timestamp":${last_edited}`) +
      (last_moved === null ? '' : `,"last_moved_timestamp":${last_moved}`),
    content: fieldsOf({ content, content_type: form === 'html' ? 'text/html' : 'text/x-markdown' }),
  }
}

/** As bytes, each a character. A text that was cut out of another one would keep all of that in memory. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
const jsonOf = (value: unknown): string => utf8(JSON.stringify(value))
/** An object's fields without the brackets. */
const fieldsOf = (value: object): string => utf8(JSON.stringify(value).slice(1, -1))

/** Puts messages together, their fields in the order in which `fetchMessages` has them. */
function writer(reader: Reader, emptyTopic: boolean, { reactions, submessages, conversations }: MarkedMessages) {
  const facts = shownFacts(reader, emptyTopic, conversations)
  const senderOf = remembering((id: UserId) => fieldsOf(facts.senderOf(id)))
  const recipientOf = remembering((id: ConversationId) => fieldsOf(facts.recipientOf(id)))
  const linksOf = remembering((topic: string) => jsonOf(facts.linksOf(topic)))
  const topicOf = remembering((topic: string) => jsonOf(topic))
  const listOf = (list: readonly unknown[] | undefined) => (list ? jsonOf(list) : '[]')

  return (marks: MarkedMessages['rows'][number], message: PreparedMessage): string => {
    const { conversationId, senderId, topic } = message
    const channel = facts.channelOf(conversationId)
    const edits = facts.editsOf(message.edits)
    const flags = facts.flagsOf({
      ...marks,
      conversation_id: conversationId,
      sender_id: senderId,
      sender_read: message.senderRead,
      channel_wildcard: message.channelWildcard,
    })
    return (
      `{"id":${marks.id},"type":"${channel ? 'stream' : 'private'}",${senderOf(senderId)},${message.origin},` +
      `"subject":${topicOf(facts.subjectOf(topic, channel))},"topic_links":${linksOf(topic)},` +
      `"is_me_message":${message.isMe},"reactions":${listOf(reactions.get(marks.id))},` +
      `"submessages":${listOf(submessages.get(marks.id))}${message.changed}` +
      `${edits ? `,"edit_history":${jsonOf(edits)}` : ''},${recipientOf(conversationId)},${message.content},` +
      `"flags":[${flags.length > 0 ? `"${flags.join('","')}"` : ''}]}`
    )
  }
}

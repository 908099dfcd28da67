import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Reader } from '../access/reader.ts'
import { framedAs, loadingCache, type PreparedMessage, preparedMessages, type TextForm } from '../prepared-messages.ts'
import { type StoredFacts, selectFacts } from '../store/fetch.ts'
import { type MarkedMessages, selectMarked } from '../store/marked-messages.ts'
import type { Showing } from './fetched-message.ts'
import { remembering, shownFacts } from './shown-facts.ts'

export interface WrittenMessages {
  readonly count: number
  readonly bytes: Buffer
}

type WrittenShowing = Pick<Showing, 'applyMarkdown' | 'emptyTopic'>

/**
 * Reads messages, and returns a function that serializes them as `fetchMessages` does without a search. Uses the cache
 * for each message whose version the transaction sees. perf: cached messages need no reading and serializing of texts,
 * and the connection isn't held while serializing. `spent` gets the time this took.
 */
export async function readToWrite(
  tx: Tx,
  reader: Reader,
  ids: readonly MessageId[],
  showing: WrittenShowing,
  spent?: (ms: number) => void,
): Promise<() => WrittenMessages> {
  const marked = await selectMarked(tx, reader.viewer.id, ids)
  const write = await toWrite(reader, marked, showing, (work) => work(tx), spent)
  if (!write) throw new Error('a message has two versions in one view')
  return write
}

/** The same for messages found in an earlier snapshot; undefined if one has changed since and wasn't cached. */
export async function toWrite(
  reader: Reader,
  marked: MarkedMessages,
  { applyMarkdown, emptyTopic }: WrittenShowing,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  spent: (ms: number) => void = () => {},
): Promise<(() => WrittenMessages) | undefined> {
  const prepared = await prepare(reader, marked, applyMarkdown ? 'html' : 'raw', read)
  if (!prepared) return undefined
  return () => {
    const begun = performance.now()
    const write = writer(reader, emptyTopic, marked)
    let text = ''
    for (const [index, row] of marked.rows.entries())
      text += (index === 0 ? '' : ',') + write(row, prepared[index] as PreparedMessage)
    const bytes = Buffer.from(text, 'latin1')
    spent(performance.now() - begun)
    return { count: marked.rows.length, bytes }
  }
}

/** From the cache, or from the database if it has the wanted version; in the order of the rows. */
async function prepare(
  { org }: Reader,
  { rows }: MarkedMessages,
  form: TextForm,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<(PreparedMessage | undefined)[] | undefined> {
  const memory = preparedMessages(org)
  const since = org.get(loadingCache)
  const prepared = rows.map(({ id, version }) => memory.get(since, id, form, version))
  const missing = new Map<MessageId, number>()
  for (const [index, { id }] of rows.entries()) if (!prepared[index]) missing.set(id, index)
  if (missing.size === 0) return prepared
  const texts = { raw: form === 'raw', html: form === 'html' }
  for (const row of await read((tx) => selectFacts(tx, [...missing.keys()], texts))) {
    const index = missing.get(row.id) as number
    const message = prepareMessage(row, form)
    memory.keep(since, row.id, form, message)
    if (row.version === rows[index]?.version) prepared[index] = message
  }
  return prepared.includes(undefined) ? undefined : prepared
}

function prepareMessage(row: StoredFacts & { version: number }, form: TextForm): PreparedMessage {
  const { id, version, conversation_id, sender_id, sender_read, channel_wildcard } = row
  const { timestamp, client, last_edited, last_moved } = row
  const content = form === 'html' ? row.rendered_content : row.content
  return {
    version,
    flagged: { id, conversation_id, sender_id, sender_read, channel_wildcard },
    topic: row.topic,
    isMe: row.is_me_message,
    edits: row.edit_history,
    origin: fieldsOf({ recipient_id: conversation_id, timestamp, client }),
    changed:
      (last_edited === null ? '' : `,"last_edit_timestamp":${last_edited}`) +
      (last_moved === null ? '' : `,"last_moved_timestamp":${last_moved}`),
    content: fieldsOf({ content, content_type: form === 'html' ? 'text/html' : 'text/x-markdown' }),
  }
}

/** UTF-8 with one character per byte. Copies: a substring would keep the whole text in memory. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
/** Flattens a concatenated string, which would otherwise be traversed on each use. */
const whole = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
const jsonOf = (value: unknown): string => utf8(JSON.stringify(value))
/** An object's JSON without the braces. */
const fieldsOf = (value: object): string => utf8(JSON.stringify(value).slice(1, -1))

/** Serializes messages with fields in the order of `fetchMessages`. */
function writer(reader: Reader, emptyTopic: boolean, { reactions, submessages, conversations }: MarkedMessages) {
  const facts = shownFacts(reader, emptyTopic, conversations)
  const recipientOf = remembering((id: ConversationId) => fieldsOf(facts.recipientOf(id)))
  const framed = framedAs(reader.org, `${emptyTopic} ${reader.viewer.isSpectator}`)
  const frame = framer(facts, framed)
  const listOf = (list: readonly unknown[] | undefined) => (list ? jsonOf(list) : '[]')

  return (row: MarkedMessages['rows'][number], message: PreparedMessage): string => {
    const { beforeReactions, afterSubmessages } = message.frame?.of === framed ? message.frame : frame(message)
    const flags = facts.flagsOf(message.flagged, row.marks)
    return (
      `${beforeReactions}${listOf(reactions.get(row.id))},"submessages":${listOf(submessages.get(row.id))}` +
      `${afterSubmessages}${recipientOf(message.flagged.conversation_id)},${message.content},` +
      `"flags":[${flags.length > 0 ? `"${flags.join('","')}"` : ''}]}`
    )
  }
}

/** Serializes the parts that depend on mirrors, and caches them with the message. */
function framer(facts: ReturnType<typeof shownFacts>, of: object) {
  const senderOf = remembering((id: UserId) => fieldsOf(facts.senderOf(id)))
  const linksOf = remembering((topic: string) => jsonOf(facts.linksOf(topic)))
  const topicOf = remembering((topic: string) => jsonOf(topic))
  return (message: PreparedMessage) => {
    const { topic, flagged } = message
    const channel = facts.channelOf(flagged.conversation_id)
    const edits = facts.editsOf(message.edits)
    message.frame = {
      of,
      beforeReactions: whole(
        `{"id":${flagged.id},"type":"${channel ? 'stream' : 'private'}",${senderOf(flagged.sender_id)},` +
          `${message.origin},"subject":${topicOf(facts.subjectOf(topic, channel))},"topic_links":${linksOf(topic)},` +
          `"is_me_message":${message.isMe},"reactions":`,
      ),
      afterSubmessages: whole(`${message.changed}${edits ? `,"edit_history":${jsonOf(edits)}` : ''},`),
    }
    return message.frame
  }
}

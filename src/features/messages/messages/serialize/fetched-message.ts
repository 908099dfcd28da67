import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import { shownTopic } from '../../../channels/channels/topics.ts'
import type { Reader } from '../access/reader.ts'
import { filesFound } from '../narrow/found-files.ts'
import { candidates, escapeTopic, highlight } from '../narrow/highlight.ts'
import { marksOf, type SearchText } from '../narrow/search-terms.ts'
import { type Fetched, type FetchedRow, formsOf, selectFetched } from '../store/fetch.ts'
import type { MatchedFile, Message } from '../wire.ts'
import { remembering, shownFacts } from './shown-facts.ts'

export interface Showing {
  readonly applyMarkdown: boolean
  /** Otherwise the empty topic has a display name. */
  readonly emptyTopic: boolean
  readonly searches: readonly SearchText[]
}

/** A few messages that the reader can read, as in the API; ascending. */
export async function fetchMessages(
  tx: Tx,
  reader: Reader,
  ids: readonly MessageId[],
  showing: Showing,
): Promise<Message[]> {
  const isSearch = showing.searches.length > 0
  const texts = { raw: !showing.applyMarkdown, html: showing.applyMarkdown || isSearch }
  const fetched = await selectFetched(tx, reader.viewer.id, ids, texts)
  const messages = fetched.rows.map(presenter(reader, showing, fetched))
  if (!isSearch) return messages
  const matches = await searchMatches(tx, fetched.rows, showing)
  return messages.map((message) => ({ ...message, ...matches.get(message.id) }))
}

function presenter(reader: Reader, showing: Showing, { reactions, submessages, conversations }: Fetched) {
  const facts = shownFacts(reader, showing.emptyTopic, conversations)
  const recipientOf = remembering(facts.recipientOf)
  const senderOf = remembering(facts.senderOf)
  const linksOf = remembering(facts.linksOf)

  return (row: FetchedRow): Message => {
    const channel = facts.channelOf(row.conversation_id)
    const edits = facts.editsOf(row.edit_history)
    return {
      id: row.id,
      type: channel ? 'stream' : 'private',
      ...senderOf(row.sender_id),
      recipient_id: row.conversation_id,
      timestamp: row.timestamp,
      client: row.client,
      subject: facts.subjectOf(row.topic, channel),
      topic_links: linksOf(row.topic),
      is_me_message: row.is_me_message,
      reactions: reactions.get(row.id) ?? [],
      submessages: submessages.get(row.id) ?? [],
      ...(row.last_edited === null ? {} : { last_edit_timestamp: row.last_edited }),
      ...(row.last_moved === null ? {} : { last_moved_timestamp: row.last_moved }),
      ...(edits ? { edit_history: edits } : {}),
      ...recipientOf(row.conversation_id),
      content: showing.applyMarkdown ? row.rendered_content : row.content,
      content_type: showing.applyMarkdown ? 'text/html' : 'text/x-markdown',
      flags: facts.flagsOf(row, row),
    }
  }
}

type Matches = Map<number, { match_content: string; match_subject: string; match_files?: MatchedFile[] }>

/** Content and topic as HTML with highlighted matches, and the matching files. */
export async function searchMatches(
  tx: Tx,
  rows: readonly Pick<FetchedRow, 'id' | 'topic' | 'rendered_content'>[],
  { searches, emptyTopic }: Pick<Showing, 'searches' | 'emptyTopic'>,
): Promise<Matches> {
  const { words: wanted, parts, runs } = marksOf(searches)
  const texts = rows.map(({ id, topic, rendered_content }) => ({
    id,
    subject: escapeTopic(shownTopic(topic, emptyTopic)),
    content: rendered_content,
  }))
  const maybe = new Set<string>()
  for (const { subject, content } of texts) {
    candidates(subject, wanted, maybe)
    candidates(content, wanted, maybe)
  }
  const marks = { forms: await formsOf(tx, [...maybe], wanted), parts, runs }
  const files = await filesFound(tx, searches, rows)
  return new Map(
    texts.map(({ id, subject, content }) => {
      const found = files.get(id)
      return [
        id,
        {
          match_content: highlight(content, marks),
          match_subject: highlight(subject, marks),
          ...(found ? { match_files: found } : {}),
        },
      ]
    }),
  )
}

import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { shownTopic } from '../../channels/topics.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import type { Account } from '../../users/account.ts'
import { apiEmail, dummyEmail } from '../../users/email-address.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { avatarUrl } from '../../users/present.ts'
import type { Reader } from '../access/reader.ts'
import { linksInTopic } from '../message-text.ts'
import { filesFound } from '../narrow/found-files.ts'
import { candidates, escapeTopic, highlight } from '../narrow/highlight.ts'
import type { Narrow } from '../narrow/narrow.ts'
import { marksOf, type SearchText } from '../narrow/search-terms.ts'
import { matchingMessages } from '../narrow/select.ts'
import { displayRecipient } from '../recipient.ts'
import { type Fetched, type FetchedRow, formsOf, isIn, selectFetched } from '../store/fetch.ts'
import type { EditHistoryEntry, MatchedFile, Message, MessageFlag } from '../wire.ts'

interface Showing {
  readonly applyMarkdown: boolean
  /** Otherwise the empty topic goes by a name. */
  readonly emptyTopic: boolean
  /** What was searched for: adds the fields that show it. */
  readonly searches: readonly SearchText[]
}

/** Read at once, and so made in one go: more would hold everybody up. */
const mostInPiece = { messages: 500, characters: 1_000_000 }
/** Before it is known how long they are. */
export const fewMessages = 100

/** At most {@link fewMessages}, which the reader may read, as the API shows them; ascending. */
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

/**
 * Any number of a narrow's messages; ascending. Each piece is read by itself, so that others have their turn between
 * them: an embedded database has one. What was deleted meanwhile is left out, and what was moved out of the conversations
 * that the narrow leads to.
 */
export async function fetchManyMessages(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  narrow: Narrow,
  ids: readonly MessageId[],
  showing: Showing,
): Promise<Message[]> {
  const { reader } = narrow
  const sorted = [...ids].sort((a, b) => a - b)
  const messages: Message[] = []
  for (let at = 0, length = fewMessages; at < sorted.length; ) {
    const wanted = sorted.slice(at, at + length)
    const piece = await read(async (tx) =>
      fetchMessages(tx, reader, await matchingMessages(tx, { ...narrow, conditions: [] }, wanted), showing),
    )
    at += length
    messages.push(...piece)
    // as many as there were characters for, were the next ones as long
    const characters = piece.reduce((sum, message) => sum + lengthOf(message), 1)
    const fitting = Math.floor((mostInPiece.characters * piece.length) / characters)
    length = Math.min(Math.max(fitting, 1), mostInPiece.messages)
  }
  return messages
}

/** The characters of what may be long. */
function lengthOf({ content, submessages, edit_history = [] }: Message): number {
  let length = content.length
  for (const one of submessages) length += one.content.length
  for (const { prev_content = '', prev_rendered_content = '' } of edit_history)
    length += prev_content.length + prev_rendered_content.length
  return length
}

/** Turns rows into messages; what many rows share is made once. */
function presenter(
  { org, viewer, subscriptions }: Reader,
  showing: Showing,
  { reactions, submessages, conversations }: Fetched,
) {
  const people = org.get(peopleMirror)
  const channels = org.get(channelsMirror)
  const { subdomain, settings } = org.get(organizationMirror)
  const history = settings.message_edit_history_visibility_policy
  const accounts = (ids: readonly UserId[]) => ids.flatMap((id) => people.byId.get(id) ?? [])

  const recipientOf = remembering((conversationId: ConversationId) => {
    const channel = channels.ofConversation(conversationId)
    const recipient = channel
      ? { kind: 'channel' as const, channel }
      : { kind: 'direct' as const, people: accounts(conversations.get(conversationId)?.member_ids ?? []) }
    return { channel, display_recipient: displayRecipient(org, recipient) }
  })
  const senderOf = remembering((id: UserId) => {
    const account = people.byId.get(id) as Account
    return {
      sender_id: id,
      sender_full_name: account.fullName,
      sender_email: viewer.isSpectator ? dummyEmail(org, id) : apiEmail(org, account),
      sender_realm_str: subdomain,
      avatar_url: avatarUrl(account),
    }
  })
  const linksOf = remembering((topic: string) => linksInTopic(org, topic))

  return (row: FetchedRow): Message => {
    const { channel, display_recipient } = recipientOf(row.conversation_id)
    const edits = viewer.isSpectator ? undefined : editHistory(row.edit_history, history, showing.emptyTopic)
    return {
      id: row.id,
      type: channel ? 'stream' : 'private',
      ...senderOf(row.sender_id),
      recipient_id: row.conversation_id,
      timestamp: row.timestamp,
      client: row.client,
      subject: channel ? shownTopic(row.topic, showing.emptyTopic) : row.topic,
      topic_links: linksOf(row.topic),
      is_me_message: row.is_me_message,
      reactions: reactions.get(row.id) ?? [],
      submessages: submessages.get(row.id) ?? [],
      ...(row.last_edited === null ? {} : { last_edit_timestamp: row.last_edited }),
      ...(row.last_moved === null ? {} : { last_moved_timestamp: row.last_moved }),
      ...(edits ? { edit_history: edits } : {}),
      display_recipient,
      ...(channel ? { stream_id: channel.id } : {}),
      content: showing.applyMarkdown ? row.rendered_content : row.content,
      content_type: showing.applyMarkdown ? 'text/html' : 'text/x-markdown',
      flags: flagsOf(row, channel),
    }
  }

  function flagsOf(row: FetchedRow, channel: Channel | undefined): MessageFlag[] {
    if (viewer.isSpectator) return ['read']
    const isOwn = row.sender_id === viewer.id
    const isReceived = !channel || subscriptions.received(channel.id, row.id)
    const canBeUnread = !channel || subscriptions.receives(channel.id, row.id)
    const isWild = row.channel_wildcard && isReceived
    const flags: MessageFlag[] = []
    const isRead = isIn(conversations.get(row.conversation_id)?.read ?? [], row.id)
    if (isRead || !canBeUnread || (isOwn && row.sender_read)) flags.push('read')
    if (row.starred) flags.push('starred')
    if (row.collapsed) flags.push('collapsed')
    if (row.mentioned) flags.push('mentioned')
    if (isWild) flags.push('stream_wildcard_mentioned')
    if (row.topic_wildcard_mentioned) flags.push('topic_wildcard_mentioned')
    if (row.has_alert_word) flags.push('has_alert_word')
    if (!isReceived && !isOwn) flags.push('historical')
    if (isWild || row.topic_wildcard_mentioned) flags.push('wildcard_mentioned')
    return flags
  }
}

function remembering<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}

/** What the organization lets people see of earlier versions; undefined where that is nothing. */
function editHistory(
  entries: readonly EditHistoryEntry[] | null,
  policy: 'all' | 'moves' | 'none',
  emptyTopic: boolean,
): EditHistoryEntry[] | undefined {
  if (!entries || policy === 'none') return undefined
  const visible =
    policy === 'all' ? entries : entries.filter(({ topic, stream }) => topic !== undefined || stream !== undefined)
  if (visible.length === 0) return undefined
  return visible.map(({ prev_content, prev_rendered_content, topic, prev_topic, ...entry }) => ({
    ...entry,
    ...(policy === 'all' && prev_content !== undefined ? { prev_content } : {}),
    ...(policy === 'all' && prev_rendered_content !== undefined ? { prev_rendered_content } : {}),
    ...(topic === undefined ? {} : { topic: shownTopic(topic, emptyTopic) }),
    ...(prev_topic === undefined ? {} : { prev_topic: shownTopic(prev_topic, emptyTopic) }),
  }))
}

type Matches = Map<number, { match_content: string; match_subject: string; match_files?: MatchedFile[] }>

/** Content and topic as HTML with what was searched for marked, and the files that hold it. */
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

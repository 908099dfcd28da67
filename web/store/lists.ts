import { ApiError } from '#contract'
import { getMessages, matchesNarrow } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Source } from '../narrow/message-source.ts'
import { isSearch, type Known, type Narrow, narrowKey } from '../narrow/narrow.ts'
import type { Run } from '../narrow/run.ts'
import { api } from '../transport/api.ts'
import { isFollowed, isMuted } from './channels.ts'
import { connection } from './connection.ts'
import { firstUnreadOf } from './first-unread.ts'
import { keepNearWords } from './fuzzy-words.ts'
import { disk, offerToDisk } from './kept-disk.ts'
import { MessageList } from './message-list.ts'
import { message, messages, revision } from './messages.ts'
import { settleSent } from './outbox.ts'
import { ownId } from './people.ts'
import { keepMarks } from './search-marks.ts'

const maxLists = 60

const known: Known = {
  get ownId() {
    return ownId.value
  },
  isMuted,
  isFollowed,
}

const shape = { client_gravatar: false, allow_empty_topic_name: true }

/** Clears sent messages from the outbox, and keeps search highlights out of the shared messages. */
function arrived<A extends { messages: unknown }>(narrow: Narrow, answer: A): A & { messages: Message[] } {
  const messages = (answer.messages as Message[]).map((found) => {
    settleSent(found.id)
    if (found.match_content === undefined) return found
    keepMarks(narrow, found, found)
    const { match_content: _content, match_subject: _subject, match_files: _files, ...rest } = found
    return rest
  })
  return { ...answer, messages }
}

const source: Source = {
  async around(narrow, question) {
    const { anchor, before, after, includeAnchor } = question
    // use the cache if it's complete; while offline, accept a partial result
    const isAlone = connection.peek() === 'offline' || connection.peek() === 'reconnecting'
    const kept = await fromDisk(narrow, question, isAlone)
    if (kept) return arrived(narrow, kept)
    try {
      const answer = await api.call(getMessages, {
        ...shape,
        anchor: String(anchor),
        num_before: before,
        num_after: after,
        include_anchor: includeAnchor,
        narrow: [...narrow],
        near_words: isSearch(narrow),
      })
      keepNearWords(narrow, answer.near_words)
      return arrived(narrow, answer)
    } catch (problem) {
      const left = problem instanceof ApiError ? undefined : await fromDisk(narrow, question, true)
      if (left) return arrived(narrow, left)
      throw problem
    }
  },
  async byId(narrow, ids) {
    const answer = await api.call(getMessages, { ...shape, message_ids: [...ids], narrow: [...narrow] })
    return arrived(narrow, answer)
  },
  async whichFit(narrow, ids) {
    const answer = await api.call(matchesNarrow, { msg_ids: [...ids], narrow: [...narrow] })
    for (const [id, found] of Object.entries(answer.messages)) {
      const one = message(Number(id))
      if (one) keepMarks(narrow, one, found)
    }
    return Object.keys(answer.messages).map(Number)
  },
}

const maxRanked = 50

/** The most relevant results of a search, the most relevant first; `hasAll` if there are no others. */
export async function fetchMostRelevant(narrow: Narrow): Promise<{ ids: readonly number[]; hasAll: boolean }> {
  const { answer } = await messages.fetch(async () =>
    arrived(
      narrow,
      await api.call(getMessages, {
        ...shape,
        sort_by: 'relevance',
        num_before: maxRanked,
        narrow: [...narrow],
        near_words: true,
      }),
    ),
  )
  keepNearWords(narrow, answer.near_words)
  return { ids: answer.messages.map(({ id }) => id), hasAll: answer.found_oldest }
}

/** Undefined, without a delay, if there's no cache or it doesn't have the list. */
function fromDisk(narrow: Narrow, question: Parameters<Source['around']>[1], lenient: boolean) {
  const anchor = question.anchor === 'first_unread' ? (firstUnreadOf(narrow) ?? question.anchor) : question.anchor
  return disk()?.around(narrow, { ...question, anchor }, { lenient })
}

/** Most recently requested last. */
const lists = new Map<string, MessageList>()

export function listOf(narrow: Narrow): MessageList {
  const key = narrowKey(narrow)
  const list = lists.get(key) ?? new MessageList(narrow, { store: messages, source, known })
  lists.delete(key)
  lists.set(key, list)
  if (lists.size > maxLists) forget((left) => left <= maxLists)
  return list
}

export const moveList = (from: Narrow, to: Narrow): void => lists.get(narrowKey(from))?.handOver(listOf(to))

export const releaseEdited = (id: number): void => {
  for (const list of lists.values()) list.release(id)
}

/** Drops unwatched lists, least recently used first, until there's enough room. */
function forget(isEnough: (left: number) => boolean): void {
  for (const [key, list] of lists) {
    if (isEnough(lists.size)) return
    if (list.isWatched || list === [...lists.values()].at(-1)) continue
    list.close()
    lists.delete(key)
  }
}

messages.makeRoom = () => {
  const held = () => [...lists.values()].reduce((sum, list) => sum + list.shown.peek().ids.length, 0)
  forget(() => held() < messages.capacity * 0.8)
  for (const list of lists.values()) list.trim(messages.capacity * 0.8)
}

offerToDisk({
  lists: () => [...lists.values()].map(({ narrow, shown }) => ({ narrow, shown: shown.peek() })),
  message,
  known,
})
revision.subscribe(() => disk()?.changed())

export const messagesOf = ({ ids }: Pick<Run, 'ids'>): Message[] =>
  ids.flatMap((id) => {
    const one = message(id)
    return one ? [one] : []
  })

connection.subscribe((state) => {
  if (state === 'live') for (const list of lists.values()) list.retry()
})

import { ApiError } from '#contract'
import { html } from '#platform/html'
import type { OpenContext, PageAnswer } from '#platform/serve'
import { messageHtml } from '../../../data/exports/public.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { beyondNewest } from '../../../messages/messages/api/fetch.ts'
import { beforeSearch } from '../../../messages/messages/due/search-words.ts'
import { findRange } from '../../../messages/messages/narrow/anchor.ts'
import { resolveNarrow } from '../../../messages/messages/narrow/narrow.ts'
import { checkOpenNarrow } from '../../../messages/messages/narrow/open-narrow.ts'
import { parseTerms } from '../../../messages/messages/narrow/terms.ts'
import { fetchMessages } from '../../../messages/messages/serialize/fetched-message.ts'
import { textsIn } from '../texts.ts'
import { nothingHere } from './absent-pages.ts'
import { publicReader } from './access.ts'
import { numberIn, publicPath, searchPath } from './addresses.ts'
import { frameOf, publicTexts } from './message-text.ts'
import { beside, foundList, home, publicPage } from './page-html.ts'
import { placeOf, shownMessage } from './shown-message.ts'

const foundOnPage = 30
const maxCharacters = 200

type Params = Readonly<Record<string, string>>

/** Search results, newest first, by the same search as the API's for spectators. */
export async function searchPage(ctx: OpenContext, _params: Params, query: URLSearchParams): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const words = (query.get('words') ?? '').trim()
  const before = query.has('before') ? numberIn(query.get('before')) : beyondNewest
  if (!reader || before === undefined || words.length > maxCharacters) return nothingHere(ctx)
  const { messages, isLast } = words ? await find(ctx, reader, words, before) : nothingFound
  const texts = await publicTexts(
    messages.map(({ match_content, content }) => match_content ?? content),
    foundText,
  )
  const found = messages.map((message, at) => ({
    ...shownMessage(reader, message, texts[at]?.html ?? ''),
    place: placeOf(message),
  }))
  const pathOf = (more: Record<string, string>) => `${searchPath}?${new URLSearchParams({ words, ...more })}`
  const oldest = messages[0]?.id
  const way = { next: isLast || oldest === undefined ? undefined : pathOf({ before: `${oldest}` }) }
  const frame = frameOf(ctx, reader)
  const { language } = frame
  const { search, searched, readable } = textsIn(language)
  return publicPage({
    ...frame,
    ...way,
    title: words ? searched(words) : search,
    description: readable(frame.organization),
    path: pathOf(query.has('before') ? { before: `${before}` } : {}),
    feed: `${publicPath}feed`,
    above: [home(frame.organization)],
    place: '/',
    words,
    isListed: false,
    body: html`${foundList(language, words, found.reverse())}
${beside(language, way)}`,
  })
}

/** An excerpt is a link to its message, so it has only text. */
const foundText = (rendered: string): ReturnType<typeof messageHtml> =>
  messageHtml(rendered, { upload: () => undefined, emoji: () => undefined, conversation: () => undefined })

async function find(ctx: OpenContext, reader: Reader, words: string, before: number) {
  try {
    const terms = parseTerms([
      { operator: 'channels', operand: 'web-public' },
      { operator: 'search', operand: words },
    ])
    checkOpenNarrow(terms)
    await beforeSearch(reader.org, terms)
    return await ctx.read(async (tx) => {
      const narrow = await resolveNarrow(tx, reader, terms)
      const range = { anchor: before, before: foundOnPage, after: 0, includeAnchor: false }
      const { ids, foundOldest } = await findRange(tx, narrow, range)
      const telling = { applyMarkdown: true, emptyTopic: true, searches: narrow.searches }
      return { messages: await fetchMessages(tx, reader, ids, telling), isLast: foundOldest }
    })
  } catch (error) {
    // invalid searches find nothing
    if (error instanceof ApiError && error.status === 400) return nothingFound
    throw error
  }
}

const nothingFound = { messages: [], isLast: true }

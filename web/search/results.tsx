import './search.css'
import { useEffect } from 'preact/hooks'
import { Feed } from '../feed/feed.tsx'
import { isSearch, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { isExcludedWord } from '../narrow/search-text.ts'
import { hrefOfNarrow, narrow, route } from '../navigation/route.ts'
import { type NearWord, nearWordsOf } from '../store/fuzzy-words.ts'
import { listOf } from '../store/lists.ts'
import { t } from '../texts/finding.ts'
import { NothingFound } from './nothing-found.tsx'
import { leadsToResults, origin, placeOf } from './opening.ts'
import { RankedList, useRanking } from './ranking.tsx'
import { searched } from './searched.ts'
import { canSort, SortButtons, sorting } from './sorting.tsx'
import { nameOfPlace, typedTerm, wordsOf } from './term-text.ts'

export const Results = () => {
  const shown = narrow.value
  // focus the results for keyboard navigation
  useEffect(() => {
    if (!leadsToResults.current) return
    leadsToResults.current = false
    document.getElementById('messages')?.focus({ preventScroll: true })
  }, [shown])
  // the address may have changed while this was loaded
  if (!shown || !isSearch(shown)) return null
  const near = route.value.view === 'narrow' ? route.value.near : undefined
  const List = sorting.value === 'relevance' && canSort(shown, near) ? ByRelevance : ByTime
  return (
    <div class="results">
      <List key={narrowKey(shown)} narrow={shown} near={near} />
    </div>
  )
}

const ByTime = ({ narrow, near }: ListProps) => {
  const list = listOf(narrow)
  const { ids, anchor, hasOldest } = list.shown.value
  const count = anchor === undefined ? '' : (hasOldest ? t.results : t.resultsSoFar)(ids.length)
  return (
    <>
      <Where of={narrow} near={near} count={count} nearWords={ids.length > 0 ? nearWordsOf(list.narrow).value : []} />
      <Feed narrow={narrow} near={near} empty={<NothingFound of={narrow} />} />
    </>
  )
}

interface ListProps {
  readonly narrow: Narrow
  readonly near: number | undefined
}

const ByRelevance = ({ narrow }: ListProps) => {
  const ranking = useRanking(narrow)
  const { messages, hasAll, narrow: searched } = ranking
  const count = !messages ? '' : hasAll ? t.ranked(messages.length) : t.topRanked(messages.length)
  return (
    <>
      <Where
        of={narrow}
        near={undefined}
        count={count}
        nearWords={messages && messages.length > 0 ? nearWordsOf(searched).value : []}
      />
      <RankedList {...ranking} empty={<NothingFound of={narrow} />} />
    </>
  )
}

interface WhereProps {
  readonly of: Narrow
  readonly near: number | undefined
  /** How many messages were found. */
  readonly count: string
  readonly nearWords: readonly NearWord[]
}

/** The same search elsewhere: everywhere, in the channel, in the conversation. */
const Where = ({ of, near: openedAt, count, nearWords }: WhereProps) => {
  const here = placeOf(of)
  const rest = of.filter((one) => !here.includes(one))
  const from = origin.value ?? here
  const channel = from.find(({ operator }) => operator === 'channel')
  const places = [[], ...(channel && from.length > 1 ? [[channel]] : []), ...(from.length > 0 ? [from] : [])]
  const similar = nearWords.filter(({ near }) => near.length > 0)
  return (
    <div class="found-in">
      {places.length > 1 && rest.length > 0 && (
        <nav aria-label={t.searchIn}>
          {places.map((place) => (
            <a
              key={narrowKey(place)}
              href={hrefOfNarrow([...place, ...rest])}
              aria-current={narrowKey(place) === narrowKey(here) ? 'page' : undefined}
              dir="auto"
            >
              {place.length === 0 ? t.allMessages : nameOfPlace(place)}
            </a>
          ))}
        </nav>
      )}
      <p role="status">
        {count}
        {similar.length > 0 && (
          <span class="near-words">
            {similar.map(({ word, near: others }) => (
              <span key={word} dir="auto">
                {t.nearWords(word, others)}
              </span>
            ))}
          </span>
        )}
      </p>
      {canSort(of, openedAt) && <SortButtons />}
      <Notice of={of} near={openedAt} />
    </div>
  )
}

/** `soup -milk` */
const typedWords = (of: Narrow) =>
  [wordsOf(of), ...of.filter(isExcludedWord).map((one) => typedTerm(one)?.text)].filter(Boolean).join(' ')

/** How the typed text was interpreted, and where the results begin, when the URL doesn't include that. */
const Notice = ({ of, near }: { of: Narrow; near: number | undefined }) => {
  const known = searched.value
  if (known?.key !== narrowKey(of)) return null
  const { literal, excluding, start } = known
  const begins = start?.near === near ? start?.term : undefined
  return (
    <>
      {literal !== undefined && (
        <p class="notice" role="status" dir="auto">
          {t.searchedForWords(literal)}{' '}
          {excluding && (
            <a class="plain" href={hrefOfNarrow(excluding)}>
              {t.searchInstead(typedWords(excluding))}
            </a>
          )}
        </p>
      )}
      {begins && <p class="notice">{begins.operator === 'before' ? t.openedBefore : t.openedSince}</p>}
    </>
  )
}

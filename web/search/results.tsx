import './search.css'
import { useEffect } from 'preact/hooks'
import { Feed } from '../feed/feed.tsx'
import { isSearch, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { hrefOfNarrow, narrow, route } from '../navigation/route.ts'
import { nearWordsOf } from '../store/fuzzy-words.ts'
import { listOf } from '../store/lists.ts'
import { t } from '../texts/finding.ts'
import { leadsToResults, origin, placeOf } from './opening.ts'
import { nameOfPlace, wordsOf } from './term-text.ts'

const placeOperators = ['channel', 'topic', 'dm']
const isPlace = ({ operator, negated }: Narrow[number]) => !negated && placeOperators.includes(operator)

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
  return (
    <div class="results">
      <Where of={shown} />
      <Feed key={narrowKey(shown)} narrow={shown} near={near} empty={<Nothing of={shown} />} />
    </div>
  )
}

/** The same search elsewhere: everywhere, in the channel, in the conversation. */
const Where = ({ of }: { of: Narrow }) => {
  const rest = of.filter((one) => !isPlace(one))
  const here = placeOf(of)
  const from = origin.value ?? here
  const channel = from.find(({ operator }) => operator === 'channel')
  const places = [[], ...(channel && from.length > 1 ? [[channel]] : []), ...(from.length > 0 ? [from] : [])]
  const list = listOf(of)
  const { ids, anchor, hasOldest } = list.shown.value
  const near = nearWordsOf(list.narrow).value.filter((one) => one.near.length > 0)
  const isNear = near.length > 0 && ids.length > 0
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
        {anchor === undefined ? '' : (hasOldest ? t.results : t.resultsSoFar)(ids.length)}
        {isNear && (
          <span class="near-words">
            {near.map(({ word, near: others }) => (
              <span key={word} dir="auto">
                {t.nearWords(word, others)}
              </span>
            ))}
          </span>
        )}
      </p>
    </div>
  )
}

const Nothing = ({ of }: { of: Narrow }) => {
  const place = placeOf(of)
  const rest = of.filter((one) => !isPlace(one))
  const words = wordsOf(of)
  const others = of.some(({ operator }) => operator !== 'search')
  const isPublicToo = of.some(({ operator }) => operator === 'channels' || operator === 'channel')
  return (
    <div class="hint nothing">
      <p class="lead">{place.length > 0 ? t.nothingFoundHere(nameOfPlace(place)) : t.nothingFound}</p>
      {words !== '' && <p>{t.nothingFoundMore}</p>}
      <ul>
        {place.length > 0 && rest.length > 0 && (
          <li>
            <a class="plain" href={hrefOfNarrow(rest)}>
              {t.allMessages}
            </a>
          </li>
        )}
        {words !== '' && others && (
          <li>
            <a class="plain" href={hrefOfNarrow([{ operator: 'search', operand: words }])}>
              {t.lessStrict}
            </a>
          </li>
        )}
        {words !== '' && !isPublicToo && (
          <li>
            <a class="plain" href={hrefOfNarrow([{ operator: 'channels', operand: 'public' }, ...of])}>
              {t.publicToo}
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}

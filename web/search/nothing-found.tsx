import { useLayoutEffect } from 'preact/hooks'
import { type Narrow, narrowKey, type Term } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { t } from '../texts/finding.ts'
import { placeOf } from './opening.ts'
import { searchLiterally } from './submitting.ts'
import { nameOfPlace, termText, wordsOf } from './term-text.ts'

const maxDropped = 6

/** Broader searches: elsewhere, or without one of the filters or words. */
export const NothingFound = ({ of }: { of: Narrow }) => {
  useLayoutEffect(() => {
    searchLiterally(of)
  }, [narrowKey(of)])
  const place = placeOf(of)
  const rest = of.filter((one) => !place.includes(one))
  const isPublicToo = of.some(({ operator }) => operator === 'channels' || operator === 'channel')
  const hasWords = wordsOf(of) !== ''
  const wider = [
    ...(place.length > 0 && rest.length > 0 ? [{ narrow: rest, text: t.allMessages }] : []),
    ...dropped(rest).map(({ narrow, what }) => ({ narrow: [...place, ...narrow], text: t.without(what) })),
    ...(hasWords && !isPublicToo
      ? [{ narrow: [{ operator: 'channels', operand: 'public' }, ...of], text: t.publicToo }]
      : []),
  ]
  return (
    <div class="hint nothing">
      <p class="lead">{place.length > 0 ? t.nothingFoundHere(nameOfPlace(place)) : t.nothingFound}</p>
      {hasWords && <p>{t.nothingFoundMore}</p>}
      <ul>
        {wider.map(({ narrow, text }) => (
          <li key={narrowKey(narrow)}>
            <a href={hrefOfNarrow(narrow)} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The search with one filter or word removed, for each; none if there's only one. */
function dropped(of: Narrow): { narrow: Narrow; what: string }[] {
  const words = wordsOf(of).match(/-?"[^"]*"?|[^\s"]+/g) ?? []
  const others = of.filter((one) => one.operator !== 'search' || one.negated)
  if (words.length + others.length < 2) return []
  const searchFor = (some: readonly string[]): Term[] =>
    some.length === 0 ? [] : [{ operator: 'search', operand: some.join(' ') }]
  return [
    ...others.map((one) => ({
      narrow: [...others.filter((other) => other !== one), ...searchFor(words)],
      what: termText(one),
    })),
    ...words.map((one, at) => ({
      narrow: [...others, ...searchFor(words.filter((_, index) => index !== at))],
      what: one.replaceAll('"', ''),
    })),
  ].slice(0, maxDropped)
}

import type { Narrow } from '../narrow/narrow.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { t } from '../texts/finding.ts'
import { wordsOf } from './term-text.ts'

const sortings = ['time', 'relevance'] as const
type Sorting = (typeof sortings)[number]

/** Kept for all searches on this device. */
export const [sorting, keepSorting] = keptChoice<Sorting>(
  'search results by',
  (text) => sortings.find((name) => name === text) ?? 'time',
  (name) => name,
)

/** Only words have a relevance. Results that begin at a message are sorted by time. */
export const canSort = (narrow: Narrow, near: number | undefined): boolean =>
  near === undefined && wordsOf(narrow) !== ''

export const SortButtons = () => (
  <fieldset class="sort-results" aria-label={t.sortResults}>
    {sortings.map((name) => (
      <button key={name} type="button" aria-pressed={sorting.value === name} onClick={() => keepSorting(name)}>
        {t.sortings[name]}
      </button>
    ))}
  </fieldset>
)

import { isComposing } from '../parts/is-composing.ts'
import './search.css'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { fieldOf, Options, useCombobox } from '../entities/combobox.tsx'
import { type Narrow, narrowKey, type Term } from '../narrow/narrow.ts'
import { namingIn, parseSearch } from '../narrow/search-text.ts'
import { goTo, narrow as shownNarrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { takeTyped } from '../parts/typed-ahead.ts'
import { t } from '../texts/finding.ts'
import { lookup } from './lookup.ts'
import { asked, closeSearch, isOpen, leadsToResults, origin, placeOf, showsResults } from './opening.ts'
import { type Meaning, type Offer, placeOffers, valueOffers, wordOffers } from './options.ts'
import { search } from './submitting.ts'
import { searchText, termText, wordsOf } from './term-text.ts'

export const Field = () => {
  const shown = showsResults.value ? (shownNarrow.value ?? []) : []
  return <Editing key={narrowKey(shown)} of={shown} />
}

const isWords = ({ operator, negated }: Term) => operator === 'search' && !negated
const longest = 1_000

function Editing({ of }: { of: Narrow }) {
  const pills = useSignal<Narrow>(of.filter((one) => !isWords(one)))
  const text = useSignal(wordsOf(of))
  const isListed = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const seen = useRef(-1)

  // an explicit request to search gets the focus at once
  useLayoutEffect(() => {
    if (seen.current === asked.value || !isOpen.value) return
    seen.current = asked.value
    field.current?.focus()
    field.current?.select()
    const typed = takeTyped()
    if (typed === '') return
    text.value = typed
    isListed.value = true
  }, [asked.value, isOpen.value])
  useEffect(() => {
    // results opened by URL: don't move the focus to the field
    seen.current = asked.peek()
  }, [])

  const naming = isListed.value ? namingIn(text.value) : undefined
  const values = naming ? valueOffers(naming, pills.value) : []
  const written = [...pills.value, ...parseSearch(text.value, lookup)]
  const offers: readonly Offer[] = !isListed.value
    ? []
    : values.length > 0
      ? values
      : [
          ...(text.value.trim() === '' ? [] : placeOffers(text.value.trim(), places())),
          ...wordOffers(text.value, pills.value),
        ]
  const options = offers.map(({ meaning, ...one }) => ({ ...one, run: () => take(meaning) }))
  const box = useCombobox({ options, isOpen: isListed.value, takesFirst: values.length > 0 })

  const submit = async (terms: Narrow) => {
    leadsToResults.current = true
    if (await search(terms)) isOpen.value = isListed.value = false
    else leadsToResults.current = false
  }
  const within = (place: Narrow | undefined): Narrow => [
    ...(place ?? []),
    ...written.filter(({ operator, negated }) => !place || negated || !['channel', 'topic', 'dm'].includes(operator)),
  ]
  const take = (meaning: Meaning) => {
    box.reset()
    if (meaning.kind === 'search') void submit(meaning.narrow)
    else if (meaning.kind === 'place') void submit(within(meaning.place))
    else {
      if (meaning.kind === 'operator') text.value = meaning.text
      else {
        // the text before it becomes conditions, or stays search words
        const before = parseSearch(meaning.keeps, lookup)
        pills.value = withTerm([...pills.value, ...before.filter((one) => !isWords(one))], meaning.term)
        text.value = wordsOf(before) === '' ? '' : `${wordsOf(before)} `
      }
      field.current?.focus()
      isListed.value = true
    }
  }
  const remove = (index: number) => {
    pills.value = pills.value.filter((_one, at) => at !== index)
    field.current?.focus()
  }
  const leave = () => {
    isListed.value = false
    closeSearch()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || box.onKeyDown(event)) return
    const { value, selectionStart, selectionEnd } = event.currentTarget as HTMLInputElement
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    if (event.key === 'Enter') {
      const [conversation, channel] = places()
      const place = event.shiftKey
        ? conversation
        : event.ctrlKey || event.metaKey
          ? (channel ?? conversation)
          : undefined
      void submit(within(place))
    } else if (event.key === 'Escape') {
      if (isListed.value && options.length > 0) isListed.value = false
      else leave()
    } else if (event.key === 'ArrowDown' && !isListed.value) isListed.value = true
    else if (event.key === 'Backspace' && value === '' && pills.value.length > 0) remove(pills.value.length - 1)
    else if (event.key === 'ArrowLeft' && isAtStart && pills.value.length > 0)
      [...(list.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    else return
    event.preventDefault()
  }

  return (
    <search class="search-bar">
      {of.length > 0 && <h1 class="visually-hidden">{t.searchFor(searchText(of))}</h1>}
      <Icon name="search" size={18} />
      <div class="search-line">
        {pills.value.length > 0 && (
          <ul class="search-pills" aria-label={t.conditions} ref={list}>
            {pills.value.map((term, index) => (
              <li key={narrowKey([term])}>
                <Pill
                  term={term}
                  onRemove={() => remove(index)}
                  onLeave={(to) => step(to, list.current, field.current)}
                />
              </li>
            ))}
          </ul>
        )}
        <input
          ref={field}
          type="text"
          {...fieldOf(box, options.length > 0)}
          enterkeyhint="search"
          value={text.value}
          maxLength={longest}
          aria-label={t.searchField}
          placeholder={pills.value.length > 0 ? '' : t.searchHint}
          onInput={(event) => {
            text.value = event.currentTarget.value
            isListed.value = true
            box.reset()
          }}
          onFocus={() => {
            isListed.value = true
          }}
          onBlur={() => {
            isListed.value = false
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <IconButton label={t.closeSearch} run={() => away(leave)}>
        <Icon name="close" />
      </IconButton>
      {options.length > 0 && <Options box={box} options={options} label={t.searchOptions} />}
    </search>
  )
}

/** Closes the results: back to the earlier view, or to the place that was searched. */
function away(leave: () => void): void {
  leave()
  if (!showsResults.peek()) return
  const place = origin.peek() ?? placeOf(shownNarrow.peek() ?? [])
  goTo(place.length > 0 ? { view: 'narrow', narrow: place } : { view: 'inbox' })
}

function places(): Narrow[] {
  const here = origin.value ?? placeOf(shownNarrow.value ?? [])
  if (here.length === 0) return []
  const channel = here.find(({ operator }) => operator === 'channel')
  return here.length > 1 && channel ? [here, [channel]] : [here]
}

/** Some conditions can appear only once; people are added to an existing conversation. */
function withTerm(pills: Narrow, term: Term): Narrow {
  const isSame = (one: Term) => one.operator === term.operator && Boolean(one.negated) === Boolean(term.negated)
  if (term.negated) return [...pills, term]
  if (term.operator === 'dm' || term.operator === 'dm-including') {
    const known = pills.find(isSame)?.operand
    const ids = [...new Set([...(Array.isArray(known) ? known : []), ...(term.operand as readonly number[])])]
    return [...pills.filter((one) => !isSame(one)), { ...term, operand: ids.sort((a, b) => a - b) }]
  }
  if (!['channel', 'topic', 'sender', 'near', 'date'].includes(term.operator)) return [...pills, term]
  return [...pills.filter((one) => !isSame(one)), term]
}

interface PillProps {
  readonly term: Term
  readonly onRemove: () => void
  readonly onLeave: (to: 1 | -1) => void
}

const Pill = ({ term, onRemove, onLeave }: PillProps) => (
  <button
    type="button"
    class="search-pill"
    aria-label={t.removeCondition(termText(term))}
    onClick={onRemove}
    onKeyDown={(event) => {
      if (event.key === 'Backspace' || event.key === 'Delete') onRemove()
      else if (event.key === 'ArrowLeft') onLeave(-1)
      else if (event.key === 'ArrowRight') onLeave(1)
      else return
      event.preventDefault()
    }}
  >
    <span dir="auto">{termText(term)}</span>
    <Icon name="close" size={12} />
  </button>
)

/** Moves between the pills and the text with arrow keys. */
function step(to: 1 | -1, list: HTMLElement | null, field: HTMLElement | null): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement) + to
  if (at >= all.length) field?.focus()
  else all[Math.max(0, at)]?.focus()
}

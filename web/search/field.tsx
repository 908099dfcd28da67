import { isComposing } from '../parts/is-composing.ts'
import './search.css'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { fieldOf, Options, useCombobox } from '../entities/combobox.tsx'
import { type Narrow, narrowKey, type Term } from '../narrow/narrow.ts'
import { isStart, type Naming, namedTerm, namingIn, parseSearch } from '../narrow/search-text.ts'
import { goTo, route, narrow as shownNarrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { takeTyped } from '../parts/typed-ahead.ts'
import { t } from '../texts/finding.ts'
import { lookup } from './lookup.ts'
import { asked, closeSearch, isOpen, leadsToResults, origin, placeOf, showsResults } from './opening.ts'
import { type Meaning, type Offer, placeOffers, valueOffers, wordOffers } from './options.ts'
import { Pill } from './pill.tsx'
import { searched } from './searched.ts'
import { search } from './submitting.ts'
import { searchText, typedTerm, wordsOf } from './term-text.ts'

export const Field = () => {
  const shown = showsResults.value ? [...(shownNarrow.value ?? []), ...startShown()] : []
  return <Editing key={narrowKey(shown)} of={shown} />
}

/** The URL has only the message at which the results begin. */
function startShown(): Narrow {
  const { key, start } = searched.value ?? {}
  const near = route.value.view === 'narrow' ? route.value.near : undefined
  return start && start.near === near && key === narrowKey(shownNarrow.value ?? []) ? [start.term] : []
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
          ...(written.length === 0 ? [] : placeOffers(text.value.trim() || searchText(written), places())),
          ...wordOffers(text.value, pills.value),
        ]
  const options = offers.map(({ meaning, ...one }) => ({ ...one, run: () => take(meaning) }))
  const box = useCombobox({ options, isOpen: isListed.value, takesFirst: values.length > 0 })

  const submit = async (terms: Narrow) => {
    leadsToResults.current = true
    if (await search(terms, text.value)) isOpen.value = isListed.value = false
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
      else addPill(meaning.term, meaning.keeps)
      field.current?.focus()
      isListed.value = true
    }
  }
  /** The text before it becomes filters or search words. */
  const addPill = (term: Term, keeps: string) => {
    const before = parseSearch(keeps, lookup)
    pills.value = withTerm([...pills.value, ...before.filter((one) => !isWords(one))], term)
    text.value = wordsOf(before) === '' ? '' : `${wordsOf(before)} `
  }
  const edit = (index: number) => {
    const typed = typedTerm(pills.value[index] as Term)
    if (!typed) return
    pills.value = pills.value.filter((_one, at) => at !== index)
    text.value = `${text.value.trim()} ${typed.text}`.trimStart()
    isListed.value = true
    box.reset()
    // the new text isn't in the field yet
    queueMicrotask(() => {
      const end = text.value.length
      if (field.current) field.current.value = text.value
      field.current?.focus()
      field.current?.setSelectionRange(end - typed.value.length, end)
    })
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
    if (isComposing(event)) return
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    const active = isPlainEnter ? offers[box.active]?.meaning : undefined
    if (active?.kind === 'condition') {
      // one Enter is enough: Tab and clicks add it and go on
      event.preventDefault()
      addPill(active.term, active.keeps)
      void submit([...pills.value, ...parseSearch(text.value, lookup)])
      return
    }
    if (box.onKeyDown(event)) return
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
      [...(list.current?.querySelectorAll<HTMLElement>('.search-pill-text') ?? [])].at(-1)?.focus()
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
                  onEdit={typedTerm(term) ? () => edit(index) : undefined}
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
            const done = completedIn(text.value, pills.value)
            if (done) addPill(done.term, done.keeps)
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
      {/* the list itself can only contain options */}
      <span class="visually-hidden" role="status">
        {values.length > 0 ? t.searchKeys : ''}
      </span>
      {options.length > 0 && (
        <Options
          box={box}
          options={options}
          label={t.searchOptions}
          keys={values.length > 0 ? t.searchKeys : undefined}
        />
      )}
    </search>
  )
}

/** A space after a filter makes it a pill, unless a longer name begins with its value. */
function completedIn(text: string, pills: Narrow): { term: Term; keeps: string } | undefined {
  const naming = / $/.test(text) ? namingIn(text) : undefined
  const term = naming && naming.operator !== 'topic' ? namedTerm(naming, lookup) : undefined
  if (!naming || !term) return undefined
  return hasLonger(naming, pills) ? undefined : { term, keeps: naming.before }
}

function hasLonger(naming: Naming, pills: Narrow): boolean {
  const begins = `${naming.value.trim().toLowerCase()} `
  return valueOffers({ ...naming, value: naming.value.trim() }, pills).some(({ label }) =>
    label.toLowerCase().startsWith(begins),
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
  if (isStart(term)) return [...pills.filter((one) => !isStart(one)), term]
  if (!['channel', 'topic', 'sender'].includes(term.operator)) return [...pills, term]
  return [...pills.filter((one) => !isSame(one)), term]
}

/** Moves between the pills and the text with arrow keys. */
function step(to: 1 | -1, list: HTMLElement | null, field: HTMLElement | null): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('.search-pill-text') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement) + to
  if (at >= all.length) field?.focus()
  else all[Math.max(0, at)]?.focus()
}

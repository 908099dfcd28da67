import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Choice } from '../../entities/choice.ts'
import { ChoiceRow } from '../../entities/choice-row.tsx'
import type { Target } from '../../narrow/target.ts'
import { isComposing } from '../../parts/is-composing.ts'
import { t } from '../../texts/writing.ts'
import { announceDelayMs } from '../live-region.tsx'
import { applyEdit } from '../text/editing.ts'
import { blockOpened } from '../text/formatting.ts'
import { choicesFor } from './choices.ts'
import { prepareNames } from './people.ts'
import { closingSign, triggerAt } from './trigger.ts'

export const listId = 'compose-suggestions'
export const optionId = (index: number): string => `${listId}-${index}`

const none: readonly Choice[] = []

export class Suggestions {
  readonly #text = signal('')
  readonly #caret = signal(0)
  readonly #isOpen = signal(false)
  /** Start of the trigger that was dismissed or accepted: it stays closed until another begins. */
  #closedAt = -1
  /** Key of the option chosen with the arrow keys, kept when more options arrive; undefined at first. */
  readonly #chosen = signal<string | undefined>(undefined)
  readonly #target: ReadonlySignal<Target | undefined>
  /** True for a new message: only these can start with a command. */
  readonly #isNew: boolean

  constructor(target: ReadonlySignal<Target | undefined>, isNew = true) {
    this.#target = target
    this.#isNew = isNew
    prepareNames()
    effect(() => {
      const { length, 0: first } = this.choices.value
      const text = first ? t.suggestions(length, first.label) : ''
      const timer = setTimeout(() => (this.announcement.value = text), announceDelayMs)
      return () => clearTimeout(timer)
    })
  }

  /** Text for screen readers. */
  readonly announcement = signal('')

  readonly #trigger = computed(() => (this.#isOpen.value ? triggerAt(this.#text.value, this.#caret.value) : undefined))
  readonly choices = computed(() => {
    const trigger = this.#trigger.value
    if (!trigger || (trigger.kind === 'command' && !this.#isNew)) return none
    return choicesFor(trigger, this.#target.value)
  })

  /** Index of the active option; -1 if Enter takes none: a typed language is complete, unless arrows chose one. */
  readonly active = computed(() => {
    const chosen = this.choices.value.findIndex(({ key }) => key === this.#chosen.value)
    return this.#trigger.value?.kind === 'language' ? chosen : Math.max(0, chosen)
  })

  /** Call after each input and each caret move. */
  follow(field: HTMLTextAreaElement, isWriting: boolean): void {
    const { value, selectionStart, selectionEnd } = field
    // browsers also report the caret late, at a position we already know
    if (value !== this.#text.peek() || selectionStart !== this.#caret.peek()) this.#chosen.value = undefined
    this.#text.value = value
    this.#caret.value = selectionStart
    const trigger = selectionStart === selectionEnd ? triggerAt(value, selectionStart) : undefined
    if (trigger?.from !== this.#closedAt) this.#closedAt = -1
    // moving the caret doesn't open the list, and keeps it open within the trigger
    this.#isOpen.value = trigger !== undefined && this.#closedAt < 0 && (isWriting || this.#isOpen.peek())
  }

  close(): void {
    this.#closedAt = this.#trigger.peek()?.from ?? -1
    this.#isOpen.value = false
  }

  /** Returns true if the list handled the key. */
  onKeyDown(event: KeyboardEvent, field: HTMLTextAreaElement): boolean {
    const choices = this.choices.value
    const active = this.active.value
    const one = choices[Math.max(0, active)]
    if (!one || isComposing(event)) return false
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (one.also?.key === event.key && !event.ctrlKey && !event.metaKey) {
      this.take(field, { ...one, insert: one.also.insert }, '')
      // show the next suggestions right away
      this.#closedAt = -1
      this.follow(field, true)
    } else if (!isPlain) return false
    else if (event.key === 'ArrowDown') this.#choose(choices, 1)
    else if (event.key === 'ArrowUp') this.#choose(choices, -1)
    else if (event.key === 'Enter' && active < 0) {
      this.close()
      return false
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const isLanguage = this.#trigger.peek()?.kind === 'language'
      this.take(field, one)
      // a spoiler has a header on the same line
      const block = isLanguage && event.key === 'Enter' && one.key !== 'spoiler'
      const opened = block ? blockOpened(field.value, field.selectionStart) : undefined
      if (opened) applyEdit(field, opened)
    } else if (event.key === 'Escape') this.close()
    else return false
    event.preventDefault()
    return true
  }

  #choose(choices: readonly Choice[], by: number): void {
    const next = Math.max(this.active.peek(), by > 0 ? -1 : 0) + by
    this.#chosen.value = choices[(next + choices.length) % choices.length]?.key
  }

  take(field: HTMLTextAreaElement, one: Choice, after = ' '): void {
    const trigger = this.#trigger.peek()
    if (!trigger) return
    const { from, to } = trigger
    if (one.run) {
      this.close()
      one.run(field)
      return
    }
    const next = field.value[to] ?? ''
    const isClosed = closingSign.test(next)
    const text = one.insert + (one.select || isClosed || next === ' ' ? '' : after)
    const typedBehind = field.selectionStart - to
    const end = from + one.insert.length + (isClosed ? typedBehind : after === '' ? 0 : 1)
    const [start, stop] = one.select ?? [end - from, end - from]
    applyEdit(field, { from, to, text, select: [from + start, from + stop] })
    this.close()
  }
}

/** Above the text, so that it covers none of it. The field references the active option. */
export const SuggestionList = ({ suggestions, field }: { suggestions: Suggestions; field: HTMLTextAreaElement }) => {
  const choices = suggestions.choices.value
  if (choices.length === 0) return null
  return (
    <div class="suggestions" role="listbox" id={listId} aria-label={t.suggestionsFor}>
      {choices.map((choice, index) => (
        <ChoiceRow
          key={choice.key}
          id={optionId(index)}
          choice={choice}
          isActive={index === suggestions.active.value}
          onTake={() => suggestions.take(field, choice)}
        />
      ))}
    </div>
  )
}

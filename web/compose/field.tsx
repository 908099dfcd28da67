import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { goTo } from '../app/route.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { placeName } from '../parts/place.tsx'
import { t } from '../texts/writing.ts'
import type { Letter } from './letter.ts'
import { paste } from './paste/paste.ts'
import { chosen, closeChosen, composeField, target } from './target.ts'
import { applyEdit } from './text/editing.ts'
import { continued, type Format } from './text/formatting.ts'
import type { Suggestions } from './typeahead/suggestions.tsx'
import type { TypingTeller } from './typing.tsx'

type SuggestionsModule = typeof import('./typeahead/suggestions.tsx')

const formatKeys: Record<string, Format> = { b: 'bold', i: 'italic', L: 'link', C: 'code' }

interface Props {
  readonly letter: Letter
  readonly entersSend: boolean
  readonly tells: TypingTeller
  readonly onSubmit: () => void
}

/** Where one writes, with what is offered while one does. */
export const Field = ({ letter, entersSend, tells, onSubmit }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const typeahead = useSignal<{ module: SuggestionsModule; suggestions: Suggestions } | undefined>(undefined)
  const isTyped = useRef(false)
  const conversation = letter.conversation.value
  const text = letter.text.value
  const isHidden = letter.mode.value === 'preview'
  const isExpanded = letter.isExpanded.value
  useLayoutEffect(() => {
    letter.field = field.current
    composeField.value = field.current ?? undefined
  }, [letter])
  useEffect(() => () => tells.stop(), [tells])
  // what came by itself, a draft above all, goes on at its end
  useLayoutEffect(() => {
    const here = field.current
    if (here && here !== document.activeElement) here.setSelectionRange(here.value.length, here.value.length)
  }, [text])
  useLayoutEffect(() => fit(field.current, isExpanded), [text, isExpanded, isHidden])

  const loadTypeahead = () => {
    if (!typeahead.value)
      void import('./typeahead/suggestions.tsx').then((module) => {
        if (typeahead.value) return
        const suggestions = new module.Suggestions(target)
        typeahead.value = { module, suggestions }
        // somebody may have been faster
        if (field.current && isTyped.current) suggestions.follow(field.current, true)
      })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const here = field.current
    if (!here || event.isComposing || typeahead.value?.suggestions.onKeyDown(event, here)) return
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    const kind = isCommand ? formatKeys[event.key] : undefined
    if (kind && event.shiftKey === /[A-Z]/.test(event.key)) {
      event.preventDefault()
      letter.format(kind)
    } else if (isCommand && event.key === '.' && conversation) {
      event.preventDefault()
      goTo({ view: 'narrow', narrow: narrowOf(conversation) })
    } else if (isCommand && event.key === "'") {
      event.preventDefault()
      letter.insert('~')
    } else if (event.key === 'Escape') {
      here.blur()
      if (chosen.value) closeChosen()
      document.getElementById('messages')?.focus()
    } else if (event.key === 'Enter') onEnter(event, here)
  }
  const onEnter = (event: KeyboardEvent, here: HTMLTextAreaElement) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    if (!event.shiftKey && entersSend !== isModified) {
      event.preventDefault()
      onSubmit()
      return
    }
    const { selectionStart: from, selectionEnd: to, value } = here
    const next = from === to && !isModified ? continued(value, from) : undefined
    if (next) {
      event.preventDefault()
      applyEdit(here, next)
    } else if (isModified) {
      event.preventDefault()
      applyEdit(here, { from, to, text: '\n', select: [from + 1, from + 1] })
    }
  }
  const place = conversation ? placeName(conversation) : t.newMessage
  const List = typeahead.value?.module.SuggestionList
  const suggestions = typeahead.value?.suggestions
  const isListed = suggestions?.isOpen ?? false
  return (
    <>
      {List && suggestions && field.current && <List suggestions={suggestions} field={field.current} />}
      <textarea
        ref={field}
        rows={1}
        value={text}
        dir="auto"
        hidden={isHidden}
        placeholder={t.messageTo(place)}
        aria-label={t.messageTo(place)}
        aria-describedby="compose-hint"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListed ? typeahead.value?.module.listId : undefined}
        aria-activedescendant={isListed ? typeahead.value?.module.optionId(suggestions?.active.value ?? 0) : undefined}
        onInput={(event) => {
          letter.write(event.currentTarget.value)
          isTyped.current = true
          suggestions?.follow(event.currentTarget, true)
          if (conversation) tells.typed(conversation, letter.text.value)
        }}
        onSelect={(event) => suggestions?.follow(event.currentTarget, false)}
        onFocus={loadTypeahead}
        onBlur={() => suggestions?.close()}
        onPaste={(event) => {
          if (field.current && paste(event, field.current, (files) => letter.attach(files))) event.preventDefault()
        }}
        onKeyDown={onKeyDown}
      />
    </>
  )
}

/** As high as its text, up to what the style allows. */
function fit(field: HTMLTextAreaElement | null, isExpanded: boolean): void {
  if (!field) return
  // what is set here would hold against the style
  field.style.height = isExpanded ? '' : 'auto'
  if (!isExpanded) field.style.height = `${field.scrollHeight + 2}px`
}

import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Target } from '../narrow/target.ts'
import { useFittedField } from '../parts/fitted-field.ts'
import { isComposing } from '../parts/is-composing.ts'
import { plainKey } from '../parts/written-keys.ts'
import { t } from '../texts/writing.ts'
import { LiveRegion } from './live-region.tsx'
import { paste } from './paste/paste.ts'
import { applyEdit, insertWord } from './text/editing.ts'
import { blockOpened, continued, type Format, format } from './text/formatting.ts'
import type { Suggestions } from './typeahead/suggestions.tsx'

type SuggestionsModule = typeof import('./typeahead/suggestions.tsx')

const formatKeys: Record<string, Format> = { b: 'bold', i: 'italic', L: 'link', C: 'code' }

interface Props {
  readonly value: string
  readonly label: string
  readonly placeholder?: string
  readonly describedBy: string
  /** The recipient, for ranking mention suggestions. */
  readonly target: ReadonlySignal<Target | undefined>
  /** True before sending: commands only work in new messages. */
  readonly isNew: boolean
  readonly entersSend: boolean
  readonly isReadOnly?: boolean
  readonly isHidden?: boolean
  readonly isExpanded?: boolean
  readonly element: (field: HTMLTextAreaElement | null) => void
  readonly onInput: (text: string) => void
  readonly onSubmit: () => void
  readonly onEscape?: (event: KeyboardEvent) => void
  readonly onFiles: (files: File[]) => void
  /** Handles other shortcuts; returns true if it did. */
  readonly onKey?: (event: KeyboardEvent) => boolean
}

export const WritingField = (props: Props) => {
  const { value, label, target, isNew, entersSend } = props
  const { isReadOnly = false, isHidden = false, isExpanded = false } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const typeahead = useSignal<{ module: SuggestionsModule; suggestions: Suggestions } | undefined>(undefined)
  const isTyped = useRef(false)
  useLayoutEffect(() => {
    props.element(field.current)
  }, [])
  useEffect(() => {
    if (isReadOnly) typeahead.value?.suggestions.close()
  }, [isReadOnly])
  useFittedField(field, { text: value, isHidden, isFixed: isExpanded })

  const loadTypeahead = () => {
    if (!typeahead.value)
      void import('./typeahead/suggestions.tsx').then((module) => {
        if (typeahead.value) return
        const suggestions = new module.Suggestions(target, isNew)
        typeahead.value = { module, suggestions }
        // more may have been typed while the module loaded
        if (field.current && isTyped.current) suggestions.follow(field.current, true)
      })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const here = field.current
    if (!here || isReadOnly || isComposing(event) || typeahead.value?.suggestions.onKeyDown(event, here)) return
    if (props.onKey?.(event)) {
      event.preventDefault()
      return
    }
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    const key = plainKey(event)
    const kind = isCommand ? formatKeys[key] : undefined
    if (kind && event.shiftKey === /[A-Z]/.test(key)) {
      event.preventDefault()
      applyEdit(here, format(kind, here.value, here.selectionStart, here.selectionEnd))
    } else if (isCommand && event.key === "'") {
      event.preventDefault()
      insertWord(here, '~')
    } else if (event.key === 'Escape') props.onEscape?.(event)
    else if (event.key === 'Enter') onEnter(event, here)
  }
  const onEnter = (event: KeyboardEvent, here: HTMLTextAreaElement) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    // even if Enter sends: a line that opens a block isn't a complete message
    if (!isModified && !event.shiftKey && openBlock(here)) {
      event.preventDefault()
      return
    }
    if (!event.shiftKey && entersSend !== isModified) {
      event.preventDefault()
      props.onSubmit()
      return
    }
    const { selectionStart: from, selectionEnd: to, value: text } = here
    const next = from === to && !isModified ? continued(text, from) : undefined
    if (next) {
      event.preventDefault()
      applyEdit(here, next)
    } else if (isModified) {
      event.preventDefault()
      applyEdit(here, { from, to, text: '\n', select: [from + 1, from + 1] })
    }
  }
  const List = typeahead.value?.module.SuggestionList
  const suggestions = typeahead.value?.suggestions
  const choices = suggestions?.choices.value ?? []
  const isListed = choices.length > 0
  const active = suggestions?.active.value ?? 0
  return (
    <>
      <textarea
        ref={field}
        rows={1}
        value={value}
        dir="auto"
        readOnly={isReadOnly}
        hidden={isHidden}
        placeholder={props.placeholder}
        aria-label={label}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListed ? typeahead.value?.module.listId : undefined}
        aria-activedescendant={isListed && active >= 0 ? typeahead.value?.module.optionId(active) : undefined}
        onInput={(event) => {
          isTyped.current = true
          props.onInput(event.currentTarget.value)
          suggestions?.follow(event.currentTarget, true)
        }}
        onSelect={(event) => {
          if (!isReadOnly) suggestions?.follow(event.currentTarget, false)
        }}
        onFocus={loadTypeahead}
        onBlur={() => suggestions?.close()}
        onPaste={(event) => {
          if (field.current && !isReadOnly && paste(event, field.current, props.onFiles)) event.preventDefault()
        }}
        onKeyDown={onKeyDown}
      />
      <LiveRegion text={choices[0] ? t.suggestions(choices.length, choices[0].label) : ''} />
      {List && suggestions && field.current && <List suggestions={suggestions} field={field.current} />}
    </>
  )
}

/** Opens a block if the caret is at the end of its first line; returns whether it did. */
function openBlock(field: HTMLTextAreaElement): boolean {
  const { selectionStart: from, selectionEnd: to, value } = field
  const edit = from === to ? blockOpened(value, from) : undefined
  if (edit) applyEdit(field, edit)
  return edit !== undefined
}

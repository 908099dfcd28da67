import './desk.css'
import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { goTo, narrow } from '../app/route.ts'
import { conversationKey, conversationOf, narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { Icon } from '../parts/icon.tsx'
import { placeName } from '../parts/place.tsx'
import { part } from '../store/connection.ts'
import { draftFor, draftNamed, keepDraft, newDraftName, takeUpDrafts } from '../store/drafts.ts'
import { send } from '../store/outbox.ts'
import { t } from '../texts/writing.ts'
import { Banners, type Scheduled } from './banners.tsx'
import { Files } from './files/files.tsx'
import { addFiles, isUploading, onUploaded, withoutLostFiles } from './files/uploads.ts'
import { paste } from './paste/paste.ts'
import { whyNot } from './posting.ts'
import { Preview } from './preview.tsx'
import {
  changeTarget,
  choosesTarget,
  chosen,
  closeChosen,
  composeField,
  focusWhenOpen,
  isWritten,
  target,
  toInsert,
} from './target.ts'
import { applyEdit, onOwnLines, replaceQuietly } from './text/editing.ts'
import { continued, type Format, format } from './text/formatting.ts'
import { Tools } from './tools.tsx'
import type { Suggestions } from './typeahead/suggestions.tsx'
import { Typing, TypingTeller } from './typing.tsx'
import { warningsFor } from './warnings.ts'

const settings = part<{ enter_sends?: boolean }>('user_settings')
const maxLength = part<number>('max_message_length')
const isMac = navigator.platform.startsWith('Mac')
/** The counter appears when this much of the room is used. */
const nearlyFull = 0.9

type SuggestionsModule = typeof import('./typeahead/suggestions.tsx')
type RecipientsModule = typeof import('./recipients/recipients.tsx')
type SendMenuModule = typeof import('./later/send-menu.tsx')

const formatKeys: Record<string, Format> = { b: 'bold', i: 'italic', L: 'link', C: 'code' }

takeUpDrafts()

export function Desk() {
  const to = target.value as Target
  const conversation = conversationOfTarget(to)
  const field = useRef<HTMLTextAreaElement>(null)
  const opened = useRef(draftFor(to))
  const name = useSignal(opened.current?.name ?? newDraftName())
  const text = useSignal(withoutLostFiles(opened.current?.text ?? ''))
  const mode = useSignal<'write' | 'preview'>('write')
  const isExpanded = useSignal(false)
  const menu = useSignal<SendMenuModule | undefined>(undefined)
  const confirmed = useSignal<ReadonlySet<string>>(new Set())
  const isTried = useSignal(false)
  const scheduled = useSignal<Scheduled | undefined>(undefined)
  const typeahead = useSignal<{ module: SuggestionsModule; suggestions: Suggestions } | undefined>(undefined)
  const recipients = useSignal<RecipientsModule | undefined>(undefined)
  const tells = useRef(new TypingTeller())

  const entersSend = settings.value?.enter_sends ?? false
  const limit = maxLength.value ?? 10_000
  const length = useComputed(() => [...text.value].length)
  const over = length.value - limit
  const reason = whyNot(to)
  const warnings = text.value.trim() === '' ? [] : warningsFor(to, text.value)
  const isWaiting = isUploading(name.value)
  // an answer begins with its words, something new with whom it is for
  const beganWithout = useRef(
    to.kind === 'topic' ? to.channelId === undefined || to.topic === '' : to.userIds.length === 0,
  )
  const isEmpty = text.value.trim() === ''
  const isIncomplete = conversation === undefined
  const isBlocked = over > 0 || reason !== undefined || warnings.some(({ weight }) => weight === 'stops')
  const canSend = !isEmpty && !isIncomplete && !isBlocked && !isWaiting

  /** What is in the field, and which draft that is, for what happens by itself. */
  const write = (value: string) => {
    text.value = value
    isTried.value = false
    keepDraft(name.peek(), target.peek() ?? to, value)
  }

  useEffect(() => {
    composeField.value = field.current ?? undefined
    onUploaded((draft, placeholder, by) => {
      const here = field.current
      const value = draft === name.peek() ? text.peek() : draftNamed(draft)?.text
      const at = value?.indexOf(placeholder) ?? -1
      if (value === undefined || at < 0) return
      const end = at + placeholder.length + (by === '' && value[at + placeholder.length] === '\n' ? 1 : 0)
      if (draft === name.peek() && here) replaceQuietly(here, at, end, by)
      else keepDraft(draft, draftNamed(draft)?.target ?? to, value.slice(0, at) + by + value.slice(end))
    })
    if (focusWhenOpen.peek()) {
      focusWhenOpen.value = false
      if (!choosesTarget.peek() || conversationOfTarget(target.peek() as Target)) field.current?.focus()
    }
    return () => {
      tells.current.stop()
      isWritten.value = false
    }
  }, [])
  useSignalEffect(() => {
    isWritten.value = text.value.trim() !== ''
  })
  // the draft was changed, sent or thrown away on another device
  const lastTold = useRef(opened.current?.isLocal === false ? opened.current.text : undefined)
  useSignalEffect(() => {
    const same = draftNamed(name.value)
    if (same?.isLocal) return
    // another tab may have been the one that saved it, under a name of its own
    const twin = same ?? draftFor(to)
    const draft = same ?? (twin && !twin.isLocal && twin.text === text.peek().trim() ? twin : undefined)
    if (draft) name.value = draft.name
    const here = text.peek()
    if (draft) {
      if (draft.text !== here.trim() && document.activeElement !== field.current) text.value = draft.text
      lastTold.current = draft.text
    } else if (lastTold.current !== undefined && here.trim() === lastTold.current.trim()) {
      text.value = ''
      lastTold.current = undefined
    }
  })
  useSignalEffect(() => {
    const more = toInsert.value
    const here = field.current
    if (more === undefined || !here) return
    toInsert.value = undefined
    const { selectionStart, selectionEnd, value } = here
    applyEdit(
      here,
      value === ''
        ? { from: 0, to: 0, text: more, select: [more.length, more.length] }
        : onOwnLines(value, selectionStart, selectionEnd, more),
    )
  })
  useEffect(() => {
    if (choosesTarget.value && !recipients.value)
      void import('./recipients/recipients.tsx').then((module) => {
        recipients.value = module
      })
  }, [choosesTarget.value])
  useLayoutEffect(() => fit(field.current, isExpanded.value), [text.value, isExpanded.value, mode.value])

  const loadTypeahead = () => {
    if (!typeahead.value)
      void import('./typeahead/suggestions.tsx').then((module) => {
        typeahead.value ??= { module, suggestions: new module.Suggestions(target) }
      })
  }
  const afterSending = () => {
    keepDraft(name.value, to, '')
    tells.current.stop()
    name.value = newDraftName()
    lastTold.current = undefined
    text.value = ''
    mode.value = 'write'
    isExpanded.value = false
    confirmed.value = new Set()
    isTried.value = false
    menu.value = undefined
    field.current?.focus()
  }
  const submit = () => {
    isTried.value = true
    if (!canSend || !conversation) return
    if (warnings.some(({ key, weight }) => weight === 'asks' && !confirmed.value.has(key))) return
    send(conversation, text.value)
    const isHere = narrow.value !== undefined && conversationOf(narrow.value)
    afterSending()
    scheduled.value = undefined
    if (!isHere || conversationKey(isHere) !== conversationKey(conversation)) {
      focusWhenOpen.value = true
      closeChosen()
      goTo({ view: 'narrow', narrow: narrowOf(conversation) })
    } else closeChosen()
  }
  const take = (files: File[]) => {
    const here = field.current
    if (!here || files.length === 0) return
    const placeholders = addFiles(name.value, files)
    if (placeholders !== '')
      applyEdit(here, onOwnLines(here.value, here.selectionStart, here.selectionEnd, placeholders))
  }
  const apply = (kind: Format) => {
    const here = field.current
    if (here) applyEdit(here, format(kind, here.value, here.selectionStart, here.selectionEnd))
  }
  const type = (sign: string) => {
    const here = field.current
    if (!here) return
    const { selectionStart: from, selectionEnd: end, value } = here
    const before = from === 0 || /\s/.test(value[from - 1] as string) ? '' : ' '
    const at = from + before.length + sign.length
    applyEdit(here, { from, to: end, text: before + sign, select: [at, at] })
  }
  const openMenu = () => {
    if (menu.value) menu.value = undefined
    else
      void import('./later/send-menu.tsx').then((module) => {
        menu.value = module
      })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const here = field.current
    if (!here || event.isComposing || typeahead.value?.suggestions.onKeyDown(event, here)) return
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    const kind = isCommand ? formatKeys[event.key] : undefined
    if (kind && (event.key.length > 1 || event.shiftKey === /[A-Z]/.test(event.key))) {
      event.preventDefault()
      apply(kind)
    } else if (isCommand && event.key === '.' && conversation) {
      event.preventDefault()
      goTo({ view: 'narrow', narrow: narrowOf(conversation) })
    } else if (isCommand && event.key === "'") {
      event.preventDefault()
      type('~')
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
      submit()
      return
    }
    const { selectionStart: from, selectionEnd: end, value } = here
    const next = from === end && !isModified ? continued(value, from) : undefined
    if (next) {
      event.preventDefault()
      applyEdit(here, next)
    } else if (isModified) {
      event.preventDefault()
      applyEdit(here, { from, to: end, text: '\n', select: [from + 1, from + 1] })
    }
  }
  const place = conversation ? placeName(conversation) : t.newMessage
  const Chooser = recipients.value?.Recipients
  const List = typeahead.value?.module.SuggestionList
  const suggestions = typeahead.value?.suggestions
  const Menu = menu.value?.SendMenu
  const isListed = suggestions?.isOpen ?? false

  return (
    <form
      class={isExpanded.value ? 'compose expanded' : 'compose'}
      id="compose"
      aria-label={t.writing}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.altKey && event.key.toLowerCase() === 'p' && !event.ctrlKey) {
          event.preventDefault()
          mode.value = mode.value === 'write' ? 'preview' : 'write'
          setTimeout(() =>
            (mode.value === 'write' ? field.current : document.getElementById('compose-preview'))?.focus(),
          )
        } else if (
          mode.value === 'preview' &&
          event.key === 'Enter' &&
          entersSend !== (event.ctrlKey || event.metaKey)
        ) {
          if ((event.target as HTMLElement).id !== 'compose-preview') return
          event.preventDefault()
          submit()
        }
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        take(files)
      }}
    >
      <Typing conversation={conversation} />
      {choosesTarget.value && (
        <div class="to">
          {Chooser && (
            <Chooser
              target={to}
              takesFocus={chosen.value !== undefined && isEmpty && beganWithout.current}
              onChange={(next) => {
                changeTarget(next)
                if (text.value.trim() !== '') keepDraft(name.value, next, text.value)
              }}
              onDone={() => field.current?.focus()}
            />
          )}
          {chosen.value && (
            <button
              type="button"
              class="small-button"
              aria-label={t.closeWriting}
              title={t.closeWriting}
              onClick={closeChosen}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </div>
      )}
      <Banners
        reason={reason ?? (isTried.value && isIncomplete && !isEmpty ? t.recipientNeeded : undefined)}
        warnings={warnings}
        isTried={isTried.value}
        target={to}
        scheduled={scheduled.value}
        onConfirm={(key) => {
          confirmed.value = new Set([...confirmed.value, key])
          submit()
        }}
        onTakenBack={(words) => {
          scheduled.value = undefined
          write(words)
          field.current?.focus()
        }}
      />
      <div class="writing">
        {List && suggestions && field.current && <List suggestions={suggestions} field={field.current} />}
        <textarea
          ref={field}
          rows={1}
          value={text.value}
          dir="auto"
          hidden={mode.value === 'preview'}
          placeholder={t.messageTo(place)}
          aria-label={t.messageTo(place)}
          aria-describedby="compose-hint"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isListed ? typeahead.value?.module.listId : undefined}
          aria-activedescendant={
            isListed ? typeahead.value?.module.optionId(suggestions?.active.value ?? 0) : undefined
          }
          onInput={(event) => {
            write(event.currentTarget.value)
            suggestions?.follow(event.currentTarget, true)
            if (conversation) tells.current.typed(conversation, text.value)
          }}
          onSelect={(event) => suggestions?.follow(event.currentTarget, false)}
          onFocus={loadTypeahead}
          onBlur={() => suggestions?.close()}
          onPaste={(event) => {
            if (field.current && paste(event, field.current, take)) event.preventDefault()
          }}
          onKeyDown={onKeyDown}
        />
        {mode.value === 'preview' && <Preview text={text.value} />}
        <div class="bench">
          <div class="sending">
            {length.value > limit * nearlyFull && (
              <span class={over > 0 ? 'counter error' : 'counter'} role="status">
                {over > 0 ? t.tooLong(over) : t.charactersLeft(-over)}
              </span>
            )}
            <button
              type="submit"
              class="send"
              disabled={isEmpty || isBlocked || isWaiting}
              aria-label={t.send}
              title={t.send}
            >
              <Icon name="send" size={18} />
            </button>
            <button
              type="button"
              class="small-button"
              aria-label={t.sendMenu}
              title={t.sendMenu}
              aria-haspopup="dialog"
              aria-expanded={Menu !== undefined}
              onClick={openMenu}
            >
              <Icon name="clock" size={16} />
            </button>
            {Menu && (
              <Menu
                conversation={canSend ? conversation : undefined}
                text={text.value}
                onScheduled={(id, at) => {
                  const words = text.value
                  afterSending()
                  scheduled.value = { id, at, text: words }
                }}
                onDrafted={() => {
                  name.value = newDraftName()
                  text.value = ''
                  field.current?.focus()
                }}
                onClose={() => {
                  menu.value = undefined
                  field.current?.focus()
                }}
              />
            )}
          </div>
          <Tools
            onFormat={apply}
            onFiles={take}
            onType={type}
            isPreview={mode.value === 'preview'}
            onPreview={() => {
              mode.value = mode.value === 'write' ? 'preview' : 'write'
            }}
            isExpanded={isExpanded.value}
            onExpand={() => {
              isExpanded.value = !isExpanded.value
            }}
          />
        </div>
      </div>
      <Files draft={name.value} />
      <p class="compose-hint" id="compose-hint" aria-live="polite">
        {isWaiting ? t.waitsForFiles : t.sendHint(entersSend ? 'Enter' : isMac ? '⌘ Enter' : 'Ctrl Enter')}
      </p>
    </form>
  )
}

/** As high as its text, up to what the style allows. */
function fit(field: HTMLTextAreaElement | null, isExpanded: boolean): void {
  if (!field) return
  field.style.height = 'auto'
  if (!isExpanded) field.style.height = `${field.scrollHeight + 2}px`
}

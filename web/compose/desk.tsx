import './desk.css'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { followMovedTopics } from '../app/moved-topics.ts'
import { goTo, narrow } from '../app/route.ts'
import { sentTo } from '../feed/sent.ts'
import { plainKey } from '../message-actions/written-keys.ts'
import { conversationKey, conversationOf, narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget, type Target, targetKey } from '../narrow/target.ts'
import { followKeyboard } from '../parts/seen-height.ts'
import { part } from '../store/connection.ts'
import { takeUpDrafts } from '../store/drafts.ts'
import { keepOutbox } from '../store/kept-outbox.ts'
import { send } from '../store/outbox.ts'
import { TypingTeller } from '../store/typing-teller.ts'
import { t } from '../texts/writing.ts'
import { AddressLine } from './address-line.tsx'
import { Banners } from './banners.tsx'
import { Field } from './field.tsx'
import { takeUpBegun } from './files/begun.ts'
import { Files } from './files/files.tsx'
import { Letter } from './letter.ts'
import { useLetterDraft } from './letter-draft.ts'
import { Preview } from './preview.tsx'
import { SendBar } from './send-bar.tsx'
import { choosesTarget, closeChosen, focusWhenOpen, target } from './target.ts'
import { Tools } from './tools.tsx'
import { Typing } from './typing.tsx'

const settings = part<{ enter_sends?: boolean; web_navigate_to_sent_message?: boolean }>('user_settings')
const isMac = navigator.platform.startsWith('Mac')

/** Call once, when the user's ID is known. */
export function begin(): void {
  takeUpDrafts()
  takeUpBegun()
  void keepOutbox()
  followMovedTopics()
  followKeyboard()
}

export function Desk() {
  const letter = useMemo(() => new Letter(target.peek() as Target), [])
  const tells = useMemo(() => new TypingTeller(), [])
  const entersSend = settings.value?.enter_sends ?? false
  const conversation = letter.conversation.value
  const isPreview = letter.mode.value === 'preview'
  useLetterDraft(letter)
  // synchronously, because keys pressed before would be shortcuts
  useLayoutEffect(() => {
    if (!focusWhenOpen.peek()) return
    focusWhenOpen.value = false
    if (!choosesTarget.peek() || conversationOfTarget(target.peek() as Target)) letter.field?.focus()
  }, [])

  const beginAnew = () => {
    letter.beginAnew()
    tells.stop()
  }
  const submit = () => {
    letter.isTried.value = true
    if (!letter.canSend.value || !conversation) return
    if (letter.warnings.value.some(({ key, weight }) => weight === 'asks' && !letter.confirmed.value.has(key))) return
    send(conversation, letter.text.value)
    const isHere = narrow.value !== undefined && conversationOf(narrow.value)
    beginAnew()
    letter.scheduled.value = undefined
    const follows = settings.value?.web_navigate_to_sent_message ?? true
    const key = conversationKey(conversation)
    const isShown = isHere && conversationKey(isHere) === key
    if (isShown || follows) sentTo.value = key
    if (follows && !isShown) {
      focusWhenOpen.value = true
      closeChosen()
      goTo({ view: 'narrow', narrow: narrowOf(conversation) })
    } else closeChosen()
  }
  const isNobodys = letter.isTried.value && !conversation && !letter.isEmpty.value
  return (
    <form
      class={letter.isExpanded.value ? 'compose expanded' : 'compose'}
      id="compose"
      aria-label={t.writing}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.altKey && plainKey(event) === 'p' && !event.ctrlKey) {
          event.preventDefault()
          letter.togglePreview()
        } else if (isPreview && event.key === 'Enter' && entersSend !== (event.ctrlKey || event.metaKey)) {
          if ((event.target as HTMLElement).id !== 'compose-preview') return
          event.preventDefault()
          submit()
        }
      }}
    >
      <Typing conversation={conversation} />
      <AddressLine letter={letter} />
      <Banners
        reason={letter.reason.value ?? (isNobodys ? t.recipientNeeded : undefined)}
        warnings={letter.warnings.value}
        isTried={letter.isTried.value}
        target={letter.to.value}
        scheduled={letter.scheduled.value}
        onConfirm={(key) => {
          letter.confirmed.value = new Set([...letter.confirmed.value, key])
          submit()
        }}
        onTakenBack={(words) => {
          letter.scheduled.value = undefined
          letter.write(words)
          letter.field?.focus()
        }}
      />
      <div class="writing">
        <Field letter={letter} entersSend={entersSend} tells={tells} onSubmit={submit} />
        {isPreview && <Preview text={letter.text.value} />}
        <div class="bench">
          <SendBar
            letter={letter}
            onScheduled={(id, at) => {
              const text = letter.text.value
              beginAnew()
              letter.scheduled.value = { id, at, text }
            }}
          />
          <Tools letter={letter} />
        </div>
      </div>
      <Files draft={letter.name.value} place={targetKey(letter.to.value)} onFiles={(files) => letter.attach(files)} />
      <p class="compose-hint" id="compose-hint" aria-live="polite">
        {letter.isWaiting.value ? t.waitsForFiles : t.sendHint(entersSend ? 'Enter' : isMac ? '⌘ Enter' : 'Ctrl Enter')}
      </p>
    </form>
  )
}

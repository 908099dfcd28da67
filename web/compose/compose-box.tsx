import './compose-box.css'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { conversationKey, conversationOf, narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget, type Target, targetKey } from '../narrow/target.ts'
import { goTo, narrow } from '../navigation/route.ts'
import { discardTyped, insertTyped } from '../parts/typed-ahead.ts'
import { plainKey } from '../parts/written-keys.ts'
import { part } from '../store/connection.ts'
import { send } from '../store/outbox.ts'
import { TypingTeller } from '../store/typing-notifier.ts'
import { t } from '../texts/writing.ts'
import { AddressLine } from './address-line.tsx'
import { Banners } from './banners.tsx'
import { useComposeDraft } from './compose-draft.ts'
import { ComposeState } from './compose-state.ts'
import { entersSend } from './enter-sends.tsx'
import { Field } from './field.tsx'
import { Files } from './files/files.tsx'
import { HeldNotice } from './held-notice.tsx'
import { Preview } from './preview.tsx'
import { SendBar } from './send-bar.tsx'
import { sentTo } from './sent.ts'
import { runTypedCommand, SlashHint } from './slash/slash-hint.tsx'
import { messageOf } from './slash/slash-text.ts'
import { SlowNotice } from './slow-notice.tsx'
import { choosesTarget, closeChosen, focusWhenOpen, target } from './target.ts'
import { Tools } from './tools.tsx'
import { Typing } from './typing.tsx'

export { beginComposing } from './begin.ts'

const settings = part<{ web_navigate_to_sent_message?: boolean }>('user_settings')

export function ComposeBox() {
  const composeState = useMemo(() => new ComposeState(target.peek() as Target), [])
  const tells = useMemo(() => new TypingTeller(), [])
  const isEnter = entersSend()
  const conversation = composeState.conversation.value
  const isRestricted = composeState.isRestricted.value
  const isPreview = composeState.mode.value === 'preview'
  // on phones, an empty compose box shows its tools once it has focus
  const isAwake = useSignal(false)
  const isFieldFocused = useSignal(false)
  // keys pressed after the focused field is gone would be shortcuts
  const isReplaced = isRestricted && !isFieldFocused.value
  const isAsleep = !isAwake.value && composeState.isEmpty.value
  useComposeDraft(composeState)
  // synchronously, because keys pressed before would be shortcuts
  useLayoutEffect(() => {
    if (!focusWhenOpen.peek()) return
    focusWhenOpen.value = false
    if (!choosesTarget.peek() || conversationOfTarget(target.peek() as Target)) {
      composeState.field?.focus()
      insertTyped()
    } else if (!composeState.isEmpty.peek()) {
      // with a draft, the recipients don't take the focus
      discardTyped()
    }
  }, [])

  const reset = () => {
    composeState.reset()
    tells.stop()
  }
  const submit = () => {
    if (composeState.isCommand.value) {
      runTypedCommand(composeState)
      return
    }
    composeState.isTried.value = true
    if (!composeState.canSend.value || !conversation) return
    if (
      composeState.warnings.value.some(({ key, weight }) => weight === 'asks' && !composeState.confirmed.value.has(key))
    )
      return
    send(conversation, messageOf(composeState.text.value))
    const isHere = narrow.value !== undefined && conversationOf(narrow.value)
    reset()
    composeState.scheduled.value = undefined
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
  const lacksRecipient = composeState.isTried.value && !conversation && !composeState.isEmpty.value
  return (
    <form
      class={`compose${composeState.isExpanded.value ? ' expanded' : ''}${isAsleep ? ' asleep' : ''}`}
      id="compose"
      aria-label={t.writing}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onFocusIn={({ target: focused }) => {
        isAwake.value = true
        isFieldFocused.value = focused === composeState.field
      }}
      onFocusOut={({ relatedTarget }) => {
        // a field in a window without focus keeps its focus
        if (document.hasFocus()) isFieldFocused.value = false
        // focus may have moved to a menu, a dialog, or another window
        if (!relatedTarget && document.hasFocus()) isAwake.value = false
      }}
      onKeyDown={(event) => {
        if (isRestricted) return
        if (event.altKey && plainKey(event) === 'p' && !event.ctrlKey) {
          event.preventDefault()
          composeState.togglePreview()
        } else if (isPreview && event.key === 'Enter' && isEnter !== (event.ctrlKey || event.metaKey)) {
          if ((event.target as HTMLElement).id !== 'compose-preview') return
          event.preventDefault()
          submit()
        }
      }}
    >
      <Typing conversation={conversation} />
      <Banners
        reason={composeState.reason.value ?? (lacksRecipient ? t.recipientNeeded : undefined)}
        isModerated={composeState.isModerated.value}
        warnings={composeState.warnings.value}
        isTried={composeState.isTried.value}
        target={composeState.to.value}
        scheduled={composeState.scheduled.value}
        onConfirm={(key) => {
          composeState.confirmed.value = new Set([...composeState.confirmed.value, key])
          submit()
        }}
        onTakenBack={(words) => {
          composeState.scheduled.value = undefined
          composeState.write(words)
          composeState.field?.focus()
        }}
      />
      {composeState.slowMode.value && !isRestricted && composeState.reason.value === undefined && (
        <SlowNotice {...composeState.slowMode.value} />
      )}
      <HeldNotice
        target={composeState.to.value}
        onWithdrawn={(text) => {
          if (composeState.isEmpty.value) composeState.write(text)
          composeState.field?.focus()
        }}
      />
      <div class={isReplaced ? undefined : 'writing'}>
        <AddressLine composeState={composeState} />
        {!isReplaced && <Field composeState={composeState} entersSend={isEnter} tells={tells} onSubmit={submit} />}
        {!isReplaced && <SlashHint composeState={composeState} />}
        {!isReplaced && isPreview && <Preview text={composeState.text.value} />}
        {!isRestricted && (
          <div class="bench">
            <SendBar
              composeState={composeState}
              onScheduled={(id, at) => {
                const text = composeState.text.value
                reset()
                composeState.scheduled.value = { id, at, text }
              }}
            />
            <Tools composeState={composeState} />
          </div>
        )}
      </div>
      {!isRestricted && (
        <Files
          draft={composeState.name.value}
          place={targetKey(composeState.to.value)}
          onFiles={(files) => composeState.attach(files)}
        />
      )}
      <p class="compose-hint" id="compose-hint" aria-live="polite">
        {composeState.isWaiting.value && t.waitsForFiles}
      </p>
    </form>
  )
}

import { useEffect, useLayoutEffect } from 'preact/hooks'
import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { keyOf } from '../parts/written-keys.ts'
import { inConversation, type TypingTeller } from '../store/typing-notifier.ts'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import { newestMessage } from './edit-last.ts'
import { beginsWithSlash } from './slash/slash-text.ts'
import { composeField, target } from './target.ts'
import { WritingField } from './writing-field.tsx'

interface Props {
  readonly composeState: ComposeState
  readonly entersSend: boolean
  readonly tells: TypingTeller
  readonly onSubmit: () => void
}

/** The text field of the compose box. */
export const Field = ({ composeState, entersSend, tells, onSubmit }: Props) => {
  const conversation = composeState.conversation.value
  const text = composeState.text.value
  useEffect(() => () => tells.stop(), [tells])
  // put the caret at the end of restored text, such as a draft
  useLayoutEffect(() => {
    const here = composeState.field
    if (here && here !== document.activeElement) here.setSelectionRange(here.value.length, here.value.length)
  }, [text])
  const label = conversation ? t.messageTo(placeName(conversation)) : t.writeMessage
  return (
    <WritingField
      value={text}
      label={label}
      placeholder={label}
      describedBy="compose-send-key compose-command compose-hint"
      target={target}
      isNew
      entersSend={entersSend}
      isReadOnly={composeState.isRestricted.value}
      isHidden={composeState.mode.value === 'preview'}
      isExpanded={composeState.isExpanded.value}
      element={(field) => {
        composeState.field = field
        composeField.value = field ?? undefined
      }}
      onInput={(value) => {
        composeState.write(value)
        // commands aren't messages, so don't send typing notifications
        if (conversation) tells.typed(inConversation(conversation), beginsWithSlash(value) ? '' : value)
      }}
      onSubmit={onSubmit}
      onFiles={(files) => composeState.attach(files)}
      onKey={(event) => {
        const key = keyOf(event)
        if (key === 'Ctrl+.' && !event.altKey && conversation) goTo({ view: 'narrow', narrow: narrowOf(conversation) })
        else if (/^Arrow(Up|Left)$/.test(key) && text === '' && !event.altKey && !event.shiftKey) newestMessage.edit()
        else return false
        return true
      }}
    />
  )
}

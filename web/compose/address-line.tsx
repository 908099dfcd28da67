import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { typeAhead } from '../parts/typed-ahead.ts'
import { keepDraft } from '../store/drafts.ts'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import { changeTarget, choosesTarget, chosen, closeChosen } from './target.ts'

type RecipientsModule = typeof import('./recipients/recipients.tsx')

export const AddressLine = ({ composeState }: { composeState: ComposeState }) => {
  const recipients = useSignal<RecipientsModule | undefined>(undefined)
  const to = composeState.to.value
  // a reply starts in the text, a new message with the recipient
  const beganWithout = useRef(
    to.kind === 'topic' ? to.channelId === undefined || to.topic === '' : to.userIds.length === 0,
  )
  useEffect(() => {
    if (choosesTarget.value && !recipients.value)
      void import('./recipients/recipients.tsx').then((module) => {
        recipients.value = module
      })
  }, [choosesTarget.value])
  const Chooser = recipients.value?.Recipients
  const takesFocus = chosen.value !== undefined && composeState.isEmpty.value && beganWithout.current
  const isFocusWaiting = choosesTarget.value && takesFocus && !Chooser
  useLayoutEffect(() => {
    if (isFocusWaiting) typeAhead()
  }, [isFocusWaiting])
  if (!choosesTarget.value) return null
  return (
    <div class="to">
      {Chooser && (
        <Chooser
          target={to}
          takesFocus={takesFocus}
          onChange={(next) => {
            changeTarget(next)
            if (!composeState.isEmpty.peek()) keepDraft(composeState.name.peek(), next, composeState.text.peek())
          }}
          onDone={() => composeState.field?.focus()}
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
  )
}

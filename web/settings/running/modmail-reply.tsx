import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { getModmailMessages, liftBan, replyToModmail } from '../../../src/features/messages/modmail/api.ts'
import { maxModmailLength } from '../../../src/features/messages/modmail/limits.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { m } from '../../texts/modmail.ts'
import { api } from '../../transport/api.ts'
import { type Conversation, isBanAppeal, personOf } from './modmail-conversation.ts'
import { Quoted } from './review-queue.tsx'

export function openReply(conversation: Conversation, reload: () => Promise<void>): void {
  void openDialog({ title: m.replyTo(personOf(conversation)) }, (close) => (
    <Reply {...{ conversation, reload, close }} />
  ))
}

interface Props {
  readonly conversation: Conversation
  reload(): Promise<void>
  close(): void
}

function Reply({ conversation, reload, close }: Props) {
  const modmail_id = conversation.id
  const text = useSignal('')
  const closes = useSignal(false)
  const last = useSignal(conversation.messages.at(-1))
  const run = async () => {
    try {
      const last_message_id = last.peek()?.id
      await api.call(replyToModmail, {
        ...{ modmail_id, content: text.value, close: closes.value },
        ...(last_message_id !== undefined && { last_message_id }),
      })
    } catch (refusal) {
      // shows what's new, so that the reply can be changed or sent again
      if (refusal instanceof ApiError && refusal.code === 'MODMAIL_CHANGED')
        last.value = (await api.call(getModmailMessages, { modmail_id, limit: 1 })).messages[0]
      throw refusal
    } finally {
      void reload()
    }
  }
  return (
    <Form submit={m.send} isDisabled={text.value.trim() === ''} close={close} run={run}>
      {last.value && <Quoted text={last.value.content} />}
      <TextArea
        label={m.replyLabel}
        text={text}
        maxLength={maxModmailLength}
        rows={4}
        help={(isBanAppeal(conversation) ? m.replyByEmail : m.replyHelp)(personOf(conversation))}
      />
      <label class="pick">
        <input
          type="checkbox"
          checked={closes.value}
          onChange={({ currentTarget }) => (closes.value = currentTarget.checked)}
        />
        {m.closeAfter}
      </label>
    </Form>
  )
}

export function openLiftBan(conversation: Conversation, reload: () => Promise<void>): void {
  void openDialog({ title: m.liftBanOf(personOf(conversation)) }, (close) => (
    <LiftBan {...{ conversation, reload, close }} />
  ))
}

function LiftBan({ conversation, reload, close }: Props) {
  const text = useSignal('')
  const run = () => api.call(liftBan, { modmail_id: conversation.id, content: text.value }).finally(reload)
  return (
    <Form submit={m.liftBanSubmit} close={close} run={run}>
      <TextArea
        label={m.liftBanMessage}
        text={text}
        maxLength={maxModmailLength}
        rows={4}
        help={m.liftBanHelp(personOf(conversation))}
      />
    </Form>
  )
}

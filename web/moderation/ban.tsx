import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { banUser } from '../../src/features/messages/moderation/bans/api.ts'
import { maxNoteLength } from '../../src/features/messages/moderation/limits.ts'
import { maxReasonLength } from '../../src/features/people/restrictions/limits.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.ts'
import { isModerationLogPublic } from '../permissions/moderation-log.ts'
import { nameOf } from '../store/people.ts'
import { sendsMail } from '../store/sends-mail.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { type Choice, PeriodChoice } from './period-choice.tsx'

export function openBan(userId: UserId): void {
  const name = nameOf(userId) || s.someone
  void openDialog({ title: m.banTitle(name) }, (close) => <Ban userId={userId} name={name} close={close} />)
}

function Ban({ userId, name, close }: { userId: UserId; name: string; close: () => void }) {
  const chosen = useSignal<Choice>('none')
  const note = useSignal('')
  const reason = useSignal('')
  const emails = useSignal(sendsMail())
  const hasReason = () => emails.value || isModerationLogPublic()
  const run = async () => {
    await api.call(banUser, {
      ...{ user_id: userId, delete_messages: chosen.value, note: note.value },
      ...{ send_email: emails.value, reason: hasReason() ? reason.value : '' },
    })
    toast(m.banned(name))
  }
  return (
    <Form submit={m.banSubmit} isDanger close={close} run={run}>
      <p>{m.banHelp}</p>
      <PeriodChoice userId={userId} chosen={chosen} canKeep />
      {sendsMail() && (
        <label class="pick">
          <input
            type="checkbox"
            checked={emails.value}
            onChange={({ currentTarget }) => (emails.value = currentTarget.checked)}
          />
          {m.banEmail}
        </label>
      )}
      {hasReason() && <TextArea label={m.banReason} text={reason} maxLength={maxReasonLength} />}
      {isModerationLogPublic() && <p class="soft small">{s.inModerationLog}</p>}
      <TextArea label={s.note} text={note} maxLength={maxNoteLength} />
    </Form>
  )
}

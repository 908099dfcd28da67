import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { maxWarningLength } from '../../src/features/messages/moderation/limits.ts'
import { warnUser, withdrawWarning } from '../../src/features/messages/moderation/warnings/api.ts'
import type { ModerationWarning } from '../../src/features/messages/moderation/wire.ts'
import { Refusal, useActions } from '../controls/actions.tsx'
import { timeOf } from '../controls/day.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.ts'
import { nameOf } from '../store/people.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { Part } from './part.tsx'

interface Props {
  readonly userId: UserId
  readonly warnings: readonly ModerationWarning[]
  readonly canWarn: boolean
}

export function Warnings({ userId, warnings, canWarn }: Props) {
  const actions = useActions()
  const withdraw = (id: number) => actions.run(id, () => api.call(withdrawWarning, { user_id: userId, warning_id: id }))
  return (
    <Part title={m.warnings}>
      {warnings.length === 0 && <p class="soft">{m.noWarnings}</p>}
      <ul class="file-rows">
        {warnings.map(({ id, content, author_id, created_at, acknowledged_at }) => (
          <li key={id}>
            <span class="file-text" dir="auto">
              {content}
            </span>
            <span class="soft small" dir="auto">
              {s.by(nameOf(author_id) || s.someone, timeOf(created_at))} ·{' '}
              {acknowledged_at === null ? m.notAcknowledged : m.acknowledged(timeOf(acknowledged_at))}
            </span>
            <Refusal text={actions.problem(id)} />
            {acknowledged_at === null && (
              <div class="file-buttons">
                <button type="button" class="button" disabled={actions.isBusy(id)} onClick={() => withdraw(id)}>
                  {m.withdraw}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {canWarn && (
        <div class="file-buttons">
          <button type="button" class="button" onClick={() => openWarn(userId)}>
            {m.warn}
          </button>
        </div>
      )}
    </Part>
  )
}

function openWarn(userId: UserId): void {
  const name = nameOf(userId) || s.someone
  void openDialog({ title: m.warnTitle(name) }, (close) => <Warn userId={userId} name={name} close={close} />)
}

function Warn({ userId, name, close }: { userId: UserId; name: string; close: () => void }) {
  const text = useSignal('')
  const run = async () => {
    await api.call(warnUser, { user_id: userId, content: text.value })
    toast(m.warned(name))
  }
  return (
    <Form submit={m.warnSubmit} close={close} run={run} isDisabled={text.value.trim() === ''}>
      <TextArea label={m.warnText} text={text} maxLength={maxWarningLength} rows={4} />
      <p class="soft small">{m.warnHelp}</p>
    </Form>
  )
}

import './file.css'
import { useSignal, useSignalEffect } from '@preact/signals'
import { acknowledgeWarning } from '../../src/features/messages/moderation/warnings/api.ts'
import { timeOf } from '../controls/day.ts'
import { reasonOf } from '../parts/refusal.ts'
import { openRequiredDialog } from '../parts/required-dialog.ts'
import { pendingWarnings } from '../store/warnings.ts'
import { w } from '../texts/warnings.ts'
import { api } from '../transport/api.ts'

/** Shows warnings from moderators until the user has acknowledged all of them. */
export const showWarnings = (): void =>
  openRequiredDialog({
    title: w.title,
    // another warning may come in the meantime
    isOver: () => pendingWarnings.peek().length === 0,
    content: (done) => <OwnWarnings done={done} />,
  })

function OwnWarnings({ done }: { done: () => void }) {
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const [warning] = pendingWarnings.value
  useSignalEffect(() => {
    if (pendingWarnings.value.length === 0) setTimeout(done)
  })
  if (!warning) return null
  const acknowledge = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    try {
      await api.call(acknowledgeWarning, { warning_id: warning.id })
    } catch (refusal) {
      // withdrawn in the meantime
      if (pendingWarnings.peek().some(({ id }) => id === warning.id)) problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  return (
    <>
      <div class="dialog-head">
        <h2>{w.title}</h2>
      </div>
      <div class="dialog-body">
        <p class="file-text" dir="auto">
          {warning.content}
        </p>
        <p class="soft small">{timeOf(warning.created_at)}</p>
        <p class="soft small">{w.help}</p>
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="dialog-buttons">
          <button type="button" class="button primary" aria-disabled={isBusy.value} onClick={() => void acknowledge()}>
            {w.acknowledge}
          </button>
        </div>
      </div>
    </>
  )
}

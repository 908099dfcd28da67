import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { UserId } from '#contract'
import { deleteMessagesOf, undoDeletion } from '../../src/features/messages/moderation/deletions/api.ts'
import { canUndoOf, isRunning } from '../../src/features/messages/moderation/rules.ts'
import type { MessageDeletion } from '../../src/features/messages/moderation/wire.ts'
import { Refusal, useActions } from '../controls/actions.tsx'
import { timeOf } from '../controls/day.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { own } from '../permissions/own-facts.ts'
import { nameOf, person } from '../store/people.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { Part } from './part.tsx'
import { type Choice, PeriodChoice } from './period-choice.tsx'

interface Props {
  readonly userId: UserId
  readonly deletions: readonly MessageDeletion[]
}

export const Deletions = ({ userId, deletions }: Props) => (
  <Part title={m.deletions}>
    {deletions.length === 0 && <p class="soft">{m.noDeletions}</p>}
    <ul class="file-rows">
      {deletions.map((one) => (
        <Deletion key={one.id} userId={userId} deletion={one} />
      ))}
    </ul>
    <div class="file-buttons">
      <button
        type="button"
        class="button"
        disabled={deletions.some(isRunning)}
        onClick={() => openDeleteMessages(userId)}
      >
        {m.deleteMessages}
      </button>
    </div>
  </Part>
)

function Deletion({ userId, deletion }: { userId: UserId; deletion: MessageDeletion }) {
  const { id, period, undone_by, undo_until, creator_id, created_at } = deletion
  const actions = useActions()
  const creator = person(creator_id)
  const isAllowed = creator === undefined || canUndoOf(own(), creator)
  const isOpen = useOpenUntil(undo_until) && undone_by === null && isAllowed && !person(userId)?.is_deleted
  const undo = () => actions.run(id, () => api.call(undoDeletion, { user_id: userId, deletion_id: id }))
  return (
    <li>
      <span role="status">
        {stateText(deletion)} · {m.periods[period]}
      </span>
      {isRunning(deletion) && <progress aria-label={m.deletions} />}
      <span class="soft small" dir="auto">
        {s.by(nameOf(creator_id) || s.someone, timeOf(created_at))}
      </span>
      <Refusal text={actions.problem(id)} />
      {isOpen && (
        <>
          <span class="soft small">{m.undoUntil(timeOf(undo_until))}</span>
          <div class="file-buttons">
            <button type="button" class="button" disabled={actions.isBusy(id)} onClick={undo}>
              {m.undo}
            </button>
          </div>
        </>
      )}
    </li>
  )
}

function stateText({ state, deleted_count, restored_count }: MessageDeletion): string {
  if (state === 'stopped' && restored_count > 0) return m.stoppedRestoring(restored_count)
  const isRestored = state === 'restoring' || state === 'restored'
  return m.states[state](isRestored ? restored_count : deleted_count)
}

/** Whether a time in UNIX seconds is in the future. */
function useOpenUntil(until: number): boolean {
  const isOpen = useSignal(until * 1_000 > Date.now())
  useEffect(() => {
    const timer = setTimeout(() => (isOpen.value = false), Math.max(0, until * 1_000 - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return isOpen.value
}

function openDeleteMessages(userId: UserId): void {
  const title = m.deleteTitle(nameOf(userId) || s.someone)
  void openDialog({ title }, (close) => <DeleteMessages userId={userId} close={close} />)
}

function DeleteMessages({ userId, close }: { userId: UserId; close: () => void }) {
  const chosen = useSignal<Choice>('hour')
  const run = async () => {
    if (chosen.value !== 'none') await api.call(deleteMessagesOf, { user_id: userId, period: chosen.value })
  }
  return (
    <Form submit={m.deleteSubmit} isDanger close={close} run={run}>
      <PeriodChoice userId={userId} chosen={chosen} canKeep={false} />
    </Form>
  )
}

import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { maxNoteLength } from '../../src/features/messages/moderation/limits.ts'
import {
  addModerationNote,
  deleteModerationNote,
  updateModerationNote,
} from '../../src/features/messages/moderation/notes/api.ts'
import type { ModerationNote } from '../../src/features/messages/moderation/wire.ts'
import { Refusal, useActions } from '../controls/actions.tsx'
import { timeOf } from '../controls/day.ts'
import { amAdministrator } from '../controls/own-role.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { nameOf, ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { Part } from './part.tsx'

export function Notes({ userId, notes }: { userId: UserId; notes: readonly ModerationNote[] }) {
  const text = useSignal('')
  /** The user's own note that they deleted last. */
  const deleted = useSignal('')
  const actions = useActions()
  const restore = () =>
    actions.run('deleted', async () => {
      await api.call(addModerationNote, { user_id: userId, content: deleted.peek() })
      deleted.value = ''
    })
  const add = () =>
    actions.run('new', async () => {
      await api.call(addModerationNote, { user_id: userId, content: text.peek() })
      text.value = ''
    })
  return (
    <Part title={m.notes}>
      {notes.length === 0 && <p class="soft">{m.noNotes}</p>}
      <ul class="file-rows">
        {notes.map((note) => (
          <Note key={note.id} userId={userId} note={note} wasDeleted={(content) => (deleted.value = content)} />
        ))}
      </ul>
      {/* not a toast: the dialog would cover it */}
      {deleted.value !== '' && (
        <div class="file-buttons" role="status">
          <span>{m.noteDeleted}</span>
          <button type="button" class="button" disabled={actions.isBusy('deleted')} onClick={restore}>
            {a.undo}
          </button>
        </div>
      )}
      <Refusal text={actions.problem('deleted')} />
      <TextArea label={m.newNote} text={text} maxLength={maxNoteLength} />
      <Refusal text={actions.problem('new')} />
      <div class="file-buttons">
        <button type="button" class="button" disabled={text.value.trim() === '' || actions.isBusy('new')} onClick={add}>
          {m.addNote}
        </button>
      </div>
    </Part>
  )
}

interface NoteProps {
  readonly userId: UserId
  readonly note: ModerationNote
  wasDeleted(content: string): void
}

function Note({ userId, note, wasDeleted }: NoteProps) {
  const { id, author_id, content, created_at, edited_at } = note
  const actions = useActions()
  const isOwn = author_id === ownId.value
  const author = nameOf(author_id) || s.someone
  const remove = () =>
    actions.run(id, async () => {
      await api.call(deleteModerationNote, { user_id: userId, note_id: id })
      // adding another author's note again would change its author
      if (isOwn) wasDeleted(content)
    })
  return (
    <li>
      <span class="file-text" dir="auto">
        {content}
      </span>
      <span class="soft small" dir="auto">
        {s.by(author, timeOf(created_at))}
        {edited_at !== null && ` · ${m.edited(timeOf(edited_at))}`}
      </span>
      <Refusal text={actions.problem(id)} />
      {(isOwn || amAdministrator()) && (
        <div class="file-buttons">
          {isOwn && (
            <button type="button" class="button" onClick={() => openChange(userId, note)}>
              {m.changeNote}
            </button>
          )}
          <button type="button" class="button" disabled={actions.isBusy(id)} onClick={remove}>
            {m.deleteNote}
          </button>
        </div>
      )}
    </li>
  )
}

function openChange(userId: UserId, note: ModerationNote): void {
  void openDialog({ title: m.changeNote }, (close) => <ChangeNote userId={userId} note={note} close={close} />)
}

function ChangeNote({ userId, note, close }: { userId: UserId; note: ModerationNote; close: () => void }) {
  const text = useSignal(note.content)
  const run = () => api.call(updateModerationNote, { user_id: userId, note_id: note.id, content: text.value })
  return (
    <Form submit={s.save} close={close} run={run} isDisabled={text.value.trim() === ''}>
      <TextArea label={m.notes} text={text} maxLength={maxNoteLength} />
    </Form>
  )
}

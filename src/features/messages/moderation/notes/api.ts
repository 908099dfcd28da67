import { endpoint, id, text, UserId } from '#contract'
import * as errors from '../errors.ts'
import { maxNoteLength } from '../limits.ts'
import { ModerationNote } from '../wire.ts'

const user_id = UserId
const content = text({ trim: true, min: 1, max: maxNoteLength })

export const addModerationNote = endpoint('POST /users/{user_id}/moderation/notes', {
  summary: 'Add a note about a person that only moderators see',
  caller: 'member',
  audited: true,
  params: { user_id, content },
  result: { note: ModerationNote },
  errors: [...errors.restrictErrors, errors.tooManyNotes],
})

/** Only the author can change a note. */
export const updateModerationNote = endpoint('PATCH /users/{user_id}/moderation/notes/{note_id}', {
  summary: 'Change your note about a person (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, note_id: id, content },
  result: { note: ModerationNote },
  errors: [...errors.restrictErrors, errors.noSuchNote, errors.notYourNote],
})

/** The author and administrators can delete a note. */
export const deleteModerationNote = endpoint('DELETE /users/{user_id}/moderation/notes/{note_id}', {
  summary: 'Delete a note about a person (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, note_id: id },
  errors: [...errors.restrictErrors, errors.noSuchNote, errors.notYourNote],
})

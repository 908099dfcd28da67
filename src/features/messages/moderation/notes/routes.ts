import { type Route, serve } from '#platform/serve'
import { addNote, changeNote, removeNote } from './actions.ts'
import * as api from './api.ts'

export const noteRoutes: readonly Route[] = [
  serve(api.addModerationNote, async (ctx, { user_id, content }) => ({
    note: await ctx.transact((mutation) => addNote(mutation, user_id, content)),
  })),
  serve(api.updateModerationNote, async (ctx, { user_id, note_id, content }) => ({
    note: await ctx.transact((mutation) => changeNote(mutation, user_id, note_id, content)),
  })),
  serve(api.deleteModerationNote, async (ctx, { user_id, note_id }) => {
    await ctx.transact((mutation) => removeNote(mutation, user_id, note_id))
    return {}
  }),
]

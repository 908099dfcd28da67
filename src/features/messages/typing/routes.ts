import { quiet, type Route, serve, stays } from '#platform/serve'
import { announceEditing, announceTyping } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.setTypingStatus, async (ctx, params) => {
    await announceTyping(ctx, params)
    return {}
  }),
  serve(api.setEditTypingStatus, async (ctx, { message_id, op }) => {
    await announceEditing(ctx, message_id, op)
    return {}
  }),
].map((route) => quiet(stays(route)))

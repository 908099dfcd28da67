import { type Route, serve } from '#platform/serve'
import { readerOf } from '../access/reader.ts'
import * as api from './api.ts'
import { recentConversations } from './serialize.ts'

export const recentConversationRoutes: readonly Route[] = [
  serve(api.getRecentConversations, async (ctx, page) => {
    const reader = await readerOf(ctx)
    return ctx.read((tx) => recentConversations(tx, reader, page))
  }),
]

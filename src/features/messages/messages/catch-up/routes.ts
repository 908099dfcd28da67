import { type Route, serve } from '#platform/serve'
import { readerOf } from '../access/reader.ts'
import * as api from './api.ts'
import { catchUp } from './serialize.ts'

export const catchUpRoutes: readonly Route[] = [
  serve(api.getCatchUp, async (ctx, { limit }) => {
    const reader = await readerOf(ctx)
    return ctx.read((tx) => catchUp(tx, reader, limit))
  }),
]

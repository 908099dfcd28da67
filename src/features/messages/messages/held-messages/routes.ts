import { type Route, serve } from '#platform/serve'
import { compose, composeContext } from '../actions/compose.ts'
import { checkReviewsIn, ownHeld, reviewableChannels } from './access.ts'
import { reject, release, withdraw } from './actions.ts'
import * as api from './api.ts'
import { serializeHeld } from './serialize.ts'
import * as store from './store.ts'

export const heldMessageRoutes: readonly Route[] = [
  serve(api.getHeldMessages, async (ctx, { after, limit }) => {
    const channelIds = reviewableChannels(ctx)
    return ctx.read(async (tx) => {
      const rows = await store.page(tx, ctx.org.id, { channelIds, after, limit: limit + 1 })
      const held_messages = await serializeHeld(tx, ctx.org.id, rows.slice(0, limit))
      return { held_messages, has_more: rows.length > limit, total: await store.countIn(tx, ctx.org.id, channelIds) }
    })
  }),
  serve(api.releaseHeldMessage, async (ctx, { held_id }) => {
    const { org } = ctx
    const row = await ctx.read((tx) => store.find(tx, org.id, held_id))
    if (!row) throw api.noSuchHeldMessage()
    checkReviewsIn(ctx, row.channel_id)
    const author = org.viewer(row.user_id)
    if (!author) throw api.authorGone()
    const { channel_id, topic, content, client } = row
    const place = { type: 'channel', to: channel_id, topic } as const
    const outgoing = await compose(composeContext(org, author), { place, content, client })
    const { id } = await ctx.transact((mutation) => release(mutation, row, outgoing))
    return { message_id: id }
  }),
  serve(api.rejectHeldMessage, async (ctx, { held_id, reason }) => {
    await ctx.transact((mutation) => reject(mutation, held_id, reason))
    return {}
  }),
  serve(api.getOwnHeldMessages, async (ctx) => ({
    held_messages: await ctx.read((tx) => ownHeld(tx, ctx.org, ctx.viewer.id)),
  })),
  serve(api.withdrawHeldMessage, async (ctx, { held_id }) => {
    await ctx.transact((mutation) => withdraw(mutation, held_id))
    return {}
  }),
]

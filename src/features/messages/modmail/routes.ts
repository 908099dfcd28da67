import { type Route, serve } from '#platform/serve'
import { checkAnswersModmail, existingModmail } from './access.ts'
import { changeState, messageModerators, reply } from './actions.ts'
import * as api from './api.ts'
import { liftBan } from './appeal-actions.ts'
import { maxMessagesListed } from './limits.ts'
import { serializeMessage, serializeModmail, serializeOwnMessage } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getOwnModmail, (ctx, { before, limit }) =>
    ctx.read(async (tx) => {
      const rows = await store.messagesOf(tx, ctx.viewer.id, { before, limit: limit + 1 })
      return {
        messages: rows.slice(0, limit).map(serializeOwnMessage),
        has_more: rows.length > limit,
        open_modmail_id: (await store.openOf(tx, ctx.viewer.id))?.id ?? null,
      }
    }),
  ),
  serve(api.messageModerators, (ctx, { content }) => ctx.transact((mutation) => messageModerators(mutation, content))),
  serve(api.getModmail, (ctx, { state, before, limit }) => {
    checkAnswersModmail(ctx.viewer)
    return ctx.read(async (tx) => {
      const rows = await store.page(tx, ctx.org.id, state, { before, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const newest = await store.newestMessages(tx, ids, maxMessagesListed + 1)
      return {
        modmail: shown.map((row) => {
          const messages = newest.filter(({ modmail_id }) => modmail_id === row.id)
          return {
            ...serializeModmail(row),
            messages: messages.slice(0, maxMessagesListed).reverse().map(serializeMessage),
            has_more_messages: messages.length > maxMessagesListed,
          }
        }),
        has_more: rows.length > limit,
        waiting: await store.countWaiting(tx, ctx.org.id),
      }
    })
  }),
  serve(api.getModmailMessages, (ctx, { modmail_id, before, limit }) => {
    checkAnswersModmail(ctx.viewer)
    return ctx.read(async (tx) => {
      const modmail = await existingModmail(tx, ctx.org.id, modmail_id)
      const rows = await store.messages(tx, modmail_id, { before, limit: limit + 1 })
      return {
        modmail: serializeModmail(modmail),
        messages: rows.slice(0, limit).map(serializeMessage),
        has_more: rows.length > limit,
      }
    })
  }),
  serve(api.replyToModmail, (ctx, { modmail_id, ...answer }) =>
    ctx.transact((mutation) => reply(mutation, modmail_id, answer)),
  ),
  serve(api.liftBan, async (ctx, { modmail_id, content }) => {
    await ctx.transact((mutation) => liftBan(mutation, modmail_id, content))
    return {}
  }),
  serve(api.updateModmail, async (ctx, { modmail_id, state }) => {
    await ctx.transact((mutation) => changeState(mutation, modmail_id, state))
    return {}
  }),
]

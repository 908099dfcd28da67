import { type Route, serve } from '#platform/serve'
import { readerOf } from '../messages/access/reader.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import { createReminder, removeReminder } from './actions.ts'
import * as api from './api.ts'
import { reminding } from './due.ts'
import { reminderTo, targetOf } from './reminder-message.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getReminders, async ({ read, viewer }) => ({
    reminders: await read((tx) => store.list(tx, viewer.id)),
  })),
  serve(api.createReminder, async (ctx, { message_id = null, note, scheduled_delivery_timestamp: timestamp }) => {
    const reader = await readerOf(ctx)
    const target = await ctx.read((tx) => targetOf(tx, reader, message_id))
    if (target === 'unreadable') throw invalidMessages()
    const preview = await reminderTo(ctx, target, note, { quoting: false })
    const { reminder_id } = await ctx.transact((mutation) =>
      createReminder(mutation, { message_id, note, timestamp }, preview),
    )
    ctx.server.timer.sooner(reminding, timestamp === undefined ? ctx.server.now() : new Date(timestamp * 1000))
    return { reminder_id }
  }),
  serve(api.deleteReminder, async (ctx, { reminder_id }) => {
    if (!(await ctx.transact((mutation) => removeReminder(mutation, ctx.viewer.id, reminder_id))))
      throw api.noSuchReminder()
  }),
]

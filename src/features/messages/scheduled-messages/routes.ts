import { type Route, serve } from '#platform/serve'
import { compose } from '../messages/actions/compose.ts'
import { readBySender } from '../messages/routes/send.ts'
import * as actions from './actions/schedule.ts'
import * as api from './api.ts'
import { changedDraft, newDraft } from './draft.ts'
import { deliveries } from './due.ts'
import * as store from './store.ts'

const timeOf = ({ scheduled_delivery_timestamp }: api.ScheduledMessage) => new Date(scheduled_delivery_timestamp * 1000)

export const routes: readonly Route[] = [
  serve(api.getScheduledMessages, async ({ read, viewer }) => ({
    scheduled_messages: await read((tx) => store.list(tx, viewer.id)),
  })),
  serve(api.createScheduledMessage, async (ctx, params) => {
    const outgoing = await compose(ctx, newDraft(params, ctx.client))
    const senderRead = params.read_by_sender ?? readBySender(ctx, outgoing.recipient)
    const message = await ctx.transact((mutation) =>
      actions.scheduleMessage(mutation, { ...outgoing, senderRead }, params.scheduled_delivery_timestamp),
    )
    ctx.server.timer.sooner(deliveries, timeOf(message))
    return { scheduled_message_id: message.scheduled_message_id }
  }),
  serve(api.updateScheduledMessage, async (ctx, params) => {
    const { scheduled_message_id, scheduled_delivery_timestamp, ...content } = params
    // repeat if the message changed between reading and writing, which ends when it's sent or deleted
    for (;;) {
      const row = await ctx.read((tx) => store.find(tx, ctx.viewer.id, scheduled_message_id))
      if (!row) throw api.noSuchScheduledMessage()
      const isSame = scheduled_delivery_timestamp === undefined && Object.keys(content).length === 0
      if (isSame && !row.failed) return {}
      const outgoing = await compose(ctx, changedDraft(row, params))
      const message = await ctx.transact((mutation) =>
        actions.changeScheduledMessage(mutation, row, outgoing, scheduled_delivery_timestamp),
      )
      if (!message) continue
      ctx.server.timer.sooner(deliveries, timeOf(message))
      return {}
    }
  }),
  serve(api.deleteScheduledMessage, (ctx, { scheduled_message_id }) =>
    ctx.transact((mutation) => actions.deleteScheduledMessage(mutation, scheduled_message_id)),
  ),
]

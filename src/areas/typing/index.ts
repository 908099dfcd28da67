import type { View } from '#platform/events'
import { type Area, quiet, serve } from '#platform/serve'
import { shownTopic } from '../channels/topics.ts'
import { announceEditing, announceTyping } from './actions.ts'
import * as api from './api.ts'

/** Typing in channels is kept from clients that have not said that they know it. */
const typingView: View = (payload, client) => {
  if (payload.message_type === 'direct') return payload
  if (!client.can('stream_typing_notifications')) return null
  return { ...payload, topic: shownTopic(payload.topic as string, client.can('empty_topic_name')) }
}

const editingView: View = (payload, client) => {
  const recipient = payload.recipient as { topic?: string }
  if (recipient.topic === undefined) return payload
  const topic = shownTopic(recipient.topic, client.can('empty_topic_name'))
  return { ...payload, recipient: { ...recipient, topic } }
}

export const typingArea: Area = {
  name: 'typing',
  api: [api],
  routes: [
    quiet(
      serve(api.setTypingStatus, async (ctx, params) => {
        await announceTyping(ctx, params)
        return {}
      }),
    ),
    quiet(
      serve(api.setEditTypingStatus, async (ctx, { message_id, op }) => {
        await announceEditing(ctx, message_id, op)
        return {}
      }),
    ),
  ],
  views: [
    { type: 'typing', view: typingView },
    { type: 'typing_edit_message', view: editingView },
  ],
}

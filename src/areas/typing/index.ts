import { type Area, quiet, serve, view } from '#platform/serve'
import { shownTopic } from '../channels/topics.ts'
import { announceEditing, announceTyping } from './actions.ts'
import * as api from './api.ts'

/** Typing in channels is kept from clients that have not said that they know it. */
const typingView = view([api.typingStarted, api.typingStopped], (payload, client) => {
  if (payload.message_type === 'direct') return payload
  if (!client.can('stream_typing_notifications')) return null
  return { ...payload, topic: shownTopic(payload.topic ?? '', client.can('empty_topic_name')) }
})

const editingView = view([api.editingStarted, api.editingStopped], (payload, client) => {
  const { recipient } = payload
  if (recipient.topic === undefined) return payload
  const topic = shownTopic(recipient.topic, client.can('empty_topic_name'))
  return { ...payload, recipient: { ...recipient, topic } }
})

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
  views: [typingView, editingView],
}

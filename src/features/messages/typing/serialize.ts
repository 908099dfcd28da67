import { view } from '#platform/serve'
import { shownTopic } from '../../channels/channels/topics.ts'
import * as api from './api.ts'

/** Clients need a capability for typing notifications in channels. */
export const typingView = view([api.typingStarted, api.typingStopped], (payload, client) => {
  if (payload.message_type === 'direct') return payload
  if (!client.can('stream_typing_notifications')) return null
  return { ...payload, topic: shownTopic(payload.topic ?? '', client.can('empty_topic_name')) }
})

export const editingView = view([api.editingStarted, api.editingStopped], (payload, client) => {
  const { recipient } = payload
  if (recipient.topic === undefined) return payload
  const topic = shownTopic(recipient.topic, client.can('empty_topic_name'))
  return { ...payload, recipient: { ...recipient, topic } }
})

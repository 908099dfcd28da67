import type { WireEvent } from '#contract'
import type { Conversation } from '../narrow/narrow.ts'

type Topic = Extract<Conversation, { kind: 'topic' }>

export function movedTopic(event: WireEvent): { readonly from: Topic; readonly to: Topic } | undefined {
  const { type, propagate_mode, stream_id, new_stream_id, orig_subject, subject } = event
  if (type !== 'update_message' || propagate_mode !== 'change_all' || typeof orig_subject !== 'string') return undefined
  const topic = typeof subject === 'string' ? subject : orig_subject
  return {
    from: { kind: 'topic', channelId: stream_id as number, topic: orig_subject },
    to: { kind: 'topic', channelId: (new_stream_id ?? stream_id) as number, topic },
  }
}

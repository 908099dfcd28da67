import { foldedTopic } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { isResolved } from '../../../messages/messages/topics.ts'
import * as store from '../store.ts'
import type { RunState } from '../wire.ts'
import { announceRun } from './announce-run.ts'

/** Lets runs continue that post reminders in a topic until it's resolved. Returns whether there are any. */
export async function endReminders(mutation: Mutation, channel: Channel, topicBefore: string): Promise<boolean> {
  const { tx, org, now } = mutation
  const isTopic = (topic: string | null) => topic !== null && foldedTopic(topic) === foldedTopic(topicBefore)
  const reminding = await store.runsReminding(tx, org.id, channel)
  if (reminding.length === 0) return false
  const messageIds = reminding.flatMap(({ message_id }) => message_id ?? [])
  const resolvedIds = (await readableMessageFacts(tx, org.id, messageIds))
    .filter(({ conversation_id, topic }) => conversation_id === channel.conversationId && isResolved(topic))
    .map(({ id }) => id)
  const ended = reminding.filter(({ steps, step, message_id, channel_id, topic }) => {
    const current = steps[step]
    if (current?.kind !== 'remind') return false
    if (current.stream_id !== null) return current.stream_id === channel.id && isTopic(current.topic)
    return message_id === null ? channel_id === channel.id && isTopic(topic) : resolvedIds.includes(message_id)
  })
  const state: RunState = 'running'
  for (const run of ended) {
    const row = await store.find(tx, org.id, run.automation_id)
    const after = row && (await store.changeRun(tx, run, { state, wait_result: 'resolved', due_at: now }))
    if (after) await announceRun(mutation, row, after)
  }
  return ended.length > 0
}

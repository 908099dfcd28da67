import { setImmediate as turn } from 'node:timers/promises'
import { agentOf, seconds } from '#contract'
import { shownTopic } from '../../../channels/channels/topics.ts'
import type { ReadableMessage } from '../access/readable.ts'
import type { Snapshot } from '../api/edit.ts'
import type { EditHistoryEntry } from '../wire.ts'
import { htmlDiff } from './html-diff.ts'

/** The message after each change, oldest first. Without `withContent`, texts are the current ones throughout. */
export async function snapshotsOf(
  message: ReadableMessage,
  { withContent, emptyTopic }: { withContent: boolean; emptyTopic: boolean },
): Promise<Snapshot[]> {
  const isDirect = message.member_ids !== null
  const name = (topic: string) => (isDirect ? topic : shownTopic(topic, emptyTopic))
  let { topic, content, rendered_content } = message
  const newestFirst: Snapshot[] = []
  for (const entry of (message.edit_history ?? []) as EditHistoryEntry[]) {
    const { user_id, timestamp, prev_topic, prev_stream, stream, prev_content, prev_rendered_content = '' } = entry
    const { agent } = entry
    // computing diffs is slow, so let other requests run between texts
    if (newestFirst.length > 0) await turn()
    const isTextual = withContent && prev_content !== undefined
    if (!isTextual && prev_topic === undefined && prev_stream === undefined) continue
    newestFirst.push({
      timestamp,
      user_id,
      ...markOf(agent),
      topic: name(topic),
      ...(prev_topic === undefined ? {} : { prev_topic: name(prev_topic) }),
      ...(prev_stream === undefined || stream === undefined ? {} : { stream, prev_stream }),
      content,
      rendered_content,
      ...(isTextual
        ? { prev_content, prev_rendered_content, content_html_diff: htmlDiff(prev_rendered_content, rendered_content) }
        : {}),
    })
    topic = prev_topic ?? topic
    if (isTextual) {
      content = prev_content
      rendered_content = prev_rendered_content
    }
  }
  const original = {
    timestamp: seconds(message.sent_at),
    user_id: message.sender_id,
    ...markOf(agentOf(message.client)),
  }
  return [{ ...original, topic: name(topic), content, rendered_content }, ...newestFirst.reverse()]
}

const markOf = (agent: string | undefined) => (agent === undefined ? {} : { agent })

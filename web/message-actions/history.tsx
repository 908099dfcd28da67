import { getMessageHistory, type Snapshot } from '../../src/features/messages/messages/api/edit.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { placeName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { openDialog } from '../parts/dialog.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { nameOf } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/index.ts'
import { api } from '../transport/api.ts'
import { MessageHtml } from './message-html.tsx'

const format = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

export async function openHistory({ id, stream_id }: Message): Promise<void> {
  try {
    const { message_history } = await api.call(getMessageHistory, { message_id: id, allow_empty_topic_name: true })
    const entries = message_history.toReversed()
    await openDialog({ title: a.historyOf, returnTo: () => rowOf(id) }, () => (
      <div class="dialog-body">
        {entries.map((entry, index) => (
          <Entry key={index} {...entry} channelId={stream_id} isFirst={index === entries.length - 1} />
        ))}
      </div>
    ))
  } catch (problem) {
    showRefusal(problem)
  }
}

function Entry(entry: Snapshot & { channelId: number | undefined; isFirst: boolean }) {
  const { timestamp, user_id, isFirst, content_html_diff, rendered_content, prev_content, agent } = entry
  const at = new Date(timestamp * 1000)
  const isMove = entry.prev_topic !== undefined || entry.prev_stream !== undefined
  const isEdit = prev_content !== undefined
  const what = isFirst ? a.posted : isEdit || !isMove ? a.edited : a.moved
  return (
    <section class="history-entry">
      <h3>
        <span>
          {what} {user_id !== null && a.by(nameOf(user_id))} {agent !== undefined && t.byAgent(agent)}
        </span>
        <time dateTime={at.toISOString()}>{format.format(at)}</time>
      </h3>
      {isMove && <p>{moveIn(entry)}</p>}
      {(isFirst || isEdit) &&
        (rendered_content === '' && !content_html_diff ? (
          <p class="soft">{a.textHidden}</p>
        ) : (
          <MessageHtml html={content_html_diff ?? rendered_content} />
        ))}
    </section>
  )
}

function moveIn({ prev_topic, topic, prev_stream, stream, channelId }: Snapshot & { channelId: number | undefined }) {
  const to = stream ?? channelId ?? 0
  return a.fromTo(
    placeName({ kind: 'topic', channelId: prev_stream ?? to, topic: prev_topic ?? topic }),
    placeName({ kind: 'topic', channelId: to, topic }),
  )
}

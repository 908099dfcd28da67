import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { topicsOf } from '../store/conversations.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/index.ts'

const maxTopicLength = part<number>('max_topic_length')
/** Browsers show a few of them; nobody looks through more. */
const mostOffered = 200

/** A channel, where more than one can be chosen. */
export const ChannelField = ({ channelId, offered }: { channelId: Signal<number>; offered: readonly Channel[] }) => (
  <label class="field">
    <span class="label">{a.channel}</span>
    <select value={channelId.value} onChange={(event) => (channelId.value = Number(event.currentTarget.value))}>
      {offered.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

/** A topic of a channel, new or one of those that are there. */
export function TopicField({ topic, channelId }: { topic: Signal<string>; channelId: number }) {
  const list = useId()
  const topics = topicsOf(channelId).value ?? []
  return (
    <label class="field">
      <span class="label">{a.topic}</span>
      <input
        dir="auto"
        list={list}
        value={topic.value}
        maxLength={maxTopicLength.value}
        placeholder={t.generalChat}
        autocomplete="off"
        onInput={(event) => (topic.value = event.currentTarget.value)}
      />
      <datalist id={list}>
        {topics.slice(0, mostOffered).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}

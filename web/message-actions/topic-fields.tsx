import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import '../compose/compose-box.css'
import './topic-fields.css'
import { Picker } from '../compose/recipients/picker.tsx'
import { topicRoom } from '../compose/recipients/topic-room.ts'
import { findChannels, findTopics } from '../compose/typeahead/channels.ts'
import { ChannelIcon, topicName } from '../entities/place.tsx'
import { type Channel, channel, channels } from '../store/channels.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/index.ts'

const maxOffered = 8

export function ChannelField({ channelId, offered }: { channelId: Signal<number>; offered: readonly Channel[] }) {
  const text = useSignal('')
  const isChanging = useSignal(false)
  const field = useRef<HTMLInputElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(false)
  // before the next key press
  useLayoutEffect(() => {
    if (isChanging.value) field.current?.focus()
    else if (wasChanging.current) button.current?.focus()
    wasChanging.current = isChanging.value
  }, [isChanging.value])
  const ids = new Set(offered.map(({ stream_id }) => stream_id))
  const one = channel(channelId.value)
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        {a.channel}
      </span>
      {!isChanging.value ? (
        <button
          type="button"
          class="chosen-channel"
          ref={button}
          aria-label={a.changeChannel(one?.name ?? '')}
          onClick={() => (isChanging.value = true)}
        >
          <span class="channel-mark" style={{ '--channel': one?.color ?? 'var(--soft)' }}>
            <ChannelIcon id={channelId.value} />
          </span>
          <span dir="auto">{one?.name}</span>
        </button>
      ) : (
        <Picker
          label={a.channel}
          placeholder={a.channel}
          takesFirst
          value={text.value}
          field={(element) => {
            field.current = element
          }}
          choices={(query) =>
            findChannels(query, channelId.value, channels.value.size)
              .filter(({ stream_id }) => ids.has(stream_id))
              .slice(0, maxOffered)
              .map(({ stream_id, name, description }) => ({
                key: String(stream_id),
                id: stream_id,
                label: name,
                detail: description,
                mark: { channel: stream_id },
              }))
          }
          onInput={(value) => (text.value = value)}
          onTake={({ id }) => {
            channelId.value = id
            text.value = ''
            isChanging.value = false
          }}
          onDone={() => (isChanging.value = false)}
        />
      )}
    </div>
  )
}

/** Searches a channel's topics; the text can also name a new one. */
export function TopicField({ topic, channelId }: { topic: Signal<string>; channelId: number }) {
  const field = useRef<HTMLInputElement | null>(null)
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        {a.topic}
      </span>
      <Picker
        label={a.topic}
        placeholder={t.generalChat}
        value={topic.value}
        maxLength={topicRoom(topic.value)}
        field={(element) => {
          field.current = element
        }}
        choices={(query) =>
          findTopics(query, channelId, maxOffered)
            // don't cover the field with what's already typed
            .filter((name, _index, { length }) => length > 1 || name.toLowerCase() !== query.trim().toLowerCase())
            .map((name) => ({ key: name, label: topicName(name), name }))
        }
        onInput={(value) => (topic.value = value)}
        onTake={({ name }) => (topic.value = name)}
        onDone={() => field.current?.form?.requestSubmit()}
      />
    </div>
  )
}

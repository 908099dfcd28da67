import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { plainDescription } from '../../content/plain-text.ts'
import { ChannelIcon, topicName } from '../../entities/place.tsx'
import type { Target } from '../../narrow/target.ts'
import { Icon } from '../../parts/icon.tsx'
import { insertTyped } from '../../parts/typed-ahead.ts'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { t } from '../../texts/writing.ts'
import { topicProblemIn, whyNotInChannel } from '../posting.ts'
import { findChannels, findTopics } from '../typeahead/channels.ts'
import { findPeople } from '../typeahead/people.ts'
import { Picker } from './picker.tsx'
import { topicRoom } from './topic-room.ts'

interface Props<T extends Target> {
  readonly target: T
  readonly onChange: (to: Target) => void
  readonly onDone: () => void
  readonly takesFocus: boolean
}

export const Recipients = (props: Props<Target>) => {
  const { target, onChange } = props
  return (
    <div class="recipients">
      {target.kind === 'topic' ? (
        <TopicRecipient {...props} target={target} />
      ) : (
        <PeopleRecipients {...props} target={target} />
      )}
      <button
        type="button"
        class="plain switch"
        aria-label={target.kind === 'topic' ? t.toPeople : t.toChannel}
        title={target.kind === 'topic' ? t.toPeople : t.toChannel}
        onClick={() =>
          onChange(
            target.kind === 'topic'
              ? { kind: 'direct', userIds: [] }
              : { kind: 'topic', channelId: undefined, topic: '' },
          )
        }
      >
        <Icon name={target.kind === 'topic' ? 'people' : 'hash'} size={14} />
        <span>{target.kind === 'topic' ? t.toPeople : t.toChannel}</span>
      </button>
    </div>
  )
}

const TopicRecipient = ({ target, onChange, onDone, takesFocus }: Props<Target & { kind: 'topic' }>) => {
  const text = useSignal('')
  const channelField = useRef<HTMLInputElement | null>(null)
  const topicField = useRef<HTMLInputElement | null>(null)
  const { channelId, topic } = target
  const one = channelId === undefined ? undefined : channel(channelId)
  const isWithoutTopics = one !== undefined && topicProblemIn(one, 'any') === 'unused'
  // synchronously, because keys pressed before would be shortcuts
  useLayoutEffect(() => {
    if (!takesFocus) return
    ;(one ? topicField : channelField).current?.focus()
    insertTyped()
  }, [takesFocus, channelId])
  return (
    <>
      {one ? (
        <button
          type="button"
          class="recipient"
          aria-label={t.changeChannel(one.name)}
          style={{ '--channel': one.color ?? 'var(--soft)' }}
          onClick={() => onChange({ kind: 'topic', channelId: undefined, topic })}
        >
          <span class="channel-mark">
            <ChannelIcon id={one.stream_id} />
          </span>
          <span>{one.name}</span>
        </button>
      ) : (
        <Picker
          label={t.channel}
          placeholder={t.channel}
          takesFirst
          value={text.value}
          field={(element) => {
            channelField.current = element
          }}
          choices={(query) =>
            findChannels(query, undefined, 12).map((each) => ({
              key: String(each.stream_id),
              id: each.stream_id,
              label: each.name,
              // the reason why posting isn't allowed; the channel can be chosen anyway
              detail: whyNotInChannel(each) ?? plainDescription(each),
              mark: { channel: each.stream_id },
            }))
          }
          onInput={(value) => {
            text.value = value
          }}
          onTake={({ id }) => {
            text.value = ''
            onChange({ kind: 'topic', channelId: id, topic })
            setTimeout(() => (topicField.current ? topicField.current.focus() : onDone()))
          }}
          onDone={() => {}}
        />
      )}
      {one && !isWithoutTopics && (
        <>
          <span class="separator" aria-hidden="true">
            ›
          </span>
          <Picker
            label={t.topic}
            placeholder={topicProblemIn(one, '') === 'needed' ? t.newTopic : `${t.newTopic} (${t.generalChat})`}
            value={topic}
            maxLength={topicRoom(topic)}
            field={(element) => {
              topicField.current = element
            }}
            choices={(query) =>
              findTopics(query, one.stream_id, 10).map((name) => ({
                key: name,
                label: topicName(name),
                name,
              }))
            }
            onInput={(value) => onChange({ kind: 'topic', channelId, topic: value })}
            onTake={({ name }) => {
              onChange({ kind: 'topic', channelId, topic: name })
              onDone()
            }}
            onDone={onDone}
            onBack={() => onChange({ kind: 'topic', channelId: undefined, topic: '' })}
          />
        </>
      )}
    </>
  )
}

const PeopleRecipients = ({ target, onChange, onDone, takesFocus }: Props<Target & { kind: 'direct' }>) => {
  const text = useSignal('')
  const field = useRef<HTMLInputElement | null>(null)
  const pills = useRef<HTMLDivElement>(null)
  const { userIds } = target
  // one row: the last of many stays visible
  useLayoutEffect(
    () => pills.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [userIds.length],
  )
  useLayoutEffect(() => {
    if (!takesFocus) return
    field.current?.focus()
    insertTyped()
  }, [takesFocus])
  const without = (id: number) => onChange({ kind: 'direct', userIds: userIds.filter((each) => each !== id) })
  return (
    <>
      {userIds.length > 0 && (
        <div class="pills" ref={pills}>
          {userIds.map((id) => (
            <span class="recipient" key={id}>
              <span dir="auto">{nameOf(id)}</span>
              <button type="button" aria-label={t.removePerson(nameOf(id))} onClick={() => without(id)}>
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
        </div>
      )}
      <Picker
        label={t.people}
        placeholder={userIds.length === 0 ? t.nameSomeone : t.nameOthers}
        takesFirst
        value={text.value}
        field={(element) => {
          field.current = element
        }}
        choices={(query) =>
          // with an empty field after the first name, Enter moves on to the text
          query === '' && userIds.length > 0
            ? []
            : findPeople(query, undefined, 10 + userIds.length)
                .filter(({ user_id }) => !userIds.includes(user_id))
                .map((user) => ({
                  key: String(user.user_id),
                  id: user.user_id,
                  label: user.full_name,
                  detail: user.delivery_email ?? '',
                  mark: { person: user.user_id },
                }))
        }
        onInput={(value) => {
          text.value = value
        }}
        onTake={({ id }) => {
          text.value = ''
          onChange({ kind: 'direct', userIds: [...userIds, id] })
          field.current?.focus()
        }}
        onDone={onDone}
        onBack={() => {
          const last = userIds.at(-1)
          if (last !== undefined) without(last)
        }}
      />
    </>
  )
}

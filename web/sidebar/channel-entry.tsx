import { useComputed } from '@preact/signals'
import { CallMark } from '../entities/call-mark.tsx'
import { LockMark } from '../entities/lock-mark.tsx'
import { ChannelIcon, TopicName, topicName } from '../entities/place.tsx'
import { channelNarrow, channelOf, conversationOf, topicNarrow } from '../narrow/narrow.ts'
import { hrefOf, hrefOfNarrow, isHere, narrow, route } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { MenuButton } from '../parts/menu-button.tsx'
import type { RowPlace } from '../parts/near-list.tsx'
import { callIn, peopleInCalls } from '../store/calls.ts'
import { type Channel, isMuted } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { topicsOf } from '../store/conversations.ts'
import { isPinned, topicPin, withPinned } from '../store/pins.ts'
import { channelUnread, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/index.ts'

const shownTopics = 8
const settings = part<{ web_stream_unreads_count_display_policy?: number } | undefined>('user_settings')
const counting = { all: 1, unmuted: 2, none: 3 } as const

const Topics = ({ channel }: { channel: Channel }) => {
  const topics = topicsOf(channel.stream_id).value
  const unread = unreadTopics.value.get(channel.stream_id) ?? []
  const counts = new Map(unread.map((one) => [one.topic.toLowerCase(), one]))
  const here = narrow.value && conversationOf(narrow.value)
  const isOpen = (topic: string) =>
    here?.kind === 'topic' && here.channelId === channel.stream_id && here.topic.toLowerCase() === topic.toLowerCase()
  const known = topics ?? unread.map(({ topic, ids }) => ({ name: topic, newest: ids.at(-1) ?? 0 }))
  const all = withPinned(channel.stream_id, known, (name) => ({ name, newest: 0 }))
  const shown = all.filter(({ name }, index) => {
    if (isOpen(name) || isPinned(topicPin(channel.stream_id, name))) return true
    if (isMuted(channel.stream_id, name) && !channel.is_muted) return false
    return index < shownTopics || counts.has(name.toLowerCase())
  })
  if (here?.kind === 'topic' && here.channelId === channel.stream_id && !shown.some(({ name }) => isOpen(name)))
    shown.unshift({ name: here.topic, newest: 0 })
  return (
    <ul class="topics">
      {shown.map(({ name }) => {
        const one = counts.get(name.toLowerCase())
        const href = hrefOfNarrow(topicNarrow(channel.stream_id, name))
        return (
          <li key={name.toLowerCase()}>
            <a
              class={isMuted(channel.stream_id, name) ? 'entry muted' : 'entry'}
              href={href}
              aria-current={isOpen(name) ? 'page' : undefined}
            >
              <span class="name" dir="auto">
                <TopicName topic={name} />
              </span>
              {isPinned(topicPin(channel.stream_id, name)) && (
                <span class="soft" title={t.pinned}>
                  <Icon name="pin" size={12} />
                  <span class="visually-hidden">{t.pinned}</span>
                </span>
              )}
              <LockMark channelId={channel.stream_id} topic={name} />
              <CallMark
                people={callIn({ kind: 'topic', channelId: channel.stream_id, topic: name })?.sessions.length ?? 0}
              />
              <Count count={one?.ids.length ?? 0} quiet={one?.isMuted} mentioned={one?.isMentioned} />
            </a>
            <MenuButton href={href} name={topicName(name)} />
          </li>
        )
      })}
      {shown.length < all.length && (
        <li>
          <a class="plain more" href={hrefOf({ view: 'topics', channelId: channel.stream_id })}>
            {t.allTopics}
          </a>
        </li>
      )}
    </ul>
  )
}

export const ChannelEntry = ({ channel, place }: { channel: Channel; place: RowPlace }) => {
  const id = channel.stream_id
  const unread = useComputed(() => channelUnread.value.get(id)).value
  const isOpen = narrow.value !== undefined && channelOf(narrow.value) === id
  const policy = settings.value?.web_stream_unreads_count_display_policy ?? counting.unmuted
  const muted = channel.is_muted && (policy === counting.all || unread?.isMentioned) ? (unread?.mutedCount ?? 0) : 0
  const { value: here } = route
  const isPage = isHere(channelNarrow(id)) || (here.view === 'topics' && here.channelId === id)
  const href = hrefOfNarrow(channelNarrow(id))
  return (
    <li class="channel" style={{ '--channel': channel.color }} data-row={id} {...place}>
      <a
        class={channel.is_muted ? 'entry muted' : 'entry'}
        href={href}
        data-target
        aria-current={isPage ? 'page' : undefined}
      >
        <span class="channel-mark">
          <ChannelIcon id={id} />
        </span>
        <span class="name" dir="auto">
          {channel.name}
        </span>
        {!isOpen && <CallMark people={peopleInCalls(id)} />}
        {!isOpen && policy !== counting.none && (
          <Count
            count={unread?.count || muted}
            quiet={channel.is_muted && !unread?.count}
            mentioned={unread?.isMentioned}
          />
        )}
      </a>
      <MenuButton href={href} name={channel.name} />
      {isOpen && <Topics channel={channel} />}
    </li>
  )
}

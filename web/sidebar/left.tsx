import { useComputed, useSignal } from '@preact/signals'
import { hrefOf, hrefOfNarrow, isHere, narrow } from '../app/route.ts'
import {
  channelNarrow,
  channelOf,
  conversationKey,
  conversationOf,
  type Narrow,
  narrowOf,
  topicNarrow,
} from '../narrow/narrow.ts'
import { OwnHead } from '../own/own-head.tsx'
import { Icon } from '../parts/icon.tsx'
import { NearList, type RowPlace } from '../parts/near-list.tsx'
import { ChannelIcon, peopleNames, TopicName } from '../parts/place.tsx'
import { QuietEntry } from '../quiet/entry.tsx'
import { type Channel, isMuted } from '../store/channels.ts'
import { directConversations, topicsOf } from '../store/conversations.ts'
import { isMutedDirect } from '../store/mutes.ts'
import { person } from '../store/people.ts'
import { isPinned, topicPin, withPinned } from '../store/pins.ts'
import { presenceOf } from '../store/presence.ts'
import { channelUnread, directUnread, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { Count } from './count.tsx'
import { channelSections } from './sections.ts'
import { Views } from './views.tsx'

const shownTopics = 8
const shownConversations = 5

const directsNarrow: Narrow = [{ operator: 'is', operand: 'dm' }]

const Directs = () => {
  const showsAll = useSignal(false)
  const all = directConversations.value
  const here = narrow.value && conversationOf(narrow.value)
  const hereKey = here && conversationKey(here)
  const shown = all.filter(
    ({ conversation }, index) =>
      showsAll.value ||
      index < shownConversations ||
      conversationKey(conversation) === hereKey ||
      (directUnread.value.get(conversationKey(conversation))?.ids.length ?? 0) > 0,
  )
  return (
    <section aria-labelledby="directs">
      <h2 id="directs">
        <a href={hrefOfNarrow(directsNarrow)}>{t.directMessages}</a>
      </h2>
      <ul>
        {shown.map(({ conversation }) => {
          const key = conversationKey(conversation)
          if (conversation.kind !== 'direct') return null
          const [first] = conversation.userIds
          const isOne = conversation.userIds.length === 1
          const status = isOne ? presenceOf(first as number) : undefined
          const isQuiet = isMutedDirect(conversation.userIds)
          const isBot = isOne && person(first as number)?.is_bot
          return (
            <li key={key}>
              <a
                class={isQuiet ? 'entry muted' : 'entry'}
                href={hrefOfNarrow(narrowOf(conversation))}
                aria-current={key === hereKey ? 'page' : undefined}
              >
                {isOne && !isBot ? (
                  <span class={`presence ${status}`} title={status && t.present[status]} />
                ) : (
                  <Icon name="people" />
                )}
                <span class="name">{peopleNames(conversation.userIds)}</span>
                <Count count={directUnread.value.get(key)?.ids.length ?? 0} quiet={isQuiet} />
              </a>
            </li>
          )
        })}
      </ul>
      {shown.length < all.length && (
        <button type="button" class="plain more" onClick={() => (showsAll.value = true)}>
          {t.moreConversations}
        </button>
      )}
    </section>
  )
}

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
        return (
          <li key={name.toLowerCase()}>
            <a
              class={isMuted(channel.stream_id, name) ? 'entry muted' : 'entry'}
              href={hrefOfNarrow(topicNarrow(channel.stream_id, name))}
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
              <Count count={one?.ids.length ?? 0} quiet={one?.isMuted} mentioned={one?.isMentioned} />
            </a>
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

const ChannelEntry = ({ channel, place }: { channel: Channel; place: RowPlace }) => {
  const id = channel.stream_id
  const unread = useComputed(() => channelUnread.value.get(id)).value
  const isOpen = narrow.value !== undefined && channelOf(narrow.value) === id
  const isPage = isHere(channelNarrow(id))
  return (
    <li class="channel" style={{ '--channel': channel.color }} {...place}>
      <a
        class={channel.is_muted ? 'entry muted' : 'entry'}
        href={hrefOfNarrow(channelNarrow(id))}
        aria-current={isPage ? 'page' : undefined}
      >
        <span class="channel-mark">
          <ChannelIcon id={id} />
        </span>
        <span class="name">{channel.name}</span>
        {!isOpen && (
          <Count
            count={unread?.count || (channel.is_muted ? (unread?.mutedCount ?? 0) : 0)}
            quiet={channel.is_muted && !unread?.count}
            mentioned={unread?.isMentioned}
          />
        )}
      </a>
      {isOpen && <Topics channel={channel} />}
    </li>
  )
}

const Channels = () => {
  const openId = narrow.value && channelOf(narrow.value)
  return (
    <>
      {channelSections.value.map(({ key, name, list }) => (
        <section key={key} aria-labelledby={`section-${key}`}>
          <h2 id={`section-${key}`}>{name}</h2>
          <NearList
            items={list}
            keyOf={({ stream_id }) => stream_id}
            open={openId}
            row={(channel, place) => <ChannelEntry channel={channel} place={place} />}
          />
        </section>
      ))}
    </>
  )
}

export const LeftSidebar = () => (
  <nav class="left scrolls" id="left-sidebar" aria-label={t.menu} tabIndex={-1}>
    <OwnHead />
    <Views />
    <Directs />
    <Channels />
    <QuietEntry />
  </nav>
)

import '../style/lists.css'
import './recent.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { takeListKeys } from '../app/list-keys.ts'
import { hrefOfNarrow } from '../app/route.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { Count } from '../parts/count.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { NearList } from '../parts/near-list.tsx'
import { ChannelIcon, peopleNames, placeName, TopicName } from '../parts/place.tsx'
import { rowWithFocus, stepRow, useRowFocus } from '../parts/rows.ts'
import { markAsRead, takeBack } from '../places/marking.ts'
import { channel, isFollowed, isMuted } from '../store/channels.ts'
import { listOf, messagesOf } from '../store/lists.ts'
import { revision } from '../store/messages.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { nameOf, ownId } from '../store/people.ts'
import { unreadIn } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { type RecentConversation, recentConversations } from './conversations.ts'

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** So many conversations are looked for at first, in so many fetches at most. */
const enough = 25
const mostFetches = 3

type Filter = 'all' | 'unread' | 'own' | 'followed' | 'direct' | 'muted'
const filters: Record<Filter, string> = {
  all: t.recentAll,
  unread: t.recentUnread,
  own: t.recentOwn,
  followed: t.recentFollowed,
  direct: t.recentDirect,
  muted: t.recentMuted,
}

function isShown({ conversation, isOwn }: RecentConversation, filter: Filter, text: string): boolean {
  if (text !== '' && !placeName(conversation).toLocaleLowerCase().includes(text)) return false
  if (filter === 'unread' && unreadIn(conversation).length === 0) return false
  if (filter === 'own' && !isOwn) return false
  if (conversation.kind === 'direct')
    return filter === 'muted' || (filter !== 'followed' && !isSilentDirect(conversation.userIds))
  if (filter === 'direct') return false
  const { channelId, topic } = conversation
  if (filter === 'followed') return isFollowed(channelId, topic)
  return filter === 'muted' || !isMuted(channelId, topic)
}

/** The conversations with the newest messages, as far back as one has asked. */
export function Recent() {
  const list = listOf([])
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal<Filter>('all')
  const text = useSignal('')
  const isBusy = useSignal(true)
  const { hasOldest, anchor, problem } = list.shown.value
  revision.value
  const all = recentConversations(messagesOf(list.shown.value), ownId.value)
  const wanted = text.value.trim().toLocaleLowerCase()
  const shown = all.filter((one) => isShown(one, filter.value, wanted))
  const now = useRef(shown)
  const focus = useRowFocus(root)
  now.current = shown

  const open = async () => {
    isBusy.value = true
    await list.open('newest')
    for (let fetches = 0; fetches < mostFetches && !list.shown.peek().hasOldest; fetches++) {
      if (recentConversations(messagesOf(list.shown.peek()), ownId.value).length >= enough) break
      await list.older()
    }
    isBusy.value = false
  }
  const showMore = async () => {
    isBusy.value = true
    await list.older()
    isBusy.value = false
  }
  useEffect(() => {
    void open()
    return takeListKeys({
      next: () => stepRow(root.current, 1, field.current),
      previous: () => stepRow(root.current, -1, field.current),
      read() {
        const row = now.current.find(({ key }) => key === rowWithFocus(root.current))
        if (!row) return false
        const { conversation } = row
        stepRow(root.current, 1)
        void markAsRead(unreadIn(conversation), placeName(conversation))
        return true
      },
      readAll() {
        const ids = now.current.flatMap(({ conversation }) => unreadIn(conversation))
        if (ids.length === 0) return false
        void markAsRead(ids, '')
        return true
      },
      undo: () => void takeBack(),
      filter: () => field.current?.focus(),
    })
  }, [])

  return (
    <div class="recent scrolls" id="messages" tabIndex={-1} aria-busy={isBusy.value} ref={root} {...focus}>
      <div class="list-head">
        <FilterField field={field} filter={text} label={t.recentText} onDown={() => stepRow(root.current, 1)} />
        <fieldset class="filters">
          <legend class="visually-hidden">{t.recentFilter}</legend>
          {(Object.keys(filters) as Filter[]).map((one) => (
            <button key={one} type="button" aria-pressed={filter.value === one} onClick={() => (filter.value = one)}>
              {filters[one]}
            </button>
          ))}
        </fieldset>
      </div>
      {problem !== undefined && (
        <p class="hint" role="alert">
          {t.cannotLoad}{' '}
          <button type="button" class="plain" onClick={() => void open()}>
            {t.tryAgain}
          </button>
        </p>
      )}
      <NearList
        items={shown}
        keyOf={({ key }) => key}
        row={(one, at) => (
          <li data-row={one.key} {...at}>
            <Entry {...one} />
          </li>
        )}
      />
      {shown.length === 0 && anchor !== undefined && !isBusy.value && <p class="hint">{t.recentNone}</p>}
      {anchor !== undefined && !hasOldest && (
        <button type="button" class="plain more" disabled={isBusy.value} onClick={() => void showMore()}>
          {t.recentMore}
        </button>
      )}
    </div>
  )
}

const Entry = ({ conversation, newest, senders }: RecentConversation) => {
  const unread = unreadIn(conversation).length
  const at = new Date(newest.timestamp * 1000)
  const isToday = at.toDateString() === new Date().toDateString()
  const color = conversation.kind === 'topic' ? channel(conversation.channelId)?.color : undefined
  return (
    <a
      class="entry"
      data-target
      href={hrefOfNarrow(narrowOf(conversation))}
      style={{ '--channel': color ?? 'var(--soft)' }}
    >
      <span class="recent-place">
        {conversation.kind === 'direct' ? (
          <span class="name">{peopleNames(conversation.userIds)}</span>
        ) : (
          <>
            <span class="channel">
              <span class="channel-mark">
                <ChannelIcon id={conversation.channelId} />
              </span>
              {channel(conversation.channelId)?.name ?? String(newest.display_recipient)}
            </span>
            <span class="name" dir="auto">
              <TopicName topic={conversation.topic} />
            </span>
          </>
        )}
      </span>
      <span class="who">{senders.map((id) => nameOf(id) || newest.sender_full_name).join(', ')}</span>
      <Count count={unread} />
      <time dateTime={at.toISOString()} title={fullFormat.format(at)}>
        {(isToday ? timeFormat : dayFormat).format(at)}
      </time>
    </a>
  )
}

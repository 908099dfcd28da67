import { folded } from '#contract'
import { namesAndMore } from '../parts/names-and-more.ts'
import '../style/lists.css'
import './recent.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { markAsRead, takeBack } from '../conversation-menus/marking.ts'
import { ChannelIcon, peopleNames, placeName, TopicName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { NearList } from '../parts/near-list.tsx'
import { fieldAbove, rowWithFocus, stepRow, useRowFocus } from '../parts/rows.ts'
import { takeListKeys } from '../shortcuts/open-list.ts'
import { channel, isFollowed, isMuted } from '../store/channels.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { nameOf } from '../store/people.ts'
import { unreadIn } from '../store/unread.ts'
import { locale } from '../texts/locale.ts'
import { t } from '../texts/views.ts'
import type { RecentConversation } from './conversations.ts'
import { recent } from './list.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const fullFormat = timeFormat({ dateStyle: 'full', timeStyle: 'short' })

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
  if (text !== '' && !folded(placeName(conversation)).includes(text)) return false
  if (filter === 'unread' && unreadIn(conversation).length === 0) return false
  if (filter === 'own' && !isOwn) return false
  if (conversation.kind === 'direct')
    return filter === 'muted' || (filter !== 'followed' && !isSilentDirect(conversation.userIds))
  if (filter === 'direct') return false
  const { channelId, topic } = conversation
  if (filter === 'followed') return isFollowed(channelId, topic)
  return filter === 'muted' || !isMuted(channelId, topic)
}

export function Recent() {
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal<Filter>('all')
  const text = useSignal('')
  const { list, hasOldest, isBusy, problem } = recent.shown.value
  const wanted = folded(text.value).trim()
  const shown = (list ?? []).filter((one) => isShown(one, filter.value, wanted))
  const now = useRef(shown)
  const focus = useRowFocus(root)
  now.current = shown

  useEffect(() => {
    const leave = recent.watch()
    const letGo = takeListKeys({
      next: () => stepRow(root.current, 1),
      previous: (key) => stepRow(root.current, -1, fieldAbove(key, field)),
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
    return () => {
      letGo()
      leave()
    }
  }, [])

  return (
    <div class="recent scrolls" id="messages" tabIndex={-1} aria-busy={isBusy} ref={root} {...focus}>
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
          <button type="button" class="plain" onClick={() => recent.lose()}>
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
      {shown.length === 0 && list && !isBusy && <p class="hint">{list.length === 0 ? t.recentEmpty : t.recentNone}</p>}
      {list && !hasOldest && (
        <button type="button" class="plain more" disabled={isBusy} onClick={() => void recent.older()}>
          {t.recentMore}
        </button>
      )}
    </div>
  )
}

const shownPeople = 4
const peopleIn = (ids: readonly number[]): string => {
  const names = ids.map(nameOf).filter((name) => name !== '')
  return namesAndMore(names, shownPeople)
}

const Entry = ({ conversation, timestamp, senders }: RecentConversation) => {
  const unread = unreadIn(conversation).length
  const at = new Date(timestamp * 1000)
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
          <span class="name" dir="auto">
            {peopleNames(conversation.userIds)}
          </span>
        ) : (
          <>
            <span class="channel">
              <span class="channel-mark">
                <ChannelIcon id={conversation.channelId} />
              </span>
              {channel(conversation.channelId)?.name}
            </span>
            <span class="name" dir="auto">
              <TopicName topic={conversation.topic} />
            </span>
          </>
        )}
      </span>
      <span class="who">{peopleIn(senders)}</span>
      <Count count={unread} />
      <time dateTime={at.toISOString()} title={fullFormat.format(at)}>
        {(isToday ? hourFormat : dayFormat).format(at)}
      </time>
    </a>
  )
}

import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { whenIdle } from '../parts/idle.ts'
import { channel } from '../store/channels.ts'
import { unreadIn } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { unreadOf } from './everything.ts'
import { InviteButton, List, NothingFits, type Place } from './list.tsx'
import type { RecentConversation } from './recent-conversations.ts'
import type { RecentList } from './recent-list.ts'
import { type ConversationRow, isNamed } from './rows.ts'
import { FilterChoice } from './toolbar.tsx'

const filters = ['heard', 'own', 'followed', 'direct', 'all'] as const
type Filter = (typeof filters)[number]
const chosen = signal<Filter>('heard')

const recent = signal<RecentList | undefined>(undefined)
const loadProblem = signal<unknown>(undefined)

/** The list and its updates load after the first view. */
function load(): void {
  loadProblem.value = undefined
  import('./recent.ts').then(
    (loaded) => {
      recent.value = loaded.recent
    },
    (problem: unknown) => {
      loadProblem.value = problem
    },
  )
}
whenIdle(load)

/** Fetches the list and keeps it up to date until the returned function is called. */
function watch(): () => void {
  if (!recent.peek()) load()
  return effect(() => recent.value?.watch())
}

const rowOf = ({ conversation, newest, timestamp, senders }: RecentConversation): ConversationRow => ({
  kind: 'conversation',
  ...unreadOf(conversation, unreadIn(conversation)),
  shownId: newest,
  timestamp,
  senders,
})

function isShown({ conversation, name, isMuted, isFollowed }: ConversationRow, isOwn: boolean, text: string): boolean {
  const isDirect = conversation.kind === 'direct'
  if (!isNamed(text, name, isDirect ? '' : (channel(conversation.channelId)?.name ?? ''))) return false
  switch (chosen.value) {
    case 'all':
      return true
    case 'followed':
      return isFollowed
    case 'own':
      return isOwn && !isMuted
    case 'direct':
      return isDirect && !isMuted
    default:
      return !isMuted
  }
}

/** All conversations, by their newest message. */
export function All(at: Place) {
  const { text } = at
  const shown = recent.value?.shown.value
  const { list, hasOldest, isBusy } = shown ?? { hasOldest: true, isBusy: true }
  const problem = shown?.problem ?? loadProblem.value
  useEffect(watch, [])
  const rows = (list ?? []).flatMap((one) => {
    const row = rowOf(one)
    return isShown(row, one.isOwn, text.value) ? [row] : []
  })
  return (
    <List
      {...at}
      tab="recent"
      rows={rows}
      filters={
        <FilterChoice
          label={t.whichUnread}
          value={chosen.value}
          options={filters.map((one) => [one, one === 'own' ? t.recentOwn : t.whichShown[one]])}
          onChange={(next) => (chosen.value = next)}
        />
      }
      empty={
        problem !== undefined ? undefined : !list || isBusy ? (
          <div class="hint" aria-busy="true" />
        ) : list.length === 0 ? (
          <div class="all-read">
            <p>{t.recentEmpty}</p>
            <InviteButton />
          </div>
        ) : (
          <NothingFits
            showAll={() => {
              text.value = ''
              chosen.value = 'all'
            }}
          />
        )
      }
    >
      {problem !== undefined && (
        <p class="hint" role="alert">
          {t.cannotLoad}{' '}
          <button type="button" class="plain" onClick={() => (recent.value ? recent.value.lose() : load())}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {list && !hasOldest && (
        <button type="button" class="plain more" disabled={isBusy} onClick={() => void recent.value?.older()}>
          {t.recentMore}
        </button>
      )}
    </List>
  )
}

import '../style/lists.css'
import './catch-up.css'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { CatchUpConversation } from '../../src/features/messages/messages/catch-up/api.ts'
import { markAsRead, takeBack } from '../conversation-menus/marking.ts'
import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { hrefOf } from '../navigation/route.ts'
import { rowWithFocus, stepRow, useRowFocus } from '../parts/rows.ts'
import { takeListKeys } from '../shortcuts/open-list.ts'
import { totalCount } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import {
  conversationOfMissed,
  fetchMissed,
  type Group,
  groupOf,
  groups,
  isLater,
  keyOfMissed,
  leaveForLater,
  missed,
  problem,
  showMissed,
  unreadByKey,
} from './missed.ts'
import { Missed } from './row.tsx'

interface Shown {
  readonly key: string
  readonly one: CatchUpConversation
  readonly group: Group
  readonly ids: readonly number[]
}

function shownConversations(): Shown[] {
  const unread = unreadByKey()
  const all = (missed.value?.conversations ?? []).flatMap((one): Shown[] => {
    const key = keyOfMissed(one)
    const ids = unread.get(key) ?? []
    return ids.length === 0 ? [] : [{ key, one, ids, group: groupOf(one, isLater(key, ids)) }]
  })
  return groups.flatMap((group) => all.filter((one) => one.group === group))
}

/** Catch-up view after an absence: missed conversations by importance, with keyboard navigation. */
export function CatchUp() {
  const root = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(root)
  const shown = shownConversations()
  const now = useRef(shown)
  now.current = shown
  const read = ({ ids, one }: Shown) => void markAsRead(ids, placeName(conversationOfMissed(one)))
  const withFocus = () => now.current.find(({ key }) => key === rowWithFocus(root.current))

  useEffect(() => {
    void showMissed()
    return takeListKeys({
      next: () => stepRow(root.current, 1),
      previous: () => stepRow(root.current, -1),
      read() {
        const row = withFocus()
        if (!row) return false
        stepRow(root.current, 1)
        read(row)
        return true
      },
      readAll() {
        const ids = now.current.flatMap((one) => one.ids)
        if (ids.length === 0) return false
        void markAsRead(ids, '')
        return true
      },
      undo: () => void takeBack(),
      later() {
        const row = withFocus()
        if (!row) return false
        stepRow(root.current, 1)
        leaveForLater(row.key, row.group !== 'later')
        return true
      },
    })
  }, [])
  const isThere = missed.value !== undefined
  useEffect(() => {
    if (isThere && document.activeElement === document.body) stepRow(root.current, 1)
  }, [isThere])

  if (!missed.value)
    return (
      <div class="inbox empty" id="messages" tabIndex={-1} aria-busy={problem.value === undefined} ref={root}>
        {problem.value === undefined ? (
          <p>{t.catchingUp}</p>
        ) : (
          <p role="alert">
            {t.cannotLoad}{' '}
            <button type="button" class="plain" onClick={() => void fetchMissed()}>
              {t.tryAgain}
            </button>
          </p>
        )}
      </div>
    )
  if (shown.length === 0) return <Done root={root} />
  const { totals, muted_count } = missed.value
  return (
    <div class="conversations catch-up scrolls" id="messages" tabIndex={-1} ref={root} {...focus}>
      <div class="list-head">
        <p class="list-summary">
          <span>
            {t.catchUpSummary(
              totals.reduce((sum, { messages }) => sum + messages, 0),
              totals.reduce((sum, { conversations }) => sum + conversations, 0),
            )}
            {muted_count > 0 && ` · ${t.isMuted(muted_count)}`}
          </span>
        </p>
        <p class="list-keys soft">{t.catchUpKeys}</p>
      </div>
      {groups.map((group) => {
        const rows = shown.filter((one) => one.group === group)
        const more = moreOf(group, shown)
        if (rows.length === 0 && !more) return null
        return (
          <section key={group} aria-labelledby={`missed-${group}`}>
            <h2 id={`missed-${group}`}>{t.reasons[group]}</h2>
            <ul>
              {rows.map((row) => (
                <Missed
                  key={row.key}
                  name={row.key}
                  index={shown.indexOf(row)}
                  one={row.one}
                  narrow={narrowOf(conversationOfMissed(row.one))}
                  count={row.ids.length}
                  isLater={group === 'later'}
                  onRead={() => read(row)}
                  onLater={() => leaveForLater(row.key, group !== 'later')}
                />
              ))}
            </ul>
            {more && (
              <button type="button" class="plain more" onClick={() => void fetchMissed({ all: true })}>
                {t.moreOfReason(more.conversations, more.messages)}
              </button>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Conversations and messages of a group beyond those in the response; undefined if none. */
function moreOf(group: Group, shown: readonly Shown[]): { conversations: number; messages: number } | undefined {
  const { conversations = [], totals = [] } = missed.value ?? {}
  const those = totals.filter((one) => groupOf(one as never, false) === group)
  const told = conversations.filter((one) => groupOf(one, false) === group)
  const left = {
    conversations: those.reduce((sum, one) => sum + one.conversations, 0) - told.length,
    messages:
      those.reduce((sum, one) => sum + one.messages, 0) - told.reduce((sum, { unread_count }) => sum + unread_count, 0),
  }
  return left.conversations > 0 && shown.length > 0 ? left : undefined
}

const Done = ({ root }: { root: RefObject<HTMLDivElement | null> }) => (
  <div class="inbox empty" id="messages" tabIndex={-1} ref={root}>
    <p class="lead">{t.caughtUp}</p>
    {totalCount.value > 0 ? (
      <p>
        {t.unread(totalCount.value)} ·{' '}
        <button type="button" class="plain" onClick={() => void fetchMissed()}>
          {t.tryAgain}
        </button>{' '}
        ·{' '}
        <a class="plain" href={hrefOf({ view: 'inbox' })}>
          {t.toInbox}
        </a>
      </p>
    ) : (
      <p>{t.caughtUpMore}</p>
    )}
  </div>
)

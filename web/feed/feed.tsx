import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sentTo } from '../compose/sent.ts'
import {
  type Conversation,
  conversationKey,
  conversationOf,
  isSearch,
  type Narrow,
  wholeChannelOf,
} from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { listOf, messagesOf } from '../store/lists.ts'
import { revision } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { withMarks } from '../store/search-marks.ts'
import type { Shown } from '../store/shown.ts'
import { t } from '../texts/index.ts'
import { useOpening } from './opening.ts'
import { Outbox } from './outbox.tsx'
import type { Placement } from './placement.ts'
import { useReading } from './reading.ts'
import { MessageRow } from './row.tsx'
import { type Row, rowsOf } from './rows.ts'
import { Viewport } from './viewport.ts'

interface Props {
  readonly narrow: Narrow
  readonly near: number | undefined
  readonly empty?: ComponentChildren
  /** What comes before the first message of a channel or conversation. */
  readonly beginning?: ComponentChildren
}

/**
 * The messages of a narrow. Use `feedKey` as its `key`: it changes with the narrow, unless all messages moved there.
 */
export function Feed({ narrow, near, empty, beginning }: Props) {
  const list = listOf(narrow)
  const shown = list.shown.value
  const conversation = conversationOf(narrow)
  const isMixed = conversation === undefined
  // search results begin with the newest, read or not
  const begin = near ?? (isSearch(narrow) ? 'newest' : 'first_unread')

  const [viewport] = useState(() => new Viewport())
  const back = useOpening(list, { near, begin }, viewport)
  const placement = viewport.place(list)
  const rows = useRows(list.narrow, placement, isMixed)

  const view = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (view.current && content.current) return viewport.attach(view.current, content.current)
  }, [])
  useLayoutEffect(() => viewport.drawn({ list, placement, hasRows: rows.length > 0, back }))
  useReading({ narrow, near, isMixed, view, content, rows })
  useSent(conversation, () => void viewport.toNewest(list))

  return (
    <div class="feed-frame">
      <section
        class="feed"
        ref={view}
        onScroll={() => viewport.scrolled()}
        aria-label={t.messages}
        aria-busy={placement.openedAt === undefined}
        id="messages"
        tabIndex={-1}
      >
        <div class="feed-content" ref={content}>
          <Loading shown={shown} retry={() => void list.open(begin)} />
          <Start {...{ narrow, shown, placement, empty, beginning }} />
          <Rows {...{ narrow, near, rows, placement }} />
          {conversation && <Outbox conversation={conversation} />}
        </div>
      </section>
      {viewport.isAwayFromEnd.value && <ToEnd go={() => void viewport.toNewest(list)} />}
    </div>
  )
}

/** `narrow` is the list's own object, which search highlights are stored for. */
function useRows(narrow: Narrow, { ids, window, firstUnread }: Placement, isMixed: boolean): readonly Row[] {
  const [version, self] = [revision.value, ownId.value]
  return useMemo(() => {
    const messages = messagesOf({ ids: ids.slice(window.from, window.to) })
    return rowsOf(withMarks(narrow, messages), { ownId: self, isMixed, firstUnread })
  }, [narrow, ids, window, firstUnread, isMixed, version, self])
}

/** Calls `show` after the user has sent a message to the conversation. */
function useSent(conversation: Conversation | undefined, show: () => void): void {
  const isSentHere = conversation !== undefined && sentTo.value === conversationKey(conversation)
  useEffect(() => {
    if (!isSentHere) return
    sentTo.value = undefined
    show()
  }, [isSentHere])
}

interface LoadingProps {
  readonly shown: Shown
  readonly retry: () => void
}

function Loading({ shown: { anchor, problem }, retry }: LoadingProps) {
  if (problem === undefined) return anchor === undefined ? <Skeleton label={t.loadingMessages} /> : null
  return (
    <p class="hint" role="alert">
      {t.cannotLoad}{' '}
      <button type="button" class="plain" onClick={retry}>
        {t.tryAgain}
      </button>
    </p>
  )
}

interface StartProps extends Pick<Props, 'narrow' | 'empty' | 'beginning'> {
  readonly shown: Shown
  readonly placement: Placement
}

/** What comes before the oldest message of all, or instead of messages. */
function Start({ narrow, shown, placement: { openedAt, ids, window }, empty, beginning }: StartProps) {
  if (openedAt === undefined) return null
  const isWholeChannel = wholeChannelOf(narrow) !== undefined
  const isPlace = conversationOf(narrow) !== undefined || isWholeChannel
  const isEmpty = ids.length === 0
  const isShown = shown.hasOldest && !isSearch(narrow) && window.from === 0
  return (
    <>
      {isShown && isPlace && <div class={`beginning ${isWholeChannel ? 'is-channel' : ''}`}>{beginning}</div>}
      {isShown && !isPlace && !isEmpty && <p class="hint start">{t.nothingOlder}</p>}
      {isEmpty && (empty ?? <p class="hint">{isPlace ? t.noMessagesYet : t.noMessages}</p>)}
    </>
  )
}

interface RowsProps extends Pick<Props, 'narrow' | 'near'> {
  readonly rows: readonly Row[]
  readonly placement: Placement
}

function Rows({ narrow, near, rows, placement: { selected } }: RowsProps) {
  const isFound = isSearch(narrow)
  const tabStop = selected ?? rows.at(-1)?.message.id
  return rows.map((row) => (
    <MessageRow
      key={row.message.id}
      {...row}
      isFound={isFound}
      isSelected={row.message.id === selected && near !== undefined}
      isTabStop={row.message.id === tabStop}
    />
  ))
}

const ToEnd = ({ go }: { go: () => void }) => (
  <div class="to-end-place">
    <button type="button" class="to-end" onClick={go} aria-label={t.scrollToEnd} title={t.scrollToEnd}>
      <Icon name="down" />
    </button>
  </div>
)

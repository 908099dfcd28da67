import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { useLoaded } from '../controls/loaded.ts'
import { MessageRow } from '../feed/row.tsx'
import { conversationOfMessage, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { fetchMostRelevant, messagesOf } from '../store/lists.ts'
import { messages, revision } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { withMarks } from '../store/search-marks.ts'
import { t } from '../texts/finding.ts'

export interface Ranking {
  /** The object that highlights are stored for. */
  readonly narrow: Narrow
  /** Most relevant first; undefined until they're loaded. */
  readonly messages: readonly Message[] | undefined
  readonly hasAll: boolean
  readonly problem: string
  readonly reload: () => Promise<void>
}

/** The most relevant results of a search. Later changes to them show, but new messages don't join them. */
export function useRanking(asked: Narrow): Ranking {
  const key = narrowKey(asked)
  const narrow = useMemo(() => asked, [key])
  const { value, problem, reload } = useLoaded(() => fetchMostRelevant(narrow), { key })
  const ids = useRef<readonly number[]>([])
  ids.current = value?.ids ?? []
  useEffect(() => messages.follow({ follow() {}, renew() {}, held: () => ids.current }), [])
  const version = revision.value
  const found = useMemo(() => value && withMarks(narrow, messagesOf(value)), [narrow, value, version])
  return { narrow, messages: found, hasAll: value?.hasAll ?? false, problem, reload }
}

export const RankedList = ({ messages: found, problem, reload, empty }: Ranking & { empty: ComponentChildren }) => (
  <div class="feed-frame">
    <section class="feed" aria-label={t.messages} aria-busy={!found} id="messages" tabIndex={-1}>
      <div class="feed-content ranked">
        {!found && problem === '' && <Skeleton label={t.loadingMessages} />}
        {!found && problem !== '' && (
          <p class="hint" role="alert">
            {t.cannotLoad}{' '}
            <button type="button" class="plain" onClick={() => void reload()}>
              {t.tryAgain}
            </button>
          </p>
        )}
        {found?.length === 0 && empty}
        {found?.map((message, index) => (
          <MessageRow
            key={message.id}
            message={message}
            day={undefined}
            conversation={conversationOfMessage(message, ownId.value)}
            showsSender
            showsDay
            isFirstUnread={false}
            isFound
            isSelected={false}
            isTabStop={index === 0}
          />
        ))}
      </div>
    </section>
  </div>
)

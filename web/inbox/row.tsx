import { CallMark } from '../entities/call-mark.tsx'
import { LockMark } from '../entities/lock-mark.tsx'
import { ChannelIcon, TopicName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { channelNarrow, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import type { RowPlace } from '../parts/near-list.tsx'
import { callIn } from '../store/calls.ts'
import { channel } from '../store/channels.ts'
import { locale } from '../texts/locale.ts'
import { t } from '../texts/views.ts'
import { Faces } from './faces.tsx'
import { missedSenders } from './missed.ts'
import { previewOf } from './previews.ts'
import type { ConversationRow, InboxRow } from './rows.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const fullFormat = timeFormat({ dateStyle: 'full', timeStyle: 'short' })

type HeadRow = Exclude<InboxRow, { kind: 'conversation' }>

interface Props {
  readonly row: InboxRow
  readonly at: RowPlace
  readonly onFold: () => void
  readonly onRead: () => void
  readonly onLater: () => void
}

export function Row({ row, at, onFold, onRead, onLater }: Props) {
  const isConversation = row.kind === 'conversation'
  return (
    <li
      class={`line ${row.kind}`}
      data-row={row.key}
      data-heading={isConversation ? undefined : row.isFolded ? 'folded' : 'unfolded'}
      style={colorOf(row)}
      {...at}
    >
      {isConversation ? <Conversation row={row} /> : <Head row={row} onFold={onFold} />}
      <span class="line-actions">
        {row.kind === 'channel' && (
          <a
            class="line-action"
            href={hrefOfNarrow(channelNarrow(row.channelId))}
            aria-label={t.openChannel(row.name)}
            title={t.openChannel(row.name)}
          >
            <Icon name="feed" />
          </a>
        )}
        {row.ids.length > 0 && (
          <button
            type="button"
            class="line-action"
            aria-label={t.markReadOf(row.name)}
            title={t.markRead}
            onClick={onRead}
          >
            <Icon name="check" />
          </button>
        )}
        {isConversation && row.ids.length > 0 && (
          <button
            type="button"
            class="line-action"
            aria-label={t.leaveForLaterOf(row.name)}
            aria-pressed={row.isLater}
            title={row.isLater ? t.backFromLater : t.leaveForLater}
            onClick={onLater}
          >
            <Icon name="clock" />
          </button>
        )}
      </span>
    </li>
  )
}

function colorOf(row: InboxRow): { '--channel': string } | undefined {
  if (row.kind === 'section') return undefined
  const id =
    row.kind === 'channel' ? row.channelId : row.conversation.kind === 'topic' ? row.conversation.channelId : -1
  return { '--channel': channel(id)?.color ?? 'var(--soft)' }
}

const Head = ({ row, onFold }: { row: HeadRow; onFold: () => void }) => (
  <>
    <h2>
      <button
        type="button"
        class={row.isFolded ? 'fold is-folded' : 'fold'}
        data-target
        aria-expanded={!row.isFolded}
        onClick={onFold}
      >
        <Icon name="chevron" />
        {row.kind === 'channel' && (
          <span class="channel-mark">
            <ChannelIcon id={row.channelId} />
          </span>
        )}
        <span class="name" dir="auto">
          {row.name}
        </span>
      </button>
    </h2>
    <Count count={row.ids.length} mentioned={row.isMentioned} />
  </>
)

function Conversation({ row }: { row: ConversationRow }) {
  const { conversation, isMuted, isFollowed, isLater, ids, timestamp, shownId } = row
  const preview = previewOf(shownId)
  const senders = row.senders ?? missedSenders.value.get(row.key) ?? []
  const sentAt = timestamp ?? preview?.timestamp
  return (
    <a
      class={`entry${isMuted ? ' muted' : ''}${ids.length === 0 ? ' is-read' : ''}`}
      data-target
      href={hrefOfNarrow(narrowOf(conversation))}
    >
      <Faces userIds={conversation.kind === 'direct' ? conversation.userIds : withFirst(preview?.senderId, senders)} />
      <span class="line-title">
        <span class="name" dir="auto">
          {conversation.kind === 'topic' ? (
            <TopicName topic={conversation.topic} />
          ) : (
            <span data-person={conversation.userIds.length === 1 ? conversation.userIds[0] : undefined}>
              {row.name}
            </span>
          )}
          {conversation.kind === 'topic' && <LockMark channelId={conversation.channelId} topic={conversation.topic} />}
          <CallMark people={callIn(conversation)?.sessions.length ?? 0} />
          {isFollowed && <span class="soft"> · {t.followed}</span>}
          {isMuted && <span class="soft"> · {t.muted}</span>}
          {isLater && row.senders && <span class="soft"> · {t.reasons.later}</span>}
        </span>
        {conversation.kind === 'topic' && !row.isBelowChannel && (
          <span class="line-place">
            <span class="channel-mark">
              <ChannelIcon id={conversation.channelId} />
            </span>
            <span dir="auto">{channel(conversation.channelId)?.name}</span>
          </span>
        )}
      </span>
      {sentAt === undefined ? <span class="line-time" /> : <Time seconds={sentAt} />}
      <span class="line-preview">
        {preview && (
          <>
            <bdi>{t.saidBy(preview.sender)}</bdi> <span dir="auto">{preview.text}</span>
          </>
        )}
      </span>
      <Count count={ids.length} mentioned={row.isMentioned} quiet={isMuted} />
    </a>
  )
}

const withFirst = (first: number | undefined, others: readonly number[]): readonly number[] =>
  first === undefined ? others : [first, ...others.filter((id) => id !== first)]

function Time({ seconds }: { seconds: number }) {
  const at = new Date(seconds * 1000)
  const isToday = at.toDateString() === new Date().toDateString()
  return (
    <time class="line-time" dateTime={at.toISOString()} title={fullFormat.format(at)}>
      {(isToday ? hourFormat : dayFormat).format(at)}
    </time>
  )
}

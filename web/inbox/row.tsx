import { ChannelIcon, TopicName } from '../entities/place.tsx'
import { channelNarrow, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import type { RowPlace } from '../parts/near-list.tsx'
import { channel } from '../store/channels.ts'
import { t } from '../texts/views.ts'
import { previewOf } from './previews.ts'
import type { InboxRow } from './rows.ts'

interface Props {
  readonly row: InboxRow
  readonly at: RowPlace
  readonly onFold: () => void
  readonly onRead: () => void
}

export function Row({ row, at, onFold, onRead }: Props) {
  const color = row.kind === 'section' ? undefined : channel(channelIdOf(row))?.color
  return (
    <li
      class={`line ${row.kind}`}
      data-row={row.key}
      data-heading={row.kind === 'conversation' ? undefined : row.isFolded ? 'folded' : 'unfolded'}
      style={row.kind === 'section' ? undefined : { '--channel': color ?? 'var(--soft)' }}
      {...at}
    >
      {row.kind === 'conversation' ? <Conversation row={row} /> : <Head row={row} onFold={onFold} />}
      <Count count={row.ids.length} mentioned={row.isMentioned} quiet={row.kind === 'conversation' && row.isMuted} />
      <button type="button" class="line-action" aria-label={t.markReadOf(row.name)} title={t.markRead} onClick={onRead}>
        <Icon name="check" />
      </button>
    </li>
  )
}

const channelIdOf = (row: Exclude<InboxRow, { kind: 'section' }>): number =>
  row.kind === 'channel' ? row.channelId : row.conversation.kind === 'topic' ? row.conversation.channelId : -1

function Head({ row, onFold }: { row: Exclude<InboxRow, { kind: 'conversation' }>; onFold: () => void }) {
  return (
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
    </>
  )
}

function Conversation({ row }: { row: Extract<InboxRow, { kind: 'conversation' }> }) {
  const { conversation, isMuted, isFollowed } = row
  const preview = previewOf(row.ids.at(-1) ?? 0)
  return (
    <a class={isMuted ? 'entry muted' : 'entry'} data-target href={hrefOfNarrow(narrowOf(conversation))}>
      <span class="name" dir="auto">
        {conversation.kind === 'topic' ? <TopicName topic={conversation.topic} /> : row.name}
        {isFollowed && <span class="soft"> · {t.followed}</span>}
        {isMuted && <span class="soft"> · {t.muted}</span>}
      </span>
      <span class="line-preview">
        {preview && (
          <>
            <bdi>{t.saidBy(preview.sender)}</bdi> <span dir="auto">{preview.text}</span>
          </>
        )}
      </span>
    </a>
  )
}

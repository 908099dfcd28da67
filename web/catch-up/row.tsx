import type { CatchUpConversation, Line } from '../../src/features/messages/messages/catch-up/api.ts'
import { ChannelIcon, peopleNames, placeName, TopicName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import type { Narrow } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import { namesAndMore } from '../parts/names-and-more.ts'
import { channel } from '../store/channels.ts'
import { nameOf, ownId } from '../store/people.ts'
import { locale } from '../texts/locale.ts'
import { t } from '../texts/views.ts'
import { conversationOfMissed } from './missed.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const fullFormat = timeFormat({ dateStyle: 'full', timeStyle: 'short' })
const shownPeople = 3

interface Props {
  readonly name: string
  readonly index: number
  readonly one: CatchUpConversation
  readonly narrow: Narrow
  readonly count: number
  readonly isLater: boolean
  readonly onRead: () => void
  readonly onLater: () => void
}

export function Missed({ name, index, one, narrow, count, isLater, onRead, onLater }: Props) {
  const conversation = conversationOfMissed(one)
  const place = placeName(conversation)
  const people = one.sender_ids.map(nameOf).filter((sender) => sender !== '')
  const color = one.stream_id === undefined ? undefined : channel(one.stream_id)?.color
  return (
    <li class="missed" data-row={name} data-index={index} style={{ '--channel': color ?? 'var(--control)' }}>
      <a class="missed-open" data-target href={hrefOfNarrow(narrow)}>
        <span class="missed-head">
          <span class="missed-place" dir="auto">
            {conversation.kind === 'direct' ? (
              peopleNames(conversation.userIds)
            ) : (
              <>
                <span class="channel-mark">
                  <ChannelIcon id={conversation.channelId} />
                </span>{' '}
                {channel(conversation.channelId)?.name} <span class="soft">›</span>{' '}
                <TopicName topic={conversation.topic} />
              </>
            )}
          </span>
          {conversation.kind === 'topic' && <span class="soft missed-people">{namesAndMore(people, shownPeople)}</span>}
          <Count count={count} mentioned={one.mention !== undefined} />
        </span>
        {linesOf(one).map((line) => (
          <Said key={line.message_id} line={line} isDirect={conversation.kind === 'direct'} />
        ))}
      </a>
      <span class="missed-actions">
        <button type="button" class="line-action" aria-label={t.markReadOf(place)} title={t.markRead} onClick={onRead}>
          <Icon name="check" />
        </button>
        <button
          type="button"
          class="line-action"
          aria-label={t.leaveForLaterOf(place)}
          aria-pressed={isLater}
          title={isLater ? t.backFromLater : t.leaveForLater}
          onClick={onLater}
        >
          <Icon name="clock" />
        </button>
      </span>
    </li>
  )
}

const linesOf = ({ first, mention, questions }: CatchUpConversation): Line[] => {
  const all = new Map([first, ...(mention ? [mention] : []), ...questions].map((line) => [line.message_id, line]))
  return [...all.values()].sort((a, b) => a.message_id - b.message_id)
}

function Said({ line, isDirect }: { line: Line; isDirect: boolean }) {
  const at = new Date(line.timestamp * 1000)
  const isToday = at.toDateString() === new Date().toDateString()
  const people = line.mentioned_user_ids
    .map((id) => (id === ownId.value ? t.youToo : nameOf(id)))
    .filter((one) => one !== '')
  const sender = nameOf(line.sender_id)
  return (
    <span class="said" dir="auto">
      <time dateTime={at.toISOString()} title={fullFormat.format(at)}>
        {(isToday ? hourFormat : dayFormat).format(at)}
      </time>{' '}
      <b>{people.length > 0 && !isDirect ? t.toPeople(sender, people) : sender}</b> {line.text}
    </span>
  )
}

import { memo } from 'preact/compat'
import type { Message, Reaction } from '../../src/areas/messages/wire.ts'
import { hrefOfNarrow } from '../app/route.ts'
import { channelNarrow, conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Emoji } from '../parts/emoji.tsx'
import { ChannelIcon, peopleNames, TopicName } from '../parts/place.tsx'
import { channel } from '../store/channels.ts'
import { nameOf, ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { Widget, widgetOf } from '../widgets/widget.tsx'
import { FoldingContent } from './folding.tsx'
import type { Row } from './rows.ts'

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

function dayName(day: Date): string {
  const today = new Date()
  if (day.toDateString() === today.toDateString()) return t.today
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return day.toDateString() === yesterday.toDateString() ? t.yesterday : dayFormat.format(day)
}

const ConversationBar = ({ message }: { message: Message }) => {
  const conversation = conversationOfMessage(message, ownId.value)
  if (conversation.kind === 'direct')
    return (
      <h2 class="bar direct">
        <a href={hrefOfNarrow(narrowOf(conversation))}>{peopleNames(conversation.userIds)}</a>
      </h2>
    )
  const { channelId, topic } = conversation
  const one = channel(channelId)
  return (
    <h2 class="bar" style={{ '--channel': one?.color ?? 'var(--soft)' }}>
      <a href={hrefOfNarrow(channelNarrow(channelId))}>
        <ChannelIcon id={channelId} /> {one?.name ?? String(message.display_recipient)}
      </a>
      <span aria-hidden="true">›</span>
      <a href={hrefOfNarrow(narrowOf(conversation))} dir="auto">
        <TopicName topic={topic} />
      </a>
    </h2>
  )
}

const Reactions = ({ reactions }: { reactions: readonly Reaction[] }) => {
  const kinds = new Map<string, Reaction[]>()
  for (const one of reactions) {
    const key = `${one.reaction_type} ${one.emoji_code}`
    kinds.set(key, [...(kinds.get(key) ?? []), one])
  }
  return (
    <ul class="reactions">
      {[...kinds].map(([key, [first, ...rest]]) => {
        if (!first) return null
        const all = [first, ...rest]
        const names = all.map(({ user_id }) => nameOf(user_id))
        const isOwn = all.some(({ user_id }) => user_id === ownId.value)
        const text = t.reactedBy(names, first.emoji_name)
        return (
          <li key={key} class={isOwn ? 'own' : ''} title={text}>
            <span aria-hidden="true">
              <Emoji emoji={first} /> {all.length}
            </span>
            <span class="visually-hidden">{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The server leaves the command in the text; the sender's name stands in its place. */
const withoutMe = (html: string): string => html.replace(/^<p>\/me /, '<p>')

export interface RowProps extends Row {
  readonly isSelected: boolean
  readonly isTabStop: boolean
}

/** One message, with the day, the place and the line above it where these begin. */
export const MessageRow = memo(
  ({ message, day, conversation, showsSender, isFirstUnread, isSelected, isTabStop }: RowProps) => {
    const { id, sender_id, timestamp, is_me_message, flags = [] } = message
    const at = new Date(timestamp * 1000)
    const widget = widgetOf(message)
    const name = nameOf(sender_id) || message.sender_full_name
    const classes = [
      'message',
      showsSender ? 'first' : '',
      isSelected ? 'selected' : '',
      flags.includes('read') ? '' : 'unread',
      flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned')) ? 'mentioned' : '',
    ]
    return (
      <div data-id={id} class="row">
        {isFirstUnread && (
          <p class="new-line">
            <span>{t.newMessages}</span>
          </p>
        )}
        {day && (
          <h2 class="day">
            <time dateTime={day.toISOString().slice(0, 10)}>{dayName(day)}</time>
          </h2>
        )}
        {conversation && <ConversationBar message={message} />}
        <article
          class={classes.filter(Boolean).join(' ')}
          tabIndex={isTabStop ? 0 : -1}
          aria-labelledby={`s${id} t${id} c${id}`}
          data-message={id}
        >
          {showsSender && <Avatar userId={sender_id} />}
          <div class="body">
            <p class={showsSender && !is_me_message ? 'head' : 'head visually-hidden'}>
              <span class="sender" id={`s${id}`}>
                {name}
              </span>
              <a
                class="time"
                href={hrefOfNarrow(narrowOf(conversationOfMessage(message, ownId.value)), id)}
                tabIndex={-1}
              >
                <time id={`t${id}`} dateTime={at.toISOString()} title={fullFormat.format(at)}>
                  {timeFormat.format(at)}
                </time>
              </a>
            </p>
            {is_me_message && showsSender && <span class="sender me">{name} </span>}
            {widget ? (
              <Widget message={message} widget={widget} id={`c${id}`} />
            ) : (
              <FoldingContent html={is_me_message ? withoutMe(message.content) : message.content} messageId={id} />
            )}
            {(message.last_edit_timestamp || message.last_moved_timestamp) && (
              <p class="marks">{message.last_edit_timestamp ? t.edited : t.moved}</p>
            )}
            {message.reactions.length > 0 && <Reactions reactions={message.reactions} />}
          </div>
        </article>
      </div>
    )
  },
)

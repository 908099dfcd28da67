import { useComputed } from '@preact/signals'
import { memo } from 'preact/compat'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { agentOf } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { activeId, editors, toolbar } from '../content/active.ts'
import { setContent } from '../content/content.ts'
import { Avatar } from '../entities/avatar.tsx'
import { ChannelIcon, peopleNames, TopicName, topicName } from '../entities/place.tsx'
import { fullFormat, timeFormat } from '../entities/time-format.ts'
import { channelNarrow, conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { localDay } from '../parts/local-day.ts'
import { MenuButton } from '../parts/menu-button.tsx'
import type { MessageActionId } from '../shortcuts/message-keys.ts'
import { type CallCardProps, callCard, callOfMessage, wantsCallCard } from '../store/calls.ts'
import { channel } from '../store/channels.ts'
import { editing } from '../store/editing.ts'
import { isMarkedGuest } from '../store/guests.ts'
import { isAutomation, nameOf, ownId, person } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { locale } from '../texts/locale.ts'
import { begun } from '../widgets/submessages.ts'
import { Widget } from '../widgets/widget.tsx'
import { FoldingContent } from './folding.tsx'
import { isHidden, isMutedPerson, reveal } from './muted-people.ts'
import { Reactions } from './reactions.tsx'
import type { Row } from './rows.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
/** Messages newer than this fade in. Your own were already visible while they were being sent. */
const freshSecs = 3
const dayFormat = new Intl.DateTimeFormat(locale, {
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

const MarkedTopic = ({ html }: { html: string }) => {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html)
  }, [html])
  return <span ref={place} />
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
        {message.match_subject ? <MarkedTopic html={message.match_subject} /> : <TopicName topic={topic} />}
      </a>
      <MenuButton href={hrefOfNarrow(narrowOf(conversation))} name={topicName(topic)} />
    </h2>
  )
}

const RowActions = ({ message }: { message: Message }) => {
  const isActive = useComputed(() => activeId.value === message.id)
  const Toolbar = toolbar.value
  return isActive.value && Toolbar ? <Toolbar message={message} /> : null
}

/** Shown while the message is being edited, because its text may be outdated. */
const BeingEdited = ({ id }: { id: number }) => {
  const isBeingEdited = useComputed(() => editing.value.has(id))
  if (!isBeingEdited.value) return null
  return (
    <span class="being-edited" role="img" title={t.beingEdited}>
      <Icon name="pen" size={12} />
    </span>
  )
}

/** The server leaves the command in the text; the client shows the sender's name instead. */
const withoutMe = (html: string): string => html.replace(/^<p>\/me /, '<p>')

const doTo = (action: MessageActionId, id: number) =>
  void import('../message-actions/actions.ts').then(({ act }) => act(action, id))

const Instead = ({ id, text, label, show }: { id: number; text: string; label: string; show: () => void }) => (
  <p class="collapsed" id={`c${id}`}>
    {text}{' '}
    <button type="button" class="plain" onClick={show}>
      {label}
    </button>
  </p>
)

function kindOf({ sender_id, client }: Message): string | undefined {
  const agent = agentOf(client)
  if (agent !== undefined) return t.byAgent(agent)
  const sender = person(sender_id)
  if (!sender) return undefined
  if (sender.is_bot) return t.bot
  if (!sender.is_active) return sender.is_imported_stub ? t.notJoined : t.deactivated
  return isMarkedGuest(sender) ? t.guest : undefined
}

const Text = ({ message }: { message: Message }) => {
  const { id, is_me_message, flags = [], content, submessages } = message
  const editor = useComputed(() => editors.value.get(id))
  const Editor = editor.value
  if (Editor) return <Editor />
  if (isHidden(message)) return <Instead id={id} text={t.mutedMessage} label={t.show} show={() => reveal(id)} />
  if (flags.includes('collapsed'))
    return <Instead id={id} text={t.collapsedMessage} label={t.showMore} show={() => doTo('collapse', id)} />
  const text = <FoldingContent html={is_me_message ? withoutMe(content) : content} messageId={id} />
  const widget = submessages[0] && begun(submessages)
  if (widget) return <Widget message={message} widget={widget} id={`c${id}`} text={text} />
  const callId = callOfMessage(content)
  return callId === undefined ? text : <CallText message={message} callId={callId} text={text} />
}

const CallText = (props: CallCardProps) => {
  useEffect(() => {
    wantsCallCard.value = true
  }, [])
  const Card = callCard.value
  return Card ? <Card {...props} /> : props.text
}

export interface RowProps extends Row {
  readonly isSelected: boolean
  readonly isTabStop: boolean
  /** A search result: a link goes to its conversation. */
  readonly isFound: boolean
  /** Shows the day next to the time, for rows that aren't sorted by time. */
  readonly showsDay?: boolean
}

/** One message, with the date, conversation, and unread lines above it where these begin. */
export const MessageRow = memo(
  ({
    message,
    day,
    conversation,
    showsSender,
    isFirstUnread,
    isSelected,
    isTabStop,
    isFound,
    showsDay = false,
  }: RowProps) => {
    const { id, sender_id, timestamp, is_me_message, flags = [] } = message
    const at = new Date(timestamp * 1000)
    const inContext = hrefOfNarrow(narrowOf(conversationOfMessage(message, ownId.value)), id)
    const name = nameOf(sender_id) || message.sender_full_name
    const hides = isHidden(message)
    // automations edit their requests to show the result
    const isEdited = message.last_edit_timestamp && !isAutomation(sender_id)
    const isFirst = !hides && (showsSender || isMutedPerson(sender_id))
    const kind = isFirst ? kindOf(message) : undefined
    const classes = [
      'message',
      isFirst ? 'first' : '',
      isSelected ? 'selected' : '',
      flags.includes('read') ? '' : 'unread',
      flags.includes('hide_link_previews') ? 'without-previews' : '',
      sender_id !== ownId.value && Math.abs(Date.now() / 1000 - timestamp) < freshSecs ? 'arrived' : '',
      flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned')) ? 'mentioned' : '',
    ]
    // a /me message is one sentence with the sender's name
    const isAction = is_me_message && isFirst
    const head = (
      <p class={isFirst ? (isAction ? 'head beside' : 'head') : 'head before'}>
        <button
          type="button"
          class={isFirst && !isAction ? 'sender' : 'sender visually-hidden'}
          id={`s${id}`}
          data-person={sender_id}
          tabIndex={-1}
          aria-haspopup="dialog"
        >
          {name}
        </button>
        {kind && <span class="kind">{kind}</span>}
        <a class="time" href={inContext} tabIndex={-1}>
          <time id={`t${id}`} dateTime={at.toISOString()} title={fullFormat.format(at)}>
            {showsDay && `${dayName(at)}, `}
            {hourFormat.format(at)}
          </time>
        </a>
        {flags.includes('starred') && (
          <span class="starred">
            <Icon name="star" size={14} />
            <span class="visually-hidden">{t.hasStar}</span>
          </span>
        )}
      </p>
    )
    return (
      <div data-id={id} class="row">
        {day && (
          <h2 class="day">
            <time dateTime={localDay(day)}>{dayName(day)}</time>
          </h2>
        )}
        {isFirstUnread && (
          <p class="new-line">
            <span>{t.newMessages}</span>
          </p>
        )}
        {conversation && <ConversationBar message={message} />}
        <article
          class={classes.filter(Boolean).join(' ')}
          tabIndex={isTabStop ? 0 : -1}
          aria-labelledby={`s${id} t${id} c${id}`}
          data-message={id}
        >
          {isFirst && <Avatar userId={sender_id} />}
          <div class="body">
            {!isAction && head}
            {isAction && (
              <span class="sender me" data-person={sender_id}>
                {name}{' '}
              </span>
            )}
            <Text message={message} />
            {isAction && head}
            {!hides && (isEdited || message.last_moved_timestamp) && (
              <p class="marks">
                <button type="button" onClick={() => doTo('history', id)}>
                  {isEdited ? t.edited : t.moved}
                </button>
              </p>
            )}
            {message.match_files && (
              <p class="found-files">
                {t.foundIn}{' '}
                {message.match_files.map(({ name, url }) => (
                  <a key={url} href={url} target="_blank" rel="noopener" dir="auto">
                    {name}
                  </a>
                ))}
              </p>
            )}
            {isFound && (
              <a class="in-context" href={inContext}>
                {t.showInContext}
              </a>
            )}
            {!hides && message.reactions.length > 0 && <Reactions messageId={id} reactions={message.reactions} />}
          </div>
          <BeingEdited id={id} />
          <RowActions message={message} />
        </article>
      </div>
    )
  },
)

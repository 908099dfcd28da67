import './waiting.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import {
  deleteScheduledMessage,
  type ScheduledMessage,
  updateScheduledMessage,
} from '../../src/areas/scheduled-messages/api.ts'
import { goTo } from '../app/route.ts'
import { fullTime, When } from '../compose/later/send-menu.tsx'
import { composeTo, focusWhenOpen } from '../compose/target.ts'
import { ToolIcon } from '../compose/tool-icon.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { Icon } from '../parts/icon.tsx'
import { ChannelIcon, placeName, TopicName } from '../parts/place.tsx'
import { channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { type Draft, drafts, keepDraft, newDraftName, takeUpDrafts } from '../store/drafts.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'

takeUpDrafts()

const scheduled = part<ScheduledMessage[]>('scheduled_messages')
const shortTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const words = (target: Target): string => {
  const conversation = conversationOfTarget(target)
  return conversation ? placeName(conversation) : t.toNobody
}

const Place = ({ target }: { target: Target }) => {
  const one = target.kind === 'topic' && target.channelId !== undefined ? channel(target.channelId) : undefined
  if (target.kind === 'direct')
    return <>{target.userIds.length === 0 ? t.toNobody : target.userIds.map(nameOf).join(', ')}</>
  if (!one) return <>{t.toNobody}</>
  return (
    <>
      <span class="channel-mark" style={{ '--channel': one.color ?? 'var(--soft)' }}>
        <ChannelIcon id={one.stream_id} />
      </span>{' '}
      {one.name} <span class="soft">›</span> <TopicName topic={target.topic} />
    </>
  )
}

interface ItemProps {
  readonly label: string
  readonly target: Target
  readonly text: string
  readonly note: ComponentChildren
  readonly onOpen: () => void
  readonly onRemove: () => void
  readonly children?: ComponentChildren
}

/** Enter opens it, Delete throws it away. */
const Item = ({ label, target, text, note, onOpen, onRemove, children }: ItemProps) => (
  <li class="waiting">
    <button
      type="button"
      class="waiting-open"
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const all = [...document.querySelectorAll<HTMLElement>('.waiting-open')]
          all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
        } else return
        event.preventDefault()
      }}
    >
      <span class="visually-hidden">{label}: </span>
      <span class="waiting-head">
        <span class="waiting-place" dir="auto">
          <Place target={target} />
        </span>
        <span class="soft">{note}</span>
      </span>
      <span class="waiting-text" dir="auto">
        {text}
      </span>
    </button>
    <span class="waiting-deeds">
      {children}
      <button
        type="button"
        class="small-button"
        aria-label={`${t.throwAway}: ${label}`}
        title={t.throwAway}
        onClick={onRemove}
      >
        <ToolIcon name="trash" />
      </button>
    </span>
  </li>
)

/** Where it belongs, with its words in the field; what has no conversation yet opens with its recipients. */
function openDraft({ target }: Draft): void {
  const conversation = conversationOfTarget(target)
  focusWhenOpen.value = true
  if (conversation && (conversation.kind === 'direct' || channel(conversation.channelId)))
    goTo({ view: 'narrow', narrow: narrowOf(conversation) })
  else composeTo(target)
}

export const Drafts = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {drafts.value.length === 0 && <p class="hint">{t.noDrafts}</p>}
    <ul aria-label={t.drafts}>
      {drafts.value.map((draft) => (
        <Item
          key={draft.name}
          label={t.draftTo(words(draft.target))}
          target={draft.target}
          text={draft.text}
          note={shortTime.format(draft.at * 1000)}
          onOpen={() => openDraft(draft)}
          onRemove={() => keepDraft(draft.name, draft.target, '')}
        />
      ))}
    </ul>
  </div>
)

const targetOf = ({ type, to, topic }: ScheduledMessage): Target =>
  type === 'private'
    ? { kind: 'direct', userIds: Array.isArray(to) ? to : [to] }
    : { kind: 'topic', channelId: Array.isArray(to) ? to[0] : to, topic: topic ?? '' }

export const Scheduled = () => (
  <div class="inbox" id="messages" tabIndex={-1}>
    {(scheduled.value ?? []).length === 0 && <p class="hint">{t.noScheduled}</p>}
    <ul aria-label={t.scheduledMessages}>
      {(scheduled.value ?? []).map((one) => (
        <ScheduledItem key={one.scheduled_message_id} one={one} />
      ))}
    </ul>
  </div>
)

const ScheduledItem = ({ one }: { one: ScheduledMessage }) => {
  const isChanging = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const { scheduled_message_id, content, failed } = one
  const at = one.scheduled_delivery_timestamp * 1000
  const target = targetOf(one)
  const say = (error: Error) => {
    problem.value = error.message
  }
  const remove = () => api.call(deleteScheduledMessage, { scheduled_message_id })
  return (
    <>
      <Item
        label={t.scheduledTo(words(target))}
        target={target}
        text={content}
        note={failed ? <span class="error">{t.sendFailed}</span> : fullTime.format(at)}
        onOpen={() => {
          // first a draft, then gone from the queue: the words are always somewhere
          const name = newDraftName()
          keepDraft(name, target, content)
          void remove().then(() => openDraft({ name, target, text: content, at, isLocal: true }), say)
        }}
        onRemove={() => void remove().catch(say)}
      >
        <button
          type="button"
          class="small-button"
          aria-label={`${t.changeTime}: ${words(target)}`}
          title={t.changeTime}
          aria-expanded={isChanging.value}
          onClick={() => {
            isChanging.value = !isChanging.value
          }}
        >
          <Icon name="clock" />
        </button>
      </Item>
      {isChanging.value && (
        <li>
          <When
            onTake={(time) =>
              void api
                .call(updateScheduledMessage, {
                  scheduled_message_id,
                  scheduled_delivery_timestamp: Math.floor(time.getTime() / 1000),
                })
                .then(() => {
                  isChanging.value = false
                }, say)
            }
          />
        </li>
      )}
      {problem.value !== undefined && (
        <li class="error" role="alert">
          {problem.value}
        </li>
      )}
    </>
  )
}

import type { ComponentChildren } from 'preact'
import { ToolIcon } from '../compose/tool-icon.tsx'
import { ChannelIcon, placeName, TopicName } from '../entities/place.tsx'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/writing.ts'

export const words = (target: Target): string => {
  const conversation = conversationOfTarget(target)
  return conversation ? placeName(conversation) : t.toNoOne
}

const Place = ({ target }: { target: Target }) => {
  const one = target.kind === 'topic' && target.channelId !== undefined ? channel(target.channelId) : undefined
  if (target.kind === 'direct')
    return <>{target.userIds.length === 0 ? t.toNoOne : target.userIds.map(nameOf).join(t.separator)}</>
  if (!one) return <>{t.toNoOne}</>
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
  readonly id?: string
  readonly label: string
  /** Absent if it belongs to no conversation. */
  readonly target?: Target | undefined
  readonly text: string
  readonly note: ComponentChildren
  readonly onOpen: () => void
  readonly onRemove: () => void
  readonly children?: ComponentChildren
}

/** Enter opens it, Delete removes it. */
export const Item = ({ id, label, target, text, note, onOpen, onRemove, children }: ItemProps) => (
  <li class="waiting">
    <button
      type="button"
      class="waiting-open"
      id={id}
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
      {target && <span class="visually-hidden">{label}: </span>}
      <span class="waiting-head">
        <span class="waiting-place" dir="auto">
          {target ? <Place target={target} /> : label}
        </span>
        <span class="soft">{note}</span>
      </span>
      <span class="waiting-text" dir="auto">
        {text}
      </span>
    </button>
    <span class="waiting-actions">
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

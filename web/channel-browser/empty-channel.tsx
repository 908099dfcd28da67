import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { composeTo } from '../compose/target.ts'
import { Avatar } from '../entities/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { showRefusal } from '../parts/refusal.ts'
import { canAddPeople } from '../permissions/channel-rights.ts'
import { canInChannel } from '../permissions/rights.ts'
import type { Channel } from '../store/channels.ts'
import { directConversations } from '../store/conversations.ts'
import { nameOf, ownId, people, person } from '../store/people.ts'
import { presenceOf } from '../store/presence.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { p } from '../texts/places.ts'
import { addToChannel } from './add-people.tsx'

const maxSuggested = 3

/** People outside the channel: your recent direct message contacts, then people who are active. */
function suggestedFor(channelId: number): readonly number[] {
  const inside = new Set(subscribersOf(channelId).value ?? [])
  const fits = (id: number) => {
    const one = person(id)
    return one?.is_active === true && !one.is_bot && id !== ownId.value && !inside.has(id)
  }
  const known = directConversations.value.flatMap(({ conversation }) =>
    conversation.kind === 'direct' ? conversation.userIds : [],
  )
  const here = [...people.value.keys()].filter((id) => presenceOf(id) === 'active')
  return [...new Set([...known, ...here])].filter(fits).slice(0, maxSuggested)
}

export const canBegin = (one: Channel): boolean => !one.is_archived && canInChannel('startTopics', one)

/** Starts the first message of a channel: a topic and a sentence to complete. */
export const beginChannel = ({ stream_id, topics_policy }: Channel): void =>
  composeTo(
    { kind: 'topic', channelId: stream_id, topic: topics_policy === 'empty_topic_only' ? '' : p.firstTopic },
    p.firstMessageText,
  )

/** People to add to an empty channel, with one click each. */
export function SuggestedPeople({ one }: { one: Channel }) {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const suggested = useComputed(() => suggestedFor(one.stream_id)).value
  if (!canAddPeople(one) || suggested.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a line that wraps
    <div class="suggested-people" ref={root} role="group" aria-label={p.suggestedPeople}>
      <span class="soft" aria-hidden="true">
        {p.suggestedPeople}
      </span>
      {suggested.map((id) => (
        <button
          key={id}
          type="button"
          class="button"
          aria-label={p.addOne(nameOf(id))}
          onClick={() => void addToChannel(one.stream_id, [id]).catch(showRefusal)}
        >
          <Avatar userId={id} size={20} />
          <span dir="auto">{nameOf(id)}</span>
          <Icon name="plus" size={14} />
        </button>
      ))}
    </div>
  )
}

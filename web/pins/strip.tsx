import './pins.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getMessages } from '../../src/areas/messages/api/fetch.ts'
import type { Message } from '../../src/areas/messages/wire.ts'
import { hrefOfNarrow, narrow } from '../app/route.ts'
import { setContent } from '../feed/content.ts'
import { conversationOf, type Narrow, narrowKey, narrowOf } from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOf } from '../store/people.ts'
import { messagePin, pinnedIds } from '../store/pins.ts'
import { p } from '../texts/pins.ts'
import { api } from '../transport/api.ts'

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** What is pinned in the conversation that is open. */
export function Strip() {
  const conversation = narrow.value && conversationOf(narrow.value)
  if (!conversation) return null
  const place = narrowOf(conversation)
  return <PinnedIn key={narrowKey(place)} place={place} />
}

function PinnedIn({ place }: { place: Narrow }) {
  const found = useSignal<readonly Message[]>([])
  const isOpen = useSignal(false)
  const ids = pinnedIds.value
  // where they are, and whether one may read them, only the server knows
  useEffect(() => {
    let isLate = false
    void pinnedOf(place, ids).then((messages) => {
      if (!isLate) found.value = messages
    })
    return () => {
      isLate = true
    }
  }, [ids])
  const newest = found.value.at(-1)
  if (!newest) return null
  return (
    <section class="pins" aria-label={p.pinnedMessages}>
      <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        <Icon name="pin" />
        <span>{p.pinned(found.value.length)}</span>
        {!isOpen.value && (
          <span class="newest" dir="auto">
            {textOf(newest)}
          </span>
        )}
      </button>
      {isOpen.value && (
        <ul>
          {found.value.toReversed().map((one) => (
            <li key={one.id}>
              <a href={hrefOfNarrow(place, one.id)}>
                <span class="soft">
                  {nameOf(one.sender_id) || one.sender_full_name}, {dayFormat.format(new Date(one.timestamp * 1000))},{' '}
                  {p.pinnedFor[messagePin(one.id).everyone ? 'everyone' : 'own']}
                </span>
                <span class="said" dir="auto">
                  {textOf(one)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

async function pinnedOf(place: Narrow, ids: readonly number[]): Promise<readonly Message[]> {
  if (ids.length === 0) return []
  const answer = await api
    .call(getMessages, {
      message_ids: [...ids],
      narrow: [...place],
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    .catch(() => undefined)
  return (answer?.messages ?? []) as Message[]
}

/** The words of a message, without what they look like. */
function textOf({ content }: Message): string {
  const whole = document.createElement('div')
  setContent(whole, content)
  for (const button of whole.querySelectorAll('button')) button.remove()
  return (whole.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
}

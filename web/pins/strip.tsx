import './pins.css'
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { plainText } from '../content/plain-text.ts'
import { channelOf, conversationOf, conversationOfMessage, type Narrow, narrowKey, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow, narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { message, revision } from '../store/messages.ts'
import { nameOf, ownId } from '../store/people.ts'
import { messagePin, pinnedIds } from '../store/pins.ts'
import { locale } from '../texts/locale.ts'
import { p } from '../texts/pins.ts'
import { api } from '../transport/api.ts'

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

export function Strip() {
  const conversation = narrow.value && conversationOf(narrow.value)
  if (!conversation) return null
  const place = narrowOf(conversation)
  return <PinnedIn key={narrowKey(place)} place={place} />
}

function PinnedIn({ place }: { place: Narrow }) {
  const found = useSignal<readonly Message[]>([])
  const isOpen = useSignal(false)
  const ids = useComputed(() => pinnedIds(channelOf(place)).filter((id) => canBeIn(place, id))).value
  // the server decides which of the messages missing here the user can read
  useEffect(() => {
    let isLate = false
    void pinnedOf(place, ids).then((messages) => {
      if (!isLate) found.value = messages
    })
    return () => {
      isLate = true
    }
  }, [ids.join()])
  const newest = found.value.at(-1)
  if (!newest) return null
  return (
    <section class="pins" aria-label={p.pinnedMessages}>
      <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        <Icon name="pin" />
        <span>{p.pinned(found.value.length)}</span>
        {!isOpen.value && (
          <span class="newest" dir="auto">
            {plainText(newest)}
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
                  {plainText(one)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** False if the message is known to be elsewhere. */
function canBeIn(place: Narrow, id: number): boolean {
  revision.value
  const one = message(id)
  return !one || narrowKey(narrowOf(conversationOfMessage(one, ownId.value))) === narrowKey(place)
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

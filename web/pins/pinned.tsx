import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { plainText } from '../content/plain-text.ts'
import { channelOf, conversationOfMessage, type Narrow, narrowKey, narrowOf, wholeChannelOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { message, revision } from '../store/messages.ts'
import { nameOf, ownId } from '../store/people.ts'
import { messagePin, pinnedIds } from '../store/pins.ts'
import { locale } from '../texts/locale.ts'
import { p } from '../texts/pins.ts'
import { api } from '../transport/api.ts'

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

/** Pinned messages of a conversation or channel, oldest first; undefined until they're loaded. */
export function usePinned(place: Narrow): ReadonlySignal<readonly Message[] | undefined> {
  const found = useSignal<readonly Message[] | undefined>(undefined)
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
  return found
}

interface Props {
  readonly messages: readonly Message[]
  /** Conversation of a message. */
  narrowOf(one: Message): Narrow
}

/** Newest first. */
export const PinnedList = ({ messages, narrowOf }: Props) => (
  <ul class="pinned-list">
    {messages.toReversed().map((one) => (
      <li key={one.id}>
        <a href={hrefOfNarrow(narrowOf(one), one.id)}>
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
)

/** False if the message is known to be elsewhere. */
function canBeIn(place: Narrow, id: number): boolean {
  revision.value
  const one = message(id)
  if (!one) return true
  const channel = wholeChannelOf(place)
  if (channel !== undefined) return one.stream_id === channel
  return narrowKey(narrowOf(conversationOfMessage(one, ownId.value))) === narrowKey(place)
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

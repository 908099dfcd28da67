import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getUserChannels } from '../../src/features/channels/subscriptions/api.ts'
import { ChannelIcon } from '../entities/place.tsx'
import { channelNarrow } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { subscriptions } from '../store/channels.ts'
import { knownSubscribers } from '../store/subscribers.ts'
import { c } from '../texts/cards.ts'
import { nameOrder } from '../texts/locale.ts'
import { api } from '../transport/api.ts'

const maxShown = 5

/** Channels that both the user and this person are in; from what's known, and once it arrives, from the server. */
export function CommonChannels({ userId, close }: { userId: number; close(): void }) {
  const answered = useSignal<ReadonlySet<number> | undefined>(undefined)
  useEffect(() => {
    // only large channels have subscribers that the client doesn't know
    if (subscriptions.peek().every(({ partial_subscribers }) => !partial_subscribers)) return
    void api
      .call(getUserChannels, { user_id: userId })
      .then(({ subscribed_channel_ids }) => (answered.value = new Set(subscribed_channel_ids)))
      .catch(() => {})
  }, [userId])
  const shared = subscriptions.value
    .filter(({ stream_id }) => answered.value?.has(stream_id) ?? knownSubscribers(stream_id).includes(userId))
    .sort((one, other) => nameOrder.compare(one.name, other.name))
  if (shared.length === 0) return null
  return (
    <>
      <dt>{c.commonChannels}</dt>
      <dd class="card-channels">
        {shared.slice(0, maxShown).map(({ stream_id, name }) => (
          <a key={stream_id} href={hrefOfNarrow(channelNarrow(stream_id))} onClick={close}>
            <ChannelIcon id={stream_id} />
            <span dir="auto">{name}</span>
          </a>
        ))}
        {shared.length > maxShown && <span class="soft">{c.andMore(shared.length - maxShown)}</span>}
      </dd>
    </>
  )
}

import type { UserTopic } from '../../src/features/channels/user-topics/api.ts'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import { subscriptions } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { muteOf, mutes } from '../store/mutes.ts'
import { ownId } from '../store/people.ts'
import { nameOrder } from '../texts/locale.ts'
import { t } from '../texts/quiet.ts'
import { muteText } from './mute.tsx'
import { type MutablePlace, mutableName, unmute } from './muting.ts'

const userTopics = part<UserTopic[]>('user_topics')
const maxShown = 200

function mutedPlaces(): MutablePlace[] {
  const channels = (subscriptions.value ?? []).filter(({ is_muted }) => is_muted)
  const topics = (userTopics.value ?? []).filter(({ visibility_policy }) => visibility_policy === policies.muted)
  return [
    ...(mutes.value ?? []).flatMap(({ user_ids }): MutablePlace[] =>
      user_ids ? [{ kind: 'direct', userIds: user_ids.length > 0 ? user_ids : [ownId.value] }] : [],
    ),
    ...channels.map(({ stream_id }): MutablePlace => ({ kind: 'channel', channelId: stream_id })),
    ...topics.map(
      ({ stream_id, topic_name }): MutablePlace => ({ kind: 'topic', channelId: stream_id, topic: topic_name }),
    ),
  ]
}

/** Everything muted, soonest to expire first. */
export function MutedList() {
  const all = mutedPlaces()
    .map((place) => ({ place, name: mutableName(place), until: muteOf(place)?.until ?? null }))
    .sort(
      (a, b) =>
        (a.until ?? Number.POSITIVE_INFINITY) - (b.until ?? Number.POSITIVE_INFINITY) ||
        nameOrder.compare(a.name, b.name),
    )
  return (
    <section aria-labelledby="muted">
      <h3 id="muted">{t.muted}</h3>
      {all.length === 0 && <p class="soft">{t.nothingMuted}</p>}
      <ul class="muted-list">
        {all.slice(0, maxShown).map(({ place, name, until }) => (
          <li key={`${place.kind} ${name}`}>
            <span class="name" dir="auto">
              {name}
            </span>
            <span class="soft">{muteText(until)}</span>
            <button type="button" class="plain" aria-label={t.unmutePlace(name)} onClick={() => void unmute(place)}>
              {t.unmute}
            </button>
          </li>
        ))}
      </ul>
      {all.length > maxShown && <p class="soft">{t.moreMuted(all.length - maxShown)}</p>}
    </section>
  )
}

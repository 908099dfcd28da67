import { useComputed, useSignal } from '@preact/signals'
import { subscribeToChannels, unsubscribeFromChannels } from '../../src/areas/subscriptions/api.ts'
import { tellRefusal } from '../message-actions/refusal.ts'
import { toast } from '../parts/toast.ts'
import { mayAddSubscribers, mayRemoveSubscribers } from '../places/rights.ts'
import { channel } from '../store/channels.ts'
import { nameOf, ownId } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { MemberList } from './member-list.tsx'
import { PeopleField } from './people-field.tsx'

/** Who is in a channel; who may adds people and takes them out. */
export function ChannelMembers({ channelId }: { channelId: number }) {
  const people = useComputed(() => subscribersOf(channelId).value)
  const inside = useComputed(() => new Set(people.value))
  const chosen = useSignal<readonly number[]>([])
  const one = channel(channelId)
  if (!one) return null
  const mayRemove = mayRemoveSubscribers(one)
  return (
    <>
      {mayAddSubscribers(one) && (
        <form
          class="add-people"
          onSubmit={(event) => {
            event.preventDefault()
            const who = chosen.value
            if (who.length === 0) return
            chosen.value = []
            void add(channelId, who)
          }}
        >
          <PeopleField label={p.addPeople} chosen={chosen} isOffered={(id) => !inside.value.has(id)} />
          <button type="submit" class="button" disabled={chosen.value.length === 0}>
            {p.add}
          </button>
        </form>
      )}
      <MemberList
        people={people}
        more={(userId) =>
          mayRemove && userId !== ownId.value ? (
            <button
              type="button"
              class="button quiet"
              aria-label={p.removeFrom(nameOf(userId), one.name)}
              onClick={() => void remove(channelId, [userId])}
            >
              {p.remove}
            </button>
          ) : null
        }
      />
    </>
  )
}

async function add(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined) return
  try {
    await api.call(subscribeToChannels, { subscriptions: [{ name }], principals: [...userIds] })
    toast(p.added(userIds.map(nameOf), name))
  } catch (problem) {
    tellRefusal(problem)
  }
}

async function remove(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined) return
  try {
    await api.call(unsubscribeFromChannels, { subscriptions: [name], principals: [...userIds] })
    toast(p.removed(userIds.map(nameOf), name), { label: p.undo, run: () => void add(channelId, userIds) })
  } catch (problem) {
    tellRefusal(problem)
  }
}

import { useComputed, useSignal } from '@preact/signals'
import { unsubscribeFromChannels } from '../../src/features/channels/subscriptions/api.ts'
import { MemberList } from '../controls/member-list.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { canAddPeople } from '../permissions/channel-rights.ts'
import { canInChannel } from '../permissions/rights.ts'
import { channel } from '../store/channels.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { AddPeople, addToChannel } from './add-people.tsx'

export function ChannelMembers({ channelId }: { channelId: number }) {
  const people = useComputed(() => subscribersOf(channelId).value)
  const leaving = useSignal<ReadonlySet<number>>(new Set())
  const one = channel(channelId)
  if (!one) return null
  const canRemoveAnyone = !one.is_archived && canInChannel('removePeople', one)
  // owners can remove their bots from any channel
  const canRemove = (userId: number) =>
    userId !== ownId.value && (canRemoveAnyone || person(userId)?.bot_owner_id === ownId.value)
  return (
    <>
      {canAddPeople(one) && <AddPeople channelId={channelId} />}
      <MemberList
        people={people}
        {...(canRemoveAnyone && {
          selection: { chosen: leaving, can: canRemove, remove: (who) => void remove(channelId, who) },
        })}
        more={(userId) =>
          canRemove(userId) ? (
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

async function remove(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined) return
  try {
    await api.call(unsubscribeFromChannels, { subscriptions: [name], principals: [...userIds] })
    toast(p.removed(userIds.map(nameOf), name), {
      label: p.undo,
      run: () => void addToChannel(channelId, userIds).catch(showRefusal),
    })
  } catch (problem) {
    showRefusal(problem)
  }
}

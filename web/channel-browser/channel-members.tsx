import { useComputed, useSignal } from '@preact/signals'
import { subscribeToChannels, unsubscribeFromChannels } from '../../src/features/channels/subscriptions/api.ts'
import { MemberList } from '../controls/member-list.tsx'
import { reasonOf, showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { canInChannel } from '../permissions/rights.ts'
import { channel } from '../store/channels.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { MoreSources } from './more-sources.tsx'
import { PeopleField } from './people-field.tsx'

/** Who is in a channel; who may adds people and takes them out, one or many. */
export function ChannelMembers({ channelId }: { channelId: number }) {
  const people = useComputed(() => subscribersOf(channelId).value)
  const inside = useComputed(() => new Set(people.value))
  const chosen = useSignal<readonly number[]>([])
  const leaving = useSignal<ReadonlySet<number>>(new Set())
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const one = channel(channelId)
  if (!one) return null
  const canRemoveAnyone = !one.is_archived && canInChannel('removePeople', one)
  // whoever owns a bot takes it out of everywhere
  const canRemove = (userId: number) =>
    userId !== ownId.value && (canRemoveAnyone || person(userId)?.bot_owner_id === ownId.value)
  const join = async () => {
    const who = chosen.value.filter((id) => !inside.value.has(id))
    isBusy.value = true
    problem.value = ''
    try {
      await add(channelId, who)
      chosen.value = []
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <>
      {!one.is_archived && canInChannel('addPeople', one) && (
        <>
          <form
            class="add-people"
            onSubmit={(event) => {
              event.preventDefault()
              if (chosen.value.length > 0 && !isBusy.value) void join()
            }}
          >
            <PeopleField label={p.addPeople} chosen={chosen} isOffered={(id) => !inside.value.has(id)} />
            <button type="submit" class="button" disabled={chosen.value.length === 0 || isBusy.value}>
              {p.add}
            </button>
          </form>
          {problem.value !== '' && (
            <p class="problem" role="alert">
              {problem.value}
            </p>
          )}
          <MoreSources channelId={channelId} chosen={chosen} inside={inside} />
        </>
      )}
      <MemberList
        people={people}
        {...(canRemoveAnyone && {
          selection: { chosen: leaving, may: canRemove, remove: (who) => void remove(channelId, who) },
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

/** A toast names that many people, and only counts more of them. */
const maxNamed = 3

const addedText = (userIds: readonly number[], channel: string): string =>
  userIds.length > maxNamed ? p.addedMany(userIds.length, channel) : p.added(userIds.map(nameOf), channel)

async function add(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined || userIds.length === 0) return
  await api.call(subscribeToChannels, { subscriptions: [{ name }], principals: [...userIds] })
  toast(addedText(userIds, name))
}

async function remove(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined) return
  try {
    await api.call(unsubscribeFromChannels, { subscriptions: [name], principals: [...userIds] })
    toast(p.removed(userIds.map(nameOf), name), {
      label: p.undo,
      run: () => void add(channelId, userIds).catch(showRefusal),
    })
  } catch (problem) {
    showRefusal(problem)
  }
}

import './directory.css'
import { useComputed, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { subscribeToChannels } from '../../src/features/channels/subscriptions/api.ts'
import { openDialog } from '../parts/dialog.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { MoreSources } from './more-sources.tsx'
import { PeopleField } from './people-field.tsx'

/** Opens a dialog for adding people to a channel, which closes once they're added. */
export function openAddPeople(channelId: number): void {
  const name = channel(channelId)?.name
  if (name === undefined) return
  void openDialog({ title: p.addPeopleTo(name), class: 'add-people-dialog' }, (close) => (
    <div class="dialog-body directory">
      <AddPeople channelId={channelId} whenAdded={close} />
    </div>
  ))
}

interface Props {
  readonly channelId: number
  /** Closes the dialog that the form is in. */
  whenAdded?(): void
}

/** A form that adds people to a channel: by name, from a group or another channel, or from a pasted list. */
export function AddPeople({ channelId, whenAdded }: Props) {
  const inside = useComputed(() => new Set(subscribersOf(channelId).value))
  const chosen = useSignal<readonly number[]>([])
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  // a dialog that opens focuses its first button otherwise
  useLayoutEffect(() => {
    if (whenAdded) queueMicrotask(() => form.current?.querySelector('input')?.focus())
  }, [])
  const join = async () => {
    const who = chosen.value.filter((id) => !inside.value.has(id))
    isBusy.value = true
    problem.value = ''
    try {
      await addToChannel(channelId, who)
      chosen.value = []
      whenAdded?.()
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <>
      <form
        class="add-people"
        ref={form}
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
  )
}

/** A toast names that many people, and only counts more of them. */
const maxNamed = 3

const addedText = (userIds: readonly number[], channel: string): string =>
  userIds.length > maxNamed ? p.addedMany(userIds.length, channel) : p.added(userIds.map(nameOf), channel)

/** Adds people and says so in a toast. Throws the server's refusal. */
export async function addToChannel(channelId: number, userIds: readonly number[]): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined || userIds.length === 0) return
  await api.call(subscribeToChannels, { subscriptions: [{ name }], principals: [...userIds] })
  toast(addedText(userIds, name))
}

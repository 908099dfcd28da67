import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { getSubscribers } from '../../src/features/channels/subscriptions/api.ts'
import { api } from '../transport/api.ts'
import { channel } from './channels.ts'
import { onEvents, onRenewal } from './connection.ts'
import { ownId } from './people.ts'

/** The register response has only some subscribers of large channels; these were fetched in full. */
const fetched = new Map<number, Signal<readonly number[] | undefined>>()
const none: ReadonlySignal<readonly number[] | undefined> = signal([])

/** Everyone in a channel; undefined until they're loaded. The first call for a large channel fetches them. */
export function subscribersOf(channelId: number): ReadonlySignal<readonly number[] | undefined> {
  const known = channel(channelId)
  if (!known) return none
  if (known.subscribers) return signal(known.subscribers)
  let found = fetched.get(channelId)
  if (!found) {
    found = signal<readonly number[] | undefined>(undefined)
    fetched.set(channelId, found)
    void fetch(channelId)
  }
  return found
}

/** Subscribers known without a request: all of a small channel, the recently active ones of a large one. */
export const knownSubscribers = (channelId: number): readonly number[] =>
  fetched.get(channelId)?.value ?? channel(channelId)?.subscribers ?? channel(channelId)?.partial_subscribers ?? []

/** Events received during a request, whose response may be older. By channel; only the last request counts. */
const questions = new Map<number, Change[]>()

async function fetch(channelId: number): Promise<void> {
  const interim: Change[] = []
  questions.set(channelId, interim)
  const answer = await api.call(getSubscribers, { stream_id: channelId }).catch(() => undefined)
  if (questions.get(channelId) !== interim) return
  questions.delete(channelId)
  const one = fetched.get(channelId)
  if (!one) return
  if (answer) one.value = interim.reduce(changed, answer.subscribers)
  else fetched.delete(channelId)
}

interface Change {
  readonly isAdded: boolean
  readonly people: readonly number[]
}

function changed(all: readonly number[], { isAdded, people }: Change): readonly number[] {
  const concerned = new Set(people)
  const rest = all.filter((each) => !concerned.has(each))
  return isAdded ? [...rest, ...people] : rest
}

onEvents((events) => {
  for (const { type, op, stream_ids, user_ids, subscriptions } of events) {
    if (type !== 'subscription') continue
    const isAdded = op === 'peer_add' || op === 'add'
    if (!isAdded && op !== 'peer_remove' && op !== 'remove') continue
    const people = (user_ids as number[] | undefined) ?? [ownId.peek()]
    const channels =
      (stream_ids as number[] | undefined) ??
      ((subscriptions as { stream_id: number }[] | undefined) ?? []).map(({ stream_id }) => stream_id)
    for (const id of channels) {
      questions.get(id)?.push({ isAdded, people })
      const known = fetched.get(id)
      if (known?.value) known.value = changed(known.value, { isAdded, people })
    }
  }
})
onRenewal(() => {
  for (const id of fetched.keys()) void fetch(id)
})

import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { getSubscribers } from '../../src/features/channels/subscriptions/api.ts'
import { api } from '../transport/api.ts'
import { channel } from './channels.ts'
import { onEvents, onRenewal } from './connection.ts'
import { ownId } from './people.ts'

/** Of large channels the register answer tells of some; these were asked for whole. */
const fetched = new Map<number, Signal<readonly number[] | undefined>>()
const none: ReadonlySignal<readonly number[] | undefined> = signal([])

/** Everybody in a channel; undefined until that has come. The first question for a large one fetches them. */
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

/** Those that are known without asking: all of a small channel, of a large one whoever was here lately. */
export const knownSubscribers = (channelId: number): readonly number[] =>
  fetched.get(channelId)?.value ?? channel(channelId)?.subscribers ?? channel(channelId)?.partial_subscribers ?? []

/** What was heard while a question was on its way: the answer may be older. By channel; only the last question counts. */
const questions = new Map<number, Change[]>()

async function fetch(channelId: number): Promise<void> {
  const meanwhile: Change[] = []
  questions.set(channelId, meanwhile)
  const answer = await api.call(getSubscribers, { stream_id: channelId }).catch(() => undefined)
  if (questions.get(channelId) !== meanwhile) return
  questions.delete(channelId)
  const one = fetched.get(channelId)
  if (!one) return
  if (answer) one.value = meanwhile.reduce(changed, answer.subscribers)
  // asked again when somebody looks again
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

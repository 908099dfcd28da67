import { computed } from '@preact/signals'
import { writesSign } from '../parts/written-keys.ts'
import { ownKeys, withoutLetters } from '../store/own-keys.ts'
import { type MessageActionId, messageKeys } from './message-keys.ts'

/** The keys that an action has for whoever sits here. */
export const keysOf = (id: MessageActionId): readonly string[] => ownKeys.value[id] ?? messageKeys[id]

const byKey = computed(
  () =>
    new Map(
      (Object.keys(messageKeys) as MessageActionId[]).flatMap((id) => keysOf(id).map((key) => [key, id] as const)),
    ),
)

/** What a key does to a message; undefined where it does nothing, or is turned off. */
export const actionOfKey = (key: string): MessageActionId | undefined =>
  isTurnedOff(key) ? undefined : byKey.value.get(key)

/** Whether a key is one that somebody has turned off, who speaks to the computer or types without looking. */
export const isTurnedOff = (key: string): boolean => withoutLetters.value && writesSign(key)

import { computed } from '@preact/signals'
import { writesSign } from '../parts/written-keys.ts'
import { ownKeys, withoutLetters } from '../store/own-keys.ts'
import { type MessageActionId, messageKeys } from './message-keys.ts'

export const keysOf = (id: MessageActionId): readonly string[] => ownKeys.value[id] ?? messageKeys[id]

const byKey = computed(
  () =>
    new Map(
      (Object.keys(messageKeys) as MessageActionId[]).flatMap((id) => keysOf(id).map((key) => [key, id] as const)),
    ),
)

/** The action for a key; undefined if there's none, or the key is turned off. */
export const actionOfKey = (key: string): MessageActionId | undefined =>
  isTurnedOff(key) ? undefined : byKey.value.get(key)

/** True for single-character shortcuts if the user has turned those off, for example because they use speech input. */
export const isTurnedOff = (key: string): boolean => withoutLetters.value && writesSign(key)

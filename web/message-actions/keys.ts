import { computed } from '@preact/signals'
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

/** What a key does to a message; undefined where it does nothing. */
export const actionOfKey = (key: string): MessageActionId | undefined => byKey.value.get(key)

/** A key as it is written in tables: with `Ctrl+` in front where that, or the same key of a Mac, is held. */
export const keyOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string => (ctrlKey || metaKey ? `Ctrl+${key}` : key)

/** Whether a key is one that somebody has turned off, who speaks to the computer or types without looking. */
export const isTurnedOff = (key: string): boolean => withoutLetters.value && writesSign(key)

/** All but those that are named, as `Enter` and `F5`, or held with Ctrl; some layouts write signs of several characters. */
export const writesSign = (key: string): boolean => !/^(Ctrl\+.+|[A-Z][A-Za-z]*[a-z0-9][A-Za-z0-9]*)$/s.test(key)

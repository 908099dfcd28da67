import type { Command } from '../shortcuts/known-commands.ts'
import { messageKeys } from '../shortcuts/message-keys.ts'
import { type KeyTable, ownKeys } from '../store/own-keys.ts'
import { actions } from './actions.ts'

/** Something that keys do, as the sheet of keys shows it. */
export interface Keyed {
  readonly id: string
  readonly text: string
  /** The keys that it begins with. */
  readonly usual: readonly string[]
  readonly isOfMessages: boolean
  /** Where it can be done. */
  readonly place: 'messages' | 'elsewhere' | 'everywhere'
}

/** Everything that can have a key. */
export const keyedThings = (commands: readonly Command[]): readonly Keyed[] => [
  ...commands.map(({ id, keys, label, place }) => ({
    id,
    text: label,
    usual: keys,
    isOfMessages: false,
    place: place ?? ('everywhere' as const),
  })),
  ...actions.map(({ id, label }) => ({
    id,
    text: label().replace(/…$/, ''),
    usual: messageKeys[id],
    isOfMessages: true,
    place: 'messages' as const,
  })),
]

export const keysOfThing = ({ id, usual }: Keyed): readonly string[] => ownKeys.value[id] ?? usual

/** What else a key does where this could be done. */
export const rivalOf = (things: readonly Keyed[], thing: Keyed, key: string): Keyed | undefined =>
  things.find(
    (other) =>
      other.id !== thing.id &&
      (other.place === thing.place || other.place === 'everywhere' || thing.place === 'everywhere') &&
      keysOfThing(other).includes(key),
  )

/** The table in which something has these keys and nothing is said that goes without saying. */
export function withKeys(table: KeyTable, { id, usual }: Keyed, keys: readonly string[]): KeyTable {
  const { [id]: _before, ...others } = table
  return keys.join('\n') === usual.join('\n') ? others : { ...others, [id]: keys }
}

import type { Command } from '../shortcuts/known-commands.ts'
import { messageKeys } from '../shortcuts/message-keys.ts'
import { type KeyTable, ownKeys } from '../store/own-keys.ts'
import { actions } from './actions.ts'

export interface Keyed {
  readonly id: string
  readonly text: string
  readonly usual: readonly string[]
  readonly isOfMessages: boolean
  readonly place: 'messages' | 'elsewhere' | 'everywhere'
}

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

/** The action that already uses a key in the same views. */
export const rivalOf = (things: readonly Keyed[], thing: Keyed, key: string): Keyed | undefined =>
  things.find(
    (other) =>
      other.id !== thing.id &&
      (other.place === thing.place || other.place === 'everywhere' || thing.place === 'everywhere') &&
      keysOfThing(other).includes(key),
  )

/** The key table with new keys for an action; defaults aren't stored. */
export function withKeys(table: KeyTable, { id, usual }: Keyed, keys: readonly string[]): KeyTable {
  const { [id]: _before, ...others } = table
  return keys.join('\n') === usual.join('\n') ? others : { ...others, [id]: keys }
}

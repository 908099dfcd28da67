import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Known } from '../narrow/narrow.ts'
import { entriesOf, putTexts, type Store, valuesOf } from './database.ts'
import { changesLists, type KeptList, Shelf, touchedBy } from './shelf.ts'

type Stores = (name: Store) => IDBObjectStore

export async function readShelf(
  store: Stores,
  events: readonly WireEvent[],
  { known, needsLists }: { known: Known; needsLists: boolean },
): Promise<Shelf> {
  const lists =
    needsLists || events.some(changesLists)
      ? await entriesOf<KeptList>(store('lists'))
      : new Map<IDBValidKey, KeptList>()
  const ids = [...new Set(events.flatMap(touchedBy))]
  const texts = await valuesOf<string>(store('messages'), ids)
  const messages = ids.flatMap((id, at): [number, Message][] => {
    const text = texts[at]
    return text === undefined ? [] : [[id, JSON.parse(text) as Message]]
  })
  return new Shelf(lists as Map<string, KeptList>, new Map(messages), known)
}

/** Writes changes. `texts`: messages to write in any case. Returns IDs of messages that are no longer in any list. */
export async function writeShelf(
  store: Stores,
  shelf: Shelf,
  texts: ReadonlyMap<number, string>,
  isHurried: boolean,
): Promise<readonly number[]> {
  const [lists, messages] = [store('lists'), store('messages')]
  if (shelf.isCleared) {
    lists.clear()
    messages.clear()
  }
  for (const key of shelf.changedLists) {
    const list = shelf.lists.get(key)
    if (list) lists.put(list, key)
    else lists.delete(key)
  }
  const orphans = shelf.orphans()
  const left = new Set(orphans)
  for (const id of orphans) messages.delete(id)
  for (const id of shelf.changedMessages) {
    if (texts.has(id) || left.has(id)) continue
    const one = shelf.messages.get(id)
    if (one) messages.put(JSON.stringify(one), id)
    else messages.delete(id)
  }
  await putTexts(
    messages,
    [...texts].filter(([id]) => !left.has(id)),
    isHurried,
  )
  return orphans
}

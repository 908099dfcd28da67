import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Known } from '../narrow/narrow.ts'
import { entriesOf, putTexts, type Store, valuesOf } from './database.ts'
import { changesLists, type KeptList, ListCache, touchedBy } from './list-cache.ts'

type Stores = (name: Store) => IDBObjectStore

export async function readLists(
  store: Stores,
  events: readonly WireEvent[],
  { known, needsLists }: { known: Known; needsLists: boolean },
): Promise<ListCache> {
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
  return new ListCache(lists as Map<string, KeptList>, new Map(messages), known)
}

/** Writes changes. `texts`: messages to write in any case. Returns IDs of messages that are no longer in any list. */
export async function writeLists(
  store: Stores,
  listCache: ListCache,
  texts: ReadonlyMap<number, string>,
  isHurried: boolean,
): Promise<readonly number[]> {
  const [lists, messages] = [store('lists'), store('messages')]
  if (listCache.isCleared) {
    lists.clear()
    messages.clear()
  }
  for (const key of listCache.changedLists) {
    const list = listCache.lists.get(key)
    if (list) lists.put(list, key)
    else lists.delete(key)
  }
  const orphans = listCache.orphans()
  const left = new Set(orphans)
  for (const id of orphans) messages.delete(id)
  for (const id of listCache.changedMessages) {
    if (texts.has(id) || left.has(id)) continue
    const one = listCache.messages.get(id)
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

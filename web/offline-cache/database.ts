/** Of IndexedDB, what is needed here, as promises. */

const stores = ['facts', 'parts', 'lists', 'messages'] as const
export type Store = (typeof stores)[number]

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Rejects when nothing of it was written. */
export function finished(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  // whoever has failed before it ends does not wait for it
  done.catch(() => {})
  return done
}

/** `closed`: somebody else deletes it, or the browser takes it away. */
export async function openDatabase(name: string, closed: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store)
  }
  // another tab has it open in a version of its own: this one does without
  const blocked = new Promise<never>((_resolve, reject) => {
    opening.onblocked = () => reject(new Error('blocked'))
  })
  const database = await Promise.race([answered(opening), blocked])
  database.onversionchange = () => {
    database.close()
    closed()
  }
  database.onclose = closed
  return database
}

export const begin = (database: IDBDatabase, mode: IDBTransactionMode, among: readonly Store[] = stores) => {
  // what is lost with the power is fetched again
  const transaction = database.transaction(among, mode, { durability: 'relaxed' })
  return { transaction, store: (name: Store) => transaction.objectStore(name) }
}

/** What a store has by these keys. perf: of requests of one transaction the last ends last, so nobody listens to the others. */
export async function valuesOf<T>(store: IDBObjectStore, keys: readonly IDBValidKey[]): Promise<(T | undefined)[]> {
  const requests = keys.map((key) => store.get(key) as IDBRequest<T | undefined>)
  const last = requests.at(-1)
  if (last) await answered(last)
  return requests.map(({ result }) => result)
}

/** So many letters are handed over in one go, which copies them. */
const handedAtOnce = 500_000

/** Puts texts into a store: without a pause where there is no time for one, as when the page is put away. */
export async function putTexts(
  store: IDBObjectStore,
  texts: Iterable<readonly [IDBValidKey, string]>,
  isHurried: boolean,
): Promise<void> {
  let handed = 0
  for (const [key, text] of texts) {
    const request = store.put(text, key)
    handed += text.length
    if (isHurried || handed < handedAtOnce) continue
    handed = 0
    await answered(request)
  }
}

/** Everything that a store has. */
export async function entriesOf<T>(store: IDBObjectStore): Promise<Map<IDBValidKey, T>> {
  const [keys, values] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
  return new Map(keys.map((key, at) => [key, values[at] as T]))
}

/** How the databases of a page are called: so, and then whose each is. */
export const beginningAt = (place: string): string => `loquat disk ${place} `

/** Takes away what others have left who were signed in at a page; without `own`, what anybody has. */
export async function deleteOthers(place: string, own?: string): Promise<void> {
  const known = (await indexedDB.databases?.()) ?? []
  for (const { name } of known) if (name?.startsWith(beginningAt(place)) && name !== own) indexedDB.deleteDatabase(name)
}

/** Whoever has it open hears of it, and lets go. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(name)
    deletion.onsuccess = deletion.onerror = deletion.onblocked = () => resolve()
  })

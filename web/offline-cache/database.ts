const stores = ['facts', 'parts', 'lists', 'messages'] as const
export type Store = (typeof stores)[number]

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Rejects if nothing was written. */
export function finished(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  // keep a caller that failed earlier and never awaits this from raising an unhandled rejection
  done.catch(() => {})
  return done
}

/** `closed` is called when another tab deletes the database, or the browser closes it. */
export async function openDatabase(name: string, closed: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store)
  }
  // another tab has a different version open: do without
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
  // losing the last writes in a power failure is fine: we fetch them again
  const transaction = database.transaction(among, mode, { durability: 'relaxed' })
  return { transaction, store: (name: Store) => transaction.objectStore(name) }
}

/** Values for the given keys. perf: requests of a transaction finish in order, so waiting for the last one is enough. */
export async function valuesOf<T>(store: IDBObjectStore, keys: readonly IDBValidKey[]): Promise<(T | undefined)[]> {
  const requests = keys.map((key) => store.get(key) as IDBRequest<T | undefined>)
  const last = requests.at(-1)
  if (last) await answered(last)
  return requests.map(({ result }) => result)
}

/** Characters per write, because each one is copied synchronously. */
const handedAtOnce = 500_000

/** Puts texts into a store, with pauses between large ones unless `isHurried`, as when the page is being hidden. */
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

export async function entriesOf<T>(store: IDBObjectStore): Promise<Map<IDBValidKey, T>> {
  const [keys, values] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
  return new Map(keys.map((key, at) => [key, values[at] as T]))
}

/** Prefix of the names of a page's databases; the owner follows. */
export const beginningAt = (place: string): string => `loquat disk ${place} `

/** Deletes the databases of other accounts on this page; without `own`, all of them. */
export async function deleteOthers(place: string, own?: string): Promise<void> {
  const known = (await indexedDB.databases?.()) ?? []
  for (const { name } of known) if (name?.startsWith(beginningAt(place)) && name !== own) indexedDB.deleteDatabase(name)
}

/** Other tabs that have it open get a `versionchange` event and close it. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(name)
    deletion.onsuccess = deletion.onerror = deletion.onblocked = () => resolve()
  })

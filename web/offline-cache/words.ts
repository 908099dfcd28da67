/**
 * What somebody has written, by name. Browsers put what is in local storage on the disk when they like, a minute later if
 * much happens: one that is killed has lost it. What is here is there at once.
 */

const store = 'words'
let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`loquat words ${location.pathname}`, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

/** Later ones come after earlier ones; undefined takes the text away. A browser that keeps nothing does not. */
export async function keepWords(name: string, text: string | undefined): Promise<void> {
  try {
    const transaction = (await open()).transaction(store, 'readwrite', { durability: 'relaxed' })
    if (text === undefined) transaction.objectStore(store).delete(name)
    else transaction.objectStore(store).put(text, name)
    transaction.commit?.()
  } catch {
    // it is in local storage all the same, if anywhere
  }
}

/** Everything whose name begins so. */
export async function wordsOf(beginning: string): Promise<ReadonlyMap<string, string>> {
  try {
    const objects = (await open()).transaction(store).objectStore(store)
    const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`)
    const found = await Promise.all(
      [objects.getAllKeys(range), objects.getAll(range)].map(
        (request) =>
          new Promise<unknown[]>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          }),
      ),
    )
    const [names = [], texts = []] = found
    return new Map(names.map((name, at) => [String(name), String(texts[at])]))
  } catch {
    return new Map()
  }
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Everything that the browser has stored for this origin, as one text; undefined if nothing. */
export const onDisk = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const found: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('loquat disk')) continue
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames)
        await new Promise<void>((resolve) => {
          const all = database.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => {
            found.push(all.result)
            resolve()
          }
        })
      database.close()
    }
    return found.length === 0 ? undefined : JSON.stringify(found)
  })

/** Waits until a text is stored, or no longer is. A hidden page writes at once. */
export async function writes(page: Page, text: string, isThere = true): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('pagehide')))
        return (await onDisk(page))?.includes(text) ?? false
      },
      { timeout: 120_000, interval: 100 },
    )
    .toBe(isThere)
}

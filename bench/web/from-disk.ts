import type { Browser } from 'playwright-core'
import { Connection, success } from '../http.ts'
import type { Row } from '../row.ts'
import type { Stage } from './stage.ts'
import { type Limits, median } from './starting.ts'
import { Visitor } from './visitor.ts'

const starts = 10

/** The client shows messages itself, not only the startup snapshot. */
const isThere = () =>
  window.notes.painted.length > 0 &&
  document.getElementById('kept-screen') === null &&
  document.querySelector('.feed .row') !== null

/** Starts from an earlier visit's stored data, without fetching what is known. */
export async function measureFromDisk(
  browser: Browser,
  stage: Stage,
  yardstick: number,
  { diskCpu, startHeap }: Limits,
): Promise<Row[]> {
  const address = `${stage.url}/#feed`
  let visitor = await Visitor.come(browser, stage.readers[0])
  await visitor.page.goto(address)
  await visitor.page.waitForFunction(isThere, undefined, { polling: 20 })
  const begun = await visitor.now()
  const [written, kilobytes] = await keeps(visitor)
  const longestWriting = await visitor.longest(begun)
  const [cpu, wall, heap, nodes, longest]: number[][] = [[], [], [], [], []]
  let registered = 0
  for (let round = 0; round < starts; round++) {
    visitor = await visitor.again()
    visitor.page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/register')) registered++
    })
    const before = await visitor.cpuMs()
    await visitor.page.goto(address)
    await visitor.page.waitForFunction(isThere, undefined, { polling: 20 })
    const after = await visitor.cpuMs()
    cpu?.push(after - (after > before ? before : 0))
    wall?.push(await visitor.page.evaluate(() => window.notes.painted[0] as number))
    heap?.push(await visitor.heapMb())
    nodes?.push(await visitor.nodes())
    longest?.push(await visitor.longest(0))
    await keeps(visitor)
  }
  await visitor.close()
  const screen = await measureScreen(browser, stage)
  return [
    { what: 'from disk: main thread until the first messages', value: screen, unit: 'ms', atMost: diskCpu },
    { what: 'that, against 60 bare messages', value: screen / yardstick, unit: 'times' },
    { what: 'from disk: main thread until the client is there', value: median(cpu as number[]), unit: 'ms' },
    { what: 'from disk: first messages painted', value: median(wall as number[]), unit: 'ms', atMost: 250 },
    { what: 'from disk: questions for everything', value: registered, unit: '', atMost: 0 },
    { what: 'from disk: longest task at the start', value: median(longest as number[]), unit: 'ms', atMost: 50 },
    { what: 'from disk: heap at the start', value: median(heap as number[]), unit: 'MB', atMost: startHeap },
    { what: 'from disk: nodes at the start', value: median(nodes as number[]), unit: '', atMost: 3_500 },
    { what: 'what is kept', value: kilobytes as number, unit: 'KB' },
    { what: 'until it is written for the first time', value: written as number, unit: 'ms' },
    { what: 'longest task while it is written', value: longestWriting, unit: 'ms', atMost: 50 },
  ]
}

/**
 * Time until the startup snapshot is painted, with the client held back. Without a service worker, whose requests can't
 * be held.
 */
async function measureScreen(browser: Browser, { url, server, readers: [, reader] }: Stage): Promise<number> {
  const address = `${url}/#feed`
  // with unread messages, the feed opens at the first one, and no snapshot is taken
  const connection = await Connection.open(server.port, 'localhost', reader.email, reader.apiKey)
  success(await connection.post('/mark_all_as_read', {}))
  connection.close()
  let visitor = await Visitor.come(browser, reader, { serviceWorkers: 'block' })
  await visitor.page.goto(address)
  const cpu: number[] = []
  // on a busy machine, the page may skip its snapshot
  const maxRounds = 3 * starts
  for (let round = 0; ; round++) {
    await visitor.page.waitForFunction(isThere, undefined, { polling: 20 })
    await keeps(visitor)
    if (cpu.length === starts || round === maxRounds) break
    visitor = await visitor.again()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await visitor.page.route('**/app/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    const before = await visitor.cpuMs()
    await visitor.page.goto(address, { waitUntil: 'commit' })
    const isPainted = await visitor.page
      .waitForFunction(() => window.notes?.painted.length > 0, undefined, { polling: 20, timeout: 2_000 })
      .then(
        () => true,
        () => false,
      )
    const after = await visitor.cpuMs()
    if (isPainted) cpu.push(after - (after > before ? before : 0))
    letGo()
  }
  await visitor.close()
  if (cpu.length < starts) throw new Error(`the snapshot was painted in only ${cpu.length} of ${maxRounds} starts`)
  return median(cpu)
}

/** Waits until this page has stored its data; returns how long after its start that was, and its size in KB. */
const keeps = (visitor: Visitor): Promise<readonly [number, number]> =>
  visitor.page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const begun = Date.now() - performance.now()
    for (;;) {
      const [{ name } = {}] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('loquat disk'))
      if (name) {
        const database = await asked(indexedDB.open(name))
        const facts = await asked(database.transaction('facts').objectStore('facts').get('facts'))
        // stored data is this page's own if it's newer than its start
        const isOwn = facts && facts.heardAt.getTime() > begun
        const store = database.transaction(['parts', 'messages'])
        const texts = isOwn
          ? [
              ...(await asked<string[]>(store.objectStore('parts').getAll())),
              ...(await asked<string[]>(store.objectStore('messages').getAll())),
            ]
          : []
        database.close()
        if (isOwn) return [performance.now(), texts.reduce((sum, text) => sum + text.length, 0) / 1024] as const
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })

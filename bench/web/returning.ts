import type { Browser } from 'playwright-core'
import { Connection, success } from '../http.ts'
import type { Row } from '../row.ts'
import type { Stage } from './stage.ts'
import { median } from './starting.ts'
import { Visitor } from './visitor.ts'

const starts = 7
const unreadMessages = 20_000
const atOnce = 5_000

/** As after two weeks: the newest messages are unread. */
async function leavesUnread({ server, readers: [reader] }: Stage): Promise<void> {
  const connection = await Connection.open(server.port, 'localhost', reader.email, reader.apiKey)
  let anchor = 'newest'
  for (let left = unreadMessages; left > 0; left -= atOnce) {
    const answer = success(
      await connection.post('/messages/flags/narrow', {
        anchor,
        include_anchor: false,
        num_before: atOnce,
        num_after: 0,
        narrow: [],
        op: 'remove',
        flag: 'read',
      }),
    )
    anchor = String(answer.first_processed_id)
  }
  connection.close()
}

/** A user comes back after two weeks to more than 20,000 unread messages, and opens what's for them. */
export async function measureReturning(browser: Browser, stage: Stage, yardstick: number): Promise<Row[]> {
  const { url, readers } = stage
  const [reader] = readers
  await leavesUnread(stage)
  const [cpu, wall, opened]: [number[], number[], number[]] = [[], [], []]
  let unread = 0
  for (let round = 0; round < starts; round++) {
    const visitor = await Visitor.come(browser, reader)
    const before = await visitor.cpuMs()
    await visitor.page.goto(`${url}/#catch-up`)
    await visitor.page.waitForSelector('.line')
    const after = await visitor.cpuMs()
    cpu.push(after - (after > before ? before : 0))
    wall.push(await visitor.page.evaluate(() => performance.now()))
    const counted = visitor.page.locator('.list-tab .count .visually-hidden').first()
    unread = Number((await counted.textContent())?.replaceAll(',', '').match(/\d+/)?.[0] ?? 0)
    // the page itself, without starting the client
    await visitor.opens('#inbox')
    await visitor.page.waitForSelector('.line')
    const here = await visitor.cpuMs()
    await visitor.opens('#catch-up')
    await visitor.page.waitForSelector('.list-tab[href="#catch-up"][aria-current]')
    opened.push((await visitor.cpuMs()) - here)
    await visitor.close()
  }
  return [
    { what: 'unread messages of who comes back', value: unread, unit: '', atLeast: 20_000 },
    { what: 'catching up after an absence, main thread', value: median(cpu), unit: 'ms', atMost: 500 },
    { what: 'that, against 60 bare messages', value: median(cpu) / yardstick, unit: 'times' },
    { what: 'the same, by the clock', value: median(wall), unit: 'ms', atMost: 1_000 },
    { what: 'catching up from another view, main thread', value: median(opened), unit: 'ms' },
  ]
}

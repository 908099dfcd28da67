import type { Browser, Locator } from 'playwright-core'
import { Connection, success } from '../http.ts'
import { percentile, type Row } from '../row.ts'
import type { Stage } from './stage.ts'
import { median } from './starting.ts'
import { Visitor } from './visitor.ts'

const rounds = 30

/** From the key that sends in one browser until the text is painted in another. */
export async function measureDelivery(here: Visitor, there: Visitor, { shared }: Stage): Promise<Row[]> {
  const times: number[] = []
  for (const visitor of [here, there]) {
    await visitor.opens(shared.hash)
    await visitor.page.getByRole('textbox', { name: /^Message / }).waitFor()
  }
  await here.page.evaluate(() => {
    const keys = window as unknown as { pressedAt: number }
    addEventListener('keydown', () => (keys.pressedAt = performance.timeOrigin + performance.now()), { capture: true })
  })
  for (let round = 0; round < rounds; round++) {
    const words = `between two browsers, ${round}.`
    const seen = there.page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (!document.querySelector('.feed-content')?.textContent?.includes(text)) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
          }
          const observer = new MutationObserver(look)
          observer.observe(document.querySelector('.feed-content') as Node, { childList: true, subtree: true })
        }),
      words,
    )
    await here.page.getByRole('textbox', { name: /^Message / }).fill(words)
    await here.page.keyboard.press('Control+Enter')
    const at = await seen
    times.push(at - (await here.page.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)))
  }
  const sorted = times.sort((a, b) => a - b)
  return [
    { what: 'seen in another browser, p50', value: percentile(sorted, 0.5), unit: 'ms', atMost: 60 },
    { what: 'seen in another browser, p95', value: percentile(sorted, 0.95), unit: 'ms' },
  ]
}

/** Messages to conversations that aren't open: the cost of each for a page that shows another. */
export async function measureEvents(visitor: Visitor, { server, shared, readers: [, writer] }: Stage): Promise<Row[]> {
  const connection = await Connection.open(server.port, 'localhost', writer.email, writer.apiKey)
  await visitor.leaves()
  const count = 200
  const begun = await visitor.now()
  const before = await visitor.cpuMs()
  for (let number = 0; number < count; number++)
    success(
      await connection.post('/messages', {
        type: 'channel',
        to: JSON.stringify(shared.channelId),
        topic: `elsewhere ${number % 10}`,
        content: `Message ${number}`,
      }),
    )
  await visitor.page.getByText('elsewhere 9').first().waitFor({ state: 'attached' })
  const each = ((await visitor.cpuMs()) - before) / count
  connection.close()
  return [
    { what: 'a message elsewhere, main thread', value: each, unit: 'ms', atMost: 5 },
    { what: 'longest task meanwhile', value: await visitor.longest(begun), unit: 'ms', atMost: 50 },
  ]
}

/** From a key to the frame that shows its letter, and its cost; compared with a field on an empty page. */
export async function measureTyping(visitor: Visitor, { shared }: Stage, browser: Browser): Promise<Row[]> {
  await visitor.opens(shared.hash)
  const here = await keysInto(visitor, visitor.page.getByRole('textbox', { name: /^Message / }))
  const bare = await Visitor.come(browser)
  await bare.page.setContent('<!doctype html><textarea rows="4" cols="80"></textarea>')
  const alone = await keysInto(bare, bare.page.getByRole('textbox'))
  await bare.close()
  return [
    { what: 'a key until its letter is painted, p50', value: median(here.painted), unit: 'ms' },
    { what: 'the same, p99', value: percentile(here.painted, 0.99), unit: 'ms', atMost: 16 },
    { what: 'the same in a bare field, p99', value: percentile(alone.painted, 0.99), unit: 'ms' },
    { what: 'main thread for each key', value: here.each, unit: 'ms' },
    { what: 'the same in a bare field', value: alone.each, unit: 'ms' },
  ]
}

/** How long each key took until its letter was painted, ascending, and CPU time per key. */
async function keysInto(visitor: Visitor, field: Locator): Promise<{ painted: number[]; each: number }> {
  const { page } = visitor
  await field.click()
  // not Event Timing: Chromium 156 reports seconds for keys whose frames it presented at once
  await page.evaluate(() => {
    const taken = window as unknown as { keys: number[] }
    taken.keys = []
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => setTimeout(() => taken.keys.push(performance.now() - timeStamp)))
    addEventListener('keydown', onKey, { capture: true })
  })
  const text = 'Something that one writes to others, neither short nor long, with a name in it. '.repeat(3)
  const before = await visitor.cpuMs()
  await page.keyboard.type(text, { delay: 20 })
  const each = ((await visitor.cpuMs()) - before) / text.length
  await page.waitForFunction((count) => (window as unknown as { keys: number[] }).keys.length >= count, text.length)
  const painted = await page.evaluate(() => (window as unknown as { keys: number[] }).keys)
  await field.fill('')
  return { painted: painted.sort((a, b) => a - b), each }
}

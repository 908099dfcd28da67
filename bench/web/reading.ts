import type { Page } from 'playwright-core'
import { percentile, type Row } from '../row.ts'
import type { Stage } from './stage.ts'
import { median } from './starting.ts'
import type { Visitor } from './visitor.ts'

const switches = 30

/** Switches between conversations: to topics opened for the first time, and to those opened before. */
export async function measureSwitching(visitor: Visitor, { topics }: Stage, yardstick: number): Promise<Row[]> {
  const [unknown, known]: [number[], number[]] = [[], []]
  const some = topics.slice(0, switches)
  for (const hash of some) unknown.push(await visitor.shows(hash))
  for (const hash of some) known.push(await visitor.shows(hash))
  return [
    { what: 'switching to a topic that was seen', value: median(known), unit: 'ms', atMost: 50 },
    { what: 'that, against 60 bare messages', value: median(known) / yardstick, unit: 'times' },
    { what: 'switching to one never seen', value: median(unknown), unit: 'ms', atMost: 70 },
  ]
}

/** Switches repeatedly between the same topics, which must not use more and more memory. */
export async function measureGrowth(visitor: Visitor, { topics }: Stage): Promise<Row[]> {
  const some = topics.slice(0, 50)
  for (const hash of some) await visitor.shows(hash)
  const before = await visitor.heapMb()
  for (let round = 0; round < 10; round++) for (const hash of some) await visitor.shows(hash)
  return [{ what: 'growth over 500 switches', value: (await visitor.heapMb()) - before, unit: 'MB', atMost: 2 }]
}

const pixelsAFrame = 120
const distance = 100_000

/** Scrolls through the real conversation, up and down. */
export async function measureScrolling(visitor: Visitor, yardstick: number): Promise<Row[]> {
  await visitor.leaves()
  await visitor.shows('#feed')
  await toNewest(visitor.page)
  const frames = Math.round(distance / pixelsAFrame)
  const before = await visitor.cpuMs()
  const up = await visitor.page.evaluate((options) => window.scrollFeed(options), { by: -pixelsAFrame, frames })
  const down = await visitor.page.evaluate((options) => window.scrollFeed(options), { by: pixelsAFrame, frames })
  const each = (((await visitor.cpuMs()) - before) * 10_000) / (up.distance + down.distance)
  const times = [...up.frames, ...down.frames].sort((a, b) => a - b)
  return [
    { what: 'scrolling 10,000 px', value: each, unit: 'ms', atMost: 270 },
    { what: 'that, against 60 bare messages', value: each / yardstick, unit: 'times' },
    { what: 'scrolled up and down', value: up.distance + down.distance, unit: 'px' },
    { what: 'jumps of more than 2 px', value: up.jumps.length + down.jumps.length, unit: '', atMost: 0 },
    { what: 'between frames, p50', value: percentile(times, 0.5), unit: 'ms' },
    { what: 'between frames, p95', value: percentile(times, 0.95), unit: 'ms' },
  ]
}

/** To the end of the conversation, because the feed may have opened at the first unread message. */
const toNewest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const feed = document.querySelector<HTMLElement>('.feed') as HTMLElement
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    feed.scrollTop = feed.scrollHeight
    feed.dispatchEvent(new Event('scroll'))
    await frame()
    document.querySelector<HTMLElement>('.to-end')?.click()
    while (document.querySelector('.to-end')) await frame()
    for (let count = 0; count < 30; count++) await frame()
  })

/** Back to the oldest message, as fast as they load. */
export async function measureEverything(visitor: Visitor, atMost: number): Promise<Row[]> {
  await visitor.leaves()
  await visitor.shows('#feed')
  await toNewest(visitor.page)
  const begun = await visitor.now()
  const passed = await visitor.page.evaluate(async () => {
    const feed = document.querySelector<HTMLElement>('.feed') as HTMLElement
    const seen = new Set<string>()
    const until = performance.now() + 240_000
    while (!feed.querySelector('.start') && performance.now() < until) {
      for (const row of feed.querySelectorAll<HTMLElement>('article[data-message]'))
        seen.add(row.dataset.message as string)
      feed.scrollTop = 0
      feed.dispatchEvent(new Event('scroll'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return seen.size
  })
  return [
    { what: 'messages passed on the way to the beginning', value: passed, unit: '' },
    { what: 'heap after that', value: await visitor.heapMb(), unit: 'MB', atMost },
    { what: 'nodes after that', value: await visitor.nodes(), unit: '', atMost: 3_500 },
    { what: 'longest task meanwhile', value: await visitor.longest(begun), unit: 'ms', atMost: 50 },
  ]
}

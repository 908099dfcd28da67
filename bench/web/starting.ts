import type { Browser } from 'playwright-core'
import { percentile, type Row } from '../row.ts'
import type { Stage } from './stage.ts'
import { Visitor } from './visitor.ts'

const starts = 10

export interface Limits {
  readonly startCpu: number
  readonly diskCpu: number
  readonly registerKb: number
  readonly startHeap: number
}

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/** Starts from nothing: time and cost until the first messages are shown, and bytes transferred. */
export async function measureStarting(
  browser: Browser,
  { url, readers: [reader] }: Stage,
  yardstick: number,
  limits: Limits,
): Promise<Row[]> {
  const [cpu, wall, heap, nodes, register, longest]: number[][] = [[], [], [], [], [], []]
  for (let round = 0; round < starts; round++) {
    const visitor = await Visitor.come(browser, reader)
    const answered = visitor.page
      .waitForResponse((response) => response.url().endsWith('/api/v1/register'))
      .then((response) => response.request().sizes())
    const before = await visitor.cpuMs()
    await visitor.page.goto(`${url}/#feed`)
    await visitor.page.waitForFunction(() => window.notes.painted.length > 0, undefined, { polling: 20 })
    const after = await visitor.cpuMs()
    // another URL may be another process, whose CPU time starts at zero
    cpu?.push(after - (after > before ? before : 0))
    wall?.push(await visitor.page.evaluate(() => window.notes.painted[0] as number))
    register?.push((await answered).responseBodySize / 1024)
    heap?.push(await visitor.heapMb())
    nodes?.push(await visitor.nodes())
    longest?.push(await visitor.longest(0))
    await visitor.close()
  }
  const cpuMs = median(cpu as number[])
  return [
    { what: 'main thread until the first messages', value: cpuMs, unit: 'ms', atMost: limits.startCpu },
    { what: 'that, against 60 bare messages', value: cpuMs / yardstick, unit: 'times' },
    { what: 'first messages painted', value: median(wall as number[]), unit: 'ms', atMost: 700 },
    { what: 'register on the wire', value: median(register as number[]), unit: 'KB', atMost: limits.registerKb },
    { what: 'longest task at the start', value: median(longest as number[]), unit: 'ms', atMost: 50 },
    { what: 'heap at the start', value: median(heap as number[]), unit: 'MB', atMost: limits.startHeap },
    { what: 'nodes at the start', value: median(nodes as number[]), unit: '', atMost: 3_500 },
  ]
}

/** The baseline: how long a bare page takes to show the text of 60 real messages on this machine. */
export async function measureYardstick(browser: Browser, texts: readonly string[]): Promise<number> {
  const times: number[] = []
  const visitor = await Visitor.come(browser)
  for (let round = 0; round < 20; round++) {
    await visitor.page.setContent('<!doctype html><div></div>')
    const before = await visitor.cpuMs()
    await visitor.page.evaluate(async (all) => {
      ;(document.querySelector('div') as HTMLElement).innerHTML = all
        .map((text) => `<article>${text}</article>`)
        .join('')
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }, texts)
    times.push((await visitor.cpuMs()) - before)
  }
  await visitor.close()
  return median(times)
}

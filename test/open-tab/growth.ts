import type { CDPSession, Page } from 'playwright-core'

/** A page's memory after garbage collection. */
export interface Sample {
  readonly messages: number
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
}

export type Figure = 'heapMb' | 'nodes' | 'listeners'

export async function sampleOf(page: Page, devtools: CDPSession, messages: number): Promise<Sample> {
  // let idle callbacks run first
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // one round can make more garbage collectable
  for (let round = 0; round < 4; round++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return {
    messages,
    heapMb: usedSize / 1024 / 1024,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  }
}

/** Growth per 1,000 messages: the median slope between any two samples, robust against outliers (Theil–Sen). */
export function growth(samples: readonly Sample[], figure: Figure): number {
  const slopes = samples
    .flatMap((one, at) =>
      samples.slice(at + 1).map((later) => (1000 * (later[figure] - one[figure])) / (later.messages - one.messages)),
    )
    .sort((a, b) => a - b)
  return slopes[Math.floor(slopes.length / 2)] ?? Number.NaN
}

import type { CDPSession, Page } from 'playwright-core'

/** What a page has in memory once its garbage is gone. */
export interface Sample {
  /** Messages that the page had heard of by then. */
  readonly messages: number
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
}

export type Figure = 'heapMb' | 'nodes' | 'listeners'

/** Collects the page's garbage, and counts what is left. */
export async function sampleOf(page: Page, devtools: CDPSession, messages: number): Promise<Sample> {
  // what is only done in idle time has been done
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // what one round frees may let go of more
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

/**
 * How much of it comes with each 1,000 messages: the middle of the slopes between any two samples, so that one that lies
 * beside the others changes little (Theil and Sen).
 */
export function growth(samples: readonly Sample[], figure: Figure): number {
  const slopes = samples
    .flatMap((one, at) =>
      samples.slice(at + 1).map((later) => (1000 * (later[figure] - one[figure])) / (later.messages - one.messages)),
    )
    .sort((a, b) => a - b)
  return slopes[Math.floor(slopes.length / 2)] ?? Number.NaN
}

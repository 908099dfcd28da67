import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { watchPage } from '../../test/web/watch.ts'
import type { Reader } from './stage.ts'

export class Visitor {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #devtools: CDPSession

  private constructor(context: BrowserContext, page: Page, devtools: CDPSession) {
    this.#context = context
    this.page = page
    this.#devtools = devtools
  }

  static async come(browser: Browser, reader?: Reader, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    if (reader) await context.addCookies([reader.cookie])
    return Visitor.#open(context)
  }

  /** The same browser, with nothing open but a new page. */
  async again(): Promise<Visitor> {
    await this.page.close()
    return Visitor.#open(this.#context)
  }

  static async #open(context: BrowserContext): Promise<Visitor> {
    const page = await context.newPage()
    await watchPage(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new Visitor(context, page, devtools)
  }

  /** CPU time of the page's main thread so far, in milliseconds, independent of other load. */
  async cpuMs(): Promise<number> {
    return (await this.#metric('TaskDuration')) * 1000
  }

  /** DOM nodes after garbage collection. */
  nodes(): Promise<number> {
    return this.#metric('Nodes')
  }

  /** JavaScript heap in MB after garbage collection. */
  async heapMb(): Promise<number> {
    // one round can make more garbage collectable
    for (let round = 0; round < 3; round++) await this.#devtools.send('HeapProfiler.collectGarbage')
    return (await this.#devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
  }

  /** Opens a view by its URL and waits until its first messages are painted; returns CPU time. */
  async shows(hash: string): Promise<number> {
    const before = await this.cpuMs()
    await this.page.evaluate(
      (to) =>
        new Promise<void>((resolve) => {
          const painted = window.notes.painted.length
          const look = () => (window.notes.painted.length > painted ? resolve() : setTimeout(look, 4))
          location.hash = to
          look()
        }),
      hash,
    )
    return (await this.cpuMs()) - before
  }

  async opens(hash: string): Promise<void> {
    await this.page.evaluate((to) => {
      location.hash = to
    }, hash)
  }

  async leaves(): Promise<void> {
    await this.opens('#inbox')
    await this.page.locator('.feed').waitFor({ state: 'detached' })
  }

  /** The longest task since then, in milliseconds; 0 if none took 50. */
  longest(since: number): Promise<number> {
    return this.page.evaluate(
      (from) => Math.max(0, ...window.notes.long.filter(({ at }) => at >= from).map(({ ms }) => ms)),
      since,
    )
  }

  now(): Promise<number> {
    return this.page.evaluate(() => performance.now())
  }

  close(): Promise<void> {
    return this.#context.close()
  }

  async #metric(name: string): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics')
    return metrics.find((one) => one.name === name)?.value ?? 0
  }
}

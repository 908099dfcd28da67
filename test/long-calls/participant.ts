import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { perConnection, watchConnections } from '../web/call-media.ts'
import { password } from '../web/password.ts'

const patienceMs = 180_000

/** Someone in a call, in a browser of their own. */
export class Participant {
  readonly name: string
  readonly #page: Page
  readonly #devtools: CDPSession
  /** Script errors, without those of requests while the network was cut off or the server was down. */
  readonly complaints: string[] = []

  private constructor(name: string, page: Page, devtools: CDPSession) {
    this.name = name
    this.#page = page
    this.#devtools = devtools
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (line) => {
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
        this.complaints.push(line.text())
    })
  }

  static async signIn(browser: Browser, url: string, name: string, email: string): Promise<Participant> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
    const page = await context.newPage()
    await watchConnections(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    const one = new Participant(name, page, devtools)
    await page.goto(`${url}/`)
    await page.locator('input[name=username]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await one.#listens()
    return one
  }

  #listens() {
    return this.#page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
  }

  get #panel() {
    return this.#page.getByRole('region', { name: 'Call', exact: true })
  }

  async starts(hash: string): Promise<void> {
    await this.#page.evaluate((to) => {
      location.hash = to
    }, hash)
    await this.#page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await this.#panel.waitFor()
  }

  async accepts(): Promise<void> {
    await this.#page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await this.#panel.waitFor()
  }

  turnsOnCamera(): Promise<void> {
    return this.#panel.getByRole('button', { name: 'Turn on camera' }).click()
  }

  async reloads(): Promise<void> {
    await this.#page.reload()
    await this.#listens()
  }

  /** Neither requests nor packets of a call get through for a while. */
  async cutOff(ms: number): Promise<void> {
    const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await this.#devtools.send('Network.emulateNetworkConditions', { ...conditions, offline: true, packetLoss: 100 })
    await pause(ms)
    await this.#devtools.send('Network.emulateNetworkConditions', { ...conditions, offline: false, packetLoss: 0 })
  }

  /** Waits until sound and pictures arrive through so many connections at the same time. */
  async perceives(count: number): Promise<void> {
    let before = await perConnection(this.#page)
    for (const until = Date.now() + patienceMs; ; ) {
      await pause(1_500)
      const now = await perConnection(this.#page)
      const flowing = now.filter(({ id, energy, pictures }) => {
        const earlier = before.find((one) => one.id === id)
        return earlier !== undefined && energy > earlier.energy && pictures > earlier.pictures
      })
      if (flowing.length === count && now.length === count) return
      if (Date.now() > until) throw new Error(`${this.name} lacks someone: ${JSON.stringify([before, now])}`)
      before = now
    }
  }

  faces(): Promise<number> {
    return this.#panel.locator('figure.call-tile').count()
  }

  openConnections(): Promise<number> {
    return this.#page.evaluate(
      () =>
        (window as unknown as { opened: RTCPeerConnection[] }).opened.filter(
          ({ connectionState }) => connectionState !== 'closed',
        ).length,
    )
  }

  /** After garbage collection. */
  async heapMb(): Promise<number> {
    for (let round = 0; round < 3; round++) await this.#devtools.send('HeapProfiler.collectGarbage')
    return Math.round((await this.#devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024)
  }
}

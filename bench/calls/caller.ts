import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { flows, perConnection, watchConnections } from '../../test/web/call-media.ts'
import { launchChromium } from '../../test/web/chromium.ts'

/** A person with their own browser. */
export class Caller {
  readonly #browser: Browser
  readonly #page: Page
  /** The browser's main process. */
  readonly #pid: number

  private constructor(browser: Browser, page: Page, pid: number) {
    this.#browser = browser
    this.#page = page
    this.#pid = pid
  }

  static async come(url: string, cookie: { name: string; value: string; url: string }): Promise<Caller> {
    const before = new Set(children(process.pid))
    const browser = await launchChromium({ hasDevices: true })
    const pid = children(process.pid).find((one) => !before.has(one))
    if (pid === undefined) throw new Error('the browser has no process')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
    context.setDefaultTimeout(180_000)
    await context.addCookies([cookie])
    const page = await context.newPage()
    await watchConnections(page)
    await page.addInitScript(noteFirstSound)
    await page.goto(`${url}/`)
    await page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
    return new Caller(browser, page, pid)
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

  /** Declines the ring, and shows the conversation with the call. */
  async opensCall(): Promise<void> {
    await this.#page.getByRole('alertdialog').getByRole('button', { name: 'Reply with a message' }).click()
    await this.#join.waitFor()
  }

  get #join() {
    return this.#page.locator('.join-call').getByRole('button', { name: 'Join', exact: true })
  }

  /** Milliseconds from the click until sound plays. */
  async joins(): Promise<number> {
    await this.#join.click()
    await flows(this.#page, 'energy')
    return this.#page.evaluate(() => (window as unknown as Noted).firstSound)
  }

  async leaves(): Promise<void> {
    await this.#panel.getByRole('button', { name: 'Leave' }).click()
    await this.#join.waitFor()
  }

  async isAlone(): Promise<void> {
    await this.#page.waitForFunction(() => document.querySelectorAll('.call-panel .call-tile').length === 1)
  }

  turnsOnCamera(): Promise<void> {
    return this.#panel.getByRole('button', { name: 'Turn on camera' }).click()
  }

  /** Waits for pictures from `count` others. */
  async sees(count: number): Promise<void> {
    for (const until = Date.now() + 180_000; Date.now() < until; await this.#page.waitForTimeout(200))
      if (
        (await perConnection(this.#page)).filter(({ isConnected, pictures }) => isConnected && pictures > 0).length ===
        count
      )
        return
    throw new Error('pictures are missing')
  }

  /** CPU time of the page's process so far, including decoding and encoding. */
  pageCpuMs(): number {
    const pages = withDescendants(this.#pid).filter((pid) => commandOf(pid).includes('--type=renderer'))
    return Math.max(...pages.map(cpuMsOf))
  }

  /** CPU time of all processes of the browser so far. */
  cpuMs(): number {
    return withDescendants(this.#pid).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

interface Noted {
  firstSound: number
  opened: RTCPeerConnection[]
}

/** Runs in the page: the time from each click on Join until the sound of a connection has energy. */
function noteFirstSound(): void {
  const noted = window as unknown as Noted
  const look = async (begun: number, known: number) => {
    for (const connection of noted.opened.slice(known))
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'audio' && report.totalAudioEnergy > 0) {
          noted.firstSound = performance.now() - begun
          return
        }
    setTimeout(() => void look(begun, known), 20)
  }
  const follow = ({ target }: Event) => {
    if ((target as Element).closest('.join-call .button.primary')) void look(performance.now(), noted.opened.length)
  }
  addEventListener('click', follow, { capture: true })
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // ended in the meantime
    return ''
  }
}
const fieldsOf = (pid: number) => textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
const commandOf = (pid: number) => textOf(`/proc/${pid}/cmdline`)
const cpuMsOf = (pid: number) => (Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0)) * 10
const children = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(fieldsOf(pid)[1]) === parent)
const withDescendants = (pid: number): number[] => [pid, ...children(pid).flatMap(withDescendants)]

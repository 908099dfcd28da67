import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { projectRoot } from '#platform/config'
import { test as base, type Person, startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { chromiumProgram, launchChromium } from './chromium.ts'
import { firefoxProgram, launchFirefox } from './firefox.ts'
import { password, setPassword } from './password.ts'

/** Set by `npm run test:firefox`. */
export const isFirefox = process.env.LOQUAT_BROWSER === 'firefox'
const [name, program] = isFirefox ? ['Firefox', firefoxProgram] : ['Chromium', chromiumProgram]

export const hasBrowser = program !== undefined && existsSync(join(projectRoot, 'dist/web/index.html'))
if (!hasBrowser) console.warn(`The tests of the web client need ${name} and a built client (npm run build): skipped.`)

/** Requests for events: polls and streams. */
export const eventsAddress = /\/api\/v1\/events(?:\/stream)?\?/

/** A page's event queue, from a request that it sends again as after a change of networks. */
export async function queueOf(page: Page): Promise<string> {
  const asks = page.waitForRequest(eventsAddress)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  return new URL((await asks).url()).searchParams.get('queue_id') as string
}

/** How long a test waits for a page: under load, pages take many times longer than alone. */
const patienceMs = 180_000

/** A browser whose pages wait that long by default. */
export function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patienceMs)
    return context
  }
  return browser
}

/**
 * perf: one per worker, because starting one takes as long as a short test. Each test has its own context, which shares
 * nothing with others.
 */
const shared = new Map<boolean, Promise<Browser>>()
async function sharedBrowser(isWhole: boolean): Promise<Browser> {
  const before = await shared.get(isWhole)?.catch(() => undefined)
  if (before?.isConnected()) return before
  const fresh = (isFirefox ? launchFirefox() : launchChromium({ isWhole })).then(patient)
  shared.set(isWhole, fresh)
  return fresh
}

/** A signed-in user with a browser context of their own. */
export class Visitor {
  readonly person: Person
  readonly page: Page
  readonly #context: BrowserContext
  /** Script errors and violations of the page's policy, as logged by the browser. */
  readonly complaints: string[] = []

  constructor(person: Person, context: BrowserContext, page: Page) {
    this.person = person
    this.page = page
    this.#context = context
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (line) => {
      // responses with an error status aren't errors of the page
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
        this.complaints.push(line.text())
    })
  }

  get composeField() {
    return this.page.getByRole('textbox', { name: /^(Message |Write a message)/ })
  }

  /** Chooses from the compose box's insert menu. */
  async inserts(label: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Insert', exact: true }).click()
    await this.page.getByRole('menuitem', { name: label }).click()
  }

  message(text: string) {
    return this.page.locator('article[data-message]', { hasText: text })
  }

  async signsIn(): Promise<void> {
    // in any language
    await this.page.locator('input[name=username]').fill(this.person.email)
    await this.page.locator('input[name=password]').fill(password)
    await this.page.keyboard.press('Enter')
    await this.listens()
  }

  /** Waits until the page and its keyboard handlers are ready. */
  async listens(): Promise<void> {
    await this.page.locator('#left-sidebar').waitFor({ state: 'attached' })
    await this.page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
  }

  async opensTab(hash = ''): Promise<Visitor> {
    const tab = new Visitor(this.person, this.#context, await this.#context.newPage())
    await tab.page.goto(`${new URL(this.page.url()).origin}/${hash}`)
    await tab.listens()
    return tab
  }

  async opens(hash: string): Promise<void> {
    await this.page.evaluate((to) => {
      location.hash = to
    }, hash)
  }

  async writes(text: string): Promise<void> {
    await this.composeField.fill(text)
    await this.page.getByRole('button', { name: 'Send', exact: true }).click()
  }

  async sees(text: string): Promise<void> {
    await this.message(text).first().waitFor()
  }

  close(): Promise<void> {
    return this.#context.close()
  }
}

interface Visits {
  /** Off by default: the client's service worker fetches 300 files per browser, and hides requests from tests. */
  serviceWorkers: 'allow' | 'block'
  /** Opens a browser with the user signed in. */
  visit(person: Person, options?: Parameters<Browser['newContext']>[0]): Promise<Visitor>
  /** Whether the test needs a full browser, with notifications, windows, and prompts. */
  isWholeBrowser: boolean
  browser: Browser
  address: string
  /** Closes what all test files of a worker share. */
  lastly: undefined
}

/** The server tests' `test`, with browsers: each test has its own organization. */
export const test = base.extend<Visits & { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ incomingMail: 'on' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  isWholeBrowser: [false, { scope: 'file' }],
  browser: [async ({ isWholeBrowser }, use) => use(await sharedBrowser(isWholeBrowser)), { scope: 'file' }],
  lastly: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      await use(undefined)
      for (const browser of shared.values()) await (await browser.catch(() => undefined))?.close()
    },
    { scope: 'worker', auto: true },
  ],
  address: async ({ server, society }, use) => {
    const { hostname } = new URL(server.runtime.config.url ?? '')
    await use(`http://${society.subdomain}.${hostname}:${server.port}${server.runtime.basePath}`)
  },
  serviceWorkers: 'block',
  visit: async ({ browser, address, server, serviceWorkers }, use) => {
    const open: Visitor[] = []
    await use(async (person, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers, ...options })
      const page = await context.newPage()
      const visitor = new Visitor(person, context, page)
      open.push(visitor)
      await setPassword(server, person)
      await page.goto(`${address}/`)
      await visitor.signsIn()
      return visitor
    })
    await Promise.all(open.map((visitor) => visitor.close()))
  },
})

import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { startServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { FirstRun } from '../../src/pages/setup.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** A folder for screenshots of every step. */
const pictures = process.env.LOQUAT_SCREENSHOTS

/** A person's browser that counts clicks and key presses. */
class Walker {
  readonly page: Page
  readonly complaints: string[] = []
  clicks = 0
  keys = 0

  constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (line) => {
      // responses with an error status aren't errors of the page
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
        this.complaints.push(line.text())
    })
  }

  static async arrives(browser: Browser, contexts: BrowserContext[], url: string, look: object = {}) {
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...look })
    contexts.push(context)
    const walker = new Walker(await context.newPage())
    await walker.page.goto(url)
    return walker
  }

  async click(name: string): Promise<void> {
    this.clicks++
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** Types into the focused field; letters don't count. */
  type = (text: string) => this.page.keyboard.type(text)

  async writes(text: string): Promise<void> {
    this.clicks++
    await this.page.getByRole('textbox', { name: /^Message / }).click()
    await this.type(text)
    await this.press('Enter')
    await this.sees(text)
  }

  sees = (text: string) => this.page.locator('article[data-message]', { hasText: text }).first().waitFor()

  /** The focused field's label. */
  focused = () =>
    this.page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '')

  async standsWell(step: string): Promise<void> {
    await this.page.evaluate(() => document.fonts.ready)
    if (pictures) await this.page.screenshot({ path: join(pictures, `founding, ${step}.png`) })
    assert.deepEqual([...(await layoutProblems(this.page)), ...(await problems(this.page))], [], step)
  }
}

describe.skipIf(!hasBrowser)('founding an organization', () => {
  test('a new organization gets its first reply from an invited person', async ({ browser }) => {
    const firstRun = new FirstRun()
    const server = await startServer(
      { url: 'http://localhost' },
      { pages: (app, runtime) => pages(app, runtime, { firstRun }) },
    )
    const url = `http://localhost:${server.port}`
    const contexts: BrowserContext[] = []
    try {
      const ada = await Walker.arrives(browser, contexts, `${url}/`)
      const began = await ada.page.evaluate(() => performance.timeOrigin)
      assert.equal(new URL(ada.page.url()).pathname, firstRun.path, 'the same machine needs no code')
      await ada.standsWell('setup')
      assert.equal(await ada.focused(), 'Organization name')
      await ada.type('Analytical Engines')
      await ada.press('Tab')
      await ada.type('ada.lovelace@engines.example')
      await ada.press('Tab')
      await ada.type('correct horse battery')
      await ada.page.getByRole('status').getByText('Strong').waitFor()
      await ada.press('Enter')

      // in a conversation, with the link at hand and nothing unread
      await ada.page.waitForURL(/#narrow\/channel\/\d+-general\/topic\/say\.20hello\/with\/\d+$/)
      await ada.sees('Welcome to Analytical Engines!')
      const card = ada.page.getByRole('region', { name: 'Get Analytical Engines started' })
      await card.getByText('You appear as Ada Lovelace.').waitFor()
      const field = card.getByLabel('Invite link')
      await ada.page.waitForFunction((one) => (one as HTMLInputElement).value !== '', await field.elementHandle())
      const link = await field.inputValue()
      assert.match(link, /^http:\/\/localhost\/join\//)
      assert.equal(await ada.page.locator('#left-sidebar .count').count(), 0)
      await ada.click('Copy')
      await ada.page.getByText('Copied').waitFor()
      await ada.standsWell('first view')
      await ada.writes('Is anybody there?')

      const ben = await Walker.arrives(browser, contexts, url + new URL(link).pathname, { colorScheme: 'dark' })
      await ben.standsWell('join')
      assert.equal(await ben.focused(), 'Email address')
      await ben.type('ben@engines.example')
      await ben.press('Tab')
      await ben.type('Ben')
      await ben.press('Tab')
      await ben.type('another long day')
      await ben.press('Enter')
      await ben.sees('Is anybody there?')
      assert.equal(await ben.page.locator('#left-sidebar .count').count(), 0)
      await ben.standsWell('first view of a new member')
      assert.equal(await ben.page.getByRole('button', { name: 'Remove the sample topics' }).count(), 0)
      await ben.writes('I am!')
      await ada.sees('I am!')
      const took = await ada.page.evaluate((from) => performance.timeOrigin + performance.now() - from, began)

      await ada.click('Remove the sample topics')
      await ada.page.locator('article[data-message]', { hasText: 'Welcome to' }).waitFor({ state: 'detached' })
      await ada.sees('I am!')
      await card.waitFor({ state: 'detached' })
      await ada.standsWell('without samples')
      console.info(
        `From the first page to the first reply: ${Math.round(took / 1000)} s by the page's clock; ${ada.clicks} clicks and ${ada.keys} keys for the founder, ${ben.clicks} and ${ben.keys} for the new member.`,
      )
      assert.deepEqual([ada.clicks, ada.keys, ben.clicks, ben.keys], [3, 4, 1, 4])
      assert.deepEqual([ada.complaints, ben.complaints], [[], []])
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
      await server.close()
    }
  })

  test('passwords can be shown, and are hidden again when sent', async ({ browser, address }) => {
    const page = await browser.newPage()
    await page.goto(`${address}/accounts/login`)
    const field = page.getByLabel('Password')
    await field.fill('correct horse battery')
    const button = page.getByRole('button', { name: 'Show password' })
    await button.click()
    assert.deepEqual([await field.getAttribute('type'), await button.getAttribute('aria-pressed')], ['text', 'true'])
    assert.deepEqual([...(await layoutProblems(page)), ...(await problems(page))], [])
    await button.click()
    assert.equal(await field.getAttribute('type'), 'password')
    await button.click()
    await page.getByLabel('Email address').fill('unknown@navy.example')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Password').getAttribute('type'), 'password')
    await page.close()
  })
})

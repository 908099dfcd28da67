import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { projectRoot } from '#platform/config'
import { freePort } from '../harness/port.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** What `npm start` runs, in a directory of its own. */
class NewServer {
  readonly dataDir: string
  #child: ChildProcess | undefined
  port = 0

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  /** Returns the server's output once it's ready. */
  async start(): Promise<string> {
    this.port ||= await freePort()
    const args = [join(projectRoot, 'bin/loquat'), 'start', '--data-dir', this.dataDir, '--port', String(this.port)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, LOQUAT_LOG_LEVEL: 'error', LOQUAT_DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part) => {
        said += part
        if (said.includes('Ctrl+C stops the server')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
    })
    return said
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

const shown = (page: Page) => page.locator('article[data-message] .content')
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Message / }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function reaches(wanted: Locator, text = ''): Promise<void> {
  const { keyboard } = wanted.page()
  for (let steps = 0; steps < 40; steps++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return keyboard.type(text)
    await keyboard.press('Tab')
  }
  throw new Error(`No number of tabs leads to ${wanted}`)
}

const typesInto = (page: Page, label: string, text: string) => reaches(page.getByLabel(label, { exact: true }), text)
const presses = async (wanted: Locator) => {
  await reaches(wanted)
  await wanted.page().keyboard.press('Enter')
}

/** A folder for screenshots of every step. */
const pictures = process.env.LOQUAT_SCREENSHOTS

/** Nothing is cut off, covered, or overlapping. */
async function standsWell(page: Page, step: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  if (pictures) await page.screenshot({ path: join(pictures, `first run, ${step}.png`) })
  assert.deepEqual([...(await layoutProblems(page)), ...(await problems(page))], [], step)
}

describe.skipIf(!hasBrowser)('a new server', () => {
  test('a new server becomes a team of three by keyboard and survives a crash', async ({ browser }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-first-'))
    const server = new NewServer(dataDir)
    const contexts: BrowserContext[] = []
    const open = async (options: Parameters<typeof browser.newContext>[0] = {}) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      contexts.push(context)
      return context.newPage()
    }
    try {
      const setupUrl = /http:\S+\/setup\/\S+/.exec(await server.start())?.[0] as string
      const ada = await open()
      await ada.goto(setupUrl)
      await standsWell(ada, 'new server')
      await typesInto(ada, 'Organization name', 'Analytical Engines')
      await typesInto(ada, 'Your email address', 'ada@engines.example')
      await typesInto(ada, 'Password', 'correct horse battery')
      await presses(ada.getByRole('button', { name: 'Create organization' }))
      await ada.locator('#left-sidebar').waitFor()
      const field = await ada.getByLabel('Invite link').elementHandle()
      await ada.waitForFunction((one) => (one as HTMLInputElement).value !== '', field)
      const link = await ada.getByLabel('Invite link').inputValue()
      await standsWell(ada, 'first view')
      await presses(ada.locator('#left-sidebar').getByRole('link', { name: 'general' }))
      await reaches(ada.getByRole('combobox', { name: 'Topic' }), 'hello')
      await reaches(ada.getByRole('textbox', { name: /^Message / }), 'Is anybody there?')
      await ada.getByRole('button', { name: 'Enter to send', exact: true }).waitFor()
      await ada.keyboard.press('Shift+Enter')
      await ada.keyboard.type('I am.')
      await ada.keyboard.press('Enter')
      await shown(ada).getByText('Is anybody there?').waitFor()
      await standsWell(ada, 'first message')
      // the setup link works once
      const stranger = await open()
      assert.equal((await stranger.goto(setupUrl))?.status(), 404)

      const topic = ada.url()
      const others = {
        ben: await open({ colorScheme: 'dark' }),
        cleo: await open({ viewport: { width: 390, height: 844 } }),
      }
      for (const [name, page] of Object.entries(others)) {
        await page.goto(link)
        await standsWell(page, `${name}, invited`)
        await typesInto(page, 'Email address', `${name}@engines.example`)
        await typesInto(page, 'Your name', name)
        await typesInto(page, 'New password', 'another long day')
        await page.keyboard.press('Enter')
        await page.locator('#left-sidebar').waitFor({ state: 'attached' })
        await standsWell(page, `${name}, first view`)
        await page.goto(topic)
        await shown(page).getByText('Is anybody there?').waitFor()
        await write(page, `Here is ${name}`)
        await shown(ada).getByText(`Here is ${name}`).waitFor()
        await standsWell(page, `${name}, conversation`)
      }
      await shown(others.ben).getByText('Here is cleo').waitFor()

      const texts = ['one', 'two', 'three', 'four', 'five']
      for (const [index, text] of texts.entries()) {
        await write(ada, text)
        if (index === 2) {
          await server.kill()
          await write(ada, 'while it is away')
        }
      }
      await server.start()
      for (const text of [...texts, 'while it is away'])
        await ada.locator('article[data-message]').getByText(text, { exact: true }).waitFor()
      await ada.locator('.outgoing').waitFor({ state: 'detached' })
      const all = await shown(ada).allTextContents()
      for (const page of Object.values(others)) {
        await shown(page).getByText('five', { exact: true }).waitFor()
        assert.deepEqual(await shown(page).allTextContents(), all)
      }
      const later = await open()
      await later.goto(topic)
      await later.getByLabel('Email address').fill('ada@engines.example')
      await later.getByLabel('Password').fill('correct horse battery')
      await later.getByRole('button', { name: 'Sign in' }).click()
      await shown(later).getByText('five').waitFor()
      const fresh = await shown(later).allTextContents()
      assert.deepEqual(all, fresh)
      assert.deepEqual(fresh.slice(0, 3), ['Is anybody there?\nI am.', 'Here is ben', 'Here is cleo'])
      assert.deepEqual(fresh.slice(3), ['one', 'two', 'three', 'while it is away', 'four', 'five'])
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
      await server.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

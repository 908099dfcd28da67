import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { projectRoot } from '#platform/config'
import { freePort } from '../harness/port.ts'
import { hasBrowser, test } from './browser.ts'

/** What `npm start` runs, in a directory of its own. */
class NewServer {
  readonly dataDir: string
  #child: ChildProcess | undefined
  port = 0

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  /** Answers what it said, once it is ready. */
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

describe.skipIf(!hasBrowser)('a new server', () => {
  test('becomes a team of two who go on talking after a crash, without a terminal', async ({ browser }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-first-'))
    const server = new NewServer(dataDir)
    const contexts: BrowserContext[] = []
    const open = async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return context.newPage()
    }
    try {
      const setupUrl = /http:\S+\/setup\/\S+/.exec(await server.start())?.[0] as string
      const ada = await open()
      await ada.goto(setupUrl)
      await ada.getByLabel('Name of the team').fill('Analytical Engines')
      await ada.getByLabel('Your name').fill('Ada')
      await ada.getByLabel('Your e-mail address').fill('ada@engines.example')
      await ada.getByLabel('Password').fill('correct horse battery')
      await ada.getByLabel('Who else?').fill('ben@engines.example')
      await ada.getByRole('button', { name: 'Begin' }).click()
      const link = await ada.getByLabel('Link to join').inputValue()
      await ada.getByRole('link', { name: 'Open Loquat' }).click()
      await ada.locator('.left').getByRole('link', { name: 'general' }).click()
      await ada.getByRole('combobox', { name: 'Topic' }).fill('hello')
      await write(ada, 'Is anybody there?')
      await shown(ada).getByText('Is anybody there?').waitFor()
      // the way in works once
      const stranger = await open()
      assert.equal((await stranger.goto(setupUrl))?.status(), 404)

      // without mail, somebody with the link proves no address: an administrator invites, and the link is opened
      assert.include(link, '/join/')
      const topic = ada.url()

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
      const later = await open()
      await later.goto(topic)
      await later.getByLabel('E-mail address').fill('ada@engines.example')
      await later.getByLabel('Password').fill('correct horse battery')
      await later.getByRole('button', { name: 'Sign in' }).click()
      await shown(later).getByText('five').waitFor()
      const fresh = await shown(later).allTextContents()
      assert.deepEqual(all, fresh)
      assert.deepEqual(fresh, ['Is anybody there?', 'one', 'two', 'three', 'while it is away', 'four', 'five'])
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
      await server.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

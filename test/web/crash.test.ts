import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import type { Person } from '../harness/person.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, Visitor } from './browser.ts'
import { launchChromiumIn } from './chromium.ts'
import { secureTest as test } from './secure-test.ts'

/** Whether the text is committed to the browser's storage, where it survives a kill. */
const hasWords = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (text) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open('loquat words /'))
    const all = await asked<string[]>(database.transaction('words').objectStore('words').getAll())
    database.close()
    return all.some((one) => one.includes(text))
  }, text)

/** Starts the profile's browser again at `url`, signing in if the session wasn't on disk yet. */
async function comesBack(person: Person, folder: string, url: string) {
  const { context, pid } = await launchChromiumIn(folder)
  const visitor = new Visitor(person, context, await context.newPage())
  await visitor.page.goto(url)
  const where = await visitor.page.waitForSelector('.left, input[type=password]', { state: 'attached' })
  if (await where.evaluate((it) => it.matches('input'))) await visitor.signsIn()
  return { context, pid, visitor }
}

describe.skipIf(!hasBrowser)('a killed browser', () => {
  test('five messages written offline go out once, in order, after a crash', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben], 'plans')
    await say('Soup', ada)
    await (await visit(ada)).close()
    const folder = await mkdtemp(join(tmpdir(), 'loquat-browser-'))
    try {
      const first = await comesBack(ada, folder, `${address}/${hash}`)
      const here = first.visitor
      await here.sees('Soup')
      await first.context.route('**/api/v1/**', (route) => route.abort())
      const all = ['one', 'two', 'three', 'four', 'five']
      for (const text of all) await here.writes(`train ${text}`)
      await here.page.locator('.outgoing', { hasText: 'train one' }).getByText('Waiting for connection').waitFor()
      await here.page.locator('.outgoing', { hasText: 'train five' }).waitFor()
      await expect.poll(() => hasWords(here.page, 'train five'), { timeout: 180_000, interval: 50 }).toBe(true)
      const closed = first.context.waitForEvent('close')
      process.kill(first.pid, 'SIGKILL')
      await closed
      const second = await comesBack(ada, folder, `${address}/${hash}`)
      const back = second.visitor
      await back.sees('train five')
      await back.page.locator('.outgoing').first().waitFor({ state: 'detached' })
      const { messages } = await ben.send('GET', '/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'channel', operand: id }],
      })
      const written = (messages as { content: string }[]).map(({ content }) => content)
      assert.deepEqual(
        written.filter((text) => text.startsWith('train')),
        all.map((text) => `train ${text}`),
      )
      const shown = await back.page.locator('article[data-message] .content').allTextContents()
      assert.deepEqual(shown, ['Soup', ...all.map((text) => `train ${text}`)])
      assert.deepEqual(back.complaints, [])
      await second.context.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('unsent text survives a crash to the last second without the server', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'plans')
    const otherHash = hash.replace('plans', 'soups')
    await say('Soup', ada)
    // rule out restoring from the server
    await ada.send('PATCH', '/settings', { enable_drafts_synchronization: false })
    await (await visit(ada)).close()
    const folder = await mkdtemp(join(tmpdir(), 'loquat-browser-'))
    try {
      const first = await launchChromiumIn(folder)
      const here = new Visitor(ada, first.context, await first.context.newPage())
      await here.page.goto(`${address}/`)
      await here.signsIn()
      await first.context.route('**/api/v1/**', (route) => route.abort())
      await here.opens(otherHash)
      await here.composeField.pressSequentially('Elsewhere')
      await here.opens(hash)
      await here.composeField.pressSequentially('Half a sent')
      await here.composeField.pressSequentially('ence')
      // much sooner than local storage, which is flushed after up to a minute
      await expect.poll(() => hasWords(here.page, 'Half a sentence'), { timeout: 180_000, interval: 50 }).toBe(true)
      const closed = first.context.waitForEvent('close')
      process.kill(first.pid, 'SIGKILL')
      await closed
      const { context, visitor: back } = await comesBack(ada, folder, `${address}/${hash}`)
      const { page } = back
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a sentence')
      await back.opens(otherHash)
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Elsewhere')
      await back.composeField.fill('')
      await expect.poll(() => hasWords(page, 'Elsewhere'), { timeout: 120_000, interval: 50 }).toBe(false)
      await page.reload()
      await back.listens()
      await back.opens('#drafts')
      await page.getByRole('main').getByText('Half a sentence').waitFor()
      assert.equal(await page.getByRole('main').getByText('Elsewhere').count(), 0)
      assert.deepEqual(back.complaints, [])
      await context.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

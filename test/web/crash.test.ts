import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, describe, expect } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, Visitor } from './browser.ts'
import { launchChromiumIn } from './chromium.ts'

/** Whether the browser has written something to its disk by now. */
async function hasOnDisk(folder: string, text: string): Promise<boolean> {
  const storage = join(folder, 'Default/Local Storage/leveldb')
  const files = await Promise.all((await readdir(storage)).map((name) => readFile(join(storage, name)).catch(() => '')))
  return files.some((bytes) => bytes.includes(text))
}

describe.skipIf(!hasBrowser)('a browser that is killed', () => {
  test('has what was being written when it is back, though the server never had it', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'plans')
    await say('Soup', ada)
    // this alone would bring it back
    await ada.send('PATCH', '/settings', { enable_drafts_synchronization: false })
    await (await visit(ada)).close()
    const folder = await mkdtemp(join(tmpdir(), 'loquat-browser-'))
    try {
      const first = await launchChromiumIn(folder)
      const here = new Visitor(ada, first.context, await first.context.newPage())
      await here.page.goto(`${address}/`)
      await here.signsIn()
      await here.opens(hash)
      await here.composeField.pressSequentially('Half a sent')
      await expect.poll(() => hasOnDisk(folder, 'Half a sent'), { timeout: 120_000, interval: 200 }).toBe(true)
      const closed = first.context.waitForEvent('close')
      process.kill(first.pid, 'SIGKILL')
      await closed
      const second = await launchChromiumIn(folder)
      const back = new Visitor(ada, second.context, await second.context.newPage())
      const { page } = back
      await page.goto(`${address}/${hash}`)
      // the session may not have been on the disk yet
      const where = await page.waitForSelector('.left, input[type=password]', { state: 'attached' })
      if (await where.evaluate((it) => it.matches('input'))) await back.signsIn()
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a sent')
      assert.deepEqual(back.complaints, [])
      await second.context.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

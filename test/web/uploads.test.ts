import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, describe } from 'vitest'
import { RealServer } from '../harness/process.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'
import { launchChromium } from './chromium.ts'
import { drops, field, isWhole, linkIn, mib } from './dropped-files.ts'

describe.skipIf(!hasBrowser)('large files', () => {
  test('uploads resume in chunks when the network is back, and send nothing twice', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    const offsets: number[] = []
    let isBroken = false
    await page.route('**/api/v1/tus/**', async (route) => {
      if (route.request().method() === 'PATCH') {
        const offset = Number(route.request().headers()['upload-offset'])
        if (offset > 0 && !isBroken) {
          isBroken = true
          return route.abort('connectionreset')
        }
        offsets.push(offset)
      }
      return route.continue()
    })
    await drops(here, { name: 'film.bin', mib: 20 })
    const url = await linkIn(here)
    assert.deepEqual(offsets, [0, 8 * mib, 16 * mib])
    assert.isTrue(isBroken)
    assert.isTrue(await isWhole(here, url, 20))
    assert.equal(await page.getByRole('list', { name: 'Files' }).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('text typed after a file was attached follows its link', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.click()
    await here.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('Soup') })
    const url = await linkIn(here)
    await here.page.keyboard.type(' is for lunch')
    assert.equal(await here.composeField.inputValue(), `[menu.txt](${url}) is for lunch`)
    assert.deepEqual(here.complaints, [])
  })

  test('after a reload, choosing the same file again resumes its upload', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await field(here).fill('Look:')
    const offsets: number[] = []
    let isHeld = true
    await page.route('**/api/v1/tus/**', (route) => {
      const offset = Number(route.request().headers()['upload-offset'] ?? -1)
      if (route.request().method() === 'PATCH') offsets.push(offset)
      // the second chunk never arrives while the page is open
      return isHeld && offset > 0 ? undefined : route.continue()
    })
    await drops(here, { name: 'film.bin', mib: 9 })
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.85)
    while (!offsets.includes(8 * mib)) await new Promise((resolve) => setTimeout(resolve, 20))
    isHeld = false
    await page.reload()
    await page.getByText('Upload interrupted. Choose the file again to resume.').waitFor()
    assert.equal((await field(here).inputValue()).trim(), 'Look:')
    offsets.length = 0
    await drops(here, { name: 'film.bin', mib: 9 })
    const url = await linkIn(here)
    assert.deepEqual(offsets, [8 * mib])
    assert.isTrue(await isWhole(here, url, 9))
    assert.equal(await page.getByText('Upload interrupted').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  for (const [name, answer] of [
    ['keeps answering with a conflict', { status: 409 }],
    ['keeps losing the upload', { status: 404 }],
    ['takes pieces without keeping them', { status: 204, headers: { 'upload-offset': '0' } }],
  ] as const)
    test(`an upload to a server that ${name} fails after a few tries`, async ({ society, ada, ben, visit }) => {
      const { hash } = await makeTopic(society, [ada, ben], 'files')
      const here = await visit(ada)
      const { page } = here
      await here.opens(hash)
      let pieces = 0
      await page.route('**/api/v1/tus/**', (route) => {
        if (route.request().method() !== 'PATCH') return route.continue()
        // a client without a limit would go on for as long as the test waits
        return ++pieces > 50 ? undefined : route.fulfill(answer)
      })
      await drops(here, { name: 'film.bin', mib: 6 })
      await page.getByText('Couldn’t upload this file. Try again.').waitFor()
      assert.isAtMost(pieces, 6)
    })

  test('a file that can no longer be read is named as the cause', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    const folder = await mkdtemp(join(tmpdir(), 'loquat-chosen-'))
    try {
      for (const [name, size] of [
        ['small.txt', 1],
        ['large.bin', 6],
      ] as const) {
        await here.opens('#inbox')
        await here.opens(hash)
        const path = join(folder, name)
        await writeFile(path, Buffer.alloc(size * mib, 'x'))
        let change: (() => Promise<void>) | undefined = () => rm(path)
        await page.route(/\/api\/v1\/(?:tus|user_uploads)/, async (route) => {
          await change?.()
          change = undefined
          return route.abort('connectionreset')
        })
        await page.locator('form input[type=file]').first().setInputFiles(path)
        await page.getByText('Can’t read this file. It may have been changed, moved, or deleted.').waitFor()
        await page.getByRole('button', { name: `Remove ${name}` }).click()
        await page.unrouteAll()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('a canceled upload is deleted on the server too', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await page.route('**/api/v1/tus/**', (route) =>
      Number(route.request().headers()['upload-offset'] ?? 0) > 0 ? undefined : route.continue(),
    )
    await drops(here, { name: 'film.bin', mib: 9 })
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.85)
    const gone = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.status() === 204)
    await page.getByRole('button', { name: 'Remove film.bin' }).click()
    await gone
    await page.getByRole('list', { name: 'Files' }).waitFor({ state: 'detached' })
    assert.equal((await field(here).inputValue()).trim(), '')
    const left = await society.org.db.read((tx) =>
      tx.selectFrom('resumable_upload').select('id').where('org_id', '=', society.org.id).execute(),
    )
    assert.deepEqual(left, [])
  })

  test('received chunks survive killing the server', async () => {
    const server = await RealServer.prepare()
    const browser = await launchChromium()
    try {
      await server.createOrganization()
      await server.start()
      const page = await browser.newPage()
      const here = { page }
      await page.goto(`${server.url}/`)
      await page.getByLabel('Email address').fill('ada@society.example')
      await page.getByLabel('Password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('#left-sidebar').waitFor({ state: 'attached' })
      await page.evaluate(() => {
        location.hash = '#narrow/dm/8-dm'
      })
      await page.keyboard.press('x')
      await field(here).waitFor()
      const offsets: number[] = []
      let killed: Promise<unknown> | undefined
      await page.route('**/api/v1/tus/**', async (route) => {
        if (route.request().method() === 'PATCH') {
          const offset = Number(route.request().headers()['upload-offset'])
          offsets.push(offset)
          if (offset > 0 && !killed) {
            killed = server.end('SIGKILL')
            await killed
          }
        }
        return route.continue().catch(() => {})
      })
      await drops(here, { name: 'film.bin', mib: 9 })
      while (!killed) await new Promise((resolve) => setTimeout(resolve, 20))
      await page.getByText('Upload will resume when you’re back online.').waitFor()
      await server.start()
      const url = await linkIn(here)
      assert.equal(offsets[0], 0)
      assert.equal(offsets.filter((offset) => offset === 0).length, 1, 'nothing is sent from the beginning again')
      assert.isTrue(await isWhole(here, url, 9))
    } finally {
      await browser.close()
      await server.dispose()
    }
  })
})

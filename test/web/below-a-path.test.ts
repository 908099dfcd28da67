import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { startServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { sendFiles, upload } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { test as base, hasBrowser } from './browser.ts'

const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.test/team/chat' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})

describe.skipIf(!hasBrowser)('a server below a path', () => {
  test('the client below a path signs in, sends, shows images, follows links, and signs out', async ({
    society,
    ada,
    ben,
    visit,
    address,
  }) => {
    assert.match(address, /\/team\/chat$/)
    const { hash, say } = await makeTopic(society, [ada, ben], 'paths')
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#05a' } })
      .png()
      .toBuffer()
    await sendFiles(ada, '/realm/emoji/party', [{ filename: 'party.png', content }])
    const { url } = await upload(ben, 'plan.png', content)
    const id = await say(`[the plan](${url}) :party: is in #**design>paths**`)
    await ben.send('POST', `/messages/${id}/reactions`, { emoji_name: 'party' })
    const here = await visit(ada)
    const { page } = here
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    await here.opens(hash)
    const pictures = page.locator('article .content img, article .reactions img, article img.emoji')
    await pictures.first().waitFor()
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll<HTMLImageElement>('article img')]
      return all.length >= 3 && all.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    })
    const link = here.message('is in').getByRole('link', { name: /design/ })
    assert.equal(new URL(await link.evaluate((it: HTMLAnchorElement) => it.href)).pathname, '/team/chat/')
    await link.click()
    await here.writes('from below a path')
    await here.sees('from below a path')
    await page.reload()
    await here.listens()
    await here.sees('from below a path')
    const astray = asked.filter((path) => !path.startsWith('/team/chat/'))
    assert.deepEqual([astray, missing], [[], []])
    assert.ok(asked.some((path) => path.endsWith('.woff2')) && asked.some((path) => path.endsWith('.css')))
    await page.goto(`${address}/accounts/logout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto(`${address}/`)
    await page.getByLabel('Password').waitFor()
    assert.deepEqual(here.complaints, [])
  })
})

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, assert, beforeAll, test } from '#test'
import { publicChannels, writeSite } from '../../src/features/data/exports/site/write.ts'
import { makeChannel } from '../harness/channel.ts'
import { launchChromium } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

test('the site works from disk: reading and searching, light, dark, and narrow', async ({ ada, ben }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  await ada.send('PATCH', `/streams/${garden}`, { description: 'What **grows**, and where.' })
  const say = (content: string, topic = 'roses') => ben.sends(content, { channel: garden, topic })
  await say('The *climbing* roses need a `trellis`:\n\n```python\nprint("rose")\n```\n\n> and water')
  const id = await say('@**Ada** shall we plant tulips? $$x^2 + y^2$$ :tulip:')
  await ada.send('POST', `/messages/${id}/reactions`, { emoji_name: 'tulip' })
  await say('| what | when |\n|---|---|\n| tulips | October |\n| roses | March |', 'calendar <script>')
  for (let n = 0; n < 6; n++) await say(`Water can number ${n}, straße`, 'tools')
  const folder = await mkdtemp(join(ada.server.runtime.config.dataDir, 'site-'))
  const { blobs } = ada.server.runtime
  await writeSite({ org: ada.org, blobs, folder, channels: publicChannels(ada.org), perPage: 4 })

  const shots = process.env.LOQUAT_SHOTS
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1100, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
      const page = await context.newPage()
      const outside: string[] = []
      page.on('request', (request) => !request.url().startsWith('file:') && outside.push(request.url()))
      page.on('pageerror', (error) => outside.push(error.message))
      const shot = async (name: string) => {
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, name)
        if (shots) await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${width}.png`) })
      }
      await page.goto(pathToFileURL(join(folder, 'index.html')).href)
      await shot('index')
      await page.getByRole('link', { name: '# garden' }).click()
      await shot('channel')
      await page.getByRole('link', { name: 'roses' }).click()
      await page.getByText('climbing').waitFor()
      await page.getByText('🌷', { exact: false }).first().waitFor()
      await shot('topic')
      await page.getByRole('searchbox').fill('TULIPS ben')
      await page.getByText('2 found.').waitFor()
      await shot('found')
      await page.getByRole('searchbox').fill('number 5')
      await page.getByText('1 found.').waitFor()
      await page.getByRole('link', { name: 'garden › tools' }).click()
      await page.getByText('Water can number 5').waitFor()
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByText('No results.').waitFor()
      assert.deepEqual(outside, [])
      await context.close()
    }
})

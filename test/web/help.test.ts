import { join } from 'node:path'
import { describe } from 'vitest'
import { loadHelp } from '#platform/help'
import { assert } from '#test'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

const shots = process.env.LOQUAT_SHOTS

describe.skipIf(!hasBrowser)('help pages', () => {
  test('help pages are accessible in light, dark, and narrow layouts', async ({ browser, address }) => {
    const { pages } = await loadHelp()
    const names = pages.map(({ name }) => name)
    const looks = [
      { colorScheme: 'light', width: 1200, shown: ['formatting'] },
      { colorScheme: 'dark', width: 390, shown: names },
      ...(shots
        ? ([
            { colorScheme: 'dark', width: 1200, shown: names },
            { colorScheme: 'light', width: 390, shown: names },
          ] as const)
        : []),
    ] as const
    for (const { colorScheme, width, shown } of looks) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
      for (const name of ['', ...shown, 'search?q=topic']) {
        await page.goto(`${address}/help/${name}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, name)
        if (['', 'formatting', 'search?q=topic'].includes(name))
          assert.deepEqual(await problems(page), [], `${name} ${colorScheme} ${width}`)
        if (shots)
          await page.screenshot({
            path: join(shots, `help-${name.replace(/\W/g, '-')}-${colorScheme}-${width}.png`),
            fullPage: true,
          })
      }
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('help search works while typing, and by keyboard alone', async ({ browser, address }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
    await page.goto(`${address}/help/`)
    await page.keyboard.press('/')
    await page.keyboard.type('mute a topic')
    await page.locator('#found a').first().waitFor()
    await page
      .getByRole('status')
      .getByText(/results/)
      .waitFor({ state: 'attached' })
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/help\/topics#muting-and-following$/)
    await page.keyboard.press('/')
    await page.keyboard.type('bold')
    await page.locator('#found a').first().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('#found a').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('help search works without scripts', async ({ browser, address }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${address}/help/`)
    await page.getByRole('searchbox').fill('poll')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Polls and to-do lists', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Polls and to-do lists' }).waitFor()
    await context.close()
  })

  test('help opens with one key in the chat, and is found by page titles', async ({ ada, visit }) => {
    const { page, complaints } = await visit(ada)
    const shot = async (name: string) => {
      if (shots) await page.screenshot({ path: join(shots, `${name}.png`) })
    }
    await page.keyboard.press('?')
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open help' })
    await link.waitFor()
    assert.match((await link.getAttribute('href')) ?? '', /^help\/$/)
    await shot('sheet-of-keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('skin tones')
    const option = page.getByRole('option', { name: /Skin tones/ })
    await option.waitFor()
    await shot('palette')
    const opened = page.waitForEvent('popup')
    await option.click()
    await (await opened).waitForURL(/\/help\/emoji-and-reactions#skin-tones$/)
    await page.evaluate(() => {
      location.hash = '#settings/appearance'
    })
    const about = page.getByRole('link', { name: 'Help for this page' })
    await about.waitFor()
    await shot('settings-help')
    assert.equal(await about.getAttribute('href'), 'help/settings#light-and-dark')
    assert.deepEqual(complaints, [])
  })
})

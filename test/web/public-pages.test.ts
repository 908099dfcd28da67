import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe } from 'vitest'
import { assert } from '#test'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import type { Person } from '../harness/person.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** A folder for screenshots of every page. */
const pictures = process.env.LOQUAT_SCREENSHOTS

const open = async (ada: Person, ben: Person, name: string) =>
  makeChannel(ada.org, name, [ada, ben], { is_web_public: true })

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    // axe tries to inject styles
    const isOurs = !/^(?:Failed to load resource|Applying inline style)/.test(line.text())
    if (line.type() === 'error' && isOurs) complaints.push(line.text())
  })
  return complaints
}

describe.skipIf(!hasBrowser)('public pages in a browser', () => {
  test('public pages can be read and searched without reloading, light, dark, and narrow', async ({
    browser,
    address,
    ada,
    ben,
  }) => {
    await ada.send('PATCH', '/realm', { enable_spectator_access: true })
    const square = await open(ada, ben, 'the square')
    await open(ada, ben, 'garden')
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#05a' } })
      .png()
      .toBuffer()
    const [first, second] = [await upload(ben, 'plan.png', content), await upload(ben, 'map.png', content)]
    const code = 'print("rose")'
    const id = await ben.sends(`Rain **at last**\n\n\`\`\`python\n${code}\n\`\`\``, {
      channel: square,
      topic: 'weather',
    })
    await ben.sends(`[the plan](${first.url})\n[the map](${second.url})`, { channel: square, topic: 'weather' })
    await ben.sends('```spoiler The end\nEverybody lives\n```', { channel: square, topic: 'weather' })
    await ada.sends(`See #**the square>weather@${id}**`, { channel: square, topic: 'roses' })
    for (const { colorScheme, width } of [
      { colorScheme: 'light', width: 1200 },
      { colorScheme: 'dark', width: 390 },
      ...(pictures
        ? ([
            { colorScheme: 'dark', width: 1200 },
            { colorScheme: 'light', width: 390 },
          ] as const)
        : []),
    ] as const) {
      const context = await browser.newContext({
        ...{ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce', timezoneId: 'Asia/Tokyo' },
      })
      const page = await context.newPage()
      const complaints = complaintsOf(page)
      const look = async (name: string) => {
        if (pictures)
          await page.screenshot({
            path: join(pictures, `public, ${name}, ${colorScheme} ${width}.png`),
            fullPage: true,
          })
        const found = [...(await layoutProblems(page)), ...(await problems(page))]
        assert.deepEqual(found, [], `${name} ${colorScheme} ${width}`)
      }
      const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.goto(`${address}/public/`)
      await look('all channels')
      await page.evaluate('window.isSamePage = true')
      await page.locator('main').getByRole('link', { name: '# the square' }).click()
      await heading('# the square')
      await look('channel')
      await page.getByRole('link', { name: 'weather' }).click()
      await heading('weather')
      assert.match(await page.title(), /^weather · # the square/)
      await page.locator('main img').first().waitFor()
      await look('topic')
      // half the world away from UTC
      const time = page.locator('article time').first()
      assert.match((await time.getAttribute('title')) ?? '', /UTC$/)
      assert.doesNotMatch((await time.textContent()) ?? '', /UTC/)
      await page.locator('.copyable').hover()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      await page.getByRole('searchbox').focus()
      await page.keyboard.press('Control+V')
      assert.equal((await page.getByRole('searchbox').inputValue()).trim(), code)
      await page.getByRole('searchbox').fill('')
      await page.getByText('The end').click()
      await page.getByText('Everybody lives').waitFor()
      await page.locator('main a:has(img)').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.waitForFunction(() => (document.querySelector('dialog img') as HTMLImageElement).naturalWidth > 0)
      await look('picture')
      const shown = () => dialog.getByRole('img').getAttribute('src')
      const before = await shown()
      await page.keyboard.press('ArrowRight')
      assert.notEqual(await shown(), before)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('/')
      await page.keyboard.type('rain')
      await page.keyboard.press('Enter')
      await heading('Search: rain')
      await look('search')
      await page.getByRole('link', { name: '# the square › weather' }).click()
      await heading('weather')
      assert.equal(new URL(page.url()).hash, `#message-${id}`)
      await page.goBack()
      await heading('Search: rain')
      await page.goForward()
      await heading('weather')
      assert.equal(await page.evaluate('window.isSamePage'), true)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('public pages show new messages, edits, and deletions, and close with their channel', async ({
    browser,
    address,
    ada,
    ben,
  }) => {
    await ada.send('PATCH', '/realm', { enable_spectator_access: true })
    const square = await open(ada, ben, 'square')
    const first = await ben.sends('Rain', { channel: square, topic: 'weather' })
    const second = await ben.sends('Snow', { channel: square, topic: 'weather' })
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.clock.install()
    await page.goto(`${address}/public/channel/${square}/topic/weather`)
    await page.getByText('Snow').waitFor()
    await ada.sends('Sun', { channel: square, topic: 'weather' })
    await ben.send('PATCH', `/messages/${first}`, { content: 'Hail' })
    await ada.send('DELETE', `/messages/${second}`)
    await page.clock.fastForward(31_000)
    await page.getByText('Sun', { exact: true }).waitFor()
    assert.deepEqual(await page.locator('article .text').allInnerTexts(), ['Hail', 'Sun'])
    assert.equal(await page.locator('article time:not([title])').count(), 0)
    await page.goto(`${address}/public/channel/${square}`)
    await ada.sends('Red', { channel: square, topic: 'roses' })
    await page.clock.fastForward(31_000)
    await page.getByRole('link', { name: 'roses' }).waitFor()
    await ada.send('PATCH', '/realm', { enable_spectator_access: false })
    await page.clock.fastForward(31_000)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('public pages expose nothing else, and sign-in leads to the conversation', async ({
    browser,
    address,
    ada,
    ben,
    visit,
  }) => {
    await ada.send('PATCH', '/realm', { enable_spectator_access: true })
    const square = await open(ada, ben, 'square')
    const shown = await ben.sends('Rain', { channel: square, topic: 'weather' })
    const kitchen = await makeChannel(ada.org, 'XYZZY kitchen', [ada, ben])
    const cellar = await makeChannel(ada.org, 'XYZZY cellar', [ada, ben], { invite_only: true })
    const closed = [
      await ben.sends('XYZZY soup', { channel: kitchen, topic: 'XYZZY' }),
      await ben.sends('XYZZY wine', { channel: cellar, topic: 'XYZZY' }),
    ]
    closed.push(await ben.sends('XYZZY us', ada))
    const context = await browser.newContext()
    const page = await context.newPage()
    const told: string[] = []
    page.on('response', async (response) => {
      if (!response.url().includes('XYZZY')) told.push(await response.text().catch(() => ''))
    })
    // each is opened fresh, like a bookmark
    const hashes = [
      ...[kitchen, cellar, 987_654].flatMap((id) => [
        `#narrow/channel/${id}-x`,
        `#narrow/channel/${id}-x/topic/XYZZY/near/${closed[0]}`,
        `#topics/channel/${id}`,
      ]),
      ...['#narrow/dm/7-ben', '#inbox', '#narrow/is/starred', '#settings', '#organization/users/active'],
    ]
    for (const hash of hashes) {
      await page.goto('about:blank')
      await page.goto(`${address}/${hash}`)
      await page.getByLabel('Password').waitFor()
      assert.equal(new URL(page.url()).pathname, '/accounts/login', hash)
    }
    // an inaccessible message leads to its accessible parent, and no further
    for (const id of closed) {
      await page.goto('about:blank')
      await page.goto(`${address}/#narrow/channel/${square}-square/topic/weather/near/${id}`)
      await page.getByText('Rain').waitFor()
      await page.goto(`${address}/public/message/${id}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await page.goto(`${address}/public/search?words=XYZZY`)
    await page.getByText('No results.').waitFor()
    for (const text of told) assert.ok(!text.includes('XYZZY'), text.slice(0, 500))

    // by an old link, and through sign-in to the same conversation
    await page.goto('about:blank')
    await page.goto(`${address}/#narrow/stream/${square}-square/subject/weather/near/${shown}`)
    await page.getByText('Rain').waitFor()
    assert.equal(new URL(page.url()).hash, `#message-${shown}`)
    await page.getByRole('link', { name: 'Sign in to join the conversation' }).click()
    await page.getByLabel('Email address').waitFor()
    // visit() sets the password
    const there = await visit(ben)
    await there.close()
    await page.getByLabel('Email address').fill(ben.email)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('article[data-message]', { hasText: 'Rain' }).first().waitFor()
    assert.match(
      decodeURIComponent(new URL(page.url()).hash),
      new RegExp(`^#narrow/channel/${square}-square/topic/weather`),
    )
    // if you're signed in, a public page leads straight to the conversation
    await page.goto(`${address}/public/channel/${square}/topic/weather`)
    await page.getByRole('link', { name: 'Sign in to join the conversation' }).click()
    await page.locator('article[data-message]', { hasText: 'Rain' }).first().waitFor()
    await context.close()
  })
})

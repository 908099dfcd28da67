import type { Browser, Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { test as base, hasBrowser, isFirefox, patient } from './browser.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'

/** With scrollbars that take up space, as on Windows and Linux. */
const test = base.extend<{ browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const browser = patient(await (isFirefox ? launchFirefox() : launchChromium({ hasScrollbars: true })))
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
})

const views = [
  ...['inbox', 'recent', 'catch-up', 'feed', 'drafts', 'scheduled', 'reminders', 'channels/all', 'channels/new'],
  ...['groups/all', 'settings/profile', 'settings/appearance', 'settings/notifications', 'settings/account'],
  ...['organization/organization-profile', 'organization/users/active', 'organization/emoji-settings'],
  ...['narrow/is/starred', 'narrow/search/one', 'nonsense'],
]
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** Elements with a scrollbar and nothing to scroll, and the page itself if it has one. */
const emptyScrollbars = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const found: string[] = []
    const { clientWidth, clientHeight } = document.documentElement
    if (clientWidth < innerWidth || clientHeight < innerHeight) found.push('the page')
    for (const one of document.querySelectorAll<HTMLElement>('body, body *')) {
      if (!(one instanceof HTMLElement) || one.clientWidth === 0 || !one.checkVisibility()) continue
      const style = getComputedStyle(one)
      const px = (name: 'Left' | 'Right' | 'Top' | 'Bottom') => Number.parseFloat(style[`border${name}Width`])
      const beside = one.offsetWidth - one.clientWidth - px('Left') - px('Right')
      const below = one.offsetHeight - one.clientHeight - px('Top') - px('Bottom')
      const name = `<${one.localName} class="${one.className}">`
      // a pixel or two is too little to scroll
      const [scrollsDown, scrollsAcross] = [style.overflowY, style.overflowX].map((it) => /auto|scroll/.test(it))
      if (scrollsDown && beside > 4 && one.scrollHeight - one.clientHeight <= 2) found.push(`${name} beside it`)
      if (scrollsAcross && below > 4 && one.scrollWidth - one.clientWidth <= 2) found.push(`${name} below it`)
    }
    return found
  })

describe.skipIf(!hasBrowser)('scrollbars', () => {
  test('no view shows a scrollbar with nothing to scroll', async ({ society, ada, ben, visit }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben])
    for (let n = 0; n < 30; n++) await say(`One thing, ${n}`)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('One thing, 29')
    const bar = await page.evaluate(() => {
      const feed = document.querySelector('.feed') as HTMLElement
      return feed.offsetWidth - feed.clientWidth
    })
    assert.isAbove(bar, 4, 'this browser shows scrollbars')
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const view of [hash.slice(1), `topics/channel/${id}-design`, ...views]) {
        await here.opens(`#${view}`)
        await page.locator('#messages').waitFor()
        assert.deepEqual(await emptyScrollbars(page), [], `${view} ${size.width}`)
      }
    }
    assert.deepEqual(here.complaints, [])
  })

  test('menus, cards, and dialogs leave the page without a scrollbar', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('One thing')
    const here = await visit(ada)
    const { page } = here
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const key of ['?', 'Control+k', 'i', ':', 'm', 'u']) {
        await here.opens(hash)
        await here.sees('One thing')
        await page.locator('article[data-message]').last().focus()
        await page.keyboard.press(key)
        await page.locator('dialog[open], :popover-open').first().waitFor()
        assert.deepEqual(await emptyScrollbars(page), [], `${key} ${size.width}`)
        await page.keyboard.press('Escape')
        await page.waitForFunction(() => !document.querySelector('dialog[open], :popover-open'))
      }
    }
    assert.deepEqual(here.complaints, [])
  })
})

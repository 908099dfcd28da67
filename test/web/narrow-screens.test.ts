import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Touch input, dispatched as browser events. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    async swipes(from: { x: number; y: number }, to: { x: number; y: number }) {
      await touch('touchStart', [from])
      for (let step = 1; step <= 5; step++)
        await touch('touchMove', [
          { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 },
        ])
      await touch('touchEnd', [])
    },
    presses: (at: { x: number; y: number }) => touch('touchStart', [at]),
    lifts: () => touch('touchEnd', []),
  }
}

describe.skipIf(!hasBrowser)('narrow screens', () => {
  test('a swipe that can scroll a code block opens no sidebar', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say(`\`\`\`\n${'wide '.repeat(80)}\n\`\`\``)
    const here = await visit(ada, phone)
    const { page } = here
    await here.opens(hash)
    // in right-to-left languages, avatars are on the right and text begins near the left edge
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    const block = page.locator('.content pre').first()
    const scrollTo = (to: number) => block.evaluate((one, left) => one.scrollTo(left, 0), to)
    const { x, y, height } = await block.boundingBox().then((box) => box ?? assert.fail('no code block'))
    assert.isBelow(x, 24)
    const one = await finger(page)
    const right = page.locator('.right')
    const swipes = () => one.swipes({ x: 24, y: y + height / 2 }, { x: 164, y: y + height / 2 })
    await scrollTo(200)
    await swipes()
    await page.waitForFunction((pre) => pre && pre.scrollLeft < 200, await block.elementHandle())
    assert.equal(await page.locator('.app.none-open').count(), 1)
    await scrollTo(0)
    await swipes()
    await right.getByRole('link', { name: /Ben/ }).waitFor()
  })

  test('sidebars are swiped in from the edges and back', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada, phone)
    const { page } = here
    await here.opens(hash)
    await here.sees('Hello')
    const one = await finger(page)
    const left = page.locator('#left-sidebar')
    const right = page.locator('.right')
    await one.swipes({ x: 4, y: 400 }, { x: 200, y: 410 })
    await left.waitFor({ state: 'visible' })
    assert.deepEqual(await problems(page), [])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      assert.deepEqual(await layoutProblems(page), [])
    }
    await page.setViewportSize(phone.viewport)
    await one.swipes({ x: 300, y: 400 }, { x: 100, y: 410 })
    await left.waitFor({ state: 'hidden' })
    await one.swipes({ x: 386, y: 400 }, { x: 180, y: 410 })
    await right.getByRole('link', { name: /Ben/ }).waitFor()
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(await layoutProblems(page), [])
    await one.swipes({ x: 100, y: 400 }, { x: 300, y: 410 })
    await right.waitFor({ state: 'hidden' })
    await one.swipes({ x: 4, y: 200 }, { x: 80, y: 600 })
    await one.swipes({ x: 150, y: 400 }, { x: 330, y: 410 })
    assert.isFalse(await left.isVisible())
    assert.deepEqual(here.complaints, [])
  })

  test('a long press on a channel opens its menu, and nothing else', async ({ society, ada, ben, visit }) => {
    const { id, hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada, phone)
    const { page } = here
    await here.opens('#inbox')
    await page.getByRole('button', { name: 'Menu' }).click()
    const link = page.locator('#left-sidebar').getByRole('link', { name: 'design' })
    const box = await link.boundingBox()
    const one = await finger(page)
    await one.presses({ x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 10 })
    const menu = page.getByRole('menu', { name: 'Actions: #design' })
    await menu.waitFor()
    await one.lifts()
    assert.equal(new URL(page.url()).hash, '#inbox')
    const sheet = await menu.boundingBox()
    assert.equal(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0)), phone.viewport.height)
    assert.deepEqual(await problems(page), [])
    await menu.getByRole('menuitem', { name: 'Go to channel' }).tap()
    await page.getByRole('heading', { level: 1, name: 'design' }).waitFor()
    assert.include(hash, String(id))
    assert.deepEqual(here.complaints, [])
  })

  test('Escape or a press outside closes the people sidebar over the messages', async ({ ada, visit }) => {
    const here = await visit(ada, { viewport: { width: 1000, height: 800 } })
    const { page } = here
    const button = page.locator('.heading').getByRole('button', { name: 'People' })
    const people = page.locator('.right')
    await button.click()
    await people.getByRole('link', { name: /Ada/ }).waitFor()
    await page.keyboard.press('Escape')
    await people.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.matches('.people-button'))
    await button.click()
    await people.getByRole('link', { name: /Ada/ }).waitFor()
    await page.mouse.click(400, 500)
    await people.waitFor({ state: 'hidden' })
    assert.deepEqual(here.complaints, [])
  })

  test('deeply nested lists, quotes, and spoilers fit on a phone', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const levels = Array.from({ length: 20 }, (_, at) => at)
    const fence = (level: number) => '`'.repeat(23 - level)
    await say(levels.map((level) => `${'  '.repeat(level)}- level ${level}`).join('\n'))
    await say(levels.map((level) => `${'   '.repeat(level)}1. step ${level}`).join('\n'))
    await say(levels.map((level) => `${'> '.repeat(level + 1)}quote ${level}`).join('\n>\n'))
    await say(
      `${levels.map((level) => `${fence(level)}spoiler Header\nsecret ${level}`).join('\n')}\n${levels
        .toReversed()
        .map(fence)
        .join('\n')}`,
    )
    await say('After it.')
    const here = await visit(ada, phone)
    const { page } = here
    await here.opens(hash)
    await here.sees('After it.')
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true
    })
    const sideways = await page.locator('.feed').evaluate((feed) => {
      feed.scrollLeft = 500
      return { scrolled: feed.scrollLeft, wider: feed.scrollWidth - feed.clientWidth }
    })
    assert.deepEqual(sideways, { scrolled: 0, wider: 0 })
    for (const text of ['level 19', 'step 19', 'quote 19', 'secret 19']) {
      const box = await here.message(text).getByText(text).last().boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.width > 40, `${text}: ${JSON.stringify(box)}`)
    }
    assert.deepEqual(here.complaints, [])
  })
})

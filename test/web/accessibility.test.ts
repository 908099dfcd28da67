import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { focusProblems } from './focus.ts'
import { layoutProblems } from './layout.ts'

const texts = [
  'Hello **world**, see #**design** and `code`',
  '```python\ndef ship(release: str) -> bool:\n    """When CI is green."""\n    return release == "2.4"  # and not before\n```',
  '> quoted\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  '$$E = mc^2$$ and ~~struck~~',
  '```spoiler Ending\nThey ship it.\n```',
]

describe.skipIf(!hasBrowser)('accessibility', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`pages have no accessibility problems, ${colorScheme}`, async ({ society, ada, ben, visit }) => {
      const id = await makeChannel(society.org, 'design', [ada, ben])
      for (const content of texts) await ben.sends(content, { channel: id, topic: 'release' })
      await ben.sends('@**Ada** hello', ada)
      const here = await visit(ada, { colorScheme })
      assert.deepEqual(await problems(here.page), [])
      for (const hash of ['#feed', `#narrow/channel/${id}-design/topic/release`, '#narrow/is/mentioned']) {
        await here.opens(hash)
        await here.page.locator('article[data-message]').first().waitFor()
        assert.deepEqual(await problems(here.page), [], hash)
      }
      assert.deepEqual(here.complaints, [])
    })

  test('screen readers announce new messages here, and mentions elsewhere', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const say = (topic: string, content: string) => ben.sends(content, { channel: id, topic })
    await say('release', 'Before')
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/release`)
    await here.sees('Before')
    const log = here.page.getByRole('log')
    await say('elsewhere', 'Not for them')
    await say('release', 'Can we **ship**?')
    await say('elsewhere', 'Look, @**Ada**')
    await ben.sends('Lunch?', ada)
    await here.writes('My own')
    await log.getByText('Ben to you: Lunch?').waitFor({ state: 'attached' })
    assert.deepEqual(await log.locator('p').allTextContents(), [
      'Ben: Can we ship?',
      'Ben in #design › elsewhere: Look, @Ada',
      'Ben to you: Lunch?',
    ])
    assert.deepEqual(here.complaints, [])
  })

  test('at 400 percent zoom everything stays readable and reachable, without animation', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const content of texts) await ben.sends(content, { channel: id, topic: 'release' })
    // a screen of 1280 by 1024, four times as large
    const here = await visit(ada, { viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' })
    const { page } = here
    for (const hash of [
      '#inbox',
      `#narrow/channel/${id}-design/topic/release`,
      '#settings/appearance',
      '#channels/all',
    ]) {
      await here.opens(hash)
      await page.locator('.conversations, .feed article, .settings, .directory').first().waitFor()
      assert.deepEqual(await layoutProblems(page), [], hash)
      assert.deepEqual(await focusProblems(page, new Set()), [], hash)
    }
    // nothing animates by itself
    assert.deepEqual(await page.evaluate(() => document.getAnimations().map((one) => one.constructor.name)), [])
    assert.deepEqual(here.complaints, [])
  })

  test('undo stays available without a time limit, and a press can be aborted', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    await page.reload()
    await page.locator('#left-sidebar').waitFor()
    await ben.sends('Can we ship?', { channel: id, topic: 'release' })
    await page
      .locator('.conversations')
      .getByRole('link', { name: /release/ })
      .focus()
    await page.keyboard.press('e')
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await page.clock.fastForward('10:00')
    await page.keyboard.press('Tab')
    assert.isTrue(await undo.isVisible())
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    assert.isFalse(await undo.isVisible())
    await page.mouse.move(5, 5)
    await page.mouse.down()
    await dialog.getByRole('heading').first().hover()
    await page.mouse.up()
    assert.isTrue(await dialog.isVisible())
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })

  test('a conversation is found, read, and answered by keyboard alone', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Can we ship?', { channel: id, topic: 'release' })
    const { page } = await visit(ada)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Skip to messages' }).waitFor()
    const topic = page.locator('.conversations').getByRole('link', { name: /release/ })
    for (let presses = 0; presses < 60 && !(await topic.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('article[data-message]', { hasText: 'Can we ship?' }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('Yes.')
    await page.keyboard.press('Control+Enter')
    await page.locator('article[data-message]', { hasText: 'Yes.' }).waitFor()
  })

  test('on a narrow screen nothing is cut off, and the menu leads everywhere', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const content of texts)
      await ben.sends(content, { channel: id, topic: 'a topic with quite a long name indeed' })
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await here.page.getByRole('button', { name: 'Menu' }).click()
    await here.page
      .locator('#left-sidebar')
      .getByRole('link', { name: /design/ })
      .click()
    await here.page.locator('article[data-message]').first().waitFor()
    for (const width of [390, 320]) {
      await here.page.setViewportSize({ width, height: 700 })
      assert.isAtMost(await here.page.evaluate(() => document.documentElement.scrollWidth), width)
    }
    assert.deepEqual(await problems(here.page), [])
  })
})

import type { Locator, Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { settles } from './in-view.ts'

const cardIn = (page: Page) => page.getByRole('tooltip')

/** Opens a conversation, once the page watches the pointer. */
async function opens(here: Visitor, hash: string, text: string): Promise<void> {
  await here.opens(hash)
  await here.sees(text)
  await here.page.waitForFunction(() => performance.getEntriesByName('watches people').length > 0)
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('Not visible')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe.skipIf(!hasBrowser)('hover cards', () => {
  test('hovering over a name shows a card, and clicking the card opens the profile', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben, cleo])
    await ben.send('POST', '/users/me/status', { status_text: 'At the loom' })
    await ben.send('PATCH', '/settings', { timezone: 'Asia/Kolkata' })
    await say('From Ben', ben)
    await say('Ask @**Ben** about it', cleo)
    const here = await visit(ada, { locale: 'en-US' })
    const { page } = here
    await opens(here, hash, 'From Ben')
    const card = cardIn(page)
    const name = here.message('From Ben').getByRole('button', { name: 'Ben', exact: true })
    await name.hover()
    await card.getByText('At the loom').waitFor()
    assert.match((await card.textContent()) ?? '', /Ben.*Member · \w{3},? \d/)
    assert.isFalse(await overlap(card, name))
    assert.deepEqual(await problems(page), [])

    // Escape closes the card only
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    assert.include(page.url(), hash)

    const mention = here.message('Ask').getByRole('button', { name: '@Ben' })
    await mention.hover()
    await card.getByText('At the loom').click()
    await page.getByRole('dialog', { name: 'About Ben' }).getByText('Channels in common').waitFor()
    assert.equal(await card.count(), 0)
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(here.complaints, [])
  })

  test('from one row to the next, the same card changes its person', async ({ society, ada, ben, cleo, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben, cleo])
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    await opens(here, hash, 'Hello')
    const card = cardIn(page)
    const list = page.getByRole('complementary', { name: 'People' })
    const row = (name: string) => list.getByRole('link', { name: new RegExp(`^${name}`) })
    await row('Ben').hover()
    await card.getByText('Ben').waitFor()
    await settles(card)
    assert.isFalse(await overlap(card, row('Ben')))
    await card.evaluate((element) => element.classList.add('same'))
    await row('Cleo').hover()
    await page.locator('.hover-card.same', { hasText: 'Cleo' }).waitFor()
    assert.isFalse(await overlap(card, row('Cleo')))

    // the pointer can reach the card, which stays
    await card.hover()
    await page.locator('.hover-card.same', { hasText: 'Cleo' }).waitFor()
    await here.message('Hello').hover()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })

  test('moving the focus to a person by key shows the card, which describes the row', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben, cleo])
    await ben.send('POST', '/users/me/status', { status_text: 'At the loom' })
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    await opens(here, hash, 'Hello')
    const list = page.getByRole('complementary', { name: 'People' })
    const link = list.getByRole('link', { name: /^Ben/ })
    await list.getByRole('searchbox').focus()
    const hasFocus = () => link.evaluate((element) => element === document.activeElement)
    while (!(await hasFocus())) await page.keyboard.press('ArrowDown')
    await cardIn(page).getByText('At the loom').waitFor()
    assert.equal(await link.getAttribute('aria-describedby'), await cardIn(page).getAttribute('id'))
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Escape')
    await cardIn(page).waitFor({ state: 'detached' })
    assert.isTrue(await hasFocus())
    assert.equal(await link.getAttribute('aria-describedby'), null)
    assert.deepEqual(here.complaints, [])
  })

  test('pressing, scrolling, and typing show no card', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    await opens(here, hash, 'Hello')
    const name = here.message('Hello').getByRole('button', { name: 'Ben', exact: true })
    await page.clock.install()
    const hovers = async (then: () => Promise<void>) => {
      await here.message('Hello').hover({ position: { x: 300, y: 5 } })
      await name.hover()
      await then()
      await page.clock.runFor(2000)
    }
    await hovers(async () => {})
    await cardIn(page).waitFor()
    await hovers(() => page.mouse.down())
    assert.equal(await cardIn(page).count(), 0)
    await page.mouse.move(5, 400)
    await page.mouse.up()
    await hovers(() =>
      page
        .locator('.feed')
        .first()
        .evaluate((feed) => void feed.dispatchEvent(new Event('scroll'))),
    )
    assert.equal(await cardIn(page).count(), 0)
    await hovers(() => page.keyboard.press('Shift+ArrowRight'))
    assert.equal(await cardIn(page).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('a name that appears under the resting pointer shows a card once the pointer moves', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    await opens(here, hash, 'Hello')
    const name = here.message('Hello').getByRole('button', { name: 'Ben', exact: true })
    const box = await name.boundingBox()
    if (!box) throw new Error('Not visible')
    await page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.style.cssText = 'position: fixed; inset: 0; z-index: 9'
      document.body.append(cover)
    })
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.clock.install()
    await name.evaluate((element) => {
      element.addEventListener('pointerover', () => element.classList.add('appeared'))
      document.querySelector('#cover')?.remove()
    })
    await page.locator('.appeared').waitFor()
    await page.clock.runFor(2000)
    assert.equal(await cardIn(page).count(), 0)

    await page.mouse.move(box.x + 7, box.y + 5)
    await page.clock.runFor(2000)
    await cardIn(page).getByText('Ben').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a tap on a name opens the profile without a small card', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true })
    const { page } = here
    await opens(here, hash, 'Hello')
    await page.clock.install()
    await here.message('Hello').getByRole('button', { name: 'Ben', exact: true }).tap()
    await page.clock.runFor(2000)
    await page.getByRole('dialog', { name: 'About Ben' }).waitFor()
    assert.equal(await cardIn(page).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('reactions, read receipts, inbox rows, and direct messages show cards', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    await ada.send('PATCH', '/realm', { enable_read_receipts: true })
    const { hash, say } = await makeTopic(society, [ada, ben, cleo])
    const id = await say('Mine', ada)
    await ben.send('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { page } = here
    await opens(here, hash, 'Mine')
    const card = cardIn(page)
    const showsBen = async (at: Locator) => {
      await at.hover()
      await card.getByText('Ben', { exact: true }).waitFor()
      assert.isFalse(await overlap(card, at))
      await page.keyboard.press('Shift+ArrowRight')
      await card.waitFor({ state: 'detached' })
    }
    await showsBen(here.message('Mine').getByRole('button', { name: /tada/ }).getByText('Ben', { exact: true }))
    await showsBen(page.locator('#left-sidebar').getByRole('link', { name: /^Ben/ }))
    await here.message('Mine').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'View read receipts' }).click()
    const reader = page.getByRole('dialog', { name: /^Read by/ }).getByRole('button', { name: 'Ben' })
    await showsBen(reader)
    assert.deepEqual(await problems(page), [])
    await reader.click()
    await page.getByRole('dialog', { name: 'About Ben' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await here.opens('#inbox')
    await showsBen(page.locator('#messages').getByText('Ben', { exact: true }).first())
    assert.deepEqual(here.complaints, [])
  })
})

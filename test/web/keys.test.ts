import type { Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
const rowWithFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '')
const focusIs = (page: Page, selector: string) =>
  page.waitForFunction((wanted: string) => document.activeElement?.matches(wanted) === true, selector)

/** A key pressed with Caps Lock, as browsers report it: letters have the other case. */
const withCapsLock = (page: Page, key: string, more: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  page.evaluate(
    ({ key, more }) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, modifierCapsLock: true, bubbles: true, cancelable: true, ...more }),
      ),
    { key, more },
  )

describe.skipIf(!hasBrowser)('keys', () => {
  test('Enter replies to a selected message, also right after the view opens', async ({ society, ada, ben, visit }) => {
    const { hash, id, say } = await makeTopic(society, [ada, ben])
    for (const n of [1, 2, 3]) await say(`Line ${n}`)
    const here = await visit(ada)
    const { page } = here
    for (const view of [hash, `#narrow/channel/${id}-design`, '#feed']) {
      await here.opens(view)
      await here.sees('Line 3')
      // nothing has the focus, then the view, then a message
      for (const keys of [['Enter'], ['Enter'], ['k', 'k', 'Enter']]) {
        for (const key of keys) await page.keyboard.press(key)
        await page.waitForFunction(() =>
          document.activeElement?.getAttribute('aria-label')?.endsWith('design › release'),
        )
        await page.keyboard.press('Escape')
        await focusIs(page, '#messages')
      }
    }
    assert.deepEqual(here.complaints, [])
  })

  test('k stays at the top of every list', async ({ society, ada, ben, visit }) => {
    const { id, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    for (const [view, field] of [
      ['#inbox', '.list-head input'],
      ['#recent', '.list-head input'],
      ['#channels/all', '#messages input'],
      [`#topics/channel/${id}-design`, '#messages input'],
    ] as const) {
      await here.opens(view)
      const filter = page.locator(field).first()
      await filter.waitFor()
      await page.locator('[data-row]').first().waitFor()
      // a view that has just opened may still take the focus
      const entered = async () => {
        await filter.focus()
        await page.keyboard.press('ArrowDown')
        return rowWithFocus(page)
      }
      await expect.poll(entered, { timeout: 180_000, message: view }).toBeTruthy()
      const first = await rowWithFocus(page)
      for (const key of ['k', 'k']) await page.keyboard.press(key)
      assert.equal(await rowWithFocus(page), first, view)
      assert.equal(await filter.inputValue(), '', view)
      await page.keyboard.press('ArrowUp')
      await page.waitForFunction(() => document.activeElement?.matches('input'))
    }
    assert.deepEqual(here.complaints, [])
  })

  test('arrows in the inbox lead to what Enter opens', async ({ society, ada, ben, visit }) => {
    const design = await makeChannel(society.org, 'design', [ada, ben])
    const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
    await ben.sends(`About ${'release'}`, { channel: design, topic: 'release' })
    await ben.sends(`About ${'soup'}`, { channel: lunch, topic: 'soup' })
    const here = await visit(ada)
    const { page } = here
    const row = () => page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent)
    await here.opens('#inbox')
    await page.locator('[data-row]', { hasText: 'soup' }).waitFor()
    await page.keyboard.press('ArrowDown')
    assert.equal(await row(), 'release')
    await page.keyboard.press('ArrowDown')
    assert.equal(await row(), 'soup')
    // a collapsed channel is a stop: Enter expands it
    await page.keyboard.press('ArrowLeft')
    assert.equal(await row(), 'lunch')
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-row]', { hasText: 'soup' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    assert.equal(await row(), 'release')
    await page.keyboard.press('ArrowDown')
    assert.equal(await row(), 'lunch')
    await page.keyboard.press('Enter')
    await page.locator('[data-row]', { hasText: 'soup' }).waitFor()
    await page.keyboard.press('ArrowDown')
    assert.equal(await row(), 'soup')
    await page.keyboard.press('Enter')
    await here.sees('About soup')
    assert.deepEqual(here.complaints, [])
  })

  test('Escape leaves every field and choice for the view', async ({ society, ada, ben, visit }) => {
    const { hash, id, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    // keeps the inbox from becoming empty, which has no fields
    await ben.sends('Psst', ada)
    const here = await visit(ada)
    const { page } = here
    const leaves = async (what: string, most: number) => {
      for (let presses = 0; presses < most; presses++) await page.keyboard.press('Escape')
      await focusIs(page, '#messages').catch(async () => assert.fail(`${what}: ${await focused(page)}`))
    }
    await here.opens(hash)
    await here.sees('Hello')
    await here.composeField.click()
    await leaves('the message', 1)
    for (const [key, label] of [
      ['c', 'Topic'],
      ['x', 'People'],
    ] as const) {
      await page.keyboard.press(key)
      const field = page.locator('#compose').getByRole('combobox', { name: label }).first()
      await field.focus()
      await page.locator('#compose [role=listbox]').waitFor()
      await leaves(label, 2)
      await page.locator('#compose .recipients').waitFor({ state: 'detached' })
    }
    await page.locator('.right input').focus()
    await leaves('filter of people', 1)
    await here.opens('#inbox')
    await page.locator('.list-head select').first().focus()
    await leaves('choice in the inbox', 1)
    await page.locator('.list-head input').first().fill('abc')
    await leaves('filter of the inbox', 2)
    await here.opens(`#topics/channel/${id}-design`)
    await page.locator('#messages input').first().fill('abc')
    await leaves('filter of topics', 2)
    await here.opens('#settings/profile')
    await page.locator('.settings-list input').fill('abc')
    await leaves('search in settings', 2)
    assert.deepEqual(here.complaints, [])
  })

  test('typing after Ctrl+K and Enter goes to the opened conversation', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    await ben.sends('Psst', ada)
    const here = await visit(ada)
    const { page } = here
    const goesTo = async (name: string) => {
      await page.keyboard.press('Control+k')
      await page.locator('dialog.palette input').waitFor()
      await page.keyboard.type(name)
      await page.locator('.palette [role=option]', { hasText: name }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await here.opens(hash)
    await here.sees('Hello')
    for (const from of ['#left-sidebar a.entry', '#compose textarea', 'article[data-message]']) {
      await page.locator(from).first().focus()
      await goesTo('Ben')
      await here.sees('Psst')
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message Ben')
      await page.keyboard.type('hej')
      assert.equal(await here.composeField.inputValue(), 'hej', from)
      await here.composeField.fill('')
      await here.opens(hash)
      await here.sees('Hello')
    }
    await page.locator('#left-sidebar a.entry').first().focus()
    await goesTo('Inbox · All')
    await page.getByRole('heading', { level: 1, name: 'Inbox · All' }).waitFor()
    await focusIs(page, '#messages')
    assert.deepEqual(here.complaints, [])
  })

  test('shortcuts work while Caps Lock is on', async ({ society, ada, ben, visit }) => {
    const { hash, id, say } = await makeTopic(society, [ada, ben])
    await say('First')
    await say('Second')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Second')
    await withCapsLock(page, 'K', { ctrlKey: true })
    await page.locator('dialog.palette').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog.palette').waitFor({ state: 'hidden' })
    await withCapsLock(page, 'K')
    await withCapsLock(page, 'K')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('First'))
    await withCapsLock(page, 'I')
    await page.locator('[role=menu]').waitFor()
    const first = await focused(page)
    await withCapsLock(page, 'J')
    assert.notEqual(await focused(page), first)
    await page.keyboard.press('Escape')
    await here.composeField.fill('bold')
    await here.composeField.selectText()
    await withCapsLock(page, 'B', { ctrlKey: true })
    assert.equal(await here.composeField.inputValue(), '**bold**')
    await here.composeField.fill('')
    await page.keyboard.press('Escape')
    // with Shift, letters are lowercase
    await withCapsLock(page, 'i', { shiftKey: true })
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await here.opens(`#topics/channel/${id}-design`)
    await page.locator('[data-row]').first().waitFor()
    await page.locator('#messages input').first().focus()
    await page.keyboard.press('ArrowDown')
    await withCapsLock(page, 'y', { shiftKey: true })
    await page.waitForFunction(() => document.activeElement?.matches('input'))
    assert.deepEqual(here.complaints, [])
  })

  test('arrows in an empty message edit the last one of yours', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Mine first', ada)
    await say('Mine last', ada)
    await say('Theirs', ben)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Theirs')
    for (const key of ['ArrowUp', 'ArrowLeft']) {
      await here.composeField.click()
      await page.keyboard.press(key)
      const editor = page.getByRole('textbox', { name: 'Edit message' })
      await editor.waitFor()
      assert.equal(await editor.inputValue(), 'Mine last')
      await page.keyboard.press('Escape')
      await editor.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('ArrowUp')
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    await editor.waitFor()
    await page.keyboard.type(' of all')
    await page.keyboard.press('Control+Enter')
    await editor.waitFor({ state: 'detached' })
    await here.sees('Mine last of all')
    await page.keyboard.type('ab')
    assert.equal(await here.composeField.inputValue(), 'ab', 'the focus is back in the compose box')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('x')
    assert.equal(await here.composeField.inputValue(), 'xab', 'in a text, arrows move the caret')
    assert.deepEqual(here.complaints, [])
  })

  test('a view chosen under "More views" closes the list', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const more = page.getByRole('button', { name: 'More views' })
    await more.click()
    const views = page.getByRole('list', { name: 'Views' }).getByRole('link')
    const all = await views.count()
    await views.last().click()
    await more.waitFor()
    assert.isBelow(await views.count(), all)
    assert.equal(await page.locator('#left-sidebar [aria-current=page]').count(), 1, 'the open one stays')
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('the people sidebar', () => {
  const wide = { viewport: { width: 1440, height: 900 }, locale: 'en-US' }

  test('participants come first, with their status and local time', async ({ society, ada, ben, cleo, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    await ben.send('POST', '/users/me/status', { status_text: 'At the loom', emoji_name: 'car' })
    await ben.send('PATCH', '/settings', { timezone: 'Asia/Kolkata' })
    const here = await visit(ada, wide)
    const { page } = here
    await here.opens(hash)
    const section = (name: string) => page.getByRole('region', { name })
    const row = section('In this conversation').getByRole('link', { name: /^Ben/ })
    await row.waitFor()
    await section('In this channel').getByRole('link', { name: /^Ada/ }).waitFor()
    await section('Everyone else').getByRole('link', { name: /^Cleo/ }).waitFor()
    await row.getByText('At the loom').waitFor({ state: 'attached' })
    await row.focus()
    await row.getByText(/\d:\d\d [AP]M/).waitFor()
    assert.deepEqual(await problems(page), [])
    await say('Me too', ada)
    await section('In this conversation').getByRole('link', { name: /^Ada/ }).waitFor()
    await row.focus()
    await page.keyboard.press('u')
    await page.getByRole('dialog', { name: 'About Ben' }).waitFor()
    await page.keyboard.press('Escape')

    // a key leads to the field, arrows to matches, and Enter to the conversation
    await page.locator('.heading').click()
    await page.keyboard.press('w')
    await page.waitForFunction(() => document.activeElement?.matches('.people input'))
    await page.keyboard.type('cle')
    await page.getByText('1 person', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: cleo.name ?? 'Cleo' }).waitFor()

    // keys without a match are left to the browser
    const field = page.locator('.people input')
    const isTaken = (key: string) =>
      field.evaluate(
        (one, key) => !one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
        key,
      )
    await field.fill('cle')
    await page.getByText('1 person', { exact: true }).waitFor({ state: 'attached' })
    assert.isTrue(await isTaken('ArrowDown'))
    await field.fill('nobody at all')
    await page.getByText('No people match.').first().waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) assert.isFalse(await isTaken(key), key)
    assert.deepEqual(here.complaints, [])
  })

  test('keys pressed right after W go to the filter', async ({ ada, cleo, visit }) => {
    const { page, complaints } = await visit(ada, wide)
    let load = () => {}
    const loads = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/app/later-commands-*.js', async (route) => {
      await loads
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Filter people' }).waitFor()
    const asked = page.waitForRequest('**/app/later-commands-*.js')
    await page.keyboard.press('w')
    await asked
    // `c` would start a message
    await page.keyboard.type('cle')
    load()
    await page.getByText('1 person', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.type('xyz')
    await page.getByText('No people match.').first().waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Channel' }).count(), 0)
    // pressing it again replaces the text
    await page.locator('.heading').click()
    await page.keyboard.press('w')
    await page.keyboard.type(cleo.name ?? 'Cleo')
    await page.getByText('1 person', { exact: true }).waitFor({ state: 'attached' })
    assert.deepEqual(complaints, [])
  })

  test('a status is set, changed, and cleared, and others see it', async ({ ada, ben, visit }) => {
    const here = await visit(ada, wide)
    const there = await visit(ben, wide)
    const { page } = here
    await page.getByRole('button', { name: 'Set a status…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a status' })
    await dialog.getByRole('button', { name: /In a meeting/ }).click()
    await dialog.getByRole('textbox', { name: 'What’s your status?' }).fill('In a long meeting')
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit status: In a long meeting' }).waitFor()
    const seen = there.page.locator('.people li', { hasText: 'Ada' }).getByText('In a long meeting')
    await seen.waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Clear status' }).focus()
    await page.keyboard.press('Enter')
    await seen.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Set a status…')
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })
})

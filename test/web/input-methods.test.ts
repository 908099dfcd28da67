import type { Locator } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

/** Like Safari: `compositionend` first, then Enter with `isComposing` false and key code 229. */
const confirmConversion = async (field: Locator, text: string): Promise<void> => {
  await field.focus()
  await field.page().keyboard.insertText(text)
  const isLeftAlone = await field.evaluate((it) => {
    it.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    return it.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    )
  })
  assert.isTrue(isLeftAlone, 'Enter belongs to the input method')
}

const cancelConversion = async (field: Locator): Promise<void> => {
  await field.focus()
  for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
    const isLeftAlone = await field.evaluate(
      (it, init) =>
        it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init })),
      more,
    )
    assert.isTrue(isLeftAlone, 'Escape belongs to the input method')
  }
}

/** Ends a conversion with Escape, which the input method handles. */
const endConversion = async (field: Locator, text: string): Promise<void> => {
  await field.focus()
  await field.page().keyboard.insertText(text)
  const isLeftAlone = await field.evaluate((it) =>
    it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true })),
  )
  assert.isTrue(isLeftAlone, 'Escape belongs to the input method')
  assert.isTrue(await field.isVisible(), 'the field is still there')
}

describe.skipIf(!hasBrowser)('input methods', () => {
  test('Enter that confirms a conversion keeps an unfinished message', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Lunch?')
    await ada.send('PATCH', '/settings', { enter_sends: true })
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Lunch?')
    await confirmConversion(here.composeField, '日本')
    assert.equal(await here.composeField.inputValue(), '日本')
    await here.page.keyboard.insertText('語です')
    await here.page.keyboard.press('Enter')
    await here.sees('日本語です')
    assert.equal(await here.message('日本').count(), 1, 'one whole message')
    assert.equal(await here.composeField.inputValue(), '')
    assert.deepEqual(here.complaints, [])
  })

  test('Enter that confirms a conversion takes no suggestion', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.click()
    await here.page.keyboard.type('@be')
    await here.page.getByRole('option', { name: 'Ben' }).waitFor()
    await confirmConversion(here.composeField, 'n')
    assert.equal(await here.composeField.inputValue(), '@ben')
    assert.deepEqual(here.complaints, [])
  })

  test('Enter that confirms a conversion leaves searches and settings open', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    const address = page.url()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Go to' })
    await palette.waitFor()
    await page.getByRole('option').first().waitFor()
    await confirmConversion(palette, 'ben')
    assert.isTrue(await palette.isVisible())
    assert.equal(page.url(), address)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })

    await here.opens('#settings/profile')
    const search = page.locator('.settings-list input')
    await search.fill('time zon')
    await page.locator('.settings-list').getByText('Time zone').first().waitFor()
    const settings = page.url()
    await confirmConversion(search, 'e')
    assert.equal(page.url(), settings)
    assert.equal(await search.inputValue(), 'time zone')
    assert.deepEqual(here.complaints, [])
  })

  test('Escape that cancels a conversion leaves fields and their lists open', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    const keeps = async (field: Locator, text: string, isThere: Locator) => {
      await field.fill(text)
      await isThere.waitFor()
      await cancelConversion(field)
      assert.equal(await field.inputValue(), text)
      assert.isTrue(await isThere.isVisible())
      assert.isTrue(await field.evaluate((it) => it === document.activeElement))
    }
    await here.opens(hash)
    await here.composeField.waitFor()
    await page.keyboard.press('q')
    const left = page.locator('#left-sidebar')
    await keeps(left.getByRole('searchbox'), 'desi', left.getByRole('link', { name: 'design' }).first())
    await keeps(page.locator('.right input'), 'be', page.locator('.right').getByRole('link', { name: /Ben/ }))
    await page.locator('#messages').focus()
    await page.keyboard.press('c')
    const compose = page.locator('#compose')
    await keeps(compose.getByRole('combobox', { name: 'Topic' }), 'x', compose.locator('.recipients'))

    await here.opens('#organization/organization-permissions')
    await page.locator('.permission-picker').first().click()
    await page.getByRole('menuitemcheckbox', { name: /^Custom…/ }).click()
    const field = page.locator('.group-field input').first()
    await field.click()
    await keeps(field, 'ad', page.locator('.group-field [role=listbox]'))
    const spans = page.locator('select:has(option:text("Custom…"))').first()
    for (const part of ['organization-permissions', 'organization-settings']) {
      await here.opens(`#organization/${part}`)
      await page.locator('.settings select').first().waitFor()
      if ((await spans.count()) > 0) break
    }
    await spans.selectOption({ label: 'Custom…' })
    await keeps(page.locator('.span-form input'), '12', page.locator('.span-form'))
    assert.deepEqual(here.complaints, [])
  })

  test('Escape that ends a conversion closes nothing and keeps the text', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Lunch?')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Lunch?')
    await page.keyboard.press('q')
    const filter = page.getByRole('searchbox', { name: 'Filter channels' })
    await filter.waitFor()
    await endConversion(filter, '設計')
    assert.equal(await filter.inputValue(), '設計')
    await page.keyboard.press('Escape')

    await here.composeField.fill('Kind regards')
    await page.getByRole('button', { name: 'Send options' }).click()
    const title = page.getByRole('textbox', { name: /snippet/i })
    await endConversion(title, '挨拶')
    assert.equal(await title.inputValue(), '挨拶')
    assert.deepEqual(here.complaints, [])
  })
})

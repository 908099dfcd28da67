import { assert, describe } from 'vitest'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

describe.skipIf(!hasBrowser)('languages', () => {
  test('the client speaks what its reader has chosen, here and in other tabs', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { default_language: 'de' })
    const here = await visit(ada, { locale: 'en-US', reducedMotion: 'reduce' })
    const { page } = here
    const html = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
    await page.getByRole('link', { name: 'Posteingang' }).first().waitFor()
    assert.deepEqual(await html(), ['de', 'ltr'])
    const other = await here.opensTab()
    await other.page.getByRole('link', { name: 'Posteingang' }).first().waitFor()

    await here.opens('#settings/preferences/default_language')
    const choice = page.getByRole('combobox', { name: 'Sprache' })
    await choice.waitFor()
    assert.deepEqual((await choice.locator('option').allTextContents()).slice(0, 3), ['English', 'Deutsch', 'العربية'])
    await choice.selectOption({ label: 'العربية' })
    await page.waitForFunction(() => document.documentElement.dir === 'rtl')
    await page.getByRole('combobox', { name: 'اللغة' }).waitFor()
    assert.deepEqual(await html(), ['ar', 'rtl'])
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])

    await other.page.getByText('Du hast eine andere Sprache gewählt.').waitFor()
    await other.page.getByRole('button', { name: 'Laden', exact: true }).click()
    await other.page.getByRole('link', { name: 'صندوق الوارد' }).first().waitFor()
    assert.deepEqual([...here.complaints, ...other.complaints], [])
  })

  test('a language that the client does not speak stays chosen, and it speaks English', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { default_language: 'fr' })
    const here = await visit(ada, { locale: 'de-DE' })
    await here.page.getByRole('link', { name: 'Inbox' }).first().waitFor()
    assert.equal(await here.page.evaluate(() => document.documentElement.lang), 'en')
    await here.opens('#settings/preferences/default_language')
    assert.equal(await here.page.getByRole('combobox', { name: 'Language' }).first().inputValue(), 'fr')
    assert.equal(await here.page.getByText('Your language has changed.').count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})

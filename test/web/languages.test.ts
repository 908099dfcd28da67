import { assert, describe } from 'vitest'
import { readCatalog } from '../../scripts/messages/catalogs.mjs'
import { texts } from '../../scripts/texts-in.mjs'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

const textIn = (language: string, key: string): string => readCatalog(texts, language).messages.get(key) ?? key

describe.skipIf(!hasBrowser)('languages', () => {
  test('the client changes to the chosen language, here and in other tabs', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { default_language: 'de' })
    const here = await visit(ada, { locale: 'en-US', reducedMotion: 'reduce' })
    const { page } = here
    const html = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
    await page
      .getByRole('link', { name: textIn('de', 'main.inbox') })
      .first()
      .waitFor()
    assert.deepEqual(await html(), ['de', 'ltr'])
    const other = await here.opensTab()
    await other.page
      .getByRole('link', { name: textIn('de', 'main.inbox') })
      .first()
      .waitFor()

    await here.opens('#settings/language-and-time/default_language')
    const choice = page.getByRole('combobox', { name: textIn('de', 'userSettings.default_language.label') })
    await choice.waitFor()
    const labels = await choice.locator('option').allTextContents()
    assert.equal(labels[0], 'English')
    const unreviewed = textIn('de', 'ownSettings.machineTranslated').replace('{language}', 'العربية')
    assert.include(labels, unreviewed)
    await choice.selectOption({ label: unreviewed })
    await page.waitForFunction(() => document.documentElement.dir === 'rtl')
    await page.getByRole('combobox', { name: textIn('ar', 'userSettings.default_language.label') }).waitFor()
    assert.deepEqual(await html(), ['ar', 'rtl'])
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])

    await other.page.getByText(textIn('de', 'main.inOtherLanguage')).waitFor()
    await other.page.getByRole('button', { name: textIn('de', 'main.reload'), exact: true }).click()
    await other.page
      .getByRole('link', { name: textIn('ar', 'main.inbox') })
      .first()
      .waitFor()
    assert.deepEqual([...here.complaints, ...other.complaints], [])
  })

  test('a chosen language without a catalog is kept, and the client is in English', async ({ ada, visit }) => {
    await ada.send('PATCH', '/settings', { default_language: 'fi' })
    const here = await visit(ada, { locale: 'de-DE' })
    await here.page.getByRole('link', { name: 'Inbox' }).first().waitFor()
    assert.equal(await here.page.evaluate(() => document.documentElement.lang), 'en')
    await here.opens('#settings/language-and-time/default_language')
    assert.equal(await here.page.getByRole('combobox', { name: 'Language' }).first().inputValue(), 'fi')
    assert.equal(await here.page.getByText('Your language has changed.').count(), 0)
    assert.deepEqual(here.complaints, [])
  })
})

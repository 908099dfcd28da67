import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { pasteInto } from './pasting.ts'

const field = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Edit message' })

describe.skipIf(!hasBrowser)('editing in place', () => {
  test('editing a message completes names, formats, links, and attaches files', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ben, ada], 'plans')
    await say('Lunch')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.message('Lunch').focus()
    await page.keyboard.press('e')
    await field(here).press('End')
    await page.keyboard.type(' with @be')
    await page.getByRole('option', { name: /^Ben/ }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field(here).inputValue(), 'Lunch with @**Ben** ')
    await page.keyboard.type('and @ad')
    await page.getByRole('option', { name: /^Ada/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: /^Ada/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Lunch')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    assert.equal(await field(here).inputValue(), '**Lunch**')
    await page.keyboard.press('End')
    await pasteInto(field(here), { file: { name: 'menu.txt', content: 'soup' } })
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.edit-field textarea')?.value.includes('[menu.txt](/user_uploads/'),
    )
    await page.keyboard.press('Control+Enter')
    await here.message('Lunch').getByRole('link', { name: 'menu.txt' }).waitFor()
    await here.message('Lunch').locator('strong', { hasText: 'Lunch' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an edit survives scrolling its message out of view, and a reload', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ben, ada], 'plans')
    for (let at = 0; at < 60; at++) await say(`One of many: ${at}.\n\n${'Line\n\n'.repeat(12)}`)
    const id = await say('Soup')
    const here = await visit(ada)
    const { page } = here
    await here.opens(`${hash}/near/${id}`)
    const open = page.locator('.edit-field textarea')
    await here.message('Soup').focus()
    await page.keyboard.press('e')
    await field(here).fill('Soup and bread')
    await field(here).evaluate((it) => it.blur())
    const feed = page.locator('.feed')
    await page.waitForFunction(() => {
      document.querySelector('.feed')?.scrollBy(0, -2_000)
      return !document.querySelector('.edit-field')
    })
    await page.waitForFunction(() => {
      document.querySelector('.feed')?.scrollBy(0, 2_000)
      return document.querySelector('.edit-field')
    })
    assert.equal(await feed.count(), 1)
    assert.equal(await open.inputValue(), 'Soup and bread')
    await page.reload()
    await here.message('Soup').focus()
    await page.keyboard.press('e')
    assert.equal(await open.inputValue(), 'Soup and bread')
    assert.deepEqual(here.complaints, [])
  })
})

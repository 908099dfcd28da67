import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('the channels in the sidebar', () => {
  test("the keyboard filters the sidebar's channels, and clearing restores them", async ({ society, ada, visit }) => {
    for (const name of ['design', 'red kitchen', 'Küchenplan', 'garden']) await makeChannel(society.org, name, [ada])
    const here = await visit(ada)
    const { page } = here
    const field = page.getByRole('searchbox', { name: 'Filter channels' })
    const left = page.locator('#left-sidebar')
    const shown = async (...names: string[]) => {
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.left .channel .entry .name')].map((one) => one.textContent).join() === wanted,
        names.join(),
      )
    }
    await left.getByRole('link', { name: 'garden' }).waitFor()
    assert.equal(await field.count(), 0)
    // keys typed right after Q go to the field
    await page.keyboard.press('q')
    await page.keyboard.type('k')
    await shown('Küchenplan', 'red kitchen')
    assert.deepEqual(await problems(page), [])
    await page.keyboard.type('xyz')
    await left.getByText('No channels match.').waitFor()
    await page.keyboard.press('Escape')
    await left.getByRole('link', { name: 'garden' }).waitFor()
    await page.keyboard.type('KUCH')
    await shown('Küchenplan')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Küchenplan' }).waitFor()
    await field.waitFor({ state: 'detached' })
    await left.getByRole('link', { name: 'garden' }).waitFor()

    await page.keyboard.press('q')
    await field.waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    // with many channels, the field is always shown
    for (let number = 0; number < 14; number++) await makeChannel(society.org, `project ${number}`, [ada])
    await field.click()
    await page.keyboard.type('project 13')
    await shown('project 13')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('project 13'))
    assert.deepEqual(here.complaints, [])
  })
})

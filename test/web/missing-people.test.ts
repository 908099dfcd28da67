import { assert, describe } from 'vitest'
import type { UserId } from '#contract'
import { updateUser } from '../../src/features/people/users/api.ts'
import { crowd } from '../harness/crowd.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

describe.skipIf(!hasBrowser)('among three thousand people', () => {
  test('people on screen have names before the user list has loaded', async ({ society, ada, ben, visit }) => {
    const all = await crowd(society, 3_000)
    const idOf = (number: number) => all[number - 1] as UserId
    const here = await visit(ben, { viewport: { width: 1440, height: 900 } })
    const { page } = here
    // hold back pages of users until released
    const { release, released } = gate()
    const asked: string[] = []
    await page.route('**/api/v1/users?*', async (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query.get('user_ids') ?? `after ${query.get('after')}`)
      if (query.has('limit')) await released
      await route.continue()
    })
    await page.reload()
    await here.listens()
    const told = page.locator('.people')
    await told.getByText('Ben').first().waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.people li').length < 20)

    await here.opens(`#user/${idOf(2_500)}`)
    await page.getByRole('dialog').getByText('Crowd 2500').first().waitFor()
    await page.keyboard.press('Escape')
    await here.opens(`#narrow/dm/${idOf(2_600)}-dm`)
    await page.getByRole('heading', { level: 1, name: 'Crowd 2600' }).waitFor()
    assert.ok(asked.some((ids) => ids.includes(String(idOf(2_500)))))
    assert.notMatch((await page.locator('body').textContent()) ?? '', /undefined/)

    // a change during a fetch wins over the fetched page
    await ada.call(updateUser, { user_id: idOf(2_999), full_name: 'Somebody else' })
    await ada.call(updateUser, { user_id: idOf(2_600), full_name: 'Renamed' })
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
    release()
    await here.composeField.click()
    await page.keyboard.type('@crowd 1234', { delay: 20 })
    await page.getByRole('option', { name: /Crowd 1234/ }).waitFor()
    const filter = told.getByRole('searchbox')
    await filter.fill('somebody')
    await told.getByText('Somebody else').waitFor()
    await filter.fill('crowd 2999')
    await page.waitForFunction(() => !/Crowd/.test(document.querySelector('.people')?.textContent ?? ''))
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

describe.skipIf(!hasBrowser)('views without messages', () => {
  test('an empty inbox offers to invite people, and not to those who can’t', async ({ ada, gus, visit }) => {
    const here = await visit(ada)
    const { page } = here
    for (const tab of ['#inbox', '#catch-up']) {
      await here.opens(tab)
      await page.getByText('You’re all caught up.').waitFor()
      await page.locator('#messages').getByRole('button', { name: 'Invite people' }).click()
      await page.getByRole('dialog', { name: /Invite/ }).waitFor()
      assert.deepEqual(await problems(page), [])
      await page.keyboard.press('Escape')
    }
    const guest = await visit(gus)
    await guest.opens('#inbox')
    await guest.page.getByText('You’re all caught up.').waitFor()
    assert.equal(await guest.page.locator('#messages').getByRole('button', { name: 'Invite people' }).count(), 0)
    assert.deepEqual([...here.complaints, ...guest.complaints], [])
  })

  test('on a phone, the settings have no button for people', async ({ ada, visit }) => {
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true })
    const { page } = here
    const people = page.getByRole('button', { name: 'People', exact: true })
    await here.opens('#inbox')
    await people.waitFor()
    await here.opens('#settings/profile')
    await page.getByRole('heading', { level: 1 }).getByText('Settings').waitFor()
    assert.equal(await people.count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('the send key changes before the server has answered, and back if it refuses', async ({ ada, ben, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const { release, released } = gate()
    await page.route('**/api/v1/settings', async (route) => {
      await released
      await route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } })
    })
    await here.opens(`#narrow/dm/${ben.id}`)
    const key = page.locator('#compose-send-key')
    const before = (await key.textContent()) ?? ''
    await key.click()
    await page.waitForFunction((text) => document.querySelector('#compose-send-key')?.textContent !== text, before)
    release()
    await page.getByRole('status').getByText('Not today').waitFor()
    assert.equal(await key.textContent(), before)
    assert.deepEqual(here.complaints, [])
  })
})

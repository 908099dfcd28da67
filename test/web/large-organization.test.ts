import { afterAll, assert, beforeAll, describe, expect } from 'vitest'
import { roles } from '#contract'
import { createWorkbench } from '../../scripts/workbench.mjs'
import { createBot } from '../../src/features/people/users/bot-api.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { crowd } from '../harness/crowd.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

let workbench: Awaited<ReturnType<typeof createWorkbench>> | undefined
const entry = (name: string) => `${workbench?.url}?entry=${encodeURIComponent(name)}`

describe.skipIf(!hasBrowser)('with ten thousand people and a thousand channels', () => {
  beforeAll(async () => {
    workbench = await createWorkbench(0)
  })
  afterAll(() => workbench?.close())

  test('members and people are drawn near the eye, and everybody is found by name', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(entry('members of a channel of ten thousand'))
    const rows = page.locator('.directory-row')
    await page.getByText('10,000 members').first().waitFor()
    assert.isBelow(await rows.count(), 150)
    assert.isBelow(await page.locator('.people li').count(), 200)
    // where it ends is known before it is drawn
    const list = page.locator('.directory')
    assert.isAbove(await list.evaluate(({ scrollHeight }) => scrollHeight), 10_000 * 50)
    await list.evaluate((one) => one.scrollTo(0, 1e7))
    await rows.getByText('Person 9999 of many').waitFor()
    assert.isBelow(await rows.count(), 150)
    await page.getByRole('searchbox', { name: 'Filter members' }).fill('4711')
    await page.waitForFunction(() => document.querySelectorAll('.directory-row').length === 1)
    await rows.getByText('Person 4711 of many').waitFor()
    await page.close()
  })

  test('channels are drawn near the eye, in the list and in the sidebar', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(entry('a thousand channels'))
    const rows = page.locator('.directory-row')
    await rows.first().waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.left li.channel').length < 250)
    assert.isBelow(await rows.count(), 150)
    await page.keyboard.type('project 777')
    await page.waitForFunction(() => document.querySelectorAll('.directory-row').length === 1)
    await page.close()
  })

  test('users are found, sorted, and changed many at once', async ({ society, ada, ben, visit }) => {
    const ids = await crowd(society, 10_000)
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await ben.call(createBot, { full_name: `Helper ${n}`, short_name: `helper${n}` })
    const account = (id: number) =>
      society.org
        .get(peopleCache)
        .all()
        .find((one) => one.id === id)
    const actives = () =>
      society.org
        .get(peopleCache)
        .all()
        .filter(({ isActive, botType }) => isActive && botType === null).length
    const all = actives()
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/users/active')
    const rows = page.locator('.person-line')
    const count = (n: number) =>
      page.getByRole('status').getByText(n === 1 ? '1 user' : `${n.toLocaleString('en')} users`, { exact: true })
    await count(all).waitFor()
    assert.isBelow(await rows.count(), 150)
    const bar = page.getByRole('toolbar', { name: 'Actions for selected users' })
    const dialog = page.getByRole('dialog')
    const find = page.getByRole('searchbox', { name: 'Filter by name or email' })

    // everybody at once is chosen, and told of in two names and a number; oneself is left out
    await page.getByRole('checkbox', { name: `Select all ${all.toLocaleString('en')}` }).check()
    await page
      .getByRole('status')
      .getByText(`${all.toLocaleString('en')} selected`)
      .waitFor()
    await bar.getByRole('button', { name: 'Deactivate…' }).click()
    await dialog.getByText(`and ${(all - 3).toLocaleString('en')} more`).waitFor()
    await dialog.getByText('You’re not included').waitFor()
    await dialog
      .getByText('Their bots will also be deactivated: Helper 1, Helper 2, Helper 3, Helper 4, Helper 5, and 2 more.')
      .waitFor()
    await dialog.getByRole('button', { name: `Deactivate ${(all - 1).toLocaleString('en')} users` }).waitFor()
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear selection' }).click()

    // some of them, by a filter
    await find.fill('crowd 777')
    await count(19).waitFor()
    await page.getByRole('checkbox', { name: 'Select all 19' }).check()
    await bar.getByRole('button', { name: 'Change role…' }).click()
    await dialog.getByRole('radio', { name: 'Moderator' }).check()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog.waitFor({ state: 'detached' })
    const moderators = () => ids.filter((id) => account(id)?.role === roles.moderator).length
    assert.equal(moderators(), 19)
    await bar.waitFor({ state: 'detached' })
    await find.fill('')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Moderator')
    await count(19).waitFor()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Sort by: Newest')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('All roles')
    await count(all).waitFor()
    await rows
      .first()
      .getByText(/^Crowd /)
      .waitFor()

    // deactivating them, with a choice; closing the dialog stops it
    await find.fill('crowd 99')
    await page.getByRole('checkbox', { name: 'Select all 280' }).check()
    await bar.getByRole('button', { name: 'Deactivate…' }).click()
    await dialog.getByRole('radio', { name: 'Permanently delete:' }).check()
    await dialog.getByRole('checkbox', { name: 'messages in public channels' }).check()
    await dialog.getByRole('button', { name: 'Deactivate 280 users' }).click()
    await dialog.getByText('Closing this dialog stops the process.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/^Stopped after \d+ of 280\.$/).waitFor()
    const gone = all - actives()
    assert.isAbove(gone, 0)
    assert.isBelow(gone, 280)
    await count(280 - gone).waitFor()

    // and they come back, all at once
    await page.getByRole('link', { name: 'Deactivated' }).click()
    await count(gone).waitFor()
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await bar.getByRole('button', { name: 'Reactivate…' }).click()
    await dialog.getByRole('button', { name: /^Reactivate/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('No users found.').waitFor()
    await expect.poll(actives, { timeout: 180_000 }).toBe(all)
    assert.equal(moderators(), 19)
    assert.deepEqual(here.complaints, [])
  })
})

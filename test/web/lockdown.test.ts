import { assert, describe } from 'vitest'
import { getChannelId } from '../../src/features/channels/channels/api.ts'
import { getNewcomers } from '../../src/features/messages/moderation/newcomers/api.ts'
import { startLockdown } from '../../src/features/people/restrictions/lockdown/api.ts'
import { crowd } from '../harness/crowd.ts'
import type { Person } from '../harness/person.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('lockdown')

describe.skipIf(!hasBrowser)('lockdown', () => {
  test('a moderator starts a lockdown, removes raiders in three clicks, and ends it', async ({
    society,
    ada,
    ben,
    momo,
    visit,
  }) => {
    const place = { channel: 'general', topic: 'greetings' }
    await ada.sends('Welcome', place)
    const raiders: Person[] = []
    for (let at = 0; at < 5; at++) raiders.push(await society.join(`Raider ${at}`))
    for (const one of raiders) await one.sends('Buy this', place)
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    const writer = await visit(ben)
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    await writer.composeField.fill('A half-written reply')

    const moderator = await visit(momo)
    const { page } = moderator
    await moderator.opens('#organization/community-safety')
    await page.getByRole('button', { name: 'Start lockdown…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start lockdown?' })
    await dialog.getByRole('radio', { name: '8 hours' }).check()
    await dialog.getByLabel('Reason').fill('A wave of spam')
    await picture(page, 'starting')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await dialog.getByRole('button', { name: 'Start lockdown', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const line = page.locator('.lockdown-line')
    await line.getByText(/^Lockdown until /).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'End lockdown…')
    await picture(page, 'on')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])

    // the new member's draft is kept
    await writer.page
      .locator('#compose .banner.stops', { hasText: 'New members can only write to moderators' })
      .waitFor()
    assert.equal(await writer.page.getByRole('button', { name: 'Send' }).count(), 0)
    assert.equal(await writer.page.locator('.lockdown-line').count(), 0)
    await picture(writer.page, 'for a new member')
    await writer.opens(`#narrow/dm/${momo.id}-Momo`)
    await writer.composeField.fill('Why can’t I write?')
    await writer.page.getByRole('button', { name: 'Send', exact: true }).click()
    await writer.message('Why can’t I write?').waitFor()

    // three clicks: select all, remove, confirm
    const { people } = await momo.call(getNewcomers, {})
    await page.getByLabel(`Select all ${people.length}`).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const confirm = page.getByRole('dialog', { name: /^Remove \d+ people\?$/ })
    await picture(page, 'removing')
    await confirm.getByRole('button', { name: 'Remove', exact: true }).click()
    await confirm.waitFor({ state: 'detached' })
    await page.getByText(/^No new members since /).waitFor()
    assert.deepEqual((await momo.call(getNewcomers, {})).people, [])

    await line.getByRole('button', { name: 'End…' }).press('Enter')
    const ending = page.getByRole('dialog', { name: 'End lockdown?' })
    await ending.getByText('People can join again, and new members can post with the usual limits.').waitFor()
    await picture(page, 'ending')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await ending.getByRole('button', { name: 'End lockdown', exact: true }).press('Enter')
    await line.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Start lockdown…')
    assert.deepEqual(moderator.complaints, [])
  })

  test('a moderator also selects the new members who aren’t listed', async ({ momo, society, visit }) => {
    await crowd(society, 510)
    await momo.call(startLockdown, { hours: 1 })
    const { total, people } = await momo.call(getNewcomers, { limit: 500 })
    assert.deepEqual([people.length, total >= 510], [500, true])
    const here = await visit(momo)
    const { page } = here
    await here.opens('#organization/community-safety')
    await page.getByRole('checkbox', { name: 'Select all 500' }).check()
    await picture(page, 'selecting')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    await page.getByRole('checkbox', { name: `Select all ${total}`, checked: true }).waitFor()
    await page.getByRole('button', { name: 'Make read-only…' }).click()
    await page.getByRole('dialog', { name: `Make ${total} people read-only?` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: `Select all ${total}` }).uncheck()
    assert.isTrue(await page.getByRole('button', { name: 'Make read-only…' }).isDisabled())
    assert.deepEqual(here.complaints, [])
  })

  test('moderators make people read-only or full members, and change the end', async ({ ben, cleo, momo, visit }) => {
    await momo.call(startLockdown, { hours: 1 })
    const moderator = await visit(momo)
    const { page } = moderator
    await moderator.opens('#organization/community-safety')
    const list = page.getByRole('list', { name: 'New members' })
    const row = (one: Person) => list.getByRole('listitem').filter({ hasText: one.name })
    await row(ben).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Make full members…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make full members' }).click()
    await row(ben).getByText('Full member').waitFor()
    await row(cleo).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Make read-only…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make read-only' }).click()
    await row(cleo).getByText('Read-only').waitFor()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change lockdown' })
    await dialog.getByRole('radio', { name: '24 hours' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    // full members only get slow mode
    const writer = await visit(ben)
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    await writer.composeField.fill('Hello')
    await writer.page.getByRole('button', { name: 'Send', exact: true }).click()
    await writer.message('Hello').waitFor()
    await writer.page.locator('#compose .slow-mode', { hasText: 'You can post again' }).waitFor()
    assert.deepEqual([...moderator.complaints, ...writer.complaints], [])
  })
})

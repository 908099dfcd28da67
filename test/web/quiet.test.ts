import { assert, describe } from 'vitest'
import { getMutes } from '../../src/features/messages/mutes/api.ts'
import { getQuietTime } from '../../src/features/people/quiet-times/api.ts'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('do not disturb', () => {
  test('do not disturb is turned on and off by keyboard, synced, and summarized', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    const [here, there] = [await visit(ada), await visit(ada)]
    const { page } = here
    await page.keyboard.press('Control+k')
    await page.locator('.palette input').fill('pause notifications for 1')
    await page.getByRole('option', { name: /Pause notifications for 1 hour/ }).waitFor()
    await page.keyboard.press('Enter')
    for (const one of [here, there]) await one.page.getByText(/^Do not disturb until/).waitFor()
    assert.deepEqual(await problems(page), [])
    await ben.sends('Lunch?', ada)
    await ben.sends(`@**${ada.name}** blue?`, { channel: id, topic: 'colours' })
    await page.getByRole('button', { name: 'End now' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^Do not disturb until/).waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    for (const one of [here, there])
      for (const name of ['1 direct message', '1 mention'])
        await one.page.locator('.quiet-digest').getByRole('link', { name }).waitFor()
    assert.equal(
      await page.locator('.quiet-digest').getByRole('link', { name: 'Catch up' }).getAttribute('href'),
      '#catch-up',
    )
    assert.deepEqual(await problems(page), [])
    await page.bringToFront()
    await page.getByText('2 conversations').click()
    await page
      .locator('.quiet-digest')
      .getByRole('link', { name: /colours/ })
      .click()
    await here.sees('blue?')
    await page.locator('.quiet-digest').getByRole('link', { name: '1 mention' }).waitFor({ state: 'detached' })
    await there.page.getByRole('button', { name: 'Dismiss' }).click()
    for (const one of [here, there]) await one.page.locator('.quiet-digest').waitFor({ state: 'detached' })
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test("do not disturb schedules are set by keyboard, in this device's time zone", async ({ ada, visit }) => {
    // otherwise the account's time zone changes to the browser's
    await ada.call(updateSettings, { web_suggest_update_timezone: false })
    const here = await visit(ada, { timezoneId: 'Asia/Kolkata' })
    const { page } = here
    await page.getByRole('button', { name: 'Do not disturb' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Do not disturb' })
    await dialog.getByText(/UTC \(not set in your profile\)/).waitFor()
    await dialog.getByRole('button', { name: 'Add hours' }).focus()
    await page.keyboard.press('Enter')
    const group = dialog.getByRole('group', { name: 'Hours 1' })
    await group.getByRole('checkbox', { name: 'Sunday' }).focus()
    await page.keyboard.press('Space')
    await group.getByLabel('From').fill('21:30')
    await group.getByText('ends the next day').waitFor()
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Save schedule' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Time zone: Asia/').waitFor()
    await page.getByText('Schedule saved.').waitFor()
    const { quiet_time, timezone } = await ada.call(getQuietTime)
    assert.deepEqual(quiet_time.hours, [{ weekdays: [1, 2, 3, 4, 5, 6], from: '21:30', to: '07:00' }])
    assert.match(timezone, /^Asia\/(Kolkata|Calcutta)$/)
    // without a day it isn't saved, and says why
    for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
      await group.getByRole('checkbox', { name }).press('Space')
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await dialog.getByRole('alert').getByText('Choose at least one day.').waitFor()
    await group.getByRole('button', { name: 'Remove these hours' }).click()
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await dialog.getByText('No schedule yet.').waitFor()
    await page.waitForFunction(() => !document.querySelector('.quiet-dialog [disabled][type=submit].primary'))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Do not disturb')
    assert.deepEqual((await ada.call(getQuietTime)).quiet_time.hours, [])
    assert.deepEqual(here.complaints, [])
  })

  test('mutes of topics, channels, and direct messages are listed until ended', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('Blue?', { channel: id, topic: 'colours' })
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design/topic/colours`)
    await here.message('Blue?').focus()
    await page.keyboard.press('M')
    const muting = page.getByRole('dialog', { name: /^Mute / })
    const muteFromMenu = async () => {
      await page.locator('.heading [data-menu]').click()
      await page.getByRole('menuitem', { name: 'Mute for…' }).click()
    }
    await muting.getByRole('radio', { name: /For 1 hour/ }).focus()
    await page.keyboard.press('ArrowDown')
    assert.deepEqual(await problems(page), [])
    await page.keyboard.press('Enter')
    await page.locator('.left .topics .muted', { hasText: 'colours' }).waitFor()
    await here.opens(`#narrow/channel/${id}-design`)
    await muteFromMenu()
    await muting.getByRole('radio', { name: /For 1 week/ }).check()
    await muting.getByRole('button', { name: 'Mute', exact: true }).click()
    await page.locator('.left .channel .muted', { hasText: 'design' }).first().waitFor()
    await here.opens('#inbox')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('(1)'))
    await here.opens(`#narrow/dm/${ben.id}-dm`)
    await muteFromMenu()
    await muting.getByRole('radio', { name: /Until you unmute it/ }).check()
    await muting.getByRole('button', { name: 'Mute', exact: true }).click()
    await page.locator('.left .entry.muted', { hasText: 'Ben' }).waitFor()
    await ben.sends('Or supper?', ada)
    await here.sees('Or supper?')
    const { mutes } = await ada.call(getMutes)
    assert.deepEqual(
      mutes.map(({ until, ...place }) => [place, until === null]),
      [
        [{ stream_id: id }, false],
        [{ user_ids: [ben.id] }, true],
        [{ stream_id: id, topic_name: 'colours' }, false],
      ],
    )
    await page.getByRole('button', { name: 'Do not disturb' }).click()
    const list = page.getByRole('dialog', { name: 'Do not disturb' })
    await list.getByRole('button', { name: 'Unmute Ben' }).waitFor()
    assert.deepEqual((await list.locator('.muted-list .name').allTextContents()).sort(), [
      '#design',
      '#design › colours',
      'Ben',
    ])
    await list.getByRole('button', { name: 'Unmute #design › colours', exact: true }).focus()
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Enter')
      await page.waitForFunction((count) => document.querySelectorAll('.muted-list li').length === count, left)
      await page.waitForFunction(() => document.activeElement?.closest('dialog'))
      if (left > 0) await page.waitForFunction(() => document.activeElement?.closest('.muted-list'))
    }
    await list.getByText('You haven’t muted anything.').waitFor()
    assert.deepEqual((await ada.call(getMutes)).mutes, [])
    assert.deepEqual(here.complaints, [])
  })
})

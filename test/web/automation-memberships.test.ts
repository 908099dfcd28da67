import { assert, describe } from 'vitest'
import { archiveChannel } from '../../src/features/channels/channels/api.ts'
import { createGroup, updateMembers } from '../../src/features/people/groups/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { newAutomation, phone, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automation memberships', () => {
  test('people who join a group are added to a channel, and failures are listed', async ({
    society,
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada])
    const group = await ada.call(createGroup, { name: 'Weavers', description: '', members: [] })
    const here = await visit(ada, phone)
    const { page } = here
    const dialog = await newAutomation(here, /^From scratch/)
    await dialog.getByLabel('Name', { exact: true }).fill('Weaver channels')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone joins a group')
    const create = dialog.getByRole('button', { name: 'Create automation' })
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Add the person to a channel')
    assert.isTrue(await create.isDisabled())
    await dialog.getByLabel('Group').selectOption('Weavers')
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByRole('button', { name: 'Add step' }).click()
    await dialog
      .getByRole('group', { name: 'Step 2' })
      .getByRole('combobox', { name: 'Step 2' })
      .selectOption('Send a direct message to the person')
    await dialog.getByLabel('Message', { exact: true }).fill('Hi {person}')
    await shown(here, 'memberships, narrow')
    await create.click()
    const one = row(here, 'Weaver channels')
    await one
      .getByText('When someone joins Weavers · Add the person to #lounge · Send a direct message to the person')
      .waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await shown(here, 'memberships, list, narrow')
    await ada.call(updateMembers, { user_group_id: group.group_id, add: [ben.id] })
    await server.runtime.timer.wake()
    await ada.call(archiveChannel, { stream_id: lounge })
    await ada.call(updateMembers, { user_group_id: group.group_id, add: [cleo.id] })
    await server.runtime.timer.wake()
    await one.getByRole('button', { name: 'Runs of Weaver channels' }).click()
    const runs = page.getByRole('list', { name: 'Runs', exact: true })
    await runs.getByText('This channel is archived.').waitFor()
    await runs.getByText('Add the person to #lounge').waitFor()
    await runs.getByText('Ben').waitFor()
    await shown(here, 'runs of memberships, narrow')
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 1280, height: 900 })
    await newAutomation(here, /^From scratch/)
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone joins the organization')
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Add the person to a group')
    await dialog.getByLabel('Group').selectOption('Weavers')
    await shown(here, 'joined organization')
    await dialog.getByLabel('Belongs to').selectOption('#general')
    assert.equal(await dialog.getByRole('combobox', { name: 'When' }).inputValue(), 'joined_channel')
    assert.deepEqual(here.complaints, [])
  })
})

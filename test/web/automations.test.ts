import { assert, describe } from 'vitest'
import { automate, post } from '../../src/features/automations/automations/fixture.ts'
import { archiveChannel, updateChannel } from '../../src/features/channels/channels/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { darkPhone, newAutomation, passToNextRun, phone, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automations', () => {
  test('an administrator creates a standup reminder from a template, edits it, and sees its run', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/automations')
    await page.getByText('No automations yet. Start with a template.').waitFor()
    await shown(here, 'none')
    await page.getByRole('button', { name: /^Standup reminder/ }).click()
    const dialog = page.getByRole('dialog', { name: 'New automation' })
    await dialog.waitFor()
    assert.isTrue(await dialog.getByRole('button', { name: 'Create automation' }).isDisabled())
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByLabel('Time', { exact: true }).fill('10:15')
    await dialog.getByLabel('Time zone').selectOption('UTC')
    await shown(here, 'new')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    await dialog.waitFor({ state: 'detached' })
    const one = row(here, 'Standup reminder')
    await one.getByText('Every weekday at 10:15 AM (UTC) · Post in #lounge › standup').waitFor()
    await one.getByText(/^Next run /).waitFor()

    await one.getByRole('button', { name: 'Edit Standup reminder' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Standup reminder' })
    await editor.getByLabel('Repeat').selectOption('Weekly on selected days')
    await editor.getByRole('checkbox', { name: 'Thursday' }).check()
    await editor.getByLabel('Message', { exact: true }).fill('Who has news?')
    await editor.getByRole('button', { name: 'Add step' }).click()
    const second = editor.getByRole('group', { name: 'Step 2' })
    await second.getByRole('combobox', { name: 'Step 2' }).selectOption('Send a direct message')
    await second.getByRole('combobox', { name: 'To' }).fill('Ben')
    await page.getByRole('option', { name: /^Ben/ }).click()
    await second.getByLabel('Message', { exact: true }).fill('Please read it')
    await shown(here, 'edit')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    await one.getByText('Every Monday and Thursday at 10:15 AM (UTC)').waitFor()

    await passToNextRun(server, ada)
    await one.getByText(/Last run /).waitFor()
    await shown(here, 'list')
    await one.getByRole('button', { name: 'Runs of Standup reminder' }).click()
    const runs = page.getByRole('dialog', { name: 'Runs of Standup reminder' })
    await runs.getByText('Done').waitFor()
    await shown(here, 'runs')
    await runs.getByRole('link', { name: 'View message' }).click()
    await here.sees('Who has news?')
    server.clock.release()
    assert.deepEqual(here.complaints, [])
  })

  test('a failed run shows why, and can be retried after fixing the problem', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada, darkPhone)
    const { page } = here
    const dialog = await newAutomation(here, /^Weekly reminder/)
    await dialog.getByLabel('Belongs to').selectOption('#lounge')
    await shown(here, 'new, narrow')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Weekly reminder')
    await one.waitFor()
    await ada.call(archiveChannel, { stream_id })
    await passToNextRun(server, ada)
    await one.getByText(/Last run failed /).waitFor()
    await shown(here, 'failed, narrow')
    await one.getByRole('button', { name: 'Runs of Weekly reminder' }).click()
    const runs = page.getByRole('dialog', { name: 'Runs of Weekly reminder' })
    await runs.getByText('This channel is archived.').waitFor()
    await shown(here, 'failed runs, narrow')
    await ada.call(updateChannel, { stream_id, is_archived: false })
    await runs.getByRole('button', { name: /^Retry/ }).click()
    await runs.getByText('Running').or(runs.getByText('Done')).first().waitFor()
    await server.runtime.timer.wake()
    await runs.getByText('Done').waitFor()
    server.clock.release()
    await page.keyboard.press('Escape')
    await one.getByRole('switch', { name: 'Weekly reminder is on' }).click()
    await one.getByText(/^Off/).waitFor()
    await one.getByRole('button', { name: 'Delete Weekly reminder' }).click()
    await page.getByRole('dialog', { name: 'Delete Weekly reminder?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No automations yet. Start with a template.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an administrator raises how often an automation can run, and other managers see it', async ({
    society,
    ada,
    momo,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, momo])
    await automate(ada, { name: 'Builds', stream_id: lounge, trigger: { kind: 'webhook' }, steps: [post(lounge)] })
    const here = await visit(ada, phone)
    await here.opens('#organization/automations')
    await row(here, 'Builds').getByRole('button', { name: 'Edit Builds' }).click()
    const editor = here.page.getByRole('dialog', { name: 'Edit Builds' })
    const limit = editor.getByLabel('Runs per hour')
    assert.equal(await limit.inputValue(), '60')
    await limit.fill('601')
    assert.isTrue(await editor.getByRole('button', { name: 'Save' }).isDisabled())
    await limit.fill('300')
    await shown(here, 'limit, narrow')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    const there = await visit(momo)
    await there.opens('#organization/automations')
    await row(there, 'Builds').getByRole('button', { name: 'Runs of Builds' }).click()
    const runs = there.page.getByRole('dialog', { name: 'Runs of Builds' })
    await runs.getByText('Up to 300 runs an hour').waitFor()
    await there.page.keyboard.press('Escape')
    await row(there, 'Builds').getByRole('button', { name: 'Edit Builds' }).click()
    const other = there.page.getByRole('dialog', { name: 'Edit Builds' })
    await other.getByText('Up to 300 runs an hour').waitFor()
    assert.equal(await other.getByLabel('Runs per hour').count(), 0)
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('members who manage no channel don’t see the page', async ({ ben, visit }) => {
    const here = await visit(ben)
    await here.opens('#organization/organization-profile')
    await here.page.getByRole('link', { name: 'Integrations', exact: true }).waitFor()
    assert.equal(await here.page.getByRole('link', { name: 'Automations' }).count(), 0)
  })
})

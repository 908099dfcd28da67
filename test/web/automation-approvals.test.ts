import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { darkPhone, newAutomation, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automation approvals', () => {
  test('the “Approval” template asks the chosen person, whose answer continues the run', async ({
    society,
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben, cleo])
    const here = await visit(ada)
    const { page } = here
    const dialog = await newAutomation(here, /^Approval/)
    const create = dialog.getByRole('button', { name: 'Create automation' })
    assert.isTrue(await create.isDisabled())
    await dialog.getByRole('combobox', { name: 'Selected people' }).fill('Cleo')
    await page.getByRole('option', { name: /^Cleo/ }).click()
    await dialog.getByRole('checkbox', { name: 'Set a deadline' }).check()
    await dialog.getByLabel('Duration').fill('2')
    await dialog.getByLabel('Unit').selectOption('hours')
    await shown(here, 'approval')
    await create.click()
    const one = row(here, 'Approval')
    await one.getByText('When someone enters /request · Ask Cleo for approval · Reply in the topic').waitFor()
    await one.getByRole('button', { name: 'Runs of Approval' }).click()
    const runs = page.getByRole('dialog', { name: 'Runs of Approval' })
    await ben.sends('/request A new **loom**', { channel: lounge, topic: 'looms' })
    await server.runtime.timer.wake()
    await runs.getByText(/^Waiting until /).waitFor()

    const there = await visit(cleo)
    await there.opens(`#narrow/channel/${lounge}-lounge/topic/looms`)
    await there.page.getByText('Ben asks for approval: A new **loom**').waitFor()
    await there.page.getByText('⏳ Waiting for @Cleo to approve or decline.').waitFor()
    await shown(there, 'approval, request')
    await there.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await there.page.getByText('Your answer:').waitFor()
    await server.runtime.timer.wake()
    await there.page.getByText('✅ Approved by Cleo').waitFor()
    await there.page.getByText('Cleo approved your request.').waitFor()
    assert.equal(await there.page.getByRole('button', { name: 'Decline' }).count(), 0)
    await shown(there, 'approval, approved')
    await runs.getByText('Approved by Cleo').waitFor()
    await runs.getByText('Done').waitFor()
    await shown(here, 'approval, runs')
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('a request is declined on a phone, and the run ends before its next step', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada, darkPhone)
    const { page } = here
    const dialog = await newAutomation(here, /^Approval/)
    await dialog.getByLabel('Approvers').selectOption('Anyone who can see the request')
    await dialog.getByRole('button', { name: 'Add step' }).click()
    const last = dialog.getByRole('group', { name: 'Step 3' })
    await last.getByRole('combobox', { name: 'Step 3' }).selectOption('Wait')
    await last.getByLabel('Duration').fill('0')
    assert.isTrue(await dialog.getByRole('button', { name: 'Create automation' }).isDisabled())
    await last.getByLabel('Duration').fill('3')
    await last.getByLabel('Unit').selectOption('days')
    await shown(here, 'approval, narrow')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Approval')
    await one.getByText(/Ask for approval · Reply in the topic · Wait 3 days$/).waitFor()
    await ben.sends('/request A new loom', { channel: lounge, topic: 'looms' })
    await server.runtime.timer.wake()
    await here.opens(`#narrow/channel/${lounge}-lounge/topic/looms`)
    await shown(here, 'approval, request, narrow')
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Your answer:').waitFor()
    await server.runtime.timer.wake()
    await page.getByText('❌ Declined by Ada').waitFor()
    await page.getByText('your request wasn’t approved.').waitFor()
    await shown(here, 'approval, declined, narrow')
    await here.opens('#organization/automations')
    await one.getByText(/^Last run declined /).waitFor()
    await one.getByRole('button', { name: 'Runs of Approval' }).click()
    await page.getByRole('dialog', { name: 'Runs of Approval' }).getByText('Declined by Ada').waitFor()
    await shown(here, 'approval, declined runs, narrow')
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { darkPhone, newAutomation, passToNextRun, phone, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automation forms', () => {
  test('the “Request form” template asks the person with a form, and posts the request', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada)
    const dialog = await newAutomation(here, /^Request form/)
    const create = dialog.getByRole('button', { name: 'Create automation' })
    assert.isTrue(await create.isDisabled())
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    const form = dialog.getByRole('group', { name: 'Step 1' })
    await form.getByRole('button', { name: 'Add field' }).click()
    const added = form.getByRole('group', { name: 'Field 4' })
    assert.isTrue(await create.isDisabled())
    await added.getByLabel('Label').fill('Which loom?')
    await added.getByLabel('Type').selectOption('Menu')
    await added.getByLabel('Options').fill('Old\nNew')
    await added.getByText('Insert the answer in later steps with {form.which_loom}.').waitFor()
    await added.getByRole('checkbox', { name: 'Required' }).uncheck()
    await added.getByRole('button', { name: 'Move field 4 up' }).click()
    assert.equal(await form.getByRole('group', { name: 'Field 3' }).getByLabel('Label').inputValue(), 'Which loom?')
    const post = dialog.getByRole('group', { name: 'Step 2' })
    await post.getByText(/\{form\.which_loom\}/).waitFor()
    await post.getByLabel('Message', { exact: true }).fill('**{form.short}** ({form.which_loom})')
    await shown(here, 'request form')
    await create.click()
    await dialog.getByText(/uses \{form\.short\}, which no earlier step asks for/).waitFor()
    await post
      .getByLabel('Message', { exact: true })
      .fill('{person}: **{form.title}** ({form.which_loom})\n{form.details}')
    await create.click()
    const one = row(here, 'Request form')
    await one.getByText('When someone enters /request-form · Ask the person · Post in #lounge › requests').waitFor()
    await shown(here, 'request form, list')

    await ben.sends('/request-form', { channel: lounge, topic: 'looms' })
    await server.runtime.timer.wake()
    const there = await visit(ben, phone)
    await there.opens('#narrow/is/dm')
    await there.page.getByText('Hi Ben, what do you need?').waitFor()
    await shown(there, 'request form, empty, narrow')
    await there.page.getByLabel('Short description').fill('A *new* loom')
    await there.page.getByLabel('Urgency').selectOption('High')
    await there.page.getByLabel('Details').fill('Mine is old.\nVery old.')
    await there.page.getByRole('button', { name: 'Send', exact: true }).last().click()
    await there.page.getByText('Your answer:').waitFor()
    await server.runtime.timer.wake()
    await there.page.getByText('✅ Answered by Ben').waitFor()
    // the message shows the answer, so its form and the mark of the edit are gone, and the focus is on the message
    await there.page.getByText('Your answer:').waitFor({ state: 'detached' })
    const message = there.page.locator('article', { hasText: 'Answered by Ben' })
    assert.equal(await message.getByText('This form is closed.').count(), 0)
    assert.equal(await message.getByText('edited').count(), 0)
    assert.equal(await there.page.evaluate(() => document.activeElement?.tagName), 'ARTICLE')
    await shown(there, 'request form, answered, narrow')
    await there.opens(`#narrow/channel/${lounge}-lounge/topic/requests`)
    await there.page.getByText('A *new* loom').waitFor()
    await there.page.getByText('Mine is old.').waitFor()
    await one.getByRole('button', { name: 'Runs of Request form' }).click()
    const runs = here.page.getByRole('dialog', { name: 'Runs of Request form' })
    await runs.getByText('Answered by Ben').waitFor()
    await shown(here, 'request form, runs')
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('the “Team standup” template asks a group, and posts the answers after the deadline', async ({
    society,
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben, cleo])
    await ada.call(createGroup, { name: 'Weavers', description: '', members: [ben.id, cleo.id] })
    const here = await visit(ada, darkPhone)
    const dialog = await newAutomation(here, /^Team standup/)
    await dialog.getByLabel('Group', { exact: true }).selectOption('Weavers')
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByRole('button', { name: 'Add field' }).scrollIntoViewIfNeeded()
    await shown(here, 'team standup, narrow, dark')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Team standup')
    await one.getByText(/Ask Weavers · Post in #lounge › standup/).waitFor()
    await passToNextRun(server, ada)
    const there = await visit(ben)
    await there.opens('#narrow/is/dm')
    await there.page.getByLabel('What are you working on?').fill('The blue cloth')
    await there.page.getByRole('button', { name: 'Send', exact: true }).last().click()
    await there.page.getByText('Your answer:').waitFor()
    server.clock.advance(2 * 3_600_000)
    await server.runtime.timer.wake()
    await here.opens(`#narrow/channel/${lounge}-lounge/topic/standup`)
    await here.page.getByText('The blue cloth').waitFor()
    await here.page.getByText('No answer: Cleo', { exact: true }).waitFor()
    await shown(here, 'team standup, posted, narrow, dark')
    server.clock.release()
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('the “Start an incident” template asks for roles in the topic, and shows them', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    server.clock.set(new Date())
    const ops = await makeChannel(society.org, 'ops', [ada, ben])
    const here = await visit(ada)
    const dialog = await newAutomation(here, /^Start an incident/)
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Start an incident')
    await one.getByText('When someone enters /incident · Reply in the topic · Ask in the topic').waitFor()
    await ben.sends('/incident The loom is on fire', { channel: ops, topic: 'loom' })
    await server.runtime.timer.wake()
    await here.opens(`#narrow/channel/${ops}-ops/topic/loom`)
    await here.page.getByText('Ben started an incident: The loom is on fire').waitFor()
    await here.page.getByLabel('Incident lead').fill('Ada')
    await here.page.getByLabel('Status updates').fill('Ben')
    await here.page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await here.page.getByText('Your answer:').waitFor()
    await server.runtime.timer.wake()
    await here.page.getByText('✅ Answered by Ada').waitFor()
    await here.page.getByText('Status updates: Ben').first().waitFor()
    server.clock.advance(31 * 60_000)
    await server.runtime.timer.wake()
    await here.page.getByText('Ben, what’s the current status?').waitFor()
    await shown(here, 'incident')
    assert.deepEqual(here.complaints, [])
  })
})

import type { Locator } from 'playwright-core'
import { assert, describe } from 'vitest'
import { automations } from '../../src/features/automations/automations/fixture.ts'
import { archiveChannel, updateChannel } from '../../src/features/channels/channels/api.ts'
import { addReaction } from '../../src/features/messages/messages/reactions/api.ts'
import { joinChannel, makeChannel } from '../harness/channel.ts'
import type { Person } from '../harness/person.ts'
import type { TestServer } from '../harness/server.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('automations')

async function shown({ page }: Visitor, name: string): Promise<void> {
  assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
  await picture(page, name)
}

/** Sets the clock to the next run. */
async function passToNextRun(server: TestServer, person: Person): Promise<void> {
  const [one] = await automations(person)
  server.clock.set(new Date((one?.next_at ?? 0) * 1_000))
  await server.runtime.timer.wake()
}

const phone = { viewport: { width: 390, height: 844 } }

/** Opens the page Automations, and the dialog for a new one. */
async function newAutomation(here: Visitor, template: RegExp): Promise<Locator> {
  await here.opens('#organization/automations')
  await here.page.getByRole('button', { name: template }).click()
  return here.page.getByRole('dialog', { name: 'New automation' })
}

const row = ({ page }: Visitor, name: string) =>
  page.getByRole('list', { name: 'Automations' }).locator('li', { hasText: name })

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
    const here = await visit(ada, phone)
    const { page } = here
    await page.emulateMedia({ colorScheme: 'dark' })
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

  test('an administrator starts with “Emoji to triage”, and a reaction posts in the other channel', async ({
    society,
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben, cleo])
    await makeChannel(society.org, 'triage', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    const dialog = await newAutomation(here, /^Emoji to triage/)
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#triage')
    await dialog.getByRole('button', { name: 'Emoji: ticket' }).click()
    await page.getByRole('combobox', { name: 'Search emoji' }).fill('octopus')
    await page.getByRole('option', { name: 'octopus', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Emoji: octopus' }).waitFor()
    await shown(here, 'triage')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Emoji to triage')
    await one.getByText('When someone reacts with 🐙 in any public channel · Post in #triage › triage').waitFor()

    // the template also works as is
    await page
      .getByRole('button', { name: /^Emoji to triage/ })
      .last()
      .click()
    await dialog.getByLabel('Name', { exact: true }).fill('Tickets')
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#triage')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    await row(here, 'Tickets').getByText('When someone reacts with 🎟').waitFor()

    const message_id = await cleo.sends('The loom is broken @**all**', { channel: lounge, topic: 'looms' })
    await ben.call(addReaction, { message_id, emoji_name: 'octopus' })
    await server.runtime.timer.wake()
    await one.getByText(/Last run /).waitFor()
    await one.getByRole('button', { name: 'Runs of Emoji to triage' }).click()
    const runs = page.getByRole('dialog', { name: 'Runs of Emoji to triage' })
    await runs.getByText('Ben').waitFor()
    await runs.getByRole('link', { name: 'Original message' }).waitFor()
    await shown(here, 'runs of triage')
    await runs.getByRole('link', { name: 'View message' }).click()
    await here.sees('flagged a message')
    await page.locator('blockquote', { hasText: 'The loom is broken @**all**' }).waitFor()
    assert.equal(await page.locator('blockquote .user-mention').count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('the “Welcome” template sends a direct message to people who join the channel', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada])
    const here = await visit(ada)
    const { page } = here
    const dialog = await newAutomation(here, /^Welcome/)
    assert.isTrue(await dialog.getByRole('button', { name: 'Create automation' }).isDisabled())
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await shown(here, 'welcome')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Welcome')
    await one.getByText('When someone joins #lounge · Send a direct message to the person').waitFor()

    const there = await visit(ben)
    await joinChannel(society.org, lounge, ben)
    await server.runtime.timer.wake()
    await one.getByText(/Last run /).waitFor()
    await one.getByRole('button', { name: 'Runs of Welcome' }).click()
    const runs = page.getByRole('dialog', { name: 'Runs of Welcome' })
    await runs.getByText('Ben').waitFor()
    await shown(here, 'runs of welcome')
    await there.opens('#feed')
    await there.sees('Introduce yourself')
    assert.deepEqual([...here.complaints, ...there.complaints], [])
  })

  test('an administrator creates an automation that replies to messages with certain words', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada, phone)
    const { page } = here
    await page.emulateMedia({ colorScheme: 'dark' })
    const dialog = await newAutomation(here, /^From scratch/)
    await dialog.getByLabel('Name', { exact: true }).fill('Help desk')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone posts a message')
    await dialog.getByLabel('Where').selectOption('#lounge')
    await dialog.getByLabel('Topics').selectOption('Topic starts with')
    await dialog.getByLabel('Topic name').fill('loom')
    await dialog.getByLabel('Words or phrases').fill('help, broken loom')
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Reply in the topic')
    await dialog.getByLabel('Message', { exact: true }).fill('Thanks, {person.mention}!')
    await dialog.getByRole('button', { name: 'Add step' }).click()
    const second = dialog.getByRole('group', { name: 'Step 2' })
    await second.getByRole('combobox', { name: 'Step 2' }).selectOption('Add a reaction')
    await shown(here, 'words, narrow')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    await row(here, 'Help desk')
      .getByText('When someone posts “help” or “broken loom” in #lounge › loom… · Reply in the topic')
      .waitFor()
    await shown(here, 'words, list, narrow')
    await ben.sends('HELP!', { channel: stream_id, topic: 'looms' })
    await server.runtime.timer.wake()
    await here.opens(`#narrow/channel/${stream_id}-lounge/topic/looms`)
    await here.sees('Thanks, ')
    await page.locator('.user-mention', { hasText: '@Ben' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an administrator creates a slash command, and resolving a topic starts another automation', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada, phone)
    const dialog = await newAutomation(here, /^From scratch/)
    const create = dialog.getByRole('button', { name: 'Create automation' })
    await dialog.getByLabel('Name', { exact: true }).fill('Kudos')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone enters a slash command')
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Reply in the topic')
    await dialog.getByLabel('Message', { exact: true }).fill('{person} thanks {text}')
    const command = dialog.getByLabel('Command', { exact: true })
    await command.fill('/remind')
    await dialog.getByText('/remind is a built-in command. Choose another one.').waitFor()
    assert.isTrue(await create.isDisabled())
    await command.fill('two words')
    await dialog.getByText('Start with a letter, and use only').waitFor()
    assert.isTrue(await create.isDisabled())
    await command.fill('/Kudos')
    await dialog.getByLabel('Hint').fill('Name and reason')
    await shown(here, 'command, narrow')
    await create.click()
    const kudos = row(here, 'Kudos')
    await kudos.getByText('When someone enters /kudos · Reply in the topic').waitFor()

    await newAutomation(here, /^From scratch/)
    await dialog.getByLabel('Name', { exact: true }).fill('Resolved')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone resolves a topic')
    await dialog.getByLabel('Where').selectOption('#lounge')
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Reply in the topic')
    await dialog.getByLabel('Message', { exact: true }).fill('Thanks, {person}')
    await shown(here, 'resolved topic, narrow')
    await create.click()
    const resolved = row(here, 'Resolved')
    await resolved.getByText('When someone resolves a topic in #lounge · Reply in the topic').waitFor()
    await shown(here, 'command, list, narrow')

    const message_id = await ben.sends('/kudos Ada', { channel: lounge, topic: 'looms' })
    await ben.send('PATCH', `/messages/${message_id}`, { topic: '✔ looms', propagate_mode: 'change_all' })
    await server.runtime.timer.wake()
    await kudos.getByText(/Last run /).waitFor()
    await resolved.getByText(/Last run /).waitFor()
    await here.opens(`#narrow/channel/${lounge}-lounge/topic/.E2.9C.94.20looms`)
    await here.sees('thanks Ada')
    await here.sees('Thanks, ')
    assert.deepEqual(here.complaints, [])
  })

  test('members who manage no channel don’t see the page', async ({ ben, visit }) => {
    const here = await visit(ben)
    await here.opens('#organization/organization-profile')
    await here.page.getByRole('link', { name: 'Integrations', exact: true }).waitFor()
    assert.equal(await here.page.getByRole('link', { name: 'Automations' }).count(), 0)
  })
})

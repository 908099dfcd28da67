import { assert, describe } from 'vitest'
import { addReaction } from '../../src/features/messages/messages/reactions/api.ts'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { joinChannel, makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'
import { darkPhone, newAutomation, phone, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('automation triggers', () => {
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
    const here = await visit(ada, darkPhone)
    const { page } = here
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
    const dialog = await newAutomation(here, /^Kudos/)
    const create = dialog.getByRole('button', { name: 'Create automation' })
    const command = dialog.getByLabel('Command', { exact: true })
    assert.equal(await command.inputValue(), '/kudos')
    await command.fill('/remind')
    await dialog.getByText('/remind is a built-in command. Choose another one.').waitFor()
    assert.isTrue(await create.isDisabled())
    await command.fill('two words')
    await dialog.getByText('Start with a letter, and use only').waitFor()
    assert.isTrue(await create.isDisabled())
    await command.fill('/Kudos')
    assert.equal(await dialog.getByLabel('Hint').inputValue(), 'Name and reason')
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

  test('conditions limit when an automation runs, and are listed with it', async ({
    society,
    server,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const stream_id = await makeChannel(society.org, 'lounge', [ada, ben, cleo])
    await ada.call(createGroup, { name: 'Weavers', description: '', members: [ben.id] })
    const here = await visit(ada, darkPhone)
    const { page } = here
    const dialog = await newAutomation(here, /^From scratch/)
    await dialog.getByLabel('Name', { exact: true }).fill('Newcomers')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When someone posts a message')
    const add = dialog.getByRole('button', { name: 'Add condition' })
    const create = dialog.getByRole('button', { name: 'Create automation' })
    await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Reply in the topic')
    await dialog.getByLabel('Message', { exact: true }).fill('Hi {person}')
    await add.click()
    assert.isTrue(await create.isDisabled())
    const condition = (n: number) => dialog.getByRole('group', { name: `Condition ${n}` })
    const choose = (n: number, option: string) =>
      condition(n)
        .getByRole('combobox', { name: `Condition ${n}` })
        .selectOption(option)
    await choose(1, 'Person isn’t in a group')
    await condition(1).getByLabel('Group').selectOption('Weavers')
    await add.click()
    await choose(2, 'Message contains')
    await condition(2).getByLabel('Words or phrases').fill('draft')
    await add.click()
    await choose(3, 'Message contains')
    await condition(3).getByLabel('Words or phrases').fill('hello, good morning')
    await add.click()
    await choose(4, 'Day and time')
    await condition(4).getByLabel('From').fill('18:00')
    await condition(4).getByLabel('To', { exact: true }).fill('08:00')
    await condition(4).getByText('ends the next day').waitFor()
    await shown(here, 'conditions, narrow')
    await condition(4).getByLabel('From').fill('08:00')
    await add.click()
    await choose(5, 'First time for this person')
    assert.isTrue(await add.isDisabled())
    await dialog.getByRole('button', { name: 'Remove condition 2' }).click()
    assert.equal(await condition(2).getByLabel('Words or phrases').inputValue(), 'hello, good morning')
    for (const day of ['Saturday', 'Sunday']) await condition(3).getByRole('checkbox', { name: day }).check()
    await create.click()
    const one = row(here, 'Newcomers')
    await one.getByText(/Only if the person isn’t in Weavers, the message contains “hello” or “good morning”/).waitFor()
    await shown(here, 'conditions, list, narrow')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await one.getByRole('button', { name: 'Edit Newcomers' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Newcomers' })
    await editor.getByLabel('Group').waitFor()
    await shown(here, 'conditions, edit')
    // a schedule has no conditions
    await editor.getByRole('combobox', { name: 'When' }).selectOption('On a schedule')
    await editor.getByRole('button', { name: 'Add condition' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    for (const person of [ben, cleo, cleo]) await person.sends('hello', { channel: stream_id, topic: 'looms' })
    await server.runtime.timer.wake()
    await one.getByRole('button', { name: 'Runs of Newcomers' }).click()
    const runs = page.getByRole('list', { name: 'Runs', exact: true })
    await runs.getByText('Done').waitFor()
    assert.equal(await runs.locator('> li').count(), 1)
    await runs.getByText('Cleo').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('another service starts an automation with its webhook address', async ({
    society,
    server,
    ada,
    ben,
    visit,
  }) => {
    await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada, phone)
    const { page } = here
    const dialog = await newAutomation(here, /^From scratch/)
    await dialog.getByLabel('Name', { exact: true }).fill('Builds')
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When a webhook is called')
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByLabel('Message', { exact: true }).fill('Build {webhook.build.status}')
    await shown(here, 'webhook, narrow')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    const one = row(here, 'Builds')
    await one.getByText('When a webhook is called · Post in #lounge').waitFor()
    await one.getByRole('button', { name: 'Webhook address of Builds' }).click()
    const addresses = page.getByRole('dialog', { name: 'Webhook address of Builds' })
    const address = addresses.getByRole('textbox', { name: 'Webhook address' })
    assert.equal(await address.inputValue(), '••••••••')
    await shown(here, 'webhook address, narrow')
    await addresses.getByRole('button', { name: 'Show' }).click()
    await addresses.getByRole('button', { name: 'Hide' }).waitFor()
    const first = await address.inputValue()
    await addresses.getByRole('button', { name: 'Renew address' }).click()
    await page.waitForFunction((before) => {
      const { value = '' } = document.querySelector<HTMLInputElement>('.dialog-body input') ?? {}
      return value.startsWith('http') && value !== before
    }, first)
    const { search } = new URL(await address.inputValue())
    assert.notEqual(search, new URL(first).search)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await shown(here, 'webhook address')
    const reply = await raw(server, society.org, `/api/v1/external/automation${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"build":{"status":"**failed**"}}'),
    })
    assert.equal(reply.status, 200)
    await server.runtime.timer.wake()
    await page.keyboard.press('Escape')
    await one.getByText(/Last run /).waitFor()
    await here.opens('#feed')
    await here.sees('Build **failed**')
    assert.deepEqual(here.complaints, [])
  })
})

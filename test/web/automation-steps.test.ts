import { assert, describe } from 'vitest'
import { automations } from '../../src/features/automations/automations/fixture.ts'
import { makeChannel } from '../harness/channel.ts'
import { darkPhone, newAutomation, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('steps of automations', () => {
  test('an administrator adds steps that stop, move, remind, and call a service', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const here = await visit(ada)
    const { page } = here
    const dialog = await newAutomation(here, /^Emoji to triage/)
    const step = (number: number) => dialog.getByRole('group', { name: `Step ${number}`, exact: true })
    const choose = async (number: number, kind: string) => {
      if (number > 1) await dialog.getByRole('button', { name: 'Add step' }).click()
      await step(number)
        .getByRole('combobox', { name: `Step ${number}`, exact: true })
        .selectOption(kind)
    }
    await choose(1, 'Stop unless a condition is met')
    await step(1).getByRole('combobox', { name: 'Stop unless a condition is met' }).selectOption('Topic isn’t resolved')
    await choose(2, 'Move the topic or message')
    await step(2).getByLabel('Move', { exact: true }).selectOption('Only the message')
    const create = dialog.getByRole('button', { name: 'Create automation' })
    assert.isTrue(await create.isDisabled())
    await step(2).getByLabel('Channel').selectOption('#lounge')
    await step(2).getByLabel('New topic').fill('flagged')
    await choose(3, 'Post a reminder later')
    await step(3).getByRole('textbox', { name: 'After' }).fill('45')
    await step(3).getByLabel('Repeat until the topic is resolved').check()
    await step(3).getByLabel('Post in').selectOption('The topic where the run started')
    await step(3).getByLabel('Message', { exact: true }).fill('Any news, {person}?')
    await choose(4, 'Call another service')
    await step(4).getByLabel('URL').fill('ftp://desk.example.com')
    assert.isTrue(await create.isDisabled())
    await step(4).getByLabel('URL').fill('https://desk.example.com/tickets')
    await choose(5, 'Reply in the topic')
    await step(5)
      .getByText(/\{call\.PATH\}/)
      .waitFor()
    await step(5).getByLabel('Message', { exact: true }).fill('Ticket {call.ticket.id}')
    await shown(here, 'steps, new')
    await create.click()
    await dialog.waitFor({ state: 'detached' })
    const one = row(here, 'Emoji to triage')
    await one
      .getByText(
        /Stop unless the topic isn’t resolved · Move the message to #lounge › flagged · Post a reminder every 45 minutes until the topic is resolved · Call desk\.example\.com · Reply in the topic/,
      )
      .waitFor()
    const [automation] = await automations(ada)
    assert.deepEqual(automation?.steps.slice(0, 4), [
      { kind: 'stop_unless', condition: { kind: 'topic_resolved', is_resolved: false } },
      {
        kind: 'move',
        what: 'message',
        stream_id: lounge,
        topic: 'flagged',
      },
      { kind: 'remind', stream_id: null, topic: '', text: 'Any news, {person}?', minutes: 45, repeats: true },
      { kind: 'call', url: 'https://desk.example.com/tickets', text: '' },
    ])
    await one.getByRole('button', { name: 'Signing secret of Emoji to triage' }).click()
    const secret = page.getByRole('dialog', { name: 'Signing secret of Emoji to triage' })
    await secret.getByRole('button', { name: 'Show' }).click()
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('dialog input')?.value.startsWith('whsec_'),
    )
    await shown(here, 'signing secret')
    assert.deepEqual(here.complaints, [])
  })

  test('a webhook’s secret can be set and removed on a phone', async ({ society, ada, visit }) => {
    await makeChannel(society.org, 'lounge', [ada])
    const here = await visit(ada, darkPhone)
    const { page } = here
    const dialog = await newAutomation(here, /^Weekly reminder/)
    await dialog.getByRole('combobox', { name: 'When' }).selectOption('When a webhook is called')
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByRole('combobox', { name: 'Step 1', exact: true }).selectOption('Call another service')
    await dialog.getByLabel('URL').fill('https://desk.example.com')
    await shown(here, 'call, narrow')
    await dialog.getByRole('button', { name: 'Create automation' }).click()
    await row(here, 'Weekly reminder').getByRole('button', { name: 'Webhook address of Weekly reminder' }).click()
    const address = page.getByRole('dialog', { name: 'Webhook address of Weekly reminder' })
    await address.getByLabel('Secret', { exact: true }).fill('loom')
    await address.getByRole('button', { name: 'Save secret' }).click()
    await address.getByText('A secret is set.').waitFor()
    await shown(here, 'webhook secret, narrow')
    await address.getByRole('button', { name: 'Remove secret' }).click()
    await address.getByText('A secret is set.').waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })
})

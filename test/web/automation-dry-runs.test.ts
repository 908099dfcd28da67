import { assert, describe } from 'vitest'
import {
  automate,
  onCommand,
  onMessage,
  reply,
  runsOf,
  toPerson,
} from '../../src/features/automations/automations/fixture.ts'
import { archiveChannel } from '../../src/features/channels/channels/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { phone, row, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('testing automations', () => {
  test('testing shows conditions, messages as they would look, and refused steps', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const archive = await makeChannel(society.org, 'archive', [ada])
    const automation = await automate(ada, {
      name: 'Help desk',
      trigger: onMessage({ stream_id: lounge, words: ['help'] }),
      conditions: [{ kind: 'first_time' }, { kind: 'words', words: ['urgent'] }],
      steps: [
        reply('**Thanks**, {person}!\n{message.text}'),
        { kind: 'wait', minutes: 60 },
        { kind: 'post', stream_id: archive, topic: 'old', text: 'Hi' },
        toPerson('We’re on it'),
      ],
    })
    await ada.call(archiveChannel, { stream_id: archive })
    await ben.sends('I need help with my loom', { channel: lounge, topic: 'looms' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/automations')
    await row(here, 'Help desk').getByRole('button', { name: 'Test Help desk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Help desk' })
    const message = dialog.getByLabel('Recent message')
    assert.match((await message.textContent()) ?? '', /^Ben: I need help with my loom \(#lounge › looms, /)
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.getByText('it’s the person’s first time: Met').waitFor()
    await dialog.getByText('the message contains “urgent”: Not met').waitFor()
    await dialog.locator('strong', { hasText: /^Thanks$/ }).waitFor()
    await dialog.locator('blockquote', { hasText: 'I need help with my loom' }).waitFor()
    await dialog.getByText('#lounge › looms', { exact: true }).waitFor()
    await dialog.getByText('The run waits here.').waitFor()
    await dialog.getByText('The run would fail here:').waitFor()
    await dialog.getByText('This channel is archived.').waitFor()
    await dialog.getByText('Send a direct message to Ben', { exact: true }).waitFor()
    await shown(here, 'test')
    assert.deepEqual(await runsOf(ada, automation), [])
    assert.deepEqual(here.complaints, [])
  })

  test('the editor tests changes without saving them', async ({ society, ada, ben, visit }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const automation = await automate(ada, { name: 'Kudos', trigger: onCommand('kudos'), steps: [reply('Hi')] })
    const here = await visit(ada, phone)
    const { page } = here
    await page.emulateMedia({ colorScheme: 'dark' })
    await here.opens('#organization/automations')
    await row(here, 'Kudos').getByRole('button', { name: 'Edit Kudos' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Kudos' })
    await editor.getByLabel('Message', { exact: true }).fill('🎉 {person} thanks **{text}**')
    await shown(here, 'editor with test, narrow')
    await editor.getByRole('button', { name: 'Test', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Kudos' })
    assert.isTrue(await dialog.getByRole('button', { name: 'Run test' }).isDisabled())
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Ben')
    await page.getByRole('option', { name: /^Ben/ }).click()
    await dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
    await dialog.getByLabel('Topic', { exact: true }).fill('thanks')
    await dialog.getByLabel('Text after the command').fill('Cleo')
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.getByText('#lounge › thanks', { exact: true }).waitFor()
    await dialog.locator('.user-mention', { hasText: 'Ben' }).waitFor()
    await dialog.locator('strong', { hasText: /^Cleo$/ }).waitFor()
    await shown(here, 'test, narrow')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await editor.waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual((await runsOf(ada, automation)).length, 0)
    assert.ok(lounge)
    assert.deepEqual(here.complaints, [])
  })
})

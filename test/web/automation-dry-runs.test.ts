import { assert, describe } from 'vitest'
import {
  automate,
  automations,
  onCommand,
  onMessage,
  reply,
  runsOf,
  toPerson,
} from '../../src/features/automations/automations/fixture.ts'
import { archiveChannel } from '../../src/features/channels/channels/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { darkPhone, newAutomation, phone, row, shown } from './automations-page.ts'
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
    const here = await visit(ada, darkPhone)
    const { page } = here
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

  test('a new automation can be tested before it’s created', async ({ society, ada, ben, visit }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    await ben.sends('Hooray!', { channel: lounge, topic: 'looms' })
    const here = await visit(ada)
    const { page } = here
    const editor = await newAutomation(here, /^Emoji to triage/)
    await editor.getByLabel('Channel', { exact: true }).last().selectOption('#lounge')
    await editor.getByRole('button', { name: 'Test', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Emoji to triage' })
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.getByText('#lounge › triage', { exact: true }).waitFor()
    await dialog.locator('blockquote', { hasText: 'Hooray!' }).waitFor()
    await shown(here, 'test of a new automation')
    assert.deepEqual(await automations(ada), [])
    assert.deepEqual(here.complaints, [])
  })

  test('closing the editor asks before it discards changes', async ({ ada, visit }) => {
    await automate(ada, { name: 'Kudos', trigger: onCommand('kudos'), steps: [toPerson('Hi')] })
    const here = await visit(ada, phone)
    const { page } = here
    const open = async () => {
      await row(here, 'Kudos').getByRole('button', { name: 'Edit Kudos' }).click()
      await editor.waitFor()
    }
    const editor = page.getByRole('dialog', { name: 'Edit Kudos' })
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    // a closed dialog has no role, and is removed a moment later
    const questionRemoved = () => page.locator('dialog[aria-label="Discard changes?"]').waitFor({ state: 'detached' })
    const text = editor.getByLabel('Message', { exact: true })
    await here.opens('#organization/automations')
    await open()
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await open()
    await text.fill('Thanks, {person}!')
    const closing = {
      escape: () => page.keyboard.press('Escape'),
      close: () => editor.getByRole('button', { name: 'Close' }).click(),
      cancel: () => editor.getByRole('button', { name: 'Cancel' }).click(),
      back: () => page.goBack(),
    }
    for (const close of [...Object.values(closing), closing.back]) {
      // only the editor has a history entry
      await page.waitForFunction(() => history.state?.layers === 1)
      await close()
      await question.waitFor()
      if (close === closing.close) await shown(here, 'discard changes, narrow')
      // the first button keeps the editor open
      await page.keyboard.press('Enter')
      await questionRemoved()
      assert.equal(await text.inputValue(), 'Thanks, {person}!')
    }
    // Escape in the question keeps it open too, however often
    for (let times = 0; times < 3; times++) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await questionRemoved()
    }
    assert.equal(await text.inputValue(), 'Thanks, {person}!')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await editor.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit Kudos')
    await open()
    assert.equal(await text.inputValue(), 'Hi')
    await text.fill('Thanks!')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'detached' })
    const [{ steps } = {}] = await automations(ada)
    assert.deepInclude(steps?.[0], { text: 'Thanks!' })
    assert.deepEqual(here.complaints, [])
  })
})

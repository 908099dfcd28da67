import { readFile } from 'node:fs/promises'
import { assert, describe } from 'vitest'
import { deleteAutomation } from '../../src/features/automations/automations/api.ts'
import {
  ask,
  automate,
  automations,
  onCommand,
  onReaction,
} from '../../src/features/automations/automations/fixture.ts'
import { updateChannel } from '../../src/features/channels/channels/api.ts'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('automation-files')

async function importFile({ page }: Visitor, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^From a file/ }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

describe.skipIf(!hasBrowser)('automation files', () => {
  test('an exported automation can be imported where IDs are different, and is turned off', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
    const { group_id } = await ada.call(createGroup, {
      name: 'Cooks',
      description: '',
      members: [ben.id],
      subgroups: [],
    })
    const before = await automate(ada, {
      name: 'Ask the cooks',
      max_runs_per_hour: 120,
      trigger: onReaction('octopus'),
      conditions: [{ kind: 'channel', stream_id: lounge }],
      steps: [
        { kind: 'direct_message', user_ids: [ben.id], text: 'Please look' },
        { kind: 'approve', stream_id: lounge, topic: 'menu', group_id, text: 'Soup?' },
        ask({ to: 'group', group_id }),
      ],
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/automations')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Ask the cooks' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'Ask the cooks.json')
    const text = await readFile(await download.path(), 'utf8')
    const file = JSON.parse(text)
    assert.deepEqual(file.names, {
      channels: { [lounge]: 'lounge' },
      groups: { [group_id]: 'Cooks' },
      people: { [ben.id]: 'Ben' },
    })

    // as in another organization, where the same names have other IDs
    await ada.call(deleteAutomation, { automation_id: before.automation_id })
    await ada.call(updateChannel, { stream_id: lounge, new_name: 'old lounge' })
    await importFile(here, 'cooks.json', text)
    await page.getByRole('alert').filter({ hasText: '#lounge can’t be found here.' }).waitFor()
    assert.deepEqual(await problems(page), [])
    assert.deepEqual(await automations(ada), [])
    const newLounge = await makeChannel(society.org, 'lounge', [ada, ben])
    await importFile(here, 'cooks.json', text)
    const editor = page.getByRole('dialog', { name: 'Edit Ask the cooks' })
    await editor.waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Ask the cooks' }).waitFor()
    await picture(page, 'imported')
    const [after] = await automations(ada)
    const [asked, approval, form] = after?.steps ?? []
    assert.deepEqual([after?.is_enabled, after?.conditions], [false, [{ kind: 'channel', stream_id: newLounge }]])
    assert.equal(after?.max_runs_per_hour, 120)
    assert.deepEqual([asked, form], [before.steps[0], before.steps[2]])
    assert.deepEqual([approval], [{ ...before.steps[1], stream_id: newLounge }])
    assert.deepEqual(here.complaints, [])
  })

  test('an imported automation whose command is taken asks for another command', async ({ society, ada, visit }) => {
    const lounge = await makeChannel(society.org, 'lounge', [ada])
    const step = { kind: 'post', stream_id: lounge, topic: 'thanks', text: 'Thanks!' } as const
    await automate(ada, { name: 'Kudos', trigger: onCommand('kudos'), steps: [step] })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/automations')
    const trigger = onCommand('kudos', 'Who?')
    const file = {
      format: 'loquat-automation-1',
      name: 'Praise',
      description: '',
      trigger,
      conditions: [],
      steps: [step],
    }
    await importFile(here, 'praise.json', JSON.stringify(file))
    const dialog = page.getByRole('dialog', { name: 'Choose another command' })
    await dialog.getByText('The command /kudos of this automation is already in use here.').waitFor()
    assert.isTrue(await dialog.getByRole('button', { name: 'Import' }).isDisabled())
    await picture(page, 'command taken')
    assert.deepEqual(await problems(page), [])
    await dialog.getByLabel('Command', { exact: true }).fill('/praise')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit Praise' }).waitFor()
    const commands = (await automations(ada)).map(({ name, is_enabled, trigger }) => [name, is_enabled, trigger])
    assert.deepEqual(commands[1], ['Praise', false, { ...trigger, command: 'praise' }])
    assert.deepEqual(here.complaints, [])
  })

  test('files that aren’t valid automations change nothing, and the page says why', async ({ ada, visit }) => {
    const here = await visit(ada)
    await here.opens('#organization/automations')
    const file = { format: 'loquat-automation-1', name: 'Lunch', trigger: { kind: 'webhook' }, conditions: [] }
    for (const [text, problem] of [
      ['not JSON', 'This file isn’t an exported automation.'],
      ['{"format":"other"}', 'This file isn’t an exported automation.'],
      [JSON.stringify({ ...file, steps: 'x' }), 'steps'],
      [
        JSON.stringify({ ...file, steps: [{ kind: 'post', stream_id: 999_999, topic: 'x', text: 'x' }] }),
        'steps[0].stream_id',
      ],
      ['x'.repeat(1_000_001), 'This file isn’t an exported automation.'],
    ] as const) {
      await importFile(here, 'lunch.json', text)
      await here.page.getByRole('alert').filter({ hasText: problem }).waitFor()
    }
    assert.deepEqual(await automations(ada), [])
  })
})

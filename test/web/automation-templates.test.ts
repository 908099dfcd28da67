import type { Locator } from 'playwright-core'
import { assert, describe } from 'vitest'
import { automations } from '../../src/features/automations/automations/fixture.ts'
import { createGroup } from '../../src/features/people/groups/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { newAutomation, row } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

type Choose = (dialog: Locator) => Promise<unknown>

const channel: Choose = (dialog) => dialog.getByLabel('Channel', { exact: true }).selectOption('#lounge')
const group: Choose = async (dialog) => {
  const field = dialog.getByLabel('Group', { exact: true })
  // groups that can't be mentioned can't be asked
  assert.notInclude(await field.locator('option').allTextContents(), 'Secret guild')
  await field.selectOption('Weavers')
}
const approver: Choose = async (dialog) => {
  await dialog.getByRole('combobox', { name: 'Selected people' }).fill('Ben')
  await dialog.page().getByRole('option', { name: /^Ben/ }).click()
}

/** The choices that each template needs before it can be created. */
const choices: Readonly<Record<string, readonly Choose[]>> = {
  'Weekly reminder': [channel],
  'Standup reminder': [channel],
  Welcome: [channel],
  'Emoji to triage': [channel],
  Kudos: [],
  Approval: [approver],
  'Request form': [channel],
  'Start an incident': [],
  'Team standup': [group, channel],
}

describe.skipIf(!hasBrowser)('automation templates', () => {
  test('each template can be created with at most two choices', async ({ society, ada, ben, visit }) => {
    await makeChannel(society.org, 'lounge', [ada, ben])
    await ada.call(createGroup, { name: 'Weavers', description: '', members: [ben.id] })
    await ben.call(createGroup, {
      ...{ name: 'Secret guild', description: '', members: [ben.id] },
      can_mention_group: { direct_members: [ben.id], direct_subgroups: [] },
    })
    const here = await visit(ada)
    await here.opens('#organization/automations')
    const section = here.page.getByRole('region', { name: 'New automation' })
    await section.waitFor()
    const offered = await section.getByRole('button').locator('strong').allTextContents()
    const withoutTemplate = ['From scratch', 'From a file']
    assert.deepEqual(offered.filter((name) => !withoutTemplate.includes(name)).sort(), Object.keys(choices).sort())
    for (const [name, needed] of Object.entries(choices)) {
      const dialog = await newAutomation(here, new RegExp(`^${name}`))
      const create = dialog.getByRole('button', { name: 'Create automation' })
      for (const choose of needed) {
        assert.isTrue(await create.isDisabled(), name)
        await choose(dialog)
      }
      assert.isTrue(await create.isEnabled(), name)
      await create.click()
      await dialog.waitFor({ state: 'detached' })
      await row(here, name).waitFor()
    }
    const created = await automations(ada)
    assert.deepEqual(created.map(({ name }) => name).sort(), Object.keys(choices).sort())
    assert.isTrue(created.every(({ is_enabled }) => is_enabled))
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { makeHook } from '../../src/features/integrations/outgoing-webhooks/fixture.ts'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { makeTopic } from '../harness/topic.ts'
import { phone, shown } from './automations-page.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('commands of bots', () => {
  test('an owner sets a bot’s command, and members use it', async ({ society, ada, ben, visit }) => {
    await ben.call(updateSettings, { enter_sends: true })
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Lunch?')
    await makeHook(ada, 'https://bots.example/loom')
    const owner = await visit(ada, phone)
    await owner.page.emulateMedia({ colorScheme: 'dark' })
    await owner.opens('#settings/your-bots')
    await owner.page.getByRole('button', { name: /^Edit/ }).click()
    const dialog = owner.page.getByRole('dialog')
    const field = dialog.getByLabel('Slash commands')
    await field.fill('deploy production')
    await dialog.getByText(/^Each line starts with a command/).waitFor()
    assert.isTrue(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
    await field.fill('/deploy Environment\n/rollback')
    await shown(owner, 'commands of a bot, narrow')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const member = await visit(ben)
    await member.opens(hash)
    await member.sees('Lunch?')
    await member.composeField.click()
    await member.page.keyboard.type('/dep')
    await member.page.getByRole('option', { name: '/deploy Loom · Environment' }).waitFor()
    await shown(member, 'command of a bot')
    await member.page.keyboard.press('Enter')
    await member.page.keyboard.type('production')
    await member.page.keyboard.press('Enter')
    await member.page.locator('.toast', { hasText: 'Sent to Loom.' }).waitFor()
    assert.deepEqual([...owner.complaints, ...member.complaints], [])
  })
})

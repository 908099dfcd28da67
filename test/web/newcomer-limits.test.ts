import sharp from 'sharp'
import { assert, describe } from 'vitest'
import { getChannelId } from '../../src/features/channels/channels/api.ts'
import { reportMessage } from '../../src/features/messages/messages/api/report.ts'
import { welcomeUser } from '../../src/features/messages/moderation/newcomers/api.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { upload } from '../harness/files.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

const field = ({ page }: Visitor) => page.locator('#compose textarea')
const row = ({ page }: Visitor, id: string) => page.locator(`[data-setting="${id}"]`)

describe.skipIf(!hasBrowser)('limits for new members', () => {
  test('a preset sets all limits at once, and changing one makes it custom', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/community-safety')
    const preset = (name: string) => page.getByRole('radio', { name })
    await page.getByText('Everyone is a full member immediately').waitFor()
    assert.isTrue(await preset('Team (no limits)').isChecked())
    // the radio button itself is hidden behind its label
    await page.getByText('Public community', { exact: true }).click()
    await row(here, 'newcomer_preset').getByText('Saved').waitFor()
    await page.getByText('Everyone is a full member immediately').waitFor({ state: 'detached' })
    const links = page.getByRole('combobox', { name: 'Links per message' })
    assert.equal(await links.locator('option:checked').textContent(), '2')
    assert.isFalse(await page.getByRole('switch', { name: 'Let new members post files' }).isChecked())
    const settings = async () => (await ada.register('realm')).initial as Record<string, unknown>
    const { realm_waiting_period_threshold, realm_newcomer_topics_per_day } = await settings()
    assert.deepEqual([realm_waiting_period_threshold, realm_newcomer_topics_per_day], [3, 5])
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await links.selectOption({ label: 'No limit' })
    await row(here, 'newcomer_links_per_message').getByText('Saved').waitFor()
    await preset('Custom').waitFor({ state: 'attached' })
    assert.isTrue(await preset('Custom').isChecked())
    assert.isNull((await settings()).realm_newcomer_links_per_message)
    await page.getByText('Team (no limits)', { exact: true }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#setting-newcomer_files_allowed')?.checked,
    )
    assert.equal((await settings()).realm_waiting_period_threshold, 3)
    assert.deepEqual(here.complaints, [])
  })

  test('the setting for hiding messages says that it needs a channel for reports', async ({ society, ada, visit }) => {
    const here = await visit(ada)
    await here.opens('#organization/community-safety')
    const setting = row(here, 'newcomer_reports_to_hide')
    const reason = setting.getByText('Has no effect with the current “Send reports to” setting.')
    await reason.waitFor()
    assert.isFalse(await setting.getByRole('textbox').isEditable())
    const moderation = await makeChannel(society.org, 'moderation', [ada], { invite_only: true })
    await ada.send('PATCH', '/realm', { moderation_request_channel_id: moderation })
    await reason.waitFor({ state: 'detached' })
    assert.isTrue(await setting.getByRole('textbox').isEditable())
    assert.deepEqual(here.complaints, [])
  })

  test('an administrator can’t use presets that change the waiting period', async ({ ada, ines, visit }) => {
    const here = await visit(ines)
    const { page } = here
    await here.opens('#organization/community-safety')
    await row(here, 'newcomer_preset').getByText('Only owners can change this.').waitFor()
    await ada.call(updateOrganization, { waiting_period_threshold: 7 })
    await row(here, 'newcomer_preset').getByText('Only owners').waitFor({ state: 'detached' })
    await page.getByText('Public community', { exact: true }).click()
    await row(here, 'newcomer_preset').getByText('Saved').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a new member is warned, sees why a message is refused, and edits it', async ({ ada, ben, visit }) => {
    await ada.sends('Welcome', { channel: 'general', topic: 'greetings' })
    const writer = await visit(ben)
    const { page } = writer
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    const warning = page.locator('#compose .banner', { hasText: 'New members can’t post links to other sites yet.' })
    await field(writer).fill('See https://loom.example')
    assert.equal(await warning.count(), 0)
    await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_links_per_message: 0 })
    await warning.waitFor()
    assert.deepEqual(await problems(page), [])
    await field(writer).press('Control+Enter')
    await page.getByText("New members can't post links yet.").waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await ada.call(updateOrganization, { newcomer_links_per_message: 1 })
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.locator('.message:not(.outgoing)', { hasText: 'See https://loom.example' }).waitFor()
    assert.deepEqual(writer.complaints, [])
  })

  test('a held message is shown to its author, and a moderator releases it', async ({ ada, ben, momo, visit }) => {
    await ada.sends('Welcome', { channel: 'general', topic: 'greetings' })
    await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_held_messages: 2 })
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    const writer = await visit(ben)
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    const waiting = writer.page.locator('#compose .held')
    const create = { width: 64, height: 48, channels: 3, background: '#a34a06' } as const
    const loom = await upload(ben, 'loom.png', await sharp({ create }).png().toBuffer())
    for (const [text, shown] of [
      [`Hello, I am new [loom.png](${loom.url})`, 'Hello, I am new loom.png'],
      ['My second message', 'My second message'],
    ] as const) {
      await field(writer).fill(text)
      await field(writer).press('Control+Enter')
      await waiting.filter({ hasText: shown }).waitFor()
    }
    await writer.page.locator('.message.outgoing').waitFor({ state: 'detached' })
    assert.deepEqual([...(await problems(writer.page)), ...(await layoutProblems(writer.page))], [])
    await waiting.filter({ hasText: 'second' }).getByRole('button', { name: 'Withdraw' }).click()
    await waiting.filter({ hasText: 'second' }).waitFor({ state: 'detached' })
    // the event can arrive before the response
    await writer.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#compose textarea')?.value === 'My second message',
    )

    const moderator = await visit(momo)
    const { page } = moderator
    await moderator.opens('#organization/held-messages')
    await page.getByText('Hello, I am new loom.png', { exact: true }).waitFor()
    await page.getByText('One of the author’s first messages', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Held messages 1 waiting' }).waitFor()
    await page.getByRole('link', { name: 'loom.png' }).waitFor()
    await page.waitForFunction(() => (document.querySelector('.records img') as HTMLImageElement).naturalWidth > 0)
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await page.getByRole('button', { name: `Release message from ${ben.name}` }).click()
    await page.getByText('No messages are waiting.').waitFor()
    await page.getByRole('link', { name: 'Held messages', exact: true }).waitFor()
    await writer.page.locator('.message:not(.outgoing)', { hasText: 'Hello, I am new' }).waitFor()
    await waiting.waitFor({ state: 'detached' })

    await field(writer).press('Control+Enter')
    await waiting.filter({ hasText: 'second' }).waitFor()
    await page.getByRole('button', { name: `Reject message from ${ben.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason (optional)').fill('Off topic')
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('No messages are waiting.').waitFor()
    await waiting.waitFor({ state: 'detached' })
    assert.deepEqual([...writer.complaints, ...moderator.complaints], [])
  })

  test('reports hide a message for readers until a moderator restores or deletes it', async ({
    society,
    ada,
    momo,
    ben,
    cleo,
    visit,
  }) => {
    const moderation = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
    await ada.send('PATCH', '/realm', { moderation_request_channel_id: moderation })
    await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_reports_to_hide: 1 })
    await momo.call(welcomeUser, { user_id: cleo.id })
    const place = { channel: 'general', topic: 'greetings' }
    const create = { width: 64, height: 48, channels: 3, background: '#a34a06' } as const
    const loom = await upload(ben, 'loom.png', await sharp({ create }).png().toBuffer())
    const kept = await ben.sends('Is this loom any good?', place)
    await ben.sends(`Buy [loom](${loom.url})`, place)
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    const [reader, moderator] = [await visit(cleo), await visit(momo)]
    await reader.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    const message = (text: string) => reader.page.locator('.message', { hasText: text })
    await message('Is this loom any good?').waitFor()
    await cleo.call(reportMessage, { message_id: kept, report_type: 'spam' })
    await message('Is this loom any good?').waitFor({ state: 'detached' })
    const next = await ada.sends('Welcome', place)
    await message('Welcome').waitFor()
    await message('Buy loom').hover()
    await message('Buy loom').getByRole('button', { name: 'More actions' }).click()
    await reader.page.getByRole('menuitem', { name: 'Report…' }).click()
    const report = reader.page.getByRole('dialog', { name: 'Report message' })
    await report.getByText('Describe what’s wrong.').waitFor({ state: 'detached' })
    await report.getByRole('radio', { name: 'Other' }).check()
    await report.getByText('Describe what’s wrong.').waitFor()
    assert.isTrue(await report.getByRole('button', { name: 'Report', exact: true }).isDisabled())
    assert.deepEqual(await problems(reader.page), [])
    await report.getByLabel('Details').fill('Advertising')
    await report.getByRole('button', { name: 'Report', exact: true }).press('Enter')
    // its row has the focus until it's hidden
    await reader.page.waitForFunction((id) => document.activeElement?.matches(`[data-message="${id}"]`), next)
    for (const text of ['Is this loom any good?', 'Buy loom']) await message(text).waitFor({ state: 'detached' })

    const { page } = moderator
    await moderator.opens('#organization/reports')
    const row = (text: string) => page.locator('.records li', { hasText: text })
    await row('any good').getByText('Hidden until a moderator decides').waitFor()
    await row('Buy').getByRole('link', { name: 'loom.png' }).waitFor()
    await row('Buy').getByText('Details: Advertising').waitFor()
    await page.waitForFunction(() => (document.querySelector('.records img') as HTMLImageElement).naturalWidth > 0)
    assert.equal(
      await row('any good')
        .getByRole('button', { name: /Dismiss|Resolve/ })
        .count(),
      0,
    )
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await row('any good')
      .getByRole('button', { name: `Restore message from ${ben.name}` })
      .focus()
    await page.keyboard.press('Enter')
    await row('any good').waitFor({ state: 'detached' })
    await message('Is this loom any good?').waitFor()
    await row('Buy')
      .getByRole('button', { name: `Delete message from ${ben.name}` })
      .focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete message' })
    await dialog.getByText(/^Buy \[loom\]/).waitFor()
    await dialog.getByText('The author gets a direct message with the text and this reason.').waitFor()
    await dialog.getByLabel('Reason (optional)').fill('No advertising')
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No open reports').waitFor()
    await page.getByText('Dismissed', { exact: true }).click()
    await row('any good').waitFor()
    assert.equal(await page.getByText('open report').count(), 0)
    assert.equal(await message('Buy').count(), 0)

    const writer = await visit(ben)
    await writer.opens('#narrow/is/dm')
    await writer.page.getByText('Reason: No advertising').first().waitFor()
    assert.deepEqual([...reader.complaints, ...moderator.complaints, ...writer.complaints], [])
  })
})

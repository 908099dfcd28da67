import { assert, describe } from 'vitest'
import { getChannelId } from '../../src/features/channels/channels/api.ts'
import { createModerationRule, getModerationRules } from '../../src/features/messages/messages/moderation-rules/api.ts'
import { updateOwnStatus } from '../../src/features/messages/user-status/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('moderation rules')

describe.skipIf(!hasBrowser)('moderation rules', () => {
  test('an administrator tests, adds, edits, and deletes a rule, and undoes the deletion', async ({
    ada,
    ben,
    ines,
    visit,
  }) => {
    const place = { channel: 'general', topic: 'looms' }
    for (const content of ['Come to my casino', 'Hello', 'A cаsino again']) await ben.sends(content, place)
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/community-safety')
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('button', { name: 'Add rule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('No gambling')
    assert.isTrue(await dialog.getByRole('button', { name: 'Test rule' }).isDisabled())
    await dialog.getByRole('textbox', { name: 'Words or phrases, one per line' }).fill('casino\njackpot\n')
    await dialog.getByRole('button', { name: 'Test rule' }).click()
    await dialog.getByText('This rule would have caught 2 of the last 3 messages.').waitFor()
    assert.deepEqual(await dialog.getByRole('list', { name: 'Messages' }).locator('blockquote').allTextContents(), [
      'A cаsino again',
      'Come to my casino',
    ])
    await dialog.getByRole('radio', { name: 'New members' }).check()
    await dialog.getByRole('button', { name: 'Test rule' }).press('Enter')
    await dialog.getByText('There are no messages from the last 30 days to test this rule with.').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Test rule')
    await dialog.getByRole('radio', { name: 'Members and guests' }).check()
    await picture(page, 'testing')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await dialog.getByRole('radio', { name: 'Hold it for a moderator' }).check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Hold messages that contain any of 2 words or phrases').waitFor()
    await picture(page, 'list')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])

    const toggle = page.getByRole('switch', { name: 'No gambling' })
    await toggle.click()
    await page.locator('[data-setting^="moderation_rule_"]').getByText('Saved').waitFor()
    const [rule] = (await ada.call(getModerationRules, {})).rules
    assert.isFalse(rule?.is_enabled)

    // another administrator’s change
    await ines.call(createModerationRule, {
      ...{ name: 'Links', applies_to: 'new_members', action: 'refuse' },
      condition: { kind: 'links', mode: 'only', domains: ['loom.example'] },
    })
    await page.getByText('Block messages from new members with links outside 1 allowed domain').waitFor()
    await page.getByRole('button', { name: 'Edit Links' }).click()
    const editDialog = page.getByRole('dialog', { name: 'Edit rule' })
    await editDialog.getByRole('radio', { name: 'Specific channels' }).check()
    await editDialog.getByRole('checkbox', { name: 'general' }).check()
    await picture(page, 'editing')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await editDialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('#general').first().waitFor()

    await page.getByRole('button', { name: 'Remove No gambling' }).click()
    await toggle.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await toggle.waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an administrator makes a rule restrict authors and check profiles, and it does', async ({
    ada,
    ben,
    visit,
  }) => {
    await ben.call(updateOwnStatus, { status_text: 'At the casino' })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/community-safety')
    await page.getByRole('button', { name: 'Add rule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('No gambling')
    await dialog.getByRole('textbox', { name: 'Words or phrases, one per line' }).fill('casino')
    await dialog.getByRole('radio', { name: 'Block the message, and make the author read-only' }).check()
    await dialog.getByRole('radio', { name: '1 week' }).check()
    await dialog.getByRole('checkbox', { name: 'Also check names, statuses, and profile fields' }).check()
    await dialog.getByRole('textbox', { name: 'Message to the author (optional)' }).fill('No ads.')
    await dialog.getByRole('button', { name: 'Test rule' }).click()
    await dialog.getByText(/^It would also catch the name, status, or a profile field of 1 of /).waitFor()
    const people = dialog.getByRole('list', { name: 'People' })
    assert.deepEqual(await people.locator('a').allTextContents(), [`${ben.name} · Status`])
    assert.deepEqual(await people.locator('blockquote').allTextContents(), ['At the casino'])
    await people.scrollIntoViewIfNeeded()
    await picture(page, 'restricting')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('and make the author read-only').waitFor()
    await page.getByText('1 week').waitFor()
    await page.getByText('also in names, statuses, and profile fields').waitFor()
    await picture(page, 'list, restricting')
    const [rule] = (await ada.call(getModerationRules, {})).rules
    assert.deepEqual(
      [rule?.action, rule?.restrict_minutes, rule?.checks_profiles, rule?.message],
      ['restrict', 10_080, true, 'No ads.'],
    )

    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    const writer = await visit(ben)
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    await writer.composeField.fill('Come to my casino')
    await writer.composeField.press('Control+Enter')
    await writer.page.getByText('No ads.').first().waitFor()
    await writer.page.locator('#compose .banner').getByText('read-only').first().waitFor()
    await picture(writer.page, 'restricted author')
    assert.deepEqual([...here.complaints, ...writer.complaints], [])
  })

  test('a rule for links accepts whole addresses, and names a line that isn’t a domain', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/community-safety')
    await page.getByRole('button', { name: 'Add rule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('No ads')
    await dialog.getByRole('combobox', { name: 'Look for' }).selectOption({ label: 'Links' })
    const domains = dialog.getByRole('textbox', { name: 'Domains, one per line' })
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await domains.fill('ads.example\nno domain')
    await domains.press('Tab')
    await dialog.getByRole('alert').getByText('“no domain” isn’t a domain, such as example.com.').waitFor()
    assert.isTrue(await add.isDisabled())
    assert.deepEqual(await problems(page), [])
    await domains.fill('https://ads.example/offer?id=1\n*.spam.example')
    await add.click()
    await dialog.waitFor({ state: 'detached' })
    const [rule] = (await ada.call(getModerationRules, {})).rules
    assert.deepEqual(rule?.condition, { kind: 'links', mode: 'never', domains: ['ads.example', 'spam.example'] })
    assert.deepEqual(here.complaints, [])
  })

  test('moderators see which rule reported a message, and resolve the report', async ({ ada, ben, momo, visit }) => {
    await ada.call(createModerationRule, {
      ...{ name: 'No gambling', applies_to: 'members', action: 'report' },
      condition: { kind: 'words', words: ['casino'] },
    })
    await ben.sends('Come to my casino', { channel: 'general', topic: 'greetings' })
    const here = await visit(momo)
    const { page } = here
    await here.opens('#organization/reports')
    await page.getByText('The moderation rule “No gambling” reported a message from Ben').waitFor()
    await page.getByRole('link', { name: 'Reports 1 open report.' }).waitFor()
    await page.getByRole('link', { name: 'View message: #general › greetings' }).waitFor()
    await picture(page, 'report')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await page.getByRole('button', { name: 'Resolve report about Ben' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resolve report' })
    await dialog.getByRole('radio', { name: 'Author warned' }).check()
    await picture(page, 'resolving')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByText('No open reports.').waitFor()
    await page.getByText('Resolved', { exact: true }).click()
    await page.getByText(/^Resolved by Momo, .* · Author warned$/).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('authors see a rule’s text next to the refused message, and edit it', async ({ ada, ben, visit }) => {
    await ada.sends('Welcome', { channel: 'general', topic: 'greetings' })
    await ada.call(createModerationRule, {
      ...{ name: 'Words', applies_to: 'members', action: 'refuse', message: 'Please read the rules first.' },
      condition: { kind: 'words', words: ['casino'] },
    })
    const { stream_id } = await ben.call(getChannelId, { stream: 'general' })
    const writer = await visit(ben)
    const { page } = writer
    await writer.opens(`#narrow/channel/${stream_id}-general/topic/greetings`)
    await writer.composeField.fill('Come to my casino')
    await writer.composeField.press('Control+Enter')
    await page.getByText('Please read the rules first.').waitFor()
    await picture(page, 'refused')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    assert.deepEqual(writer.complaints, [])
  })

  test('the list and the form fit on a phone and in the dark theme', async ({ ada, visit }) => {
    await ada.call(createModerationRule, {
      ...{ name: 'No gambling', applies_to: 'new_members', action: 'hold' },
      condition: { kind: 'words', words: ['casino', 'jackpot', 'poker'] },
    })
    const here = await visit(ada)
    const { page } = here
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await here.opens('#organization/community-safety')
    await page
      .getByText('Hold messages from new members that contain any of 3 words or phrases')
      .scrollIntoViewIfNeeded()
    await picture(page, 'phone')
    await page.getByRole('button', { name: 'Edit No gambling' }).click()
    await page.getByRole('dialog', { name: 'Edit rule' }).waitFor()
    await picture(page, 'phone, form')
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    assert.deepEqual(here.complaints, [])
  })
})

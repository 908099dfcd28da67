import { assert, describe } from 'vitest'
import { roles } from '#contract'
import { reportMessage } from '../../src/features/messages/messages/api/report.ts'
import { getModerationFile } from '../../src/features/messages/moderation/api.ts'
import { addModerationNote } from '../../src/features/messages/moderation/notes/api.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const fileOf = ({ page }: Visitor, name: string) => page.getByRole('dialog', { name: `Moderation: ${name}` })

/** Opens the file from a person's card, with the keyboard. */
async function opensFile(visitor: Visitor, id: number, name: string) {
  // a card opens when the address changes
  await visitor.opens('#inbox')
  await visitor.opens(`#user/${id}`)
  await visitor.page.getByRole('button', { name: 'Moderation…' }).focus()
  await visitor.page.keyboard.press('Enter')
  const file = fileOf(visitor, name)
  await file.getByText('Never restricted.').waitFor()
  return file
}

describe.skipIf(!hasBrowser)('moderation', () => {
  test('two moderators see each other’s notes in a person’s file immediately', async ({
    society,
    momo,
    ben,
    visit,
  }) => {
    const mara = await society.join('Mara', roles.moderator)
    const [first, second] = [await visit(momo), await visit(mara)]
    const here = await opensFile(first, ben.id, 'Ben')
    const there = await opensFile(second, ben.id, 'Ben')
    await here.getByText('No notes yet. Only moderators see notes.').waitFor()
    await here.getByText('Never warned.').waitFor()
    await here.getByText('No invitation on record.').waitFor()
    assert.deepEqual(await problems(first.page), [])
    await here.getByLabel('New note').fill('Second account of Bob')
    await here.getByRole('button', { name: 'Add note' }).focus()
    await first.page.keyboard.press('Enter')
    await there.getByText('Second account of Bob').waitFor()
    await there.getByText(/By Momo/).waitFor()
    assert.equal(await there.getByRole('button', { name: 'Edit note' }).count(), 0)
    await there.getByLabel('New note').fill('I’m writing to them')
    await here.getByRole('button', { name: 'Edit note' }).click()
    const change = first.page.getByRole('dialog', { name: 'Edit note' })
    await change.getByLabel('Notes').fill('Third account of Bob')
    await change.getByRole('button', { name: 'Save' }).click()
    await there.getByText('Third account of Bob').waitFor()
    // what the other moderator is writing stays
    assert.equal(await there.getByLabel('New note').inputValue(), 'I’m writing to them')
    await here.getByRole('button', { name: 'Delete note' }).click()
    await there.getByText('Third account of Bob').waitFor({ state: 'detached' })
    await first.page.getByRole('button', { name: 'Undo' }).click()
    await there.getByText('Third account of Bob').waitFor()
    assert.deepEqual([...first.complaints, ...second.complaints], [])
  })

  test('a moderator deletes and restores a person’s messages, then bans the new account', async ({
    society,
    server,
    ada,
    momo,
    cleo,
    visit,
  }) => {
    const requests = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
    await ada.call(updateOrganization, { moderation_request_channel_id: requests })
    const spammer = await society.join('Spammer')
    const id = await makeChannel(society.org, 'plaza', [spammer, cleo, momo])
    for (const text of ['Buy this', 'Buy that']) await spammer.sends(text, { channel: 'plaza', topic: 'offers' })
    const message_id = await spammer.sends('Last chance', { channel: 'plaza', topic: 'offers' })
    await cleo.call(reportMessage, { message_id, report_type: 'spam' })
    const reader = await visit(cleo)
    await reader.opens(`#narrow/channel/${id}-plaza/topic/offers`)
    await reader.message('Last chance').waitFor()

    const moderator = await visit(momo)
    await moderator.opens('#organization/reports')
    await moderator.page.getByRole('button', { name: 'Moderation: Spammer' }).click()
    const file = fileOf(moderator, 'Spammer')
    await file.getByText('Last chance').waitFor()
    await file.getByRole('button', { name: 'Delete messages…' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Delete messages from Spammer' })
    await dialog.getByText('3 messages').first().waitFor()
    assert.deepEqual(await problems(moderator.page), [])
    await dialog.getByRole('button', { name: 'Delete messages' }).click()
    await dialog.waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    await file.getByText('3 messages deleted').waitFor()
    await reader.message('Last chance').waitFor({ state: 'detached' })
    await file.getByRole('button', { name: 'Undo' }).click()
    await file.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    await file.getByText('3 messages restored').waitFor()
    await reader.message('Last chance').waitFor()

    await file.getByRole('button', { name: 'Ban…' }).click()
    const ban = moderator.page.getByRole('dialog', { name: 'Ban Spammer' })
    await ban.getByRole('radio', { name: 'Delete: All messages' }).check()
    await ban.getByLabel('Note for moderators').fill('Spam wave')
    await ban.getByRole('button', { name: 'Ban', exact: true }).click()
    await ban.waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    await file.getByText('Spam wave').waitFor()
    await reader.message('Last chance').waitFor({ state: 'detached' })
    assert.equal(await file.getByRole('button', { name: 'Ban…' }).count(), 0)
    assert.deepEqual([...moderator.complaints, ...reader.complaints], [])
  })

  test('a warned person keeps their draft and continues after acknowledging', async ({ momo, ada, ben, visit }) => {
    const warned = await visit(ben)
    await warned.opens(`#narrow/dm/${ada.id}`)
    await warned.composeField.fill('A half-written reply')
    const moderator = await visit(momo)
    const file = await opensFile(moderator, ben.id, 'Ben')
    await file.getByRole('button', { name: 'Warn…' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Warn Ben' })
    await dialog.getByLabel('Message').fill('Please stop <b>advertising</b>')
    await dialog.getByRole('button', { name: 'Send warning' }).click()
    await file.getByText('Not acknowledged yet').waitFor()

    const warning = warned.page.getByRole('dialog', { name: 'Warning from the moderators' })
    await warning.getByText('Please stop <b>advertising</b>').waitFor()
    assert.deepEqual(await problems(warned.page), [])
    for (const key of ['Escape', 'Escape', 'Escape']) await warned.page.keyboard.press(key)
    await warned.page.mouse.click(3, 3)
    await warned.page.goBack()
    await warning.waitFor()
    await warned.page.reload()
    await warning.waitFor()
    await warning.getByRole('button', { name: 'I understand' }).focus()
    await warned.page.keyboard.press('Enter')
    await warning.waitFor({ state: 'detached' })
    await file.getByText(/Acknowledged/).waitFor()
    await warned.opens(`#narrow/dm/${ada.id}`)
    assert.equal(await warned.composeField.inputValue(), 'A half-written reply')
    const { warnings } = await momo.call(getModerationFile, { user_id: ben.id })
    assert.equal(typeof warnings[0]?.acknowledged_at, 'number')
    assert.deepEqual([...moderator.complaints, ...warned.complaints], [])
  })

  test('the file fits a phone, and people without permission can’t open it', async ({
    momo,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    await ada.call(addModerationNote, { user_id: ben.id, content: 'x'.repeat(400) })
    const moderator = await visit(momo)
    await moderator.page.setViewportSize({ width: 390, height: 700 })
    const file = await opensFile(moderator, ben.id, 'Ben')
    const width = await file.evaluate((element) => [element.scrollWidth, element.clientWidth])
    assert.equal(width[0], width[1])
    const member = await visit(ben)
    await member.opens(`#user/${cleo.id}`)
    await member.page.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.equal(await member.page.getByRole('button', { name: 'Moderation…' }).count(), 0)
  })
})

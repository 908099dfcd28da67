import { assert, describe } from 'vitest'
import { roles } from '#contract'
import { messageModerators, replyToModmail } from '../../src/features/messages/modmail/api.ts'
import { restrictUser } from '../../src/features/people/restrictions/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('modmail')
const phone = { width: 390, height: 844 }

const found = async ({ page }: Visitor) => [...(await problems(page)), ...(await layoutProblems(page))]

describe.skipIf(!hasBrowser)('modmail', () => {
  test('a read-only person writes to the moderators and gets a reply', async ({ ada, ben, momo, society, visit }) => {
    const mara = await society.join('Mara', roles.moderator)
    const id = await makeChannel(society.org, 'lounge', [ada, momo, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    await momo.call(restrictUser, { user_id: ben.id, kind: 'read_only', until: null, reason: 'Advertising' })
    const [restricted, moderator] = [await visit(ben), await visit(momo)]
    const { page } = restricted
    await restricted.opens(`#narrow/channel/${id}-lounge/topic/greetings`)
    const link = page.locator('#compose').getByRole('link', { name: 'Message the moderators' })
    await link.waitFor()
    assert.deepEqual(await found(restricted), [])
    await picture(page, 'composer')
    await link.click()
    const field = page.getByLabel('Message', { exact: true })
    await field.fill('Why?\n<b>@**all**</b>')
    // what isn't sent yet stays
    await restricted.opens('#inbox')
    await restricted.opens('#settings/message-moderators')
    assert.equal(await field.inputValue(), 'Why?\n<b>@**all**</b>')
    await moderator.opens('#organization/modmail')
    await moderator.page.getByText('No open conversations.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('list', { name: 'Message the moderators' }).getByText('Why?').waitFor()
    assert.equal(await field.inputValue(), '')
    assert.deepEqual(await found(restricted), [])
    await picture(page, 'own page')

    const messages = moderator.page.getByRole('list', { name: 'Moderator inbox' })
    await messages.getByText('<b>@**all**</b>').waitFor()
    await moderator.page
      .getByRole('link', { name: /^Moderator inbox/ })
      .getByText('1', { exact: true })
      .waitFor()
    assert.deepEqual(await found(moderator), [])
    await picture(moderator.page, 'list')
    await moderator.page.getByRole('button', { name: 'Reply to Ben' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Reply to Ben' })
    await dialog.getByLabel('Your reply').fill('You posted 30 links.')
    assert.deepEqual(await found(moderator), [])
    await picture(moderator.page, 'replying')
    // another moderator is faster
    const { modmail_id } = await ben.call(messageModerators, { content: 'Please?' })
    await mara.call(replyToModmail, { modmail_id, content: 'Mara has answered' })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('There’s a newer message in this conversation.').waitFor()
    await dialog.getByText('Mara has answered').waitFor()
    assert.equal(await dialog.getByLabel('Your reply').inputValue(), 'You posted 30 links.')
    await dialog.getByLabel('Close this conversation').check()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByText('You posted 30 links.').waitFor()
    await page.getByText('The moderators closed this conversation.').waitFor()
    assert.equal(await page.getByText('Momo').count(), 0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    assert.deepEqual(await found(restricted), [])
    await picture(page, 'own page on a phone, dark')
    await moderator.page.getByText('No open conversations.').waitFor()
    await moderator.page.getByText('Closed', { exact: true }).click()
    await moderator.page.getByText('Moderators (Momo)').waitFor()
    await moderator.page.emulateMedia({ colorScheme: 'dark' })
    await picture(moderator.page, 'closed, dark')
    await moderator.page.setViewportSize(phone)
    assert.deepEqual(await found(moderator), [])
    await picture(moderator.page, 'closed on a phone, dark')
    await moderator.page.getByRole('button', { name: 'Reopen conversation with Ben' }).click()
    await moderator.page.getByText('No closed conversations.').waitFor()
    assert.deepEqual([...restricted.complaints, ...moderator.complaints], [])
  })

  test('members find the moderators in the settings, and moderators don’t', async ({ ben, momo, visit }) => {
    const [member, moderator] = [await visit(ben), await visit(momo)]
    for (const visitor of [member, moderator]) {
      await visitor.opens('#settings')
      await visitor.page.getByRole('link', { name: 'Privacy' }).waitFor()
    }
    const link = { name: 'Message the moderators' }
    assert.equal(await member.page.getByRole('link', link).count(), 1)
    assert.equal(await moderator.page.getByRole('link', link).count(), 0)
  })
})

import { assert, describe } from 'vitest'
import { takeIn } from '../../src/features/data/imports/fixture.ts'
import { smallExport } from '../../src/features/data/imports/sources/zulip/fixture.ts'
import { makeChannel } from '../harness/channel.ts'
import { writtenMails } from '../harness/mail.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

const cannot = 'This server can’t send email'

describe.skipIf(!hasBrowser)('a server that cannot send email', () => {
  test('without email, invitations are by link and say why', async ({ ada, ben, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await ada.send('POST', '/invites', { invitee_emails: 'dora@navy.example', stream_ids: [] })
    await here.opens('#organization/invitations')
    await page.getByText('dora@navy.example').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Resend/ }).count(), 0)
    await page.getByRole('button', { name: 'Invite people…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${cannot}, so invite people by sharing a link.`).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Send invitations' }).count(), 0)
    assert.equal(await dialog.getByLabel('Email addresses').count(), 0)
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.match(await dialog.getByLabel('Invite link').inputValue(), /\/join\//)
    assert.equal(await page.getByText('Invitations created').count(), 0)
    // Ben could only invite by email
    const there = await visit(ben)
    await there.opens('#organization/invitations')
    await there.page.getByText(`${cannot}, and you don’t have permission to create invitation links.`).waitFor()
    assert.isTrue(await there.page.getByRole('button', { name: 'Invite people…' }).isDisabled())
    assert.deepEqual([here.complaints, there.complaints], [[], []])
  })

  test('without email, settings, columns, and buttons that need it are hidden', async ({
    server,
    society,
    ada,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await takeIn(server, society.org, smallExport())
    const here = await visit(ada)
    const { page } = here
    await here.opens('#settings/notifications')
    await page.getByText(`${cannot}, so you won’t get any notifications by email.`).waitFor()
    await page.getByRole('columnheader', { name: 'Desktop' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: /^E-?mail/ }).count(), 0)
    assert.equal(await page.getByRole('region', { name: /e-?mail/i }).count(), 0)
    assert.deepEqual(await problems(page), [])

    await here.opens('#settings/account')
    await page.getByText(`${cannot}, so it can’t confirm a new address.`).waitFor()
    assert.isFalse(await page.getByRole('textbox', { name: /^Email/ }).isEditable())
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').getByLabel('Current password').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Forgot password?' }).count(), 0)
    await page.keyboard.press('Escape')

    await here.opens('#organization/organization-settings')
    await page.getByText('start the server with --smtp-url.').waitFor()
    for (const name of ['digest_emails_enabled', 'digest_weekday', 'message_content_allowed_in_email_notifications'])
      assert.equal(await page.locator(`[data-setting="${name}"]`).count(), 0, name)
    await here.opens('#organization/organization-permissions')
    const permission = (label: string) => page.locator('.permission').filter({ hasText: label })
    await permission('Who can create invite links').waitFor()
    assert.equal(await permission('Who can invite people by email').count(), 0)

    await here.opens('#organization/users/imported')
    await page.getByText(`${cannot}, so it can’t invite imported people.`).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Invite/ }).count(), 0)

    await here.opens('#organization/users/active')
    await page.getByRole('checkbox', { name: `Select ${ben.name}` }).check()
    await page.getByRole('button', { name: 'Deactivate…' }).click()
    await page.getByRole('dialog').getByText('Keep everything').waitFor()
    assert.equal(await page.getByRole('dialog').getByText('Notify them by email').count(), 0)
    await page.keyboard.press('Escape')

    await here.opens(`#channels/${id}/design/personal`)
    await page
      .getByRole('checkbox', { name: /^Desktop/ })
      .first()
      .waitFor()
    assert.equal(await page.getByRole('checkbox', { name: /^E-?mail/ }).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('without email, no page claims that a reset link was sent', async ({
    server,
    ben,
    browser,
    address,
    society,
  }) => {
    assert.ok(society)
    const mails = (await writtenMails(server)).length
    const page = await browser.newPage()
    await page.goto(`${address}/accounts/login`)
    await page.getByRole('link', { name: /forgot/i }).click()
    await page.getByText('This server can’t send email, so it can’t send you a link.').waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    assert.equal(await page.getByText(/We sent|was sent/).count(), 0)
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await page.close()
    assert.equal((await writtenMails(server)).length, mails, ben.email)
  })
})

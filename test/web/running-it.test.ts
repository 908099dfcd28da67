import { createHmac } from 'node:crypto'
import { assert, describe } from 'vitest'
import { botTypes, roles } from '#contract'
import { countDays } from '../../src/features/data/statistics/actions.ts'
import { reportMessage } from '../../src/features/messages/messages/api/report.ts'
import { getUser } from '../../src/features/people/users/api.ts'
import { createBot } from '../../src/features/people/users/bot-api.ts'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { eventually } from './walks/scene.ts'

/** Pages of the organization that depend on the user's role. */
const limitedPages = [
  'Audit log',
  'Bots',
  'Data exports',
  'Data imports',
  'Held messages',
  'Integrations',
  'LDAP directories',
  'Reports',
  'SCIM provisioning',
  'Statistics',
  'Users',
]

/** Those of them in the settings list. */
const pagesOf = ({ page }: Visitor) =>
  page.evaluate(
    (names) =>
      [...document.querySelectorAll('.settings-list a')]
        .map(({ textContent }) => textContent)
        .filter((name) => names.includes(name ?? ''))
        .sort(),
    limitedPages,
  )

describe.skipIf(!hasBrowser)('running an organization', () => {
  test('each role sees the settings pages that the API allows it', async ({ society, visit }) => {
    // backups are for owners of the root organization
    const owners = ['Audit log', 'SCIM provisioning']
    const administrators = [...owners, 'Statistics', 'LDAP directories', 'Data exports', 'Data imports']
    const without = (some: readonly string[]) => limitedPages.filter((one) => !some.includes(one))
    const expected = [
      [roles.owner, limitedPages],
      [roles.administrator, without(owners)],
      [roles.moderator, without(administrators)],
      [roles.member, without([...administrators, 'Held messages', 'Reports'])],
      [roles.guest, []],
    ] as const
    const person = await society.join('Dora', roles.owner)
    const here = await visit(person)
    for (const [role, pages] of expected) {
      await society.owner.send('PATCH', `/users/${person.id}`, { role })
      await here.opens('#organization/users')
      await eventually(async () => assert.deepEqual(await pagesOf(here), pages))
      if (role === roles.member) {
        await here.page.getByText('Only administrators can manage users.').waitFor()
        assert.equal(await here.page.locator('.person-line input').count(), 0)
      }
      if (role === roles.moderator) {
        await here.opens('#organization/audit-log')
        await here.page.waitForFunction(() => !location.hash.includes('audit-log'))
      }
    }
    assert.deepEqual(here.complaints, [])
  })

  test('users are found, promoted, deactivated, and reactivated by keyboard alone', async ({
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/users/active')
    const row = (name: string) => page.locator('.person-line', { hasText: name })
    await row('Cleo').waitFor()
    for (const name of ['Ben', 'Cleo']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
      await page.keyboard.press('Space')
    }
    const bar = page.getByRole('toolbar')
    await bar.getByRole('button', { name: 'Change role…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('radio', { name: 'Moderator' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    for (const name of ['Ben', 'Cleo']) await row(name).getByText('Moderator').waitFor()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await ada.call(getUser, { user_id: ben.id })).user.role, roles.moderator)

    await page.getByRole('searchbox', { name: 'Filter by name or email' }).fill('cle')
    await row('Ben').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Manage Cleo' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Deactivate…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Deactivate' })
    await dialog.getByText('They have no bots.').waitFor()
    assert.deepEqual(await problems(page), [])
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).focus()
    await page.keyboard.press('Enter')
    await row('Cleo').waitFor({ state: 'detached' })
    // the event can come before the response, and nothing behind a dialog can be focused
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Deactivated' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Reactivate Cleo' }).focus()
    await page.keyboard.press('Enter')
    await row('Cleo').waitFor({ state: 'detached' })
    assert.equal((await ada.call(getUser, { user_id: cleo.id })).user.is_active, true)
    assert.deepEqual(here.complaints, [])
  })

  test("actions an administrator can't take are refused with the reason", async ({ ada, ines, ben, visit }) => {
    const here = await visit(ines)
    const { page } = here
    await here.opens('#organization/users/active')
    for (const { name } of [ada, ben]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Change role…' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('radio', { name: 'Owner' }).count(), 0)
    await dialog.getByRole('radio', { name: 'Guest' }).check()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^1 done\. Failed: Ada: .*owner/)
      .waitFor()
    assert.equal((await ada.call(getUser, { user_id: ben.id })).user.role, roles.guest)
    assert.equal((await ada.call(getUser, { user_id: ada.id })).user.role, roles.owner)
  })

  test('handling a report that was handled before says what was done', async ({
    society,
    ada,
    momo,
    ben,
    cleo,
    visit,
  }) => {
    const channel = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
    await ada.send('PATCH', '/realm', { moderation_request_channel_id: channel })
    const first = await visit(momo)
    await first.opens('#organization/reports')
    await first.page.getByText('No open reports.').waitFor()
    const id = await ben.sends('rude words', cleo)
    await cleo.call(reportMessage, { message_id: id as never, report_type: 'harassment', description: 'Not nice' })
    const report = (here: Visitor) => here.page.locator('.records li', { hasText: 'Cleo reported a message from Ben' })
    await report(first).getByText('rude words').waitFor()
    assert.deepEqual(await problems(first.page), [])

    const second = await visit(ada)
    await second.opens('#organization/reports')
    await report(second).getByRole('button', { name: 'Resolve report about Ben' }).click()
    await report(first).getByRole('button', { name: 'Dismiss report about Ben' }).click()
    await report(first).waitFor({ state: 'detached' })
    const dialog = second.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Talked to the author' }).check()
    await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/it is now dismissed/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await report(second).waitFor({ state: 'detached' })
    await second.page.getByText('Dismissed', { exact: true }).click()
    await report(second)
      .getByText(/^Dismissed by Momo/)
      .waitFor()
    assert.deepEqual([...first.complaints, ...second.complaints], [])
  })

  test("a webhook's last deliveries, secret, and unknown events are shown and set", async ({ society, ada, visit }) => {
    await ada.call(createBot, { full_name: 'Alerts', short_name: 'alerts', bot_type: botTypes.incomingWebhook })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#organization/integrations')
    await page.getByRole('link', { name: 'Manage Alerts' }).click()
    await page.getByRole('link', { name: 'Add another tool' }).click()
    await page.getByRole('link', { name: 'GitHub', exact: true }).click()
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Direct message to its owner' })
    await page.getByRole('button', { name: 'Get webhook URL' }).click()
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('issue opened')
    await page.getByRole('button', { name: 'Send a sample' }).click()
    const requests = page.getByRole('list', { name: 'Recent requests of Alerts' }).getByRole('listitem')
    await requests.filter({ hasText: /github · issues\.opened/ }).waitFor()
    const written = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    assert.match((written.messages as { content: string }[])[0]?.content ?? '', /opened issue/)

    await page.getByLabel('GitHub secret').fill('hush')
    await page.getByRole('button', { name: 'Save secret' }).click()
    await page.getByText('Requests that aren’t signed with this secret are rejected.').first().waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
    const address = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
    assert.match(address, /\/api\/v1\/external\/github\?api_key=\w/)
    const body = '{"action":"opened"}'
    const posted = (headers: Record<string, string>) =>
      raw(society.server, society.org, new URL(address).pathname + new URL(address).search, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-github-event': 'sponsorship', ...headers },
        body: Buffer.from(body),
      })
    assert.equal((await posted({})).status, 401)
    const code = createHmac('sha256', 'hush').update(body).digest('hex')
    assert.equal((await posted({ 'x-hub-signature-256': `sha256=${code}` })).status, 200)
    await page.getByRole('link', { name: 'All integrations' }).click()
    await page
      .getByRole('list', { name: 'Integrations' })
      .getByText(/The request is not signed/)
      .waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Manage GitHub, posting as Alerts' }).click()
    await requests.filter({ hasText: 'The request is not signed' }).waitFor()
    await requests.filter({ hasText: /accepted.*unknown event/ }).waitFor()
    await page.getByRole('list', { name: 'Unknown events' }).getByText('sponsorship.opened').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Delete github settings and events' }).click()
    await page.getByText('Without a secret, anyone who knows the URL can post.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an integration is tested, and shows its statistics and invitations', async ({ society, ada, ben, visit }) => {
    await makeChannel(society.org, 'ops', [ada, ben])
    const made = await ada.call(createBot, {
      full_name: 'Alerts',
      short_name: 'alerts',
      bot_type: botTypes.incomingWebhook,
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#organization/integrations/${made.user_id}`)
    await page.getByText('No requests yet.').waitFor()
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#ops' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send a sample' }).click()
    await page.getByRole('list', { name: 'Recent requests of Alerts' }).getByText('succeeded').waitFor()
    assert.deepEqual(await problems(page), [])

    await countDays(society.org)
    await here.opens('#organization/statistics')
    await page.getByRole('img', { name: /^Messages: .* highest: \d+ on/ }).waitFor()

    await here.opens('#organization/invitations')
    await page.getByRole('button', { name: 'Invite people…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This server can’t send email, so invite people by sharing a link.').waitFor()
    await dialog.getByLabel('Expires').selectOption('Custom…')
    await dialog.getByLabel('Date and time').fill('2020-01-01T12:00')
    await dialog.getByRole('alert').getByText('Choose a time in the future').waitFor()
    assert.isTrue(await dialog.getByRole('button', { name: 'Create link' }).isDisabled())
    await dialog.getByLabel('Date and time').fill('2035-06-01T12:00')
    await dialog.getByText('More', { exact: true }).click()
    await dialog.getByLabel('Custom welcome message').fill('Tea is at four.')
    const asked = page.waitForRequest((request) => request.url().endsWith('/invites/multiuse'))
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const sent = new URLSearchParams((await asked).postData() ?? '')
    assert.equal(sent.get('welcome_message_custom_text'), 'Tea is at four.')
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.match(await dialog.getByLabel('Invite link').inputValue(), /\/join\//)
    const [invite] = (await ada.send('GET', '/invites')).invites as { expiry_date: number }[]
    assert.equal(new Date((invite?.expiry_date ?? 0) * 1000).getUTCFullYear(), 2035)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Revoke invitation: Invite link' }).click()
    await page.getByText('No pending invitations.').waitFor()

    await here.opens('#organization/audit-log')
    await page.locator('.records li', { hasText: 'POST /invites/multiuse' }).first().waitFor()
    assert.deepEqual(here.complaints, [])
  })
})

import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { roles } from '#contract'
import { jsonb } from '#platform/db'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { getApplications } from '../../src/features/sign-in/accounts/applications/api.ts'
import { createInviteLink } from '../../src/features/sign-in/invitations/api.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('applications')

const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const
const question = 'Why do you want to join?'

async function apply(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(`${name.toLowerCase()}@navy.example`)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('New password').fill('a lovely day')
  await page.getByLabel(question).fill(`${name} repairs looms.\n<b>Really</b>`)
  await page.getByRole('button', { name: 'Apply to join' }).click()
  await page.getByRole('heading', { name: 'Application sent' }).waitFor()
}

describe.skipIf(!hasBrowser)('applications', () => {
  test('a moderator approves an application from a phone, and the applicant signs in', async ({
    ada,
    address,
    browser,
    momo,
    society,
    visit,
  }) => {
    const owner = await visit(ada)
    await owner.opens('#organization/community-safety')
    await owner.page.getByRole('combobox', { name: 'Requirement for new accounts' }).selectOption('approval')
    await owner.page.locator('[data-setting=join_gate]').getByText('Saved').waitFor()
    const questions = owner.page.getByRole('textbox', { name: 'Questions for applicants' })
    await questions.fill(`${question}\n`)
    await questions.press('Control+Enter')
    await owner.page.locator('[data-setting=join_questions]').getByText('Saved').waitFor()
    assert.deepEqual([...(await problems(owner.page)), ...(await layoutProblems(owner.page))], [])
    await picture(owner.page, 'settings')

    const mara = await society.join('Mara', roles.moderator)
    const [first, second] = [await visit(momo), await visit(mara)]
    for (const { page } of [first, second]) {
      await page.goto(`${address}/#organization/applications`)
      await page.getByText('No pending applications.').waitFor()
    }

    const { invite_link } = await ada.call(createInviteLink, {})
    const url = `${address}${new URL(invite_link).pathname}`
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    await page.goto(url)
    await page.getByText(/^New members of .* need a moderator’s approval/).waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await picture(page, 'form on a phone')
    await apply(page, url, 'Dora')
    await picture(page, 'sent')
    await apply(page, url, 'Emil')

    const entry = first.page.getByRole('link', { name: /^Applications/ })
    await entry.getByText('2', { exact: true }).waitFor()
    for (const { page } of [first, second]) await page.getByText('Dora repairs looms.').waitFor()
    await first.page.getByText('<b>Really</b>').first().waitFor()
    assert.deepEqual([...(await problems(first.page)), ...(await layoutProblems(first.page))], [])
    await picture(first.page, 'list')
    await first.page.emulateMedia({ colorScheme: 'dark' })
    await picture(first.page, 'list, dark')
    await first.page.setViewportSize(phone.viewport)
    assert.deepEqual(await layoutProblems(first.page), [])
    await picture(first.page, 'list on a phone')
    await first.page.getByRole('button', { name: 'Approve application from Dora' }).click()
    await first.page.getByText('Dora can now sign in').waitFor()
    // the other moderator's list updates
    await second.page.getByText('Dora repairs looms.').waitFor({ state: 'detached' })

    await second.page.getByRole('button', { name: 'Decline application from Emil' }).click()
    const dialog = second.page.getByRole('dialog', { name: 'Decline application' })
    await dialog.waitFor()
    // this server can't send email
    assert.equal(await dialog.getByLabel('Message').count(), 0)
    assert.deepEqual([...(await problems(second.page)), ...(await layoutProblems(second.page))], [])
    await picture(second.page, 'declining')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const { page } of [first, second]) await page.getByText('No pending applications.').waitFor()
    assert.equal((await momo.call(getApplications)).total, 0)

    await page.goto(`${address}/accounts/login`)
    await page.getByLabel('Email address').fill('dora@navy.example')
    await page.getByLabel('Password', { exact: true }).fill('a lovely day')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
    await context.close()
    await ada.call(updateOrganization, { join_gate: 'open' })
    assert.deepEqual([...owner.complaints, ...first.complaints, ...second.complaints], [])
  })

  test('a moderator selects the applications that aren’t listed yet too, and declines all', async ({
    momo,
    society,
    visit,
  }) => {
    const { org } = society
    await org.transact(null, ({ tx, now }) =>
      tx
        .insertInto('application')
        .values(
          Array.from({ length: 60 }, (_, at) => ({
            ...{ org_id: org.id, email: `raid-${at}@navy.example`, full_name: `Raid ${at}`, timezone: '' },
            ...{ answers: jsonb([]), channel_groups: [], role: roles.member },
            ...{ applied_at: now, due_at: new Date(now.getTime() + 86_400_000) },
          })),
        )
        .execute(),
    )
    const here = await visit(momo)
    const { page } = here
    await here.opens('#organization/applications')
    const rows = page.getByRole('list', { name: 'Applications' }).getByRole('listitem')
    await page.getByRole('checkbox', { name: 'Select all 50' }).check()
    const rest = page.getByRole('button', { name: 'Select all 60' })
    await rest.waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await picture(page, 'selecting')
    await rest.click()
    await page.waitForFunction(() => document.querySelectorAll('.records > li').length === 60)
    const all = page.getByRole('checkbox', { name: 'Select all 60' })
    assert.isTrue((await all.isChecked()) && (await all.evaluate((box) => box === document.activeElement)))
    assert.deepEqual([await rows.count(), await rest.count()], [60, 0])
    await page.setViewportSize(phone.viewport)
    assert.deepEqual(await layoutProblems(page), [])
    await page.getByRole('button', { name: 'Decline selected…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline 60 applications' })
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('No pending applications.').waitFor()
    assert.equal((await momo.call(getApplications)).total, 0)
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { roles } from '#contract'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { applyToJoin, confirmAddress } from '../../src/features/sign-in/accounts/api.ts'
import { keyIn } from '../harness/mail.ts'
import { problems } from './axe.ts'
import { hasBrowser, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { testWithMail as test } from './mail-browser.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('application-questions')
const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const

const found = async ({ page }: Pick<Visitor, 'page'>) => [...(await problems(page)), ...(await layoutProblems(page))]

describe.skipIf(!hasBrowser)('questions to applicants', () => {
  test('an applicant answers a moderator’s question without JavaScript, and both moderators see it', async ({
    ada,
    address,
    browser,
    mail,
    momo,
    server,
    society,
    visit,
  }) => {
    await ada.call(updateOrganization, { join_gate: 'approval', invite_required: false })
    const keyTo = async (name: string) => {
      await server.runtime.timer.wake()
      return keyIn(mail.mails.filter(({ to }) => to.includes(`${name}@navy.example`)).at(-1) as never)
    }
    for (const name of ['dora', 'emil', 'fritz']) {
      await ada.call(confirmAddress, { email: `${name}@navy.example` })
      await ada.call(applyToJoin, { key: await keyTo(name), full_name: name, password: 'a lovely long day' })
    }
    const mara = await society.join('Mara', roles.moderator)
    const [first, second] = [await visit(momo), await visit(mara)]
    for (const moderator of [first, second]) await moderator.opens('#organization/applications')
    await first.page.getByRole('button', { name: 'Ask dora a question' }).click()
    const dialog = first.page.getByRole('dialog', { name: 'Ask the applicant' })
    await dialog.getByLabel('Question').fill('Which <i>looms</i>\ndo you repair?')
    assert.deepEqual(await found(first), [])
    await picture(first.page, 'asking')
    await dialog.getByRole('button', { name: 'Send question' }).click()
    for (const { page } of [first, second]) await page.getByText(/Waiting for an answer/).waitFor()
    assert.equal(await second.page.getByRole('button', { name: 'Ask dora a question' }).count(), 0)

    const context = await browser.newContext({ ...phone, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${address}/application/${await keyTo('dora')}`)
    await page.getByText('Which <i>looms</i>').waitFor()
    await picture(page, 'form on a phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'form on a phone, dark')
    await page.getByLabel('Your answer').fill('Jacquard looms.\n<b>Mostly</b>')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await page.getByRole('heading', { name: 'Answer sent' }).waitFor()
    await context.close()
    for (const moderator of [first, second]) await moderator.page.getByText('<b>Mostly</b>').waitFor()
    await picture(second.page, 'list')

    await second.page.getByRole('checkbox', { name: 'Select application from emil' }).check()
    await second.page.getByRole('checkbox', { name: 'Select application from fritz' }).check()
    await second.page.getByRole('button', { name: 'Decline selected…' }).click()
    const declining = second.page.getByRole('dialog', { name: 'Decline 2 applications' })
    await declining.getByLabel('Message (optional)').fill('We’re full.')
    assert.deepEqual(await found(second), [])
    await declining.getByRole('button', { name: 'Decline', exact: true }).click()
    await second.page.getByText('2 applications declined').waitFor()
    for (const { page: queue } of [first, second]) {
      await queue.getByText('emil@navy.example').waitFor({ state: 'detached' })
      await queue.getByText('dora@navy.example').waitFor()
    }
    await server.runtime.timer.wake()
    assert.equal(mail.mails.filter(({ text }) => text.includes('> We’re full.')).length, 2)
    await ada.call(updateOrganization, { join_gate: 'open' })
    assert.deepEqual([...first.complaints, ...second.complaints], [])
  })
})

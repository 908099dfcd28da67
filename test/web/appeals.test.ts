import { assert, describe } from 'vitest'
import { keyIn } from '../harness/mail.ts'
import { problems } from './axe.ts'
import { hasBrowser, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'
import { testWithMail as test } from './mail-browser.ts'
import { picturesOf } from './pictures.ts'

const picture = picturesOf('appeals')
const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' } as const

const found = async ({ page }: Pick<Visitor, 'page'>) => [...(await problems(page)), ...(await layoutProblems(page))]

describe.skipIf(!hasBrowser)('appeals', () => {
  test('a banned person appeals from a phone, and an administrator lifts the ban', async ({
    ada,
    address,
    ben,
    browser,
    mail,
    server,
    visit,
  }) => {
    const owner = await visit(ada)
    await owner.opens(`#user/${ben.id}`)
    await owner.page.getByRole('button', { name: 'Moderation…' }).click()
    await owner.page.getByRole('button', { name: 'Ban…' }).click()
    const dialog = owner.page.getByRole('dialog', { name: 'Ban Ben' })
    await dialog.getByLabel('Email them the reason and a link to appeal').waitFor()
    await dialog.getByLabel('Reason', { exact: true }).fill('Advertising after two warnings')
    assert.deepEqual(await found(owner), [])
    await picture(owner.page, 'banning')
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await server.runtime.timer.wake()
    const [sent] = mail.mails.filter(({ text }) => text.includes('Advertising after two warnings'))

    const context = await browser.newContext(phone)
    const page = await context.newPage()
    await page.goto(`${address}/appeal/${keyIn(sent as never)}`)
    await page.getByLabel('Message').fill('It was my brother.\n<b>Sorry</b>')
    assert.deepEqual(await found({ page }), [])
    await picture(page, 'form on a phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await found({ page }), [])
    await picture(page, 'form on a phone, dark')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await page.getByRole('heading', { name: 'Appeal sent' }).waitFor()
    await page.goto(`${address}/appeal/${keyIn(sent as never)}`)
    await page.getByText('This link is invalid or has expired').waitFor()
    await context.close()

    await owner.opens('#organization/modmail')
    await owner.page.getByText('<b>Sorry</b>').waitFor()
    await owner.page.getByText('Ban appeal · Waiting for a reply').waitFor()
    assert.deepEqual(await found(owner), [])
    await picture(owner.page, 'list')
    await owner.page.getByRole('button', { name: 'Lift ban of Ben' }).click()
    const lifting = owner.page.getByRole('dialog', { name: 'Lift ban of Ben' })
    await lifting.getByLabel('Message (optional)').fill('Sorry, Ben.')
    await owner.page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await found(owner), [])
    await picture(owner.page, 'lifting, dark')
    await lifting.getByRole('button', { name: 'Lift ban', exact: true }).click()
    await lifting.waitFor({ state: 'detached' })
    await owner.page.getByText('No open conversations.').waitFor()
    await server.runtime.timer.wake()
    assert.ok(mail.mails.some(({ text }) => text.includes('Sorry, Ben.')))
    assert.deepEqual(owner.complaints, [])
  })
})

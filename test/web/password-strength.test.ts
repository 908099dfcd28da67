import { assert, describe } from 'vitest'
import * as invitations from '../../src/features/sign-in/invitations/api.ts'
import { keyIn, writtenMails } from '../harness/mail.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** A folder for screenshots. */
const pictures = process.env.LOQUAT_PICTURES

describe.skipIf(!hasBrowser)('password strength', () => {
  test('password strength shows while typing, and a weak one is refused', async ({ ben, visit }) => {
    const here = await visit(ben, { viewport: { width: 390, height: 844 } })
    const { page } = here
    await here.opens('#settings/account')
    await page.locator('[id="setting-password"]').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill('correct horse battery')
    const field = dialog.getByLabel('New password')
    for (const [password, text, level] of [
      ['password', 'Too weak: easy to guess', '0'],
      ['Society2026', 'Too weak: contains a name or email address', '0'],
      ['kwQ8zr1!', 'Fair', '1'],
      ['kwQ8zr1!x7', 'Good', '2'],
      ['four green kettles', 'Strong', '3'],
    ] as const) {
      await field.fill(password)
      await dialog.getByText(text, { exact: true }).waitFor()
      await dialog.locator(`.strength[data-level="${level}"]`).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        if (pictures)
          await page.screenshot({ path: `${pictures}/client-${level}-${colorScheme}.png`, animations: 'disabled' })
      }
    }
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await field.fill('password')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByRole('alert').getByText('too easy to guess').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('password strength on the join page considers the names typed there', async ({
    ada,
    server,
    society,
    visit,
  }) => {
    await ada.call(invitations.sendInvites, { invitee_emails: 'dora.d@navy.example', stream_ids: [] })
    const key = keyIn((await writtenMails(server)).at(-1) as never)
    const here = await visit(ada, { viewport: { width: 390, height: 844 } })
    const { page } = here
    await page.goto(new URL(`/join/${key}`, page.url()).href)
    await page.getByLabel('Your name').fill('Dora Doyle')
    const field = page.getByLabel('New password')
    for (const [password, text, level] of [
      ['short', 'At least 8 characters.', '0'],
      ['qwertyuiop', 'Too weak: easy to guess', '0'],
      ['doradoyle', 'Too weak: contains a name or email address', '0'],
      ['kwQ8zr1!', 'Fair', '1'],
      ['four green kettles', 'Strong', '3'],
    ] as const) {
      await field.fill(password)
      await page.getByRole('status').getByText(text, { exact: true }).waitFor()
      await page.locator(`.strength[data-level="${level}"]`).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        if (pictures) await page.screenshot({ path: `${pictures}/join-${level}-${colorScheme}.png` })
      }
    }
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    assert.deepEqual(here.complaints, [], society.subdomain)
  })
})

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { deactivateUser } from '../../src/features/people/users/api.ts'
import { requestPasswordReset } from '../../src/features/sign-in/accounts/api.ts'
import { createInviteLink, sendInvites } from '../../src/features/sign-in/invitations/api.ts'
import { keyIn, writtenMails } from '../harness/mail.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** A folder, to look at every page. */
const pictures = process.env.LOQUAT_SCREENSHOTS
const looks = [
  { look: 'light', width: 1280, colorScheme: 'light' },
  { look: 'dark', width: 1280, colorScheme: 'dark' },
  { look: 'narrow', width: 320, colorScheme: 'light' },
] as const

describe.skipIf(!hasBrowser)('the pages of the way in, without scripts', () => {
  for (const { look, width, colorScheme } of looks)
    test(`can be read and used by everybody: ${look}`, async ({ browser, address, server, society, ada, ben }) => {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        // the pages themselves have none; what looks at them needs some
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      const signIn = async (email: string) => {
        await page.goto(`${address}/accounts/login`)
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill('what was it again')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('alert').waitFor()
      }
      const gone = await society.join('Gone')
      await ada.call(deactivateUser, { user_id: gone.id })
      await ben.call(sendInvites, { invitee_emails: 'dora@navy.example', stream_ids: [] })
      const invited = keyIn((await writtenMails(server)).at(-1) as never)
      await ben.call(requestPasswordReset, { email: ben.email })
      const forgotten = (await writtenMails(server)).at(-1)
      const reset = /\/accounts\/password\/reset\/[\w-]+/.exec(forgotten?.text ?? '')?.[0] as string
      const { invite_link } = await ada.call(createInviteLink, {})
      const steps: [name: string, go: () => Promise<unknown>][] = [
        ['sign in', () => page.goto(`${address}/accounts/login`)],
        ['wrong password', () => signIn(ben.email)],
        ['deactivated', () => signIn(gone.email)],
        ['unknown', () => signIn('nobody@navy.example')],
        ['forgotten password', () => page.goto(`${address}/accounts/password/reset`)],
        ['new password', () => page.goto(`${address}${reset}`)],
        ['invitation', () => page.goto(`${address}/join/${invited}`)],
        ['link for everybody', () => page.goto(`${address}${new URL(invite_link).pathname}`)],
        ['link that is not there', () => page.goto(`${address}/join/nonsense`)],
        ['sign out', () => page.goto(`${address}/accounts/logout`)],
        ['how to connect', () => page.goto(`${address}/connect`)],
        ['organizations of the server', () => page.goto(`${address.replace(`${society.subdomain}.`, '')}/`)],
      ]
      const found: string[] = []
      for (const [name, go] of steps) {
        await go()
        if (pictures) await page.screenshot({ path: join(pictures, `way in, ${name}, ${look}.png`), fullPage: true })
        found.push(...(await wrong(page)).map((problem) => `${name}: ${problem}`))
      }
      await context.close()
      assert.deepEqual(found, [])
      assert.deepEqual(complaints, [])
    })
})

const wrong = async (page: Page): Promise<string[]> => [...(await layoutProblems(page)), ...(await problems(page))]

import type { Browser } from 'playwright-core'
import { assert, describe } from 'vitest'
import type { Person, TestOrganization, TestServer } from '#test'
import { codeOf } from '../../src/features/sign-in/second-factors/one-time-code.ts'
import { givePassword } from '../harness/password.ts'
import { problems } from './axe.ts'
import { hasBrowser, isFirefox, test, Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

const password = 'correct horse battery'

/** Browsers treat localhost as secure without a certificate. */
const addressOf = ({ subdomain }: TestOrganization, { port, runtime }: TestServer): string =>
  `http://${subdomain}.localhost:${port}${runtime.basePath}`

/** A browser with Chromium's virtual authenticator. */
async function withAuthenticator(browser: Browser, person: Person): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return new Visitor(person, context, page)
}

describe.skipIf(!hasBrowser || isFirefox)('passkeys and one-time codes', () => {
  test('passkeys and codes are set up in the settings, and sign the user in', async ({
    ada,
    society,
    server,
    browser,
  }) => {
    await givePassword(ada, password)
    const address = addressOf(society, server)
    const here = await withAuthenticator(browser, ada)
    const { page } = here
    try {
      const looksFine = async () => assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
      const dialog = page.getByRole('dialog')
      await page.goto(`${address}/`)
      await here.signsIn()
      await here.opens('#settings/second-factor')
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await dialog.getByLabel('Name').fill('Laptop')
      await dialog.getByRole('button', { name: 'Add passkey' }).click()
      await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
      await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('img', { name: 'QR code' }).waitFor()
      await looksFine()
      const secret = ((await dialog.locator('.totp-secret').textContent()) ?? '').replaceAll(' ', '')
      await dialog.getByLabel('Code from the app').fill(codeOf(secret, server.clock.now()))
      await page.keyboard.press('Enter')
      const recovery = (await dialog.locator('.recovery-codes code').first().textContent()) ?? ''
      assert.equal(await dialog.locator('.recovery-codes code').count(), 10)
      await looksFine()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('You have 10 recovery codes left.').waitFor()
      await looksFine()

      const leaves = async () => {
        await page.goto(`${address}/accounts/logout`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByText('Signed out').first().waitFor()
        await page.goto(`${address}/accounts/login?next=%23settings/second-factor`)
      }
      const isIn = async () => {
        await here.listens()
        assert.equal(new URL(page.url()).hash, '#settings/second-factor')
      }
      await leaves()
      await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
      await looksFine()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await isIn()
      await page.getByText(/last used/).waitFor()

      const givesPassword = async () => {
        await page.getByLabel('Email address').fill(ada.email)
        await page.getByLabel('Password').fill(password)
        await page.keyboard.press('Enter')
        await page.getByLabel('Code').waitFor()
      }
      await leaves()
      await givesPassword()
      await looksFine()
      await page.getByRole('button', { name: 'Use a passkey instead' }).click()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await isIn()
      await leaves()
      await givesPassword()
      await page.getByLabel('Code').fill(recovery)
      await page.keyboard.press('Enter')
      await isIn()
      await page.getByText('You have 9 recovery codes left.').waitFor()

      // with two-factor authentication on, showing the API key takes a code too
      await here.opens('#settings/account')
      await page.locator('[id="setting-api-key"]').click()
      await dialog.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
      server.clock.set(new Date(Date.now() + 60_000))
      await dialog.getByLabel('Authentication code').fill(codeOf(secret, server.clock.now()))
      await page.keyboard.press('Enter')
      await dialog.locator('.secret').waitFor()
      server.clock.release()
      assert.deepEqual(here.complaints, [])
    } finally {
      await here.close()
    }
  })

  test('a passkey is offered once per browser, at the start after joining', async ({
    ada,
    society,
    server,
    browser,
  }) => {
    await givePassword(ada, password)
    const address = addressOf(society, server)
    const here = await withAuthenticator(browser, ada)
    const { page } = here
    try {
      await page.goto(`${address}/`)
      await here.signsIn()
      const stage = (name: string) =>
        page.waitForFunction(
          ([key, value]) => localStorage.getItem(key as string) === value,
          [`loquat passkey offer ${ada.id}`, name],
        )
      await stage('joined')
      const offer = page.getByText('Sign in without a password next time')
      assert.equal(await offer.count(), 0)
      await page.reload()
      await offer.waitFor()
      assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
      await page.getByRole('button', { name: 'Not now' }).click()
      await offer.waitFor({ state: 'detached' })
      await stage('offered')
      await page.reload()
      await here.listens()
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      assert.equal(await offer.count(), 0)
      assert.deepEqual(here.complaints, [])
    } finally {
      await here.close()
    }
  })
})

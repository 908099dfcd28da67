import { assert, describe } from 'vitest'
import { colorSchemes } from '../../src/features/people/user-settings/settings.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

describe.skipIf(!hasBrowser)('what concerns oneself', () => {
  test('the page is light or dark as somebody has chosen, from the first moment on', async ({ ada, visit }) => {
    // with motion, colours would be looked at on their way from light to dark
    const here = await visit(ada, { colorScheme: 'light', reducedMotion: 'reduce' })
    const { page } = here
    const other = await here.opensTab()
    const theme = ({ page }: typeof here) => page.evaluate(() => document.documentElement.dataset.theme)
    assert.equal(await theme(here), undefined)
    const menu = page.getByRole('button', { name: /Ada/ }).first()
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'System' }).focus()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await other.page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    const { user_settings } = await ada.send('POST', '/register', { fetch_event_types: ['user_settings'] })
    assert.equal((user_settings as { color_scheme: number }).color_scheme, colorSchemes.dark)
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    const answer = await page.reload()
    assert.match((await answer?.text()) ?? '', /<html[^>]* data-theme="dark"/)
    await ada.send('PATCH', '/settings', { color_scheme: colorSchemes.automatic })
    await page.waitForFunction(() => document.documentElement.dataset.theme === undefined)
    assert.deepEqual(here.complaints, [])
  })

  test('somebody sees where they are signed in, and signs out elsewhere and here', async ({ ada, visit }) => {
    const here = await visit(ada)
    const [phone, tablet] = [await visit(ada, { userAgent: 'Mozilla/5.0 (iPhone) Safari/605' }), await visit(ada)]
    const { page } = here
    const opens = async () => {
      await page.getByRole('button', { name: /Ada/ }).first().click()
      await page.getByRole('button', { name: 'Active sessions' }).click()
    }
    await opens()
    const list = page.getByRole('list', { name: 'Active sessions' })
    await list.getByText('this browser').waitFor()
    assert.deepEqual([...(await problems(page)), ...(await layoutProblems(page))], [])
    await list.getByRole('button', { name: 'Sign out of Safari on iOS' }).click()
    await phone.page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor()
    await list.getByText('Safari on iOS').waitFor({ state: 'detached' })
    // what had the focus is gone, and the next one has it
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Sign out of'))
    await page.getByRole('button', { name: 'Sign out of all other sessions' }).click()
    await page.getByRole('status').getByText('Signed out of all other sessions.').waitFor()
    await tablet.page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor()
    await page.getByRole('button', { name: 'Sign out of all other sessions' }).waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.closest('.settings'))
    await page.getByRole('button', { name: /Ada/ }).first().click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in again' }).waitFor()
    const { sessions } = (await ada.send('GET', '/sessions')) as { sessions: unknown[] }
    assert.deepEqual(sessions, [])
    assert.deepEqual(here.complaints, [])
  })
})

import type { Browser } from 'playwright-core'
import { assert, describe } from 'vitest'
import { hasBrowser, isFirefox, patient, Visitor } from './browser.ts'
import { flows, isSilent, watchConnections } from './call-media.ts'
import { callTest, panel, pressInPanel, ready } from './call-page.ts'
import { hasFirefox, launchFirefox } from './firefox.ts'
import { setPassword } from './password.ts'

if (!hasFirefox) console.warn('Calls between Chromium and Firefox need Firefox (scripts/install-firefox.sh): skipped.')

const test = callTest.extend<{ firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const browser = patient(await launchFirefox({ hasDevices: true }))
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
})

describe.skipIf(!hasBrowser || isFirefox || !hasFirefox)('calls between browsers', () => {
  test('people in Chromium and Firefox hear and see each other', async ({
    ada,
    ben,
    visit,
    firefox,
    server,
    address,
  }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const context = await firefox.newContext({ viewport: { width: 1280, height: 800 } })
    const called = new Visitor(ben, context, await context.newPage())
    await setPassword(server, ben)
    await watchConnections(called.page)
    await called.page.goto(`${address}/`)
    await called.signsIn()
    await called.opens('#inbox')
    await caller.page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    for (const { page } of [caller, called]) {
      await flows(page, 'packets')
      await flows(page, 'energy')
    }
    for (const one of [caller, called]) await pressInPanel(one, 'Turn on camera')
    for (const { page } of [caller, called]) await flows(page, 'pictures')
    for (const one of [caller, called]) await pressInPanel(one, 'Turn off camera')
    await pressInPanel(caller, 'Share screen')
    await panel(called).getByText('Ada’s screen').first().waitFor()
    await flows(called.page, 'pictures')
    // the screen has sound of its own here
    await panel(caller).getByRole('button', { name: 'Stop sharing', exact: true }).first().click()
    await pressInPanel(caller, 'Mute')
    await panel(called).getByRole('img', { name: 'Muted', exact: true }).waitFor()
    await isSilent(called.page)
    await flows(caller.page, 'energy')
    await pressInPanel(called, 'Mute')
    await isSilent(caller.page)
    await pressInPanel(called, 'Leave')
    await panel(caller).locator('figcaption', { hasText: 'Ben' }).waitFor({ state: 'detached' })
    await pressInPanel(caller, 'Leave')
    await caller.sees('Call, 1 minute: Ada and Ben')
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
    await context.close()
  })
})

import { assert, describe } from 'vitest'
import { hasBrowser, isFirefox } from './browser.ts'
import { flows, watchConnections } from './call-media.ts'
import { panel, callTest as test } from './call-page.ts'

describe.skipIf(!hasBrowser || isFirefox)('options in a call', () => {
  test('push to talk sends sound only while Space is held', async ({ ada, ben, visit }) => {
    const [caller, called] = [await visit(ada), await visit(ben)]
    for (const one of [caller, called]) {
      await watchConnections(one.page)
      await one.page.reload()
      await one.listens()
    }
    await caller.opens(`#narrow/dm/${ben.id}`)
    await caller.page.getByRole('button', { name: 'Start a call' }).waitFor()
    await caller.page.keyboard.press('J')
    await panel(caller).waitFor()
    await called.opens(`#narrow/dm/${ada.id}`)
    // the call is marked in the sidebar, and its message is a card
    await called.page.locator('#left-sidebar').getByText('1 person in a call').waitFor({ state: 'attached' })
    await called.page.locator('article').getByRole('button', { name: 'Join', exact: true }).click()
    await flows(called.page, 'energy')
    await panel(caller).getByRole('button', { name: 'More options' }).click()
    await caller.page.getByRole('menuitemcheckbox', { name: 'Push to talk' }).click()
    await panel(called).getByRole('img', { name: 'Muted', exact: true }).waitFor()
    await caller.page.keyboard.down('Space')
    await panel(caller).getByText('Your microphone is on while you hold Space').waitFor()
    await flows(called.page, 'energy')
    await caller.page.keyboard.up('Space')
    await panel(caller).getByText('Hold Space to talk').waitFor()
    await panel(called).getByRole('img', { name: 'Muted', exact: true }).waitFor()
    // on by its button, it stays on, and Space changes nothing although the button has the focus
    await panel(caller).getByRole('button', { name: 'Unmute' }).click()
    await panel(caller).getByText('Hold Space to talk').waitFor({ state: 'detached' })
    await caller.page.keyboard.press('Space')
    await panel(caller).getByRole('button', { name: 'Mute', exact: true }).press('Enter')
    await panel(caller).getByRole('button', { name: 'Unmute' }).waitFor()
    await caller.page.keyboard.down('Space')
    await panel(caller).getByText('Your microphone is on while you hold Space').waitFor()
    await caller.page.keyboard.up('Space')
    await panel(caller).getByText('Hold Space to talk').waitFor()
    await panel(called).getByRole('img', { name: 'Muted', exact: true }).waitFor()
    // only for oneself, and kept
    await panel(called).getByRole('button', { name: 'Options for Ada' }).click()
    await called.page.getByRole('checkbox', { name: 'Mute for me' }).check()
    await called.page.keyboard.press('Escape')
    await panel(called).getByRole('img', { name: 'Muted for you' }).waitFor()
    assert.isTrue(
      await called.page
        .locator('.call-panel audio')
        .first()
        .evaluate((one: HTMLAudioElement) => one.muted),
    )
    // the handle moves the panel to another corner
    await panel(called)
      .getByRole('button', { name: /Move the panel/ })
      .press('ArrowDown')
    await called.page.locator('.call-panel.bottom-end').waitFor()
    await panel(called).getByRole('button', { name: 'Leave' }).click()
    await panel(caller).getByRole('button', { name: 'Leave' }).click()
    await caller.page.locator('.call-card', { hasText: 'Call, 1 minute' }).waitFor()
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })
})

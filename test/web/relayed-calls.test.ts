import { assert, describe } from 'vitest'
import { hasTurnServer } from '../peers/turn-server.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { flows, selectedPairs } from './call-media.ts'
import { ready } from './call-page.ts'
import { relayedTest } from './relayed-call.ts'

const test = relayedTest({ callsRelayOnly: 'on' })

describe.skipIf(!hasBrowser || isFirefox || !hasTurnServer)('calls through coturn', () => {
  test('with relaying required, sound and pictures flow only through the relay', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await caller.page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    await called.page.getByRole('button', { name: 'Turn on camera' }).click()
    await flows(caller.page, 'pictures')
    for (const { page } of [caller, called]) {
      const before = await selectedPairs(page)
      assert.deepEqual(
        before.map(({ local, remote }) => [local, remote]),
        [['relay', 'relay']],
      )
      await flows(page, 'energy')
      const [now] = await selectedPairs(page)
      assert.ok((now?.packets ?? 0) > (before[0]?.packets ?? 0), JSON.stringify([before, now]))
    }
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })

  test('a network cut shows as reconnecting, and sound returns after it', async ({ ada, ben, visit, relay }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await caller.page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    const reconnecting = ({ page }: typeof caller) => page.locator('.call-panel').getByText('Reconnecting…').first()
    relay.freeze()
    for (const one of [caller, called]) await reconnecting(one).waitFor()
    relay.resume()
    for (const one of [caller, called]) {
      await reconnecting(one).waitFor({ state: 'detached' })
      await flows(one.page, 'energy')
    }
  })
})

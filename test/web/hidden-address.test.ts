import { assert, describe } from 'vitest'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { hasTurnServer } from '../peers/turn-server.ts'
import { hasBrowser, isFirefox } from './browser.ts'
import { flows, selectedPairs } from './call-media.ts'
import { ready } from './call-page.ts'
import { relayedTest } from './relayed-call.ts'

const test = relayedTest()

describe.skipIf(!hasBrowser || isFirefox || !hasTurnServer)('hiding the own address', () => {
  test('turning the setting on during a call moves it to the relay', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await caller.page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    const seen = async () => (await selectedPairs(called.page)).map(({ remote }) => remote)
    const before = await seen()
    assert.ok(before.length === 1 && before[0] !== 'relay', before.join())
    await ada.call(updateSettings, { calls_relay_only: true })
    const deadline = Date.now() + 60_000
    while ((await seen())[0] !== 'relay' && Date.now() < deadline) await called.page.waitForTimeout(200)
    assert.deepEqual(await seen(), ['relay'])
    assert.deepEqual(
      (await selectedPairs(caller.page)).map(({ local }) => local),
      ['relay'],
    )
    for (const { page } of [caller, called]) await flows(page, 'energy')
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })
})

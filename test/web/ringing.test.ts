import { assert, describe } from 'vitest'
import { declineCall, endCall, getCall, startCall } from '../../src/features/calls/calls/api.ts'
import { hasBrowser } from './browser.ts'
import { closesItsTab, expectSoon, press, shown, shows, pushTest as test } from './push.ts'

describe.skipIf(!hasBrowser)('ringing', () => {
  test('calls ring with no tab open, stop when declined elsewhere, and open when accepted', async ({
    server,
    service,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { context, page: elsewhere, arrive } = await closesItsTab(await visit(ada), server, service)
    const titles = async () => (await shown(elsewhere)).map(({ title }) => title)
    const rings = async (person: typeof ben) => {
      const { call } = await person.call(startCall, { type: 'direct', to: [ada.id], session_id: 'r'.repeat(22) })
      await arrive()
      await expectSoon(async () => (await titles()).join() === `${person.name} is calling`)
      return call.call_id
    }

    const declined = await rings(ben)
    const buttons = await elsewhere.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      const [ring] = ((await registration?.getNotifications()) ?? []) as (Notification &
        NotificationOptions & {
          actions: { action: string; title: string }[]
        })[]
      return { actions: ring?.actions.map(({ title }) => title), stays: ring?.requireInteraction }
    })
    assert.deepEqual(buttons, { actions: ['Accept', 'Decline'], stays: true })
    await ada.call(declineCall, { call_id: declined })
    await arrive()
    await shows(elsewhere, [])
    await ben.call(endCall, { call_id: declined })

    const refused = await rings(ben)
    assert.deepEqual(await press(context, 'decline'), [])
    await shows(elsewhere, [])
    assert.deepEqual((await ben.call(getCall, { call_id: refused })).call.ringing, [])
    await ben.call(endCall, { call_id: refused })

    const missed = await rings(cleo)
    await cleo.call(endCall, { call_id: missed })
    await arrive()
    await shows(elsewhere, [[cleo.name, 'Missed call']])
    await press(context, 'read')
    await shows(elsewhere, [])

    const accepted = await rings(ben)
    const opened = await press(context, 'accept')
    assert.deepEqual(opened, [`/#call/${accepted}/accept`])
    await elsewhere.goto(new URL(opened[0] ?? '', elsewhere.url()).href)
    await elsewhere.getByRole('region', { name: 'Call', exact: true }).waitFor()
    await expectSoon(async () => {
      const { call } = await ben.call(getCall, { call_id: accepted })
      return call.sessions.some(({ user_id }) => user_id === ada.id)
    })
  })
})

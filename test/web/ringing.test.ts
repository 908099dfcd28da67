import { assert, describe, onTestFinished } from 'vitest'
import { declineCall, endCall, getCall, joinCall, reportAlive, startCall } from '../../src/features/calls/calls/api.ts'
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
    const { context, page: elsewhere, arrive, delivery } = await closesItsTab(await visit(ada), server, service)
    const titles = async () => (await shown(elsewhere)).map(({ title }) => title)
    const session_id = 'r'.repeat(22)
    const rings = async (person: typeof ben) => {
      const { call } = await person.call(startCall, { type: 'direct', to: [ada.id], session_id })
      // without reports, the call would end
      const reports = setInterval(
        () => person.call(reportAlive, { call_id: call.call_id, session_id }).catch(() => clearInterval(reports)),
        5_000,
      )
      onTestFinished(() => clearInterval(reports))
      // what arrives first can be the removal of what was there before
      await expectSoon(async () => {
        await server.runtime.timer.wake()
        await delivery.deliver()
        return (await titles()).join() === `${person.name} is calling`
      })
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
    assert.deepEqual(opened, [`/#call/${accepted}`])
    await elsewhere.goto(new URL(opened[0] ?? '', elsewhere.url()).href)
    const panel = elsewhere.getByRole('region', { name: 'Call', exact: true })
    await panel.waitFor()
    const isIn = async () => {
      const { call } = await ben.call(getCall, { call_id: accepted })
      return call.sessions.some(({ user_id }) => user_id === ada.id)
    }
    await expectSoon(isIn)

    // the same URL, and any other link to the call, only leads to its conversation
    await panel.getByRole('button', { name: 'Leave' }).click()
    await expectSoon(async () => !(await isIn()))
    for (const link of [`/#call/${accepted}`, `/#call/${accepted}/accept`]) {
      await elsewhere.goto(new URL('/connect', elsewhere.url()).href)
      await elsewhere.goto(new URL(link, elsewhere.url()).href)
      await elsewhere.getByRole('button', { name: 'Join', exact: true }).first().waitFor()
      assert.match(elsewhere.url(), /#narrow\/dm\//)
      assert.equal(await panel.count(), 0)
      assert.isFalse(await isIn())
    }
    await ben.call(endCall, { call_id: accepted })

    // an open page joins
    await elsewhere.goto(new URL('/connect', elsewhere.url()).href)
    const taken = await rings(cleo)
    await elsewhere.goto(new URL('/#inbox', elsewhere.url()).href)
    await elsewhere.getByRole('alertdialog', { name: `${cleo.name} is calling` }).waitFor()
    assert.deepEqual(await press(context, 'accept'), [])
    await panel.waitFor()
    await expectSoon(async () => (await cleo.call(getCall, { call_id: taken })).call.sessions.length === 2)
    await panel.getByRole('button', { name: 'Leave' }).click()
    await cleo.call(endCall, { call_id: taken })

    // the caller hangs up, and the notification is still there
    await elsewhere.goto(new URL('/connect', elsewhere.url()).href)
    const over = await rings(cleo)
    await elsewhere.goto(new URL('/#inbox', elsewhere.url()).href)
    await elsewhere.getByRole('alertdialog', { name: `${cleo.name} is calling` }).waitFor()
    await cleo.call(endCall, { call_id: over })
    assert.deepEqual(await press(context, 'accept'), [])
    await elsewhere.getByText('The call has ended.').waitFor()
    assert.equal(await panel.count(), 0)
  })

  test('a page that reconnects doesn’t ask to join calls that have ended or were answered', async ({
    server,
    service,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const { context, page } = await closesItsTab(await visit(ada), server, service)
    await page.goto(new URL('/#inbox', page.url()).href)
    await page.waitForFunction(() => performance.getEntriesByName('listens').length > 0)
    await context.setOffline(true)
    const session_id = 'r'.repeat(22)
    const starts = async (person: typeof ben) =>
      (await person.call(startCall, { type: 'direct', to: [ada.id], session_id })).call.call_id
    const answered = await starts(ben)
    await ada.call(joinCall, { call_id: answered, session_id: 's'.repeat(22) })
    await ben.call(endCall, { call_id: answered })
    const missed = await starts(cleo)
    await cleo.call(endCall, { call_id: missed })
    await context.setOffline(false)
    await shows(page, [[cleo.name, 'Missed call']])
  })

  test('a ring takes turns with other changes of notifications', async ({ server, service, ada, ben, visit }) => {
    const { page, arrive } = await closesItsTab(await visit(ada), server, service)
    const name = 'loquat notifications'
    await page.evaluate((lock) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      void navigator.locks.request(lock, () => held)
      Object.assign(window, { release })
    }, name)
    await ben.call(startCall, { type: 'direct', to: [ada.id], session_id: 'r'.repeat(22) })
    await arrive()
    await page.waitForFunction(
      async (lock) => (await navigator.locks.query()).pending?.some((one) => one.name === lock),
      name,
    )
    await page.evaluate(() => (window as unknown as { release(): void }).release())
    await expectSoon(async () => (await shown(page)).map(({ title }) => title).join() === 'Ben is calling')
  })
})

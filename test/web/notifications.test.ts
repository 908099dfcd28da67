import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { getWebPush } from '../../src/features/notifications/push-devices/web-api.ts'
import { endQuietTime, pauseNotifications } from '../../src/features/people/quiet-times/api.ts'
import { makeTopic } from '../harness/topic.ts'
import { Browser as Subscriber } from '../peers/web-push-service.ts'
import { problems } from './axe.ts'
import { hasBrowser } from './browser.ts'
import {
  closesItsTab,
  Delivery,
  expectSoon,
  press,
  type ServiceWorkerGlobalScopeLike,
  shown,
  shows,
  pushTest as test,
  turnsOn,
  withPushService,
} from './push.ts'

describe.skipIf(!hasBrowser)('notifications', () => {
  test('notifications come with no tab open, take replies, and close when read elsewhere', async ({
    society,
    server,
    service,
    ada,
    ben,
    visit,
  }) => {
    const { context, page: elsewhere, delivery, arrive } = await closesItsTab(await visit(ada), server, service)
    await ben.sends('Are you **there**?', ada)
    await arrive()
    await shows(elsewhere, [[ben.name, 'Are you there?']])
    await ben.sends('Hello?', ada)
    await arrive()
    await shows(elsewhere, [[ben.name, 'Are you there?\nHello?']])
    assert.deepEqual(
      (await shown(elsewhere)).map(({ silent }) => silent),
      [false],
    )

    await press(context, 'reply', 'Yes, here')
    await shows(elsewhere, [])
    const { messages } = await ada.send('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: JSON.stringify([{ operator: 'dm', operand: [ben.id] }]),
    })
    const said = messages as { content: string; sender_id: number; flags: string[] }[]
    assert.deepEqual(
      said.map(({ content, sender_id, flags }) => [content, sender_id, flags.includes('read')]),
      [
        ['Are you **there**?', ben.id, true],
        ['Hello?', ben.id, true],
        ['Yes, here', ada.id, true],
      ],
    )

    const { hash, say, id: channelId } = await makeTopic(society, [ada, ben])
    const place = '#design › release'
    const id = await say(`@**${ada.name}** look`)
    await arrive()
    await shows(elsewhere, [[place, `${ben.name}: @${ada.name} look`]])
    assert.deepEqual(await press(context), [`/${hash}/with/${id}`])
    await shows(elsewhere, [])

    await say(`@**${ada.name}** again`)
    await arrive()
    await shows(elsewhere, [[place, `${ben.name}: @${ada.name} again`]])
    await ada.send('POST', '/mark_topic_as_read', { stream_id: channelId, topic_name: 'release' })
    server.clock.advance(5_000)
    await arrive()
    await shows(elsewhere, [])
    server.clock.release()

    // a reply that fails isn't lost
    await say(`@**${ada.name}** once more`)
    await arrive()
    await shows(elsewhere, [[place, `${ben.name}: @${ada.name} once more`]])
    await ada.send('DELETE', '/sessions', {})
    await press(context, 'reply', 'too late')
    await shows(elsewhere, [[`Couldn’t send your reply: ${place}`, 'You’re signed out.\ntoo late']])
    // and a browser that was signed out from elsewhere hears of nothing
    await ben.sends('one more', ada)
    await server.runtime.timer.wake()
    assert.equal(await delivery.deliver(), 0)
    // the next page is for signing in: nothing stays for the next user
    await elsewhere.goto(`${new URL(elsewhere.url()).origin}/`)
    await elsewhere.getByLabel('Email address').waitFor()
    await shows(elsewhere, [])
  })

  test('open tabs notify once, and not about the conversation being viewed', async ({
    society,
    server,
    service,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const subscriber = new Subscriber(service)
    const first = await visit(ada)
    const context = first.page.context()
    await context.grantPermissions(['notifications'])
    await withPushService(context, subscriber)
    await context.addInitScript(() => {
      const { showNotification } = ServiceWorkerRegistration.prototype
      ServiceWorkerRegistration.prototype.showNotification = function (...given) {
        performance.mark('told')
        return showNotification.apply(this, given)
      }
    })
    await first.page.reload()
    await first.listens()
    await turnsOn(first)
    await first.page.getByText(/mobile notifications while it’s closed/).waitFor()
    await first.opens('#inbox')
    const second = await first.opensTab('#recent')
    const marks = async (name: string) => {
      const counts = [first, second].map(({ page }) =>
        page.evaluate((one) => performance.getEntriesByName(one).length, name),
      )
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
    }
    await ben.sends('Lunch?', ada)
    await shows(first.page, [[ben.name, 'Lunch?']])
    assert.deepEqual([await marks('told'), await marks('rings')], [1, 1])
    // the push for the same message adds nothing
    const asked = first.page.evaluate(
      () => new Promise((resolve) => navigator.serviceWorker.addEventListener('message', resolve, { once: true })),
    )
    const delivery = await Delivery.of(second.page, subscriber)
    await server.runtime.timer.wake()
    assert.equal(await delivery.deliver(), 1)
    await asked
    await ben.sends('Now?', ada)
    await shows(first.page, [[ben.name, 'Lunch?\nNow?']])
    assert.equal(await marks('told'), 2)

    // no notification about the conversation in view; others notify
    await second.opens(hash)
    await second.composeField.waitFor()
    await say(`@**${ada.name}** seen`)
    await second.sees('seen')
    await ben.sends('And?', ada)
    await shows(first.page, [[ben.name, 'Lunch?\nNow?\nAnd?']])
    await first.page.waitForFunction(() => document.title.startsWith('(3) '))
    await first.page.locator('link[rel="icon"][href^="data:"]').waitFor({ state: 'attached' })

    await ada.send('POST', '/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: JSON.stringify([{ operator: 'is', operand: 'dm' }]),
      op: 'add',
      flag: 'read',
    })
    await shows(first.page, [])
    await first.page.locator('link[rel="icon"][href*="static/icon.png"]').waitFor({ state: 'attached' })

    // during do not disturb, messages are counted without a notification
    await ada.call(pauseNotifications, { until: Math.round(Date.now() / 1000) + 3_600 })
    await first.page.getByText(/^Do not disturb until/).waitFor()
    await ben.sends('in the quiet', ada)
    await first.page.waitForFunction(() => document.title.startsWith('(1) '))
    await ada.call(endQuietTime)
    await first.page.getByText(/^Do not disturb until/).waitFor({ state: 'detached' })
    await ada.send('PATCH', '/settings', { desktop_icon_count_display: 4, pm_content_in_desktop_notifications: false })
    await first.page.waitForFunction(() => !document.title.startsWith('('))
    await ben.sends('afterwards', ada)
    await shows(first.page, [[ben.name, 'New message']])

    assert.deepEqual(await press(context), [])
    const isThere = (page: Page) => page.evaluate(() => location.hash.startsWith('#narrow/dm/'))
    await expectSoon(async () => (await isThere(first.page)) || (await isThere(second.page)))

    // some browsers require a visible notification for each push, also about the conversation in view
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      const scope = self as unknown as ServiceWorkerGlobalScopeLike
      const { showNotification } = ServiceWorkerRegistration.prototype
      ServiceWorkerRegistration.prototype.showNotification = function (...given) {
        performance.mark('shown after a push')
        return showNotification.apply(this, given)
      }
      const apple = { endpoint: 'https://web.push.apple.com/x' } as PushSubscription
      scope.registration.pushManager.getSubscription = async () => apple
    })
    await server.runtime.timer.wake()
    assert.ok((await delivery.deliver()) > 0)
    const countShown = () => performance.getEntriesByName('shown after a push').length
    await expectSoon(async () => ((await worker?.evaluate(countShown)) ?? 0) > 0)
    await shows(first.page, [])

    assert.equal((await ada.call(getWebPush)).subscriptions.length, 1)
    await context.clearPermissions()
    await expectSoon(async () => (await ada.call(getWebPush)).subscriptions.length === 0)
    assert.deepEqual([first.complaints, second.complaints], [[], []])
  })

  test('new notifications stay when they arrive while read ones close', async ({
    society,
    service,
    ada,
    ben,
    visit,
  }) => {
    await makeTopic(society, [ada, ben])
    const visitor = await visit(ada)
    const { page } = visitor
    await page.context().grantPermissions(['notifications'])
    await withPushService(page.context(), new Subscriber(service))
    await page.reload()
    await visitor.listens()
    await turnsOn(visitor)
    await visitor.opens('#inbox')
    await ben.sends('First', ada)
    await shows(page, [[ben.name, 'First']])
    // delay closing the read one, like a slow browser
    await page.evaluate(() => {
      const { serviceWorker } = navigator
      const own = serviceWorker.getRegistration.bind(serviceWorker)
      serviceWorker.getRegistration = async (...given) => {
        serviceWorker.getRegistration = own
        performance.mark('held')
        await new Promise((resolve) => addEventListener('go on', resolve, { once: true }))
        return own(...given)
      }
    })
    await ada.send('POST', '/mark_all_as_read', {})
    await page.waitForFunction(() => performance.getEntriesByName('held').length > 0)
    await ben.sends('Second', ada)
    await shows(page, [[ben.name, 'First\nSecond']])
    await page.evaluate(() => dispatchEvent(new Event('go on')))
    await shows(page, [[ben.name, 'Second']])
  })

  test('notifications are offered once, after sending a message', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    // a headless browser has no permission prompt
    await here.page.context().addInitScript(() => {
      let answer = sessionStorage.getItem('answer') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => answer })
      Notification.requestPermission = async () => {
        performance.mark('asked')
        answer = 'denied'
        sessionStorage.setItem('answer', answer)
        return 'denied' as const
      }
    })
    await here.page.reload()
    await here.listens()
    await here.opens(hash)
    await here.composeField.waitFor()
    const offer = here.page.locator('.notification-offer')
    assert.equal(await offer.count(), 0)
    await here.writes('anybody?')
    await offer.getByRole('button', { name: 'Turn on notifications' }).waitFor()
    assert.deepEqual(await problems(here.page), [])
    assert.equal(await here.page.evaluate(() => performance.getEntriesByName('asked').length), 0)
    // the banner takes up space; scrolling the current entry into view must not scroll the page
    await here.opens('#organization/audit-log')
    const heading = here.page.getByRole('heading', { level: 2, name: 'Audit log' })
    await heading.waitFor()
    const top = (await heading.boundingBox())?.y ?? 0
    const shown = await offer.boundingBox()
    assert.isAtLeast(top, (shown?.y ?? 0) + (shown?.height ?? 0))
    await here.opens(hash)
    await offer.getByRole('button', { name: 'No thanks' }).click()
    await here.page.reload()
    await here.listens()
    await here.writes('nobody?')
    await here.page.locator('.outgoing').waitFor({ state: 'detached' })
    await here.sees('nobody?')
    assert.equal(await offer.count(), 0)
    // still available in the settings, which explain that the browser blocks it
    await here.opens('#settings/notifications')
    await here.page.getByRole('button', { name: /Turn on notifications/ }).click()
    await here.page.getByText(/^Your browser blocks notifications from this site/).waitFor()
    assert.deepEqual(await problems(here.page), [])
    assert.deepEqual(here.complaints, [])
  })
})

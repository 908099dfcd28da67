import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { startServer, type TestServer } from '#test'
import { declineCall, endCall, getCall, startCall } from '../../src/features/calls/calls/api.ts'
import { getWebPush } from '../../src/features/notifications/push-devices/web-api.ts'
import { endQuietTime, pauseNotifications } from '../../src/features/people/quiet-times/api.ts'
import { pages } from '../../src/pages/index.ts'
import { makeTopic } from '../harness/topic.ts'
import { Browser as Subscriber, WebPushService } from '../peers/web-push-service.ts'
import { problems } from './axe.ts'
import { test as base, hasBrowser, type Visitor } from './browser.ts'

/** Browsers allow service workers and notifications on secure origins only, which includes localhost. */
const test = base.extend<{
  service: WebPushService
  server: TestServer
  serviceWorkers: 'allow'
  isWholeBrowser: boolean
}>({
  serviceWorkers: 'allow',
  isWholeBrowser: [true, { scope: 'file' }],
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const service = await WebPushService.start()
      await use(service)
      await service.close()
    },
    { scope: 'file' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.localhost', outboundAllow: '127.0.0.0/8' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})

/** The client's notifications that the browser shows. */
const shown = (page: Page): Promise<{ title: string; body: string; silent: boolean | null }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const all = (await registration?.getNotifications()) ?? []
    return all.map(({ title, body, silent }) => ({ title, body, silent }))
  })

/** Waits until the browser shows exactly these. */
async function shows(page: Page, expected: readonly (readonly [title: string, body: string])[]): Promise<void> {
  let last: unknown
  for (const until = Date.now() + 60_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const now = (await shown(page)).map(({ title, body }) => [title, body])
    last = now
    if (JSON.stringify(now) === JSON.stringify(expected)) return
  }
  assert.deepEqual(last, expected)
}

/** A browser with the test's push service: subscribing returns the test subscriber's endpoint. */
async function withPushService(context: BrowserContext, { subscription }: Subscriber): Promise<void> {
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    let key: ArrayBuffer | null = null
    let isSubscribed = localStorage.getItem('subscribed') !== null
    const own = {
      endpoint,
      get options() {
        return { applicationServerKey: key }
      },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      async unsubscribe() {
        isSubscribed = false
        localStorage.removeItem('subscribed')
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isSubscribed ? own : null),
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
        key = Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer
        isSubscribed = true
        localStorage.setItem('subscribed', 'yes')
        return own
      },
    })
  }, subscription)
}

/** The push service's side in the browser: delivers what the server sent, decrypted as browsers do. */
class Delivery {
  readonly #session: CDPSession
  readonly #subscriber: Subscriber
  readonly #registration: Promise<string>
  readonly #origin: string
  #delivered = 0

  private constructor(session: CDPSession, subscriber: Subscriber, origin: string) {
    this.#session = session
    this.#subscriber = subscriber
    this.#origin = origin
    this.#registration = new Promise((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
        if (own) resolve(own.registrationId)
      })
    })
  }

  static async of(page: Page, subscriber: Subscriber): Promise<Delivery> {
    const session = await page.context().newCDPSession(page)
    const delivery = new Delivery(session, subscriber, new URL(page.url()).origin)
    await session.send('ServiceWorker.enable')
    return delivery
  }

  async deliver(): Promise<number> {
    const fresh = this.#subscriber.received().slice(this.#delivered)
    this.#delivered += fresh.length
    for (const payload of fresh)
      await this.#session.send('ServiceWorker.deliverPushMessage', {
        origin: this.#origin,
        registrationId: await this.#registration,
        data: JSON.stringify(payload),
      })
    return fresh.length
  }
}

/** Clicks the only notification; returns the URLs of windows to open. */
async function press(context: BrowserContext, action = '', reply: string | null = null): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  return worker.evaluate(
    async ([name, text]) => {
      const scope = self as unknown as ServiceWorkerGlobalScopeLike
      const [notification] = await scope.registration.getNotifications()
      const event = new scope.NotificationEvent('notificationclick', { notification, action: name })
      const work: Promise<unknown>[] = []
      const opened: string[] = []
      // synthetic events can't extend their lifetime or open windows
      Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
      Object.defineProperty(event, 'reply', { value: text })
      scope.clients.openWindow = async (url: string) => void opened.push(url)
      dispatchEvent(event)
      await Promise.all(work)
      return opened
    },
    [action, reply] as const,
  )
}

interface ServiceWorkerGlobalScopeLike {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (name: string, init: { notification: Notification | undefined; action: string }) => Event
  clients: { openWindow(url: string): Promise<unknown> }
}

/** Turns them on in the settings. */
async function turnsOn(visitor: Visitor): Promise<void> {
  await visitor.opens('#settings/notifications')
  await visitor.page.getByRole('button', { name: /Turn on notifications/ }).click()
  await visitor.page.getByText(/^You get the notifications chosen below/).waitFor()
}

describe.skipIf(!hasBrowser)('notifications', () => {
  test('notifications come with no tab open, take replies, and close when read elsewhere', async ({
    society,
    server,
    service,
    ada,
    ben,
    visit,
  }) => {
    const subscriber = new Subscriber(service)
    const here = await visit(ada)
    const context = here.page.context()
    await context.grantPermissions(['notifications'])
    await withPushService(context, subscriber)
    await here.page.reload()
    await here.listens()
    await turnsOn(here)
    await here.page.getByText(/and mobile notifications while it’s closed/).waitFor()
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${new URL(here.page.url()).origin}/connect`)
    await here.page.close()
    const delivery = await Delivery.of(elsewhere, subscriber)
    const arrive = () =>
      expect
        .poll(
          async () => {
            await server.runtime.timer.wake()
            return delivery.deliver()
          },
          { timeout: 180_000 },
        )
        .toBeGreaterThan(0)

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

  test('calls ring with no tab open, stop when declined elsewhere, and open when accepted', async ({
    server,
    service,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const subscriber = new Subscriber(service)
    const here = await visit(ada)
    const context = here.page.context()
    await context.grantPermissions(['notifications'])
    await withPushService(context, subscriber)
    await here.page.reload()
    await here.listens()
    await turnsOn(here)
    await here.page.getByText(/and mobile notifications while it’s closed/).waitFor()
    const elsewhere = await context.newPage()
    const { origin } = new URL(here.page.url())
    await elsewhere.goto(`${origin}/connect`)
    await here.page.close()
    const delivery = await Delivery.of(elsewhere, subscriber)
    const arrive = () =>
      expectSoon(async () => {
        await server.runtime.timer.wake()
        return (await delivery.deliver()) > 0
      })
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
    await elsewhere.goto(`${origin}${opened[0]}`)
    await elsewhere.getByRole('region', { name: 'Call', exact: true }).waitFor()
    await expectSoon(async () => {
      const { call } = await ben.call(getCall, { call_id: accepted })
      return call.sessions.some(({ user_id }) => user_id === ada.id)
    })
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

async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await isSo()) return
  assert.fail('It has not come to be so')
}

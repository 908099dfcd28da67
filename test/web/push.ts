import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { assert } from 'vitest'
import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { Browser as Subscriber, WebPushService } from '../peers/web-push-service.ts'
import { test as base, type Visitor } from './browser.ts'

/** Browsers allow service workers and notifications on secure origins only, which includes localhost. */
export const pushTest = base.extend<{
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

/** The client's notifications that the browser shows. Uses the client's lock: see web/notifications/board.ts. */
export const shown = (page: Page): Promise<{ title: string; body: string; silent: boolean | null }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const all = (await navigator.locks.request('loquat notifications', () => registration?.getNotifications())) ?? []
    return all.map(({ title, body, silent }) => ({ title, body, silent }))
  })

/** Waits until the browser shows exactly these. */
export async function shows(page: Page, expected: readonly (readonly [title: string, body: string])[]): Promise<void> {
  let last: unknown
  for (const until = Date.now() + 60_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const now = (await shown(page)).map(({ title, body }) => [title, body])
    last = now
    if (JSON.stringify(now) === JSON.stringify(expected)) return
  }
  assert.deepEqual(last, expected)
}

/** A browser with the test's push service: subscribing returns the test subscriber's endpoint. */
export async function withPushService(context: BrowserContext, { subscription }: Subscriber): Promise<void> {
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
export class Delivery {
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

/**
 * Clicks a button of the notification that has it, or else the only notification; returns the URLs of windows to open. A
 * ringing call has two if a page has just opened, which also notifies of its message.
 */
export async function press(context: BrowserContext, action = '', reply: string | null = null): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  return worker.evaluate(
    async ([name, text]) => {
      const scope = self as unknown as ServiceWorkerGlobalScopeLike
      const all = await navigator.locks.request('loquat notifications', () => scope.registration.getNotifications())
      const hasButton = (one: Notification & { actions?: { action: string }[] }) =>
        one.actions?.some(({ action }) => action === name) === true
      const notification = all.find(hasButton) ?? all[0]
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

export interface ServiceWorkerGlobalScopeLike {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (name: string, init: { notification: Notification | undefined; action: string }) => Event
  clients: { openWindow(url: string): Promise<unknown> }
}

/** Turns them on in the settings. */
export async function turnsOn(visitor: Visitor): Promise<void> {
  await visitor.opens('#settings/notifications')
  await visitor.page.getByRole('button', { name: /Turn on notifications/ }).click()
  await visitor.page.getByText(/^You get the notifications chosen below/).waitFor()
}

/** A browser that has push notifications turned on and no tab of the client open, only `page`. */
export interface WithoutTab {
  readonly context: BrowserContext
  readonly page: Page
  readonly delivery: Delivery
  /** Waits until a push was delivered. */
  arrive(): Promise<void>
}

export async function closesItsTab(visitor: Visitor, server: TestServer, service: WebPushService): Promise<WithoutTab> {
  const subscriber = new Subscriber(service)
  const context = visitor.page.context()
  await context.grantPermissions(['notifications'])
  await withPushService(context, subscriber)
  await visitor.page.reload()
  await visitor.listens()
  await turnsOn(visitor)
  await visitor.page.getByText(/and mobile notifications while it’s closed/).waitFor()
  const page = await context.newPage()
  await page.goto(`${new URL(visitor.page.url()).origin}/connect`)
  await visitor.page.close()
  const delivery = await Delivery.of(page, subscriber)
  const arrive = () =>
    expectSoon(async () => {
      await server.runtime.timer.wake()
      return (await delivery.deliver()) > 0
    })
  return { context, page, delivery, arrive }
}

export async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await isSo()) return
  assert.fail('It has not come to be so')
}

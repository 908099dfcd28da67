import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { eventsAddress, hasBrowser, queueOf, test, type Visitor } from './browser.ts'

const texts = ({ page }: Visitor) => page.locator('article[data-message] .content').allTextContents()
const status = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

describe.skipIf(!hasBrowser)('connection problems', () => {
  test("an expired event queue keeps the reader's place and the unsent text", async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let count = 1; count <= 60; count++) await say(`Message ${count}`)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Message 60')
    await here.composeField.fill('half a sen')
    await here.message('Message 45').scrollIntoViewIfNeeded()
    const feed = here.page.locator('.feed')
    await feed.evaluate((it) => it.scrollBy(0, -200))
    const place = async () => (await here.message('Message 40').boundingBox())?.y
    const before = await place()
    const queue_id = await queueOf(here.page)
    await ada.send('DELETE', '/events', { queue_id })
    await say('Message 61')
    await here.page.getByText('Message 61').waitFor({ state: 'attached' })
    assert.closeTo((await place()) ?? 0, before ?? -1_000, 2)
    assert.equal(await here.composeField.inputValue(), 'half a sen')
    assert.equal(new Set(await texts(here)).size, (await texts(here)).length)
  })

  test('the offline notice appears after a delay; unsent messages go out on reconnect', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    await here.page.context().setOffline(true)
    await here.writes('one')
    await status(here.page, /Reconnecting/).waitFor()
    await here.writes('two')
    await here.page.getByText('Waiting for connection').first().waitFor()
    await status(here.page, /Offline since/).waitFor()
    await here.page.context().setOffline(false)
    await here.page.locator('.outgoing').first().waitFor({ state: 'detached' })
    await status(here.page, /Offline since/).waitFor({ state: 'detached' })
    assert.deepEqual(await texts(here), ['one', 'two'])
  })

  test("the time shown since when you're offline stays the same for the whole outage", async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada, { locale: 'en-US', timezoneId: 'UTC' })
    const { page } = here
    await page.clock.install({ time: new Date('2026-03-02T10:00:05Z') })
    await page.reload()
    await here.opens('#inbox')
    let isDown = true
    await page.route(eventsAddress, (route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.clock.fastForward(30_000)
    const since = status(page, /Offline since 10:00\sAM/)
    await since.waitFor()
    await page.clock.fastForward(10 * 60_000)
    // the server returns something else in the meantime
    const answer = page.waitForResponse((one) => one.url().includes('/api/v1/messages?'))
    await here.opens(hash)
    assert.equal((await answer).status(), 200)
    await here.composeField.waitFor()
    assert.equal(await status(page, /Offline since/).count(), 1)
    await since.waitFor()
    isDown = false
    await page.clock.fastForward(60_000)
    await status(page, /Offline since/).waitFor({ state: 'detached' })
  })

  test('a page that slept for a day shows the messages it missed', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    // the long poll's connection is dead after the machine was suspended
    let isEvicted = true
    const queues: string[] = []
    await here.page.route(eventsAddress, async (route) => {
      queues.push(new URL(route.request().url()).searchParams.get('queue_id') as string)
      if (!isEvicted) await route.continue()
    })
    await here.page.clock.install()
    const asks = here.page.waitForRequest(eventsAddress)
    await here.page.reload()
    await asks
    await say('Good night')
    await ada.send('DELETE', '/events', { queue_id: queues[0] as string })
    isEvicted = false
    await here.page.clock.fastForward('24:00:00')
    await here.sees('Good night')
  })

  test("a page opened while the server is down starts when it's back", async ({ ada, visit }) => {
    const { page } = await visit(ada)
    let attempts = 0
    await page.route('**/api/v1/register', (route) => (++attempts < 3 ? route.abort() : route.continue()))
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'Can’t reach the server' }).waitFor()
    await page.locator('#left-sidebar').waitFor({ state: 'attached' })
    assert.equal(attempts, 3)
  })

  test("a list that couldn't be loaded while offline is loaded on reconnect", async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    const current = page.locator('.browsers li').first()
    await here.opens('#settings/sessions')
    await current.waitFor()
    await here.opens('#inbox')
    await page.context().setOffline(true)
    await status(page, /Reconnecting/).waitFor()
    await here.opens('#settings/sessions')
    await status(page, /Can’t reach the server/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await current.waitFor()
    assert.equal(await status(page, /Can’t reach the server/).count(), 0)
  })

  test('signing in again after being signed out loses nothing', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.waitFor()
    await ada.send('DELETE', '/sessions', { include_current: true })
    await here.writes('Was this sent?')
    await here.page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor()
    await here.composeField.fill('a draft')
    await here.page.getByRole('link', { name: 'Sign in' }).click()
    await here.signsIn()
    await here.sees('Was this sent?')
    await here.page.locator('.outgoing').first().waitFor({ state: 'detached' })
    assert.equal(new URL(here.page.url()).hash, hash)
    assert.equal(await here.composeField.inputValue(), 'a draft')
    assert.deepEqual(await texts(here), ['Was this sent?'])
  })

  test('Retry-After is respected', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    await here.composeField.waitFor()
    const asked: number[] = []
    await here.page.route('**/api/v1/messages', async (route) => {
      asked.push(Date.now())
      if (asked.length > 1) return route.continue()
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '4' },
        json: { result: 'error', code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit' },
      })
    })
    await here.writes('In good time')
    await status(here.page, /busy/).waitFor()
    await here.sees('In good time')
    await here.page.locator('.outgoing').first().waitFor({ state: 'detached' })
    assert.equal(asked.length, 2)
    assert.isAtLeast((asked[1] as number) - (asked[0] as number), 4_000)
    await status(here.page, /busy/).waitFor({ state: 'detached' })
  })

  test('a new build is offered, and loads itself in hidden tabs without unsaved text', async ({ ada, visit }) => {
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    await page.reload()
    let isNew = true
    // from here on, another build's server answers this page
    await page.route(/\/api\/v1\/(users\/me\/presence|typing|drafts.*)$/, async (route) => {
      if (!isNew) return route.continue()
      await route.fulfill({ headers: { 'x-loquat-build': 'another' }, json: { result: 'success', msg: '', ids: [1] } })
    })
    await here.opens(`#narrow/dm/${ada.id}-dm`)
    await here.composeField.fill('unsaved')
    await page.clock.runFor(61_000)
    await page.getByRole('button', { name: 'Reload' }).waitFor()
    await page.evaluate(() => {
      Object.assign(globalThis, { isSamePage: true })
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    })
    await page.clock.runFor(120_000)
    assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true, 'while something is unsaved, it stays')
    const loaded = page.waitForEvent('load')
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isNew = false
    })
    await here.composeField.fill('')
    await page.clock.runFor(120_000).catch(() => {})
    await loaded
    await page.locator('#left-sidebar').waitFor({ state: 'attached' })
    assert.equal(await page.getByRole('button', { name: 'Reload' }).count(), 0)
  })

  test("where tabs can't share, a hidden tab stops polling after a while", async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    const waiting = new Set<unknown>()
    const asks = page.waitForRequest(eventsAddress)
    page.on('request', (request) => eventsAddress.test(request.url()) && waiting.add(request))
    page.on('requestfinished', (request) => waiting.delete(request))
    page.on('requestfailed', (request) => waiting.delete(request))
    await page.goto(`${new URL(page.url()).origin}/${hash}`)
    await page.reload()
    await asks
    await here.composeField.waitFor()
    const show = (state: string) =>
      page.evaluate((to) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    // in two steps, so that the page can act in between
    await page.clock.runFor(200_000)
    await page.clock.runFor(101_000)
    while (waiting.size > 0) await page.evaluate(() => {})
    await say('Are you there?')
    assert.equal(await here.message('Are you there?').count(), 0)
    await show('visible')
    await here.sees('Are you there?')
  })

  test('fetches right after the first view are retried until they succeed', async ({ ada, visit }) => {
    const here = await visit(ada)
    let refused = 0
    await here.page.route('**/app/later-*.js*', (route) => (refused++ < 2 ? route.abort() : route.continue()))
    await here.page.reload()
    await here.listens()
    assert.equal(refused, 3)
  })
})

import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { eventsAddress, hasBrowser, queueOf, type Visitor } from './browser.ts'
import { secureTest as test } from './secure-test.ts'

/** Counts a tab's requests to a path. */
function asked(page: Page, path: string): { count: number } {
  const counter = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(`/api/v1${path}`)) counter.count++
  })
  return counter
}

const texts = ({ page }: Visitor) => page.locator('article[data-message] .content').allTextContents()

describe.skipIf(!hasBrowser)('several tabs', () => {
  test('tabs share one poll; another takes over when the leader closes or crashes', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('zero')
    const first = await visit(ada)
    await first.opens(hash)
    const registered = { count: 0 }
    const polled: { count: number }[] = []
    first.page.context().on('page', (page) => {
      polled.push(asked(page, '/events'))
      page.on('request', (request) => {
        if (request.url().endsWith('/api/v1/register')) registered.count++
      })
    })
    const second = await first.opensTab(hash)
    const third = await first.opensTab(hash)
    assert.equal(registered.count, 0, 'what one tab knows the others need not ask for')

    await say('one')
    for (const tab of [first, second, third]) await tab.sees('one')
    assert.deepEqual(
      polled.map(({ count }) => count),
      [0, 0],
    )
    await second.writes('from the second tab')
    for (const tab of [first, second, third]) await tab.sees('from the second tab')
    await second.page.locator('.outgoing').waitFor({ state: 'detached' })

    await first.page.close()
    await say('two')
    await say('three')
    for (const tab of [second, third]) await tab.sees('three')
    assert.equal(polled.filter(({ count }) => count > 0).length, 1, 'one of them polls')

    const [leads, follows] = polled[0]?.count ? [second, third] : [third, second]
    const session = await leads.page.context().newCDPSession(leads.page)
    void session.send('Page.crash').catch(() => {})
    await leads.page.waitForEvent('crash')
    await say('four')
    await follows.writes('five')
    await follows.sees('four')
    await follows.page.locator('.outgoing').waitFor({ state: 'detached' })
    assert.deepEqual(await texts(follows), ['zero', 'one', 'from the second tab', 'two', 'three', 'four', 'five'])
    assert.equal(registered.count, 0, 'the queue outlived two of three tabs')
  })

  test('tabs share thousands of users, and changes during loading', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const first = await visit(ada)
    // simulated, because filling a server with so many takes long
    const count = 8_000
    await first.page.addInitScript((more) => {
      const ask = globalThis.fetch
      globalThis.fetch = async (input, init) => {
        const reply = await ask(input, init)
        if (!String(input).endsWith('/register')) return reply
        const told = await reply.json()
        for (let n = 1; n <= more; n++)
          told.realm_users.push({
            ...told.realm_users[0],
            user_id: 1e6 + n,
            full_name: `Somebody ${n}`,
            email: `${n}@example.com`,
          })
        return new Response(JSON.stringify(told), { status: reply.status, headers: reply.headers })
      }
    }, count)
    await first.page.reload()
    await first.opens(hash)
    await first.composeField.waitFor()
    const said: Promise<number>[] = []
    first.page.context().on('page', () => {
      for (let n = 1; n <= 10; n++) said.push(say(`Meanwhile ${n}`))
    })
    const asks = { count: 0 }
    first.page.context().on('request', (request) => {
      if (request.url().endsWith('/api/v1/register')) asks.count++
    })
    const second = await first.opensTab(hash)
    await Promise.all(said)
    for (const tab of [first, second]) {
      for (let n = 1; n <= 10; n++) await tab.sees(`Meanwhile ${n}`)
      assert.equal((await texts(tab)).length, 10)
    }
    assert.equal(asks.count, 0)
    await second.composeField.click()
    await second.page.keyboard.type(`@Somebody ${count}`)
    await second.page.getByRole('option', { name: `Somebody ${count}` }).waitFor()
    assert.deepEqual(second.complaints, [])
  })

  test('six tabs share one request for events', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const first = await visit(ada)
    await first.opens(hash)
    const polling = new Set<Page>()
    first.page.context().on('request', (request) => {
      if (eventsAddress.test(request.url())) polling.add(request.frame().page())
    })
    await queueOf(first.page)
    const tabs = [first]
    while (tabs.length < 6) tabs.push(await first.opensTab(hash))
    for (const text of ['one', 'two']) {
      await say(text)
      for (const tab of tabs) await tab.sees(text)
    }
    assert.deepEqual([...polling], [first.page])
  })

  test('all tabs register again together when their queue is gone', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('one')
    const first = await visit(ada)
    await first.opens(hash)
    const second = await first.opensTab(hash)
    await second.sees('one')
    const queue_id = await queueOf(first.page)
    await ada.send('DELETE', '/events', { queue_id })
    await say('two')
    for (const tab of [first, second]) await tab.sees('two')
    assert.deepEqual(await texts(second), ['one', 'two'])
  })

  test("tabs send a closed tab's unsent messages, in order and once", async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    await here.opens(hash)
    let isBroken = true
    await here.page.context().route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST' || !isBroken) return route.continue()
      // the server accepts it, and the response is lost
      await route.fetch().catch(() => undefined)
      return route.abort('connectionreset')
    })
    for (const text of ['one', 'two', 'three']) await here.writes(text)
    await here.page.locator('.outgoing', { hasText: 'one' }).getByText('Waiting for connection').waitFor()
    const there = await here.opensTab('#drafts')
    // while the other tab is open, they belong to it
    await there.page.getByText(/^No drafts\./).waitFor()
    await here.page.close()
    const third = await there.opensTab('#drafts')
    const last = third.page.getByRole('button', { name: /^Unsent message to #design › release: .*three$/ })
    await last.press('Delete')
    await last.waitFor({ state: 'detached' })
    isBroken = false
    await third.page.getByText(/^No drafts\./).waitFor()
    await third.opens(hash)
    await third.sees('two')
    assert.deepEqual(await texts(third), ['one', 'two'])
    assert.deepEqual([there.complaints, third.complaints], [[], []])
  })
})

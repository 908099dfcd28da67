import type { Request } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { eventsAddress, hasBrowser, type Visitor } from './browser.ts'
import { secureTest as test } from './secure-test.ts'

const texts = ({ page }: Visitor) => page.locator('article[data-message] .content').allTextContents()
const nameOf = (request: Request) => new URL(request.url()).pathname.replace('/api/v1/', '')

/** Records the names of a page's requests for events from now on. */
function requestsOf({ page }: Visitor): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    if (eventsAddress.test(request.url())) names.push(nameOf(request))
  })
  return names
}

describe.skipIf(!hasBrowser)('the event stream', () => {
  test('people see each other’s messages while one request stays open', async ({ society, ada, ben, visit }) => {
    const { hash } = await makeTopic(society, [ada, ben])
    const [adas, bens] = [await visit(ada), await visit(ben)]
    const requests = [requestsOf(adas), requestsOf(bens)]
    for (const here of [adas, bens]) {
      const asks = here.page.waitForRequest(eventsAddress)
      await here.page.reload()
      await asks
      await here.opens(hash)
      await here.composeField.waitFor()
    }
    for (let count = 1; count <= 3; count++) {
      await adas.writes(`From Ada ${count}`)
      await bens.sees(`From Ada ${count}`)
      await bens.writes(`From Ben ${count}`)
      await adas.sees(`From Ben ${count}`)
    }
    assert.deepEqual(requests, [['events/stream'], ['events/stream']])
    assert.deepEqual(await texts(adas), await texts(bens))
  })

  test('behind a proxy that buffers, messages arrive by polls', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const { page } = here
    await page.route(/\/api\/v1\/events\/stream\?/, async (route) => {
      // passes on the response when it has ended
      const response = await route.fetch({ timeout: 0 }).catch(() => undefined)
      if (response) await route.fulfill({ response }).catch(() => {})
    })
    const asks = page.waitForRequest((request) => eventsAddress.test(request.url()) && nameOf(request) === 'events')
    await page.reload()
    await here.opens(hash)
    await here.composeField.waitFor()
    await say('one')
    await asks
    await here.sees('one')
    await say('two')
    await here.sees('two')
    assert.deepEqual(await texts(here), ['one', 'two'])
    // remembered by the browser
    const requests = requestsOf(here)
    const again = page.waitForRequest(eventsAddress)
    await page.reload()
    await again
    await say('three')
    await here.sees('three')
    assert.isFalse(requests.includes('events/stream'))
    assert.deepEqual(here.complaints, [])
  })

  test('after the server’s connections broke, messages arrive once', async ({ society, server, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const here = await visit(ada)
    const asks = here.page.waitForRequest(eventsAddress)
    await here.page.reload()
    await asks
    await here.opens(hash)
    await here.composeField.waitFor()
    await say('one')
    await here.sees('one')
    server.http.server.closeAllConnections()
    // the test's own connection broke too
    await say('two').catch(() => say('two'))
    await here.sees('two')
    assert.deepEqual(await texts(here), ['one', 'two'])
  })
})

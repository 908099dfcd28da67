import type { Page } from 'playwright-core'
import { assert, describe, expect } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, queueOf, Visitor } from './browser.ts'
import { onDisk, writes } from './on-disk.ts'
import { secureTest as test } from './secure-test.ts'

const status = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const texts = ({ page }: Visitor) => page.locator('article[data-message] .content').allTextContents()

/** Changes stored data while no page of the client is open. */
const tamper = (page: Page, store: string, change: string) =>
  page.evaluate(
    async ([store, change]) => {
      const [{ name } = {}] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('loquat disk'))
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name as string)
        opening.onsuccess = () => resolve(opening.result)
      })
      const transaction = database.transaction(store as string, 'readwrite')
      const objects = transaction.objectStore(store as string)
      objects.openCursor().onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
        if (!cursor) return
        if (change === 'other build') cursor.update({ ...cursor.value, build: 'another' })
        else if (change === 'missing') cursor.delete()
        else cursor.update('{"broken')
        cursor.continue()
      }
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    [store, change] as const,
  )

/** Navigates to a page of the server without the client. */
async function puts(visitor: Visitor): Promise<Visitor> {
  await visitor.page.goto(`${new URL(visitor.page.url()).origin}/connect`)
  return visitor
}

function asked(page: Page, path: string): { count: number } {
  const counter = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/v1${path}`) counter.count++
  })
  return counter
}

const api = '**/api/v1/**'

describe.skipIf(!hasBrowser)('the offline cache', () => {
  for (const [what, isQueueGone] of [
    ['what happened follows', false],
    ['its queue is gone', true],
  ] as const)
    test(`stored data is shown while the server is down: ${what}`, async ({ society, ada, ben, visit }) => {
      const { id, hash, say } = await makeTopic(society, [ada, ben])
      const ids = [await say('one'), await say('two'), await say('three'), await say('four')]
      const here = await visit(ada)
      const { page } = here
      await here.opens(hash)
      await here.sees('four')
      await writes(page, '<p>four</p>')
      const queue_id = await queueOf(page)
      await puts(here)

      await page.route(api, (route) => route.abort())
      const registered = asked(page, '/register')
      await page.goto(`${new URL(page.url()).origin}/${hash}`)
      await here.sees('four')
      assert.deepEqual(await texts(here), ['one', 'two', 'three', 'four'])
      await status(page, /Connecting again|Offline since/).waitFor()
      await here.composeField.fill('written meanwhile')

      await ben.send('PATCH', `/messages/${ids[0]}`, { content: 'one, changed' })
      await ada.send('DELETE', `/messages/${ids[1]}`)
      await ada.send('PATCH', `/messages/${ids[2]}`, { topic: 'elsewhere', propagate_mode: 'change_one' })
      await say('five')
      if (isQueueGone) await ada.send('DELETE', '/events', { queue_id })
      await page.unroute(api)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await here.sees('five')
      await here.message('three').waitFor({ state: 'detached' })
      assert.deepEqual(await texts(here), ['one, changed', 'four', 'five'])
      assert.equal(registered.count, isQueueGone ? 1 : 0)
      assert.equal(await here.composeField.inputValue(), 'written meanwhile')
      await status(page, /Offline since|Connecting/).waitFor({ state: 'detached' })
      await here.opens(`#narrow/channel/${id}-design/topic/elsewhere`)
      await here.sees('three')
      await writes(page, '<p>one, changed</p>')
      await writes(page, '<p>two</p>', false)
      assert.deepEqual(here.complaints, [])
    })

  test('messages that the user can no longer access are left out', async ({ society, ada, ben, visit }) => {
    const secret = await makeChannel(society.org, 'secret', [ada, ben])
    await ada.send('PATCH', `/streams/${secret}`, { is_private: true })
    await ada.sends('between us', { channel: secret, topic: 'plans' })
    await ada.sends('for Ben', ben)
    const here = await visit(ben)
    const { page } = here
    await here.opens('#feed')
    await here.sees('between us')
    await here.opens(`#narrow/channel/${secret}-secret/topic/plans`)
    await here.sees('between us')
    await writes(page, '<p>between us</p>')
    await puts(here)
    await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['secret'], principals: [ben.id] })
    await page.goto(`${new URL(page.url()).origin}/#feed`)
    await here.sees('for Ben')
    await here.message('between us').waitFor({ state: 'detached' })
    await writes(page, '<p>between us</p>', false)
    await writes(page, '<p>for Ben</p>')
    await here.opens(`#narrow/channel/${secret}-secret/topic/plans`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await here.message('between us').count(), 0)
  })

  test('signing out, here or elsewhere, clears the stored data', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('a secret')
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('a secret')
    await writes(here.page, '<p>a secret</p>')
    const second = await here.opensTab(hash)
    await second.page.getByRole('button', { name: /Ada/ }).first().click()
    await second.page.getByRole('link', { name: 'Sign out' }).click()
    await second.page.getByRole('button', { name: 'Sign out' }).waitFor()
    assert.equal(await onDisk(second.page), undefined)
    // the remaining tab stores nothing, whatever happens
    await say('later')
    await here.sees('later')
    await here.page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await second.page.getByRole('button', { name: 'Sign out' }).click()
    await second.page.getByRole('link', { name: 'Sign in again' }).waitFor()
    assert.equal(await onDisk(second.page), undefined)
    await second.page.close()

    await here.page.reload()
    await here.signsIn()
    await here.opens(hash)
    await here.sees('a secret')
    await writes(here.page, '<p>a secret</p>')
    await ada.send('DELETE', '/sessions', { include_current: true })
    await here.page.getByRole('alert').filter({ hasText: 'signed out' }).waitFor()
    await expect.poll(() => onDisk(here.page), { timeout: 180_000 }).toBe(undefined)
  })

  test('nothing stored is shown after the session has ended, even on a cached page', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('a secret')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('a secret')
    await writes(page, '<p>a secret</p>')
    const { origin } = new URL(page.url())
    const shell = await page.evaluate(async () => (await fetch('/')).text())
    await puts(here)
    await ada.send('DELETE', '/sessions', { include_current: true })
    await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: shell }))
    await page.goto(`${origin}/${hash}`)
    await page.getByLabel('Password').waitFor()
    assert.equal(await onDisk(page), undefined)
    await page.unroute(`${origin}/`)

    await (await visit(ben)).close()
    const ben2 = new Visitor(ben, page.context(), page)
    await ben2.signsIn()
    await ben2.opens('#feed')
    await ben2.sees('a secret')
    await writes(page, '<p>a secret</p>')
    assert.equal((await onDisk(page))?.includes(`"user_id":${ada.id},"full_name":"Ada","is_owner"`), false)
  })

  test('stored data that is broken or from another build is ignored', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('still there')
    const here = await visit(ada)
    const { page } = here
    const { origin } = new URL(page.url())
    await here.opens(hash)
    const registered = asked(page, '/register')
    for (const [store, change, registers] of [
      ['facts', 'other build', 1],
      ['facts', 'broken', 1],
      ['parts', 'broken', 1],
      ['parts', 'missing', 1],
      ['lists', 'broken', 0],
      ['messages', 'broken', 0],
      ['messages', 'missing', 0],
    ] as const) {
      await here.sees('still there')
      await writes(page, '<p>still there</p>')
      await puts(here)
      await tamper(page, store, change)
      registered.count = 0
      await page.goto(`${origin}/${hash}`)
      await here.sees('still there')
      assert.equal(registered.count, registers, `${store}: ${change}`)
    }
    assert.deepEqual(here.complaints, [])
  })

  test('the client works in a browser that stores nothing', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('one')
    const here = await visit(ada)
    const { page } = here
    const { origin } = new URL(page.url())
    for (const forbid of [
      () =>
        Object.defineProperty(globalThis, 'indexedDB', {
          get: () => {
            throw new DOMException('no', 'SecurityError')
          },
        }),
      () => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      },
    ]) {
      const tab = new Visitor(ada, page.context(), await page.context().newPage())
      await puts(here)
      await tab.page.addInitScript(forbid)
      await tab.page.goto(`${origin}/${hash}`)
      await tab.sees('one')
      await tab.page.evaluate(() => dispatchEvent(new Event('pagehide')))
      await tab.writes('two')
      await tab.sees('two')
      assert.deepEqual(tab.complaints, [])
      await tab.page.close()
    }
  })
})

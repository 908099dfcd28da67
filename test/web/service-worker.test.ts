import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { assert, describe, expect } from 'vitest'
import { createHttp } from '#platform/http'
import { type Person, startServer, TestOrganization } from '#test'
import { builtClient } from '../../src/pages/app.ts'
import { pages } from '../../src/pages/index.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, Visitor } from './browser.ts'
import { Front } from './front.ts'
import { cachesIn, endReplacedWorkers, frugalBytes, isKept, replaceWorker, test } from './kept-client.ts'
import { writes } from './on-disk.ts'

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build)
const buildCaches = async (page: Page) => (await cachesIn(page)).filter((name) => name.includes(' build '))

const upload = (page: Page, content: Buffer) =>
  page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    const body = new FormData()
    body.append('file', new File([bytes], 'plan.png', { type: 'image/png' }))
    const answer = await fetch('api/v1/user_uploads', { method: 'POST', headers: { 'x-loquat-web': '1' }, body })
    return ((await answer.json()) as { url: string }).url
  }, content.toString('base64'))

/** The worker caches an image after serving it. */
const isPictureKept = (page: Page, address: string) =>
  expect
    .poll(() => page.evaluate(async (one) => Boolean(await caches.match(one, { ignoreVary: true })), address), {
      timeout: 180_000,
    })
    .toBe(true)

/** Waits until another build's worker has taken over. */
const nextBegins = (page: Page) =>
  expect
    .poll(
      async () => {
        const isSettled = await page.evaluate(async () => {
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
          return !installing && !waiting && active?.state === 'activated'
        })
        return isSettled && (await buildCaches(page)).length
      },
      { timeout: 180_000, interval: 200 },
    )
    .toBe(2)

/** The server's next response names its build. */
async function hearsOfAnother(page: Page, person: Person): Promise<void> {
  await person.send('POST', '/users/me/status', { status_text: `Busy ${Date.now()}` })
  await page.getByRole('status').filter({ hasText: 'new version' }).waitFor()
}

/** Reloads until that build is shown: after four seconds without the server, the worker serves the cached client. */
async function isLoadedAs(page: Page, build: string | undefined): Promise<void> {
  const load = async () => {
    await page.reload()
    return buildOf(page)
  }
  await expect.poll(load, { timeout: 180_000, interval: 200 }).toBe(build)
}

const filesOfBuild = async () =>
  (JSON.parse(await readFile(join(builtClient, 'files.json'), 'utf8')) as { en: string[] }).en.length
describe.skipIf(!hasBrowser)('the service worker', () => {
  test('the client opens without the server, only when signed in', async ({
    society,
    ada,
    ben,
    visit,
    front,
    behind,
    address,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#05a' } })
      .png()
      .toBuffer()
    const here = await visit(ada)
    const { page } = here
    const url = await upload(page, content)
    await say(`[the plan](${url})`)
    await isKept(here, await filesOfBuild())
    await here.opens(hash)
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('article .content img')?.naturalWidth)
    await page.reload()
    await here.listens()
    const own = `avatar/${ada.id}/medium?version=1&foreign=no`
    await isPictureKept(page, own)

    await writes(page, 'the plan')
    front.leadTo(undefined)
    const offline = await page.reload()
    assert.equal(offline?.fromServiceWorker(), true)
    assert.equal(await page.evaluate(() => document.documentElement.dataset.account), String(ada.id))
    await here.listens()
    const picture = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image.naturalWidth
    }, own)
    assert.isAbove(picture, 0, 'pictures that were seen are there as well')

    front.leadTo(behind.old)
    await here.listens()
    // requests outside the client bypass it
    for (const path of ['help/', 'docs/', 'accounts/login', 'connect', 'public/', 'health', url.slice(1)]) {
      const answer = await page.goto(`${address}/${path}`, { waitUntil: 'commit' }).catch(() => null)
      assert.equal(answer?.fromServiceWorker() ?? false, false, path)
    }
    const online = await page.goto(`${address}/`)
    assert.equal(online?.status(), 200)
    await here.listens()
    await page.getByRole('button', { name: /Ada/ }).first().click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in again' }).waitFor()
    await page.goto(`${address}/`)
    await page.getByLabel('Password').waitFor()
    await expect
      .poll(async () => (await cachesIn(page)).filter((name) => name.includes('pictures')), { timeout: 180_000 })
      .toEqual([])
    front.leadTo(undefined)
    assert.equal(await page.goto(`${address}/`).catch(() => 'nothing'), 'nothing')
  })

  test('recently seen images are cached, as far as there is room', async ({ ada, visit, front, behind }) => {
    front.leadTo(behind.frugal)
    const here = await visit(ada)
    const { page } = here
    await isKept(here, 2)
    // the worker controls only pages loaded after it
    await page.reload()
    await here.listens()
    const address = (at: number) => `avatar/${ada.id}/medium?version=1&seen=${at}`
    const see = (at: number) =>
      page.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        await image.decode()
      }, address(at))
    const kept = () =>
      page.evaluate(async () => {
        const found: [address: string, size: number][] = []
        for (const name of (await caches.keys()).filter((each) => each.includes(' pictures '))) {
          const cache = await caches.open(name)
          for (const { url } of await cache.keys()) {
            const answer = await cache.match(url, { ignoreVary: true })
            if (answer && !url.endsWith('/size')) found.push([url, (await answer.arrayBuffer()).byteLength])
          }
        }
        return found
      })
    const isThere = (all: [string, number][], at: number) => all.some(([url]) => url.endsWith(`&seen=${at}`))
    await see(0)
    await expect.poll(async () => isThere(await kept(), 0), { timeout: 60_000 }).toBe(true)
    const [[, size = 0] = []] = (await kept()).filter(([url]) => url.endsWith('&seen=0'))
    const many = Math.ceil((3 * frugalBytes) / size)
    for (let at = 1; at <= many; at++) await see(at)
    await expect.poll(async () => isThere(await kept(), many), { timeout: 60_000 }).toBe(true)
    const all = await kept()
    const total = all.reduce((sum, [, each]) => sum + each, 0)
    assert.isAtMost(total, frugalBytes)
    assert.isAbove(total, frugalBytes / 2 - size, 'what there is room for stays')
    assert.isFalse(isThere(all, 0), 'the first one has gone')
    assert.isTrue(isThere(all, many - 1))
    // they replaced images cached earlier
    front.leadTo(undefined)
    await see(many)
    assert.deepEqual(here.complaints, [])
  })

  test('images are cached while another never finishes loading', async ({ server, ada, visit, front }) => {
    let begun = 0
    const app = await createHttp({
      runtime: server.runtime,
      pages: async (app, runtime) => {
        app.addHook('onRequest', async ({ url }, reply) => {
          if (!url.includes('endless')) return
          begun += 1
          reply.hijack()
          reply.raw.writeHead(200, { 'content-type': 'image/png' }).write('a beginning')
        })
        return pages(app, runtime)
      },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      front.leadTo({ port: (app.server.address() as AddressInfo).port })
      const here = await visit(ada)
      const { page } = here
      await isKept(here, 2)
      await page.reload()
      await here.listens()
      const address = `avatar/${ada.id}/medium?version=1`
      await page.evaluate((src) => {
        new Image().src = src
      }, `${address}&endless`)
      await expect.poll(() => begun, { timeout: 60_000 }).toBe(1)
      await page.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        await image.decode()
      }, address)
      await isPictureKept(page, address)
    } finally {
      front.leadTo(undefined)
      await app.close()
    }
  })

  test('everything is cached eventually, though some requests failed at first', async ({
    server,
    ada,
    visit,
    front,
  }) => {
    const refused = new Set<string>()
    const app = await createHttp({
      runtime: server.runtime,
      pages: async (app, runtime) => {
        app.addHook('onRequest', async ({ url, headers }, reply) => {
          // only the worker's own requests
          if (headers['sec-fetch-dest'] !== 'empty' || !/^\/(app\/.*)?$/.test(url)) return
          if (refused.has(url) || (refused.size >= 4 && url !== '/')) return
          refused.add(url)
          await reply.code(404).send()
        })
        return pages(app, runtime)
      },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      front.leadTo({ port: (app.server.address() as AddressInfo).port })
      const here = await visit(ada)
      await isKept(here, await filesOfBuild())
      assert.include([...refused], '/')
      assert.isAtLeast(refused.size, 4)
      await writes(here.page, 'Analytical Engine Society')
      front.leadTo(undefined)
      assert.equal((await here.page.reload())?.fromServiceWorker(), true)
      await here.page.locator('#left-sidebar').waitFor({ state: 'attached' })
    } finally {
      await app.close()
    }
  })

  test('pages find their chunks on newer and older servers', async ({ ada, visit, front, behind }) => {
    const here = await visit(ada)
    const { page } = here
    await isKept(here, await filesOfBuild())
    const old = await buildOf(page)
    front.leadTo(behind.new)
    // chunks that weren't loaded before
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    // a recently opened tab may load more
    await endReplacedWorkers(page, { whenAnswered: true })
    await hearsOfAnother(page, ada)
    await nextBegins(page)
    const beside = await here.opensTab()
    const fresh = await buildOf(beside.page)
    assert.notEqual(fresh, old)
    await isKept(beside, await filesOfBuild())
    assert.equal((await buildCaches(page)).length, 2, 'what an open page is of stays')
    await page.evaluate(() => {
      location.hash = '#settings/profile'
    })
    await page.getByRole('heading', { name: 'Profile' }).first().waitFor()

    await page.getByRole('button', { name: 'Reload' }).click()
    await page.waitForFunction((build) => document.documentElement.dataset.build === build, fresh)
    await here.listens()
    await expect.poll(() => buildCaches(page), { timeout: 180_000 }).toEqual([`loquat / build ${fresh}`])

    front.leadTo(behind.old)
    await hearsOfAnother(page, ada)
    await isLoadedAs(page, old)
    await here.listens()
    assert.deepEqual([here.complaints, beside.complaints], [[], []])
  })

  test('nothing cached is shared between accounts; without the cache, old chunks are missing', async ({
    ada,
    ben,
    visit,
    front,
    behind,
    address,
  }) => {
    const here = await visit(ada)
    const { page } = here
    await isKept(here, 2)
    await page.reload()
    await here.listens()
    await expect.poll(() => cachesIn(page), { timeout: 180_000 }).toContain(`loquat / pictures ${ada.id} 0`)
    // another user signs in without signing out first
    const there = await visit(ben)
    await page.context().addCookies(await there.page.context().cookies())
    await page.goto(`${address}/`)
    await here.listens()
    await page.goto(`${address}/`)
    await expect
      .poll(async () => (await cachesIn(page)).filter((name) => name.includes(' pictures ')), { timeout: 180_000 })
      .toEqual([`loquat / pictures ${ben.id} 0`])
    const own = await page.evaluate(
      async (name) => {
        const kept = await (await caches.open(name)).match('/')
        return kept?.headers.get('x-loquat-account')
      },
      `loquat / build ${await buildOf(page)}`,
    )
    assert.equal(own, String(ben.id))

    // without a cache, as in a browser without workers
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.route('**/service-worker.js', (route) => route.abort())
    await page.goto(`${address}/`)
    await here.listens()
    front.leadTo(behind.new)
    const asks = page.waitForRequest('**/api/v1/server_settings')
    await here.opens('#settings/profile')
    await page.getByText('Couldn’t load').waitFor()
    await asks
    await page.getByRole('status').filter({ hasText: 'new version' }).waitFor()
  })

  test('the server can end a worker that breaks every page', async ({ ada, visit, front, behind, address }) => {
    const { page } = await visit(ada)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    front.leadTo(behind.broken)
    await replaceWorker(page)
    assert.equal(await page.goto(`${address}/`).catch(() => 'nothing'), 'nothing', 'it is broken indeed')
    front.leadTo(behind.retiring)
    await expect
      .poll(
        () =>
          page.goto(`${address}/`).then(
            (answer) => answer?.status(),
            () => 0,
          ),
        { timeout: 180_000, interval: 4_000 },
      )
      .toBe(200)
    await page.locator('#left-sidebar').waitFor({ state: 'attached' })
    await expect.poll(() => cachesIn(page), { timeout: 180_000 }).toEqual([])
    front.leadTo(undefined)
    assert.equal(await page.goto(`${address}/`).catch(() => 'nothing'), 'nothing')
  })

  test('the client of a server below a path is cached, and nothing else', async ({ browser }) => {
    const below = await startServer({ url: 'http://loquat.localhost/team/chat' }, { pages })
    const front = await Front.open()
    const context = await browser.newContext()
    try {
      front.leadTo(below)
      const { owner, subdomain } = await TestOrganization.found(below)
      const address = `http://${subdomain}.loquat.localhost:${front.port}/team/chat/`
      const here = new Visitor(owner, context, await context.newPage())
      await here.page.goto(address)
      await here.signsIn()
      await isKept(here, 2)
      const manifest = await here.page.evaluate(async () => (await fetch('manifest.webmanifest')).json())
      assert.deepEqual(
        [manifest.id, manifest.start_url, manifest.share_target.action],
        ['/team/chat/', './', './share'],
      )
      front.leadTo(undefined)
      assert.equal((await here.page.reload())?.fromServiceWorker(), true)
      await here.page.waitForFunction(() => document.querySelector('#app')?.childElementCount)
      front.leadTo(below)
      await here.listens()
      const beside = await here.page.goto(new URL('/', address).href)
      assert.equal(beside?.fromServiceWorker(), false)
      assert.deepEqual(here.complaints, [])
    } finally {
      await context.close()
      await front.close()
      await below.close()
    }
  })
})

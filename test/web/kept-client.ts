import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { createHttp } from '#platform/http'
import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { test as base, type Visitor } from './browser.ts'
import { makeBuilds } from './builds.ts'
import { Front } from './front.ts'

interface Servers {
  front: Front
  /** What the front can lead to: the same server with different clients. */
  behind: Record<'old' | 'new' | 'broken' | 'retiring' | 'frugal', { readonly port: number }>
}

/** A worker that breaks every page, like a bad release. */
const broken = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(Response.error()))
`

/** One server's limit for cached images: room for only a few. */
export const frugalBytes = 16_000

/** Browsers allow service workers on secure origins only, which includes localhost. */
export const test = base.extend<Servers & { server: TestServer; address: string; serviceWorkers: 'allow' }>({
  serviceWorkers: 'allow',
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.localhost' })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  behind: [
    async ({ server }, use) => {
      const builds = await makeBuilds()
      const brokenBuild = await mkdtemp(join(tmpdir(), 'loquat-broken-build-'))
      await cp(builds.new, brokenBuild, { recursive: true })
      await writeFile(join(brokenBuild, 'service-worker.js'), broken)
      const kinds = {
        old: { client: builds.old },
        new: { client: builds.new },
        broken: { client: brokenBuild },
        retiring: { client: builds.new, isKept: false },
        frugal: { client: builds.old, pictureBytes: frugalBytes },
      }
      const { runtime } = server
      const open = await Promise.all(
        Object.entries(kinds).map(async ([kind, options]) => {
          const app = await createHttp({ runtime, pages: (app, runtime) => pages(app, runtime, options) })
          await app.listen({ host: '127.0.0.1', port: 0 })
          return { kind, app, port: (app.server.address() as AddressInfo).port }
        }),
      )
      await use(Object.fromEntries(open.map((one) => [one.kind, one])) as unknown as Servers['behind'])
      await Promise.all(open.map(({ app }) => app.close()))
      await builds.remove()
      await rm(brokenBuild, { recursive: true, force: true })
    },
    { scope: 'file' },
  ],
  front: async ({ behind }, use) => {
    const front = await Front.open()
    front.leadTo(behind.old)
    await use(front)
    await front.close()
  },
  address: async ({ front, society }, use) => {
    await use(`http://${society.subdomain}.loquat.localhost:${front.port}`)
  },
})

export const cachesIn = (page: Page) => page.evaluate(() => caches.keys())

/** Waits until lazily loaded files and the page itself are cached. */
export async function isKept({ page }: Pick<Visitor, 'page'>, files: number): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async (least) => {
          const name = `loquat ${location.pathname} build ${document.documentElement.dataset.build}`
          const kept = await (await caches.open(name)).keys()
          const isPageKept = kept.some(({ url }) => new URL(url).pathname === location.pathname)
          if (kept.length > least && isPageKept) return 'kept'
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
          const workers = [installing, waiting, active].map((one) => one?.state ?? 'none')
          return `${kept.length} of ${least}, ${isPageKept ? 'with' : 'without'} the page; workers: ${workers}`
        }, files),
      { timeout: 180_000, interval: 200 },
    )
    .toBe('kept')
}

/** Longer requests through the worker were lost with a page that was left. */
const longestAnswerMs = 30_000

/**
 * Ends workers that the next one waits for, which Chromium may delay for five minutes despite `skipWaiting`. With
 * `whenAnswered`, waits until no page request is pending. Returns a function that stops this.
 */
export async function endReplacedWorkers(page: Page, { whenAnswered = false } = {}): Promise<() => Promise<void>> {
  const context = page.context()
  const inspector = await context.newCDPSession(page)
  const states = new Map<string, string>()
  /** Start times of unanswered requests from pages. */
  const asked = new Map<Request, number>()
  const isAnswering = () => [...asked.values()].some((since) => Date.now() - since < longestAnswerMs)
  const stopReplaced = async () => {
    if (isAnswering() || ![...states.values()].includes('installed')) return
    for (const [versionId, state] of states)
      if (state === 'activated') await inspector.send('ServiceWorker.stopWorker', { versionId }).catch(() => {})
  }
  inspector.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
    void stopReplaced()
  })
  const asks = (request: Request) => {
    // requests of a worker that was ended never finish
    if (!whenAnswered || request.serviceWorker()) return
    if (request.isNavigationRequest() || request.url().includes('/app/')) asked.set(request, Date.now())
  }
  const isAnswered = (request: Request) => {
    if (asked.delete(request)) void stopReplaced()
  }
  context.on('request', asks).on('requestfinished', isAnswered).on('requestfailed', isAnswered)
  const looking = setInterval(stopReplaced, longestAnswerMs)
  await inspector.send('ServiceWorker.enable')
  const leaveAlone = async () => {
    clearInterval(looking)
    context.off('request', asks).off('requestfinished', isAnswered).off('requestfailed', isAnswered)
    await inspector.detach().catch(() => {})
  }
  context.on('close', leaveAlone)
  return async () => {
    context.off('close', leaveAlone)
    await leaveAlone()
  }
}

/** Replaces the active worker with the one that the server has now. */
export async function replaceWorker(page: Page): Promise<void> {
  const leaveAlone = await endReplacedWorkers(page)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    await registration.update()
    await changed
  })
  await leaveAlone()
}

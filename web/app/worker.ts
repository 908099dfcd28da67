import { effect } from '@preact/signals'
import { getServerSettings } from '../../src/features/people/organization/api.ts'
import { whenIdle } from '../parts/idle.ts'
import { api, servedBuild } from '../transport/api.ts'

const program = 'service-worker.js'
/** Retry delays in milliseconds; the last one repeats. A page may be open for weeks. */
const againMs = [5_000, 30_000, 120_000, 600_000]
/** The browser has probably ended a worker that sends nothing for this long while caching files. */
const silentMs = 120_000

/** Trusted Types: the page's CSP accepts script URLs only from this policy. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string }
}

function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes?.createPolicy('loquat', { createScriptURL: () => program }).createScriptURL('') ?? program
}

/** If a chunk fails to load, the server may have a newer build: its next answer tells. */
function askWhenPartsAreMissing(): void {
  addEventListener('vite:preloadError', () => void api.call(getServerSettings, {}).catch(() => {}))
}

/** Retries with growing delays until the attempt succeeds or is no longer needed. */
async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let failures = 0; !(await attempt()); failures++)
    await new Promise((resolve) => setTimeout(resolve, againMs[failures] ?? againMs.at(-1)))
}

/** Resolves to whether an installing worker activates; true if there's none. */
const begins = (worker: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      if (!worker || worker.state === 'activated') resolve(true)
      else if (worker.state === 'redundant') resolve(false)
    }
    worker?.addEventListener('statechange', look)
    look()
  })

/** The registration with an active worker; undefined if the browser doesn't allow one. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  const address = trusted()
  let found: ServiceWorkerRegistration | undefined
  await untilDone(async () => {
    try {
      const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
      if (!registration.active && !(await begins(registration.installing ?? registration.waiting))) return false
      found = registration
      return true
    } catch (problem) {
      // the script couldn't be fetched: retry; any other error is permanent
      return !(problem instanceof TypeError)
    }
  })
  return found
}

/** Tells the worker that the page is idle. Resolves to whether it has cached its entire build. */
const hasKept = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1: here, port2: there } = new MessageChannel()
    here.onmessage = ({ data }: MessageEvent<boolean>) => {
      resolve(data)
      here.close()
    }
    setTimeout(() => resolve(false), silentMs)
    worker.postMessage({ say: 'idle' }, [there])
  })

/**
 * Call once, after the first view. Caches the client for offline use, and old chunks for pages open across an upgrade.
 */
export async function keepClient(): Promise<void> {
  askWhenPartsAreMissing()
  const { build } = document.documentElement.dataset
  if (build === undefined || !('serviceWorker' in navigator)) return
  // keeps the cache of this build as long as this page is open
  void navigator.locks.request(
    `loquat page ${location.pathname} ${build}`,
    { mode: 'shared' },
    () => new Promise(() => {}),
  )
  let registration: ServiceWorkerRegistration | undefined
  let begun = 0
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const keepRest = () => {
    const asked = ++begun
    if (connection?.saveData) return
    void untilDone(async () => {
      await new Promise<void>((resolve) => whenIdle(resolve))
      // another worker has taken over and gets its own call
      if (asked !== begun) return true
      // browsers may delay the waiting worker for minutes; it can cache its build in the meantime
      const workers = [registration?.active, registration?.waiting].filter((one) => one instanceof ServiceWorker)
      return (await Promise.all(workers.map(hasKept))).every(Boolean)
    })
  }
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ say?: string; build?: string }>) => {
    if (data?.say !== 'begun') return
    servedBuild.value = data.build
    if (registration) keepRest()
  })
  registration = await register()
  if (!registration) return
  const own = registration
  let isUpdating = false
  // the new build's chunks are cached before the page reloads
  const update = async () => {
    if (isUpdating) return
    isUpdating = true
    await untilDone(async () => {
      const served = servedBuild.peek()
      if (served === build) return true
      const isAsked = await own.update().then(
        () => true,
        () => false,
      )
      return isAsked && (await begins(own.installing)) && served === servedBuild.peek()
    })
    isUpdating = false
  }
  effect(() => {
    if (servedBuild.value !== undefined && servedBuild.value !== build) void update()
  })
  const keepWhenInstalled = (next: ServiceWorker | null) =>
    next?.addEventListener('statechange', () => next.state === 'installed' && keepRest())
  keepWhenInstalled(own.installing)
  own.addEventListener('updatefound', () => keepWhenInstalled(own.installing))
  keepRest()
}

import { effect } from '@preact/signals'
import { getServerSettings } from '../../src/features/people/organization/api.ts'
import { whenIdle } from '../parts/idle.ts'
import { api, servedBuild } from '../transport/api.ts'

const program = 'service-worker.js'
/** Between attempts, in milliseconds; after these the last one again and again. A page may be open for weeks. */
const againMs = [5_000, 30_000, 120_000, 600_000]
/** A worker that keeps files and says nothing for so long was ended by the browser. */
const silentMs = 120_000

/** Pages run under a policy that takes the address of a script from nobody else. */
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

/** Where a part of the client does not come, the server may have another one by now: its answer says so. */
function askWhenPartsAreMissing(): void {
  addEventListener('vite:preloadError', () => void api.call(getServerSettings, {}).catch(() => {}))
}

/** Tries again, later and later, until the attempt has done it or is no longer of use. */
async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let failures = 0; !(await attempt()); failures++)
    await new Promise((resolve) => setTimeout(resolve, againMs[failures] ?? againMs.at(-1)))
}

/** Whether a worker that is being installed begins; without one, there is nothing to wait for. */
const begins = (worker: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      if (!worker || worker.state === 'activated') resolve(true)
      else if (worker.state === 'redundant') resolve(false)
    }
    worker?.addEventListener('statechange', look)
    look()
  })

/** The registration with a worker that has begun; undefined where the browser allows none. */
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
      // the program could not be had; anything else stays so
      return !(problem instanceof TypeError)
    }
  })
  return found
}

/** Tells the worker that nobody waits for anything; whether it has kept all of its build then. */
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
 * To be called once, when the first view is there: from then on the browser keeps the client, so that it opens without the
 * server and old pages find their parts on a new one. What cannot be had is asked for again.
 */
export async function keepClient(): Promise<void> {
  askWhenPartsAreMissing()
  const { build } = document.documentElement.dataset
  if (build === undefined || !('serviceWorker' in navigator)) return
  // for as long as this page is open, what was kept of its build is
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
      // another worker has begun, and is told by itself
      if (asked !== begun) return true
      // browsers may let the next worker wait for minutes, which can keep its build meanwhile
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
  // the parts of the new build are there when the page is loaded anew
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

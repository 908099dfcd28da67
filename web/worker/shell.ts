import { file, keepAll, keepFirst, removeUnusedBuilds } from './builds.ts'
import { watchLeaving } from './leaving.ts'
import { askForPage, keepPage, page } from './page.ts'
import { isPicture, picture } from './pictures.ts'
import { takeShared } from './shared.ts'
import { place, told, worker } from './worker.ts'

interface ShellMessage {
  /** The page is idle: the rest of the client can be cached now. The worker answers whether all of it is. */
  readonly say?: 'idle'
}

const removeUnused = async () => {
  await removeUnusedBuilds(await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).catch(() => {})
}

let keeping: Promise<boolean> | undefined
/** Caches the rest of the build; resolves to whether it's complete. Concurrent calls share one run. */
function keepRest(): Promise<boolean> {
  keeping ??= Promise.all([keepAll(), keepPage()])
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      keeping = undefined
    })
  return keeping
}

/** A build is installed only if everything its first view needs is cached. */
async function install(): Promise<void> {
  await keepFirst()
  await askForPage().catch(() => {})
  // pages of other builds use their own caches, so they needn't be closed first
  await worker.skipWaiting()
}

/** Firefox shows its own error page when a preload fails, whatever the worker responds. */
const canPreload = !/ Firefox\//.test(navigator.userAgent)

async function activate(): Promise<void> {
  const preload = worker.registration.navigationPreload
  await (canPreload ? preload?.enable() : preload?.disable())?.catch(() => {})
  await worker.clients.claim()
  await removeUnused()
  // tells tabs that don't poll the server about the new build
  for (const client of await worker.clients.matchAll({ type: 'window' }))
    client.postMessage({ say: 'begun', build: told.build })
}

/** Requests not listed here go to the server as if there were no worker. */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin || !pathname.startsWith(place)) return undefined
  const rest = pathname.slice(place.length)
  if (method === 'POST' && mode === 'navigate') {
    if (rest === 'share') return takeShared(event.request)
    if (rest === 'accounts/logout') event.waitUntil(watchLeaving())
    return undefined
  }
  if (method !== 'GET') return undefined
  if (mode === 'navigate') return rest === '' ? page(event) : undefined
  if (rest.startsWith('app/')) return file(event.request)
  return isPicture(event.request, rest) ? picture(event) : undefined
}

/** Static routing, not supported everywhere: requests that bypass the worker. */
interface Routing {
  addRoutes?(rules: readonly object[]): Promise<unknown>
}

worker.addEventListener('install', (event) => {
  // perf: starting the worker takes longer than an answer of the API
  const direct = [{ condition: { urlPattern: { pathname: `${place}api/*` } }, source: 'network' }]
  const routed = (event as Routing).addRoutes?.(direct).catch(() => {})
  event.waitUntil(Promise.all([install(), routed]))
})
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  // on errors, ask the server, as without a worker
  const answer = answerTo(event)
  if (answer) event.respondWith(answer.catch(() => fetch(event.request)))
})
worker.addEventListener('message', (event) => {
  const { say } = (event.data ?? {}) as ShellMessage
  if (say !== 'idle') return
  const [actor] = event.ports
  event.waitUntil(
    keepRest().then((isKept) => {
      actor?.postMessage(isKept)
      return removeUnused()
    }),
  )
})

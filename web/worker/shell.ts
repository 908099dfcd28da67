import { file, keepAll, keepFirst, removeUnusedBuilds } from './builds.ts'
import { watchLeaving } from './leaving.ts'
import { askForPage, keepPage, page } from './page.ts'
import { isPicture, picture } from './pictures.ts'
import { takeShared } from './shared.ts'
import { place, told, worker } from './worker.ts'

/** What a page says to the worker. */
interface Word {
  /** Nobody waits for anything: what the client may load later can be kept now. It hears whether all of it is. */
  readonly say?: 'idle'
}

const removeUnused = async () => {
  await removeUnusedBuilds(await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).catch(() => {})
}

let keeping: Promise<boolean> | undefined
/** Keeps what is not kept yet; whether all of it is there then. Whoever asks meanwhile waits for the same. */
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

/** A build begins when all that its first view needs is there; one of which something is missing changes nothing. */
async function install(): Promise<void> {
  await keepFirst()
  await askForPage().catch(() => {})
  // pages of other builds find what was kept of theirs, so none has to be closed first
  await worker.skipWaiting()
}

/** Firefox shows its own error page when a preload fails, whatever the worker answers. */
const canPreload = !/ Firefox\//.test(navigator.userAgent)

async function activate(): Promise<void> {
  const preload = worker.registration.navigationPreload
  await (canPreload ? preload?.enable() : preload?.disable())?.catch(() => {})
  await worker.clients.claim()
  await removeUnused()
  // a tab that does not ask the server itself hears so what client there is now
  for (const client of await worker.clients.matchAll({ type: 'window' }))
    client.postMessage({ say: 'begun', build: told.build })
}

/** What is not named here is none of the worker's business, and goes to the server as if there were none. */
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

/** Not everywhere yet: what goes to the server without the worker being started for it. */
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
  // what goes wrong here is asked of the server, as without a worker
  const answer = answerTo(event)
  if (answer) event.respondWith(answer.catch(() => fetch(event.request)))
})
worker.addEventListener('message', (event) => {
  const { say } = (event.data ?? {}) as Word
  if (say !== 'idle') return
  const [asker] = event.ports
  event.waitUntil(
    keepRest().then((isKept) => {
      asker?.postMessage(isKept)
      return removeUnused()
    }),
  )
})

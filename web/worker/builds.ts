import { anyway, cacheName, cachesOf, place, told, worker } from './worker.ts'

const ownCache = cacheName('build', told.build)

/** The lock that open pages hold, by their build: see web/app/worker.ts. */
const lockOf = (build: string) => `loquat page ${place} ${build}`

const addressOf = (file: string): string => `${place}app/${file}`

export const openOwnBuild = (): Promise<Cache> => caches.open(ownCache)

/** A cached file of any build. File names contain a content hash, so the build doesn't matter. */
export async function keptOfBuilds(address: string): Promise<Response | undefined> {
  const own = await caches.match(address, { ...anyway, cacheName: ownCache })
  if (own) return own
  for (const name of await cachesOf('build')) {
    const found = await caches.match(address, { ...anyway, cacheName: name })
    if (found) return found
  }
  return undefined
}

/** Whether it's the requested file: a proxy may respond with its own page. */
const isFile = (answer: Response): boolean =>
  answer.ok && answer.type === 'basic' && !answer.headers.get('content-type')?.startsWith('text/html')

async function keep(cache: Cache, file: string, options?: RequestInit): Promise<void> {
  const address = addressOf(file)
  if (await cache.match(address, anyway)) return
  const answer = (await keptOfBuilds(address)) ?? (await fetch(address, options))
  if (!isFile(answer)) throw new Error(`${address} could not be kept: ${answer.status}`)
  await cache.put(address, answer)
}

/** Caches what the first view needs; rejects if anything is missing, so that this build isn't installed. */
export async function keepFirst(): Promise<void> {
  const cache = await openOwnBuild()
  await Promise.all(told.first.map((file) => keep(cache, file)))
}

const atOnce = 4
const maxFailures = 5

/**
 * Caches the whole build, so that an open page finds its parts even when the server only has those of a later build.
 * Also refetches files the browser has evicted. Rejects if anything is still missing.
 */
export async function keepAll(): Promise<void> {
  const cache = await openOwnBuild()
  const waiting = [...told.first, ...told.later].values()
  const problems: unknown[] = []
  const fetchNext = async () => {
    for (const file of waiting) {
      if (problems.length >= maxFailures) return
      await keep(cache, file, { priority: 'low' } as RequestInit).catch((problem: unknown) => problems.push(problem))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
  if (problems.length > 0) throw problems[0]
}

export async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const kept = await keptOfBuilds(pathname)
  if (kept) return kept
  const answer = await fetch(request)
  const isOwn = [...told.first, ...told.later].some((name) => addressOf(name) === pathname)
  if (isOwn && isFile(answer)) {
    const copy = answer.clone()
    await (await openOwnBuild()).put(pathname, copy).catch(() => {})
  }
  return answer
}

export async function removeUnusedBuilds(windows: readonly { readonly url: string }[]): Promise<void> {
  // a build being installed has no pages yet, and cleans up itself
  if (worker.registration.installing || worker.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const pages = held.filter(({ name }) => name?.startsWith(lockOf('')))
  // a page that was just opened takes its lock a little later
  if (pages.length < windows.filter(({ url }) => new URL(url).pathname === place).length) return
  const used = new Set([told.build, ...pages.map(({ name }) => name?.slice(lockOf('').length))])
  for (const name of await cachesOf('build'))
    if (!used.has(name.slice(cacheName('build', '').length))) await caches.delete(name)
}

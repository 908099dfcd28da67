import { anyway, cacheName, cachesOf, place, told, worker } from './worker.ts'

const ownCache = cacheName('build', told.build)

/** The lock that pages hold while they are open, by the build they are of: see web/app/worker.ts. */
const lockOf = (build: string) => `loquat page ${place} ${build}`

const addressOf = (file: string): string => `${place}app/${file}`

export const openOwnBuild = (): Promise<Cache> => caches.open(ownCache)

/** What was kept of any build. A file's name tells its content, so it does not matter of which. */
export async function keptOfBuilds(address: string): Promise<Response | undefined> {
  const own = await caches.match(address, { ...anyway, cacheName: ownCache })
  if (own) return own
  for (const name of await cachesOf('build')) {
    const found = await caches.match(address, { ...anyway, cacheName: name })
    if (found) return found
  }
  return undefined
}

/** Whether that is the file that was asked for: something in between may answer with a page of its own. */
const isFile = (answer: Response): boolean =>
  answer.ok && answer.type === 'basic' && !answer.headers.get('content-type')?.startsWith('text/html')

async function keep(cache: Cache, file: string, options?: RequestInit): Promise<void> {
  const address = addressOf(file)
  if (await cache.match(address, anyway)) return
  const answer = (await keptOfBuilds(address)) ?? (await fetch(address, options))
  if (!isFile(answer)) throw new Error(`${address} could not be kept: ${answer.status}`)
  await cache.put(address, answer)
}

/** Keeps what the first view needs; rejects where something of it cannot be had, so that this build does not begin. */
export async function keepFirst(): Promise<void> {
  const cache = await openOwnBuild()
  await Promise.all(told.first.map((file) => keep(cache, file)))
}

/** So many are fetched side by side. */
const atOnce = 4
/** After so many files that could not be had, the others are not asked for. */
const maxFailures = 5

/**
 * Keeps all of this build: an open page finds its parts also when the server has only those of a later build. Also what
 * should be there already, as it may have been taken away meanwhile. Rejects where something is still missing.
 */
export async function keepAll(): Promise<void> {
  const cache = await openOwnBuild()
  const waiting = [...told.first, ...told.later].values()
  const problems: unknown[] = []
  const lane = async () => {
    for (const file of waiting) {
      if (problems.length >= maxFailures) return
      await keep(cache, file, { priority: 'low' } as RequestInit).catch((problem: unknown) => problems.push(problem))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (problems.length > 0) throw problems[0]
}

/** One of the client's files. */
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

/** Removes what was kept of builds that no open page is of. */
export async function removeUnusedBuilds(windows: readonly { readonly url: string }[]): Promise<void> {
  // one that is about to begin has no pages yet, and removes what is unused itself
  if (worker.registration.installing || worker.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const pages = held.filter(({ name }) => name?.startsWith(lockOf('')))
  // a page that has just been opened says a little later of which build it is
  if (pages.length < windows.filter(({ url }) => new URL(url).pathname === place).length) return
  const used = new Set([told.build, ...pages.map(({ name }) => name?.slice(lockOf('').length))])
  for (const name of await cachesOf('build'))
    if (!used.has(name.slice(cacheName('build', '').length))) await caches.delete(name)
}

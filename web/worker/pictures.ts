import { keptAccount, whenForgotten } from './page.ts'
import { anyway, cacheName, cachesOf, isAway, told } from './worker.ts'

/** Pictures of people and of the organization, small ones of files, and those of other sites that come by the server. */
const addresses = /^(avatar|user_avatars|external_content|user_uploads\/thumbnail)\//
/** All that is kept is two of these. */
const maxBytes = told.pictureBytes / 2
const maxPerKey = Math.min(2 * 2 ** 20, maxBytes)
/** When it was kept, in milliseconds. */
const keptAt = 'x-loquat-kept'
/** In a cache, how many bytes it holds. */
const sizeAddress = '/size'

export const isPicture = (request: Request, rest: string): boolean =>
  request.destination === 'image' && addresses.test(rest)

const cachesOfAccount = (account: string): Promise<string[]> => cachesOf('pictures', account)
const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf(' ') + 1))

/**
 * What an account has seen lately: a cache that is filled, and the one that was filled before. When the newer one is full
 * another is begun and the older one goes, so nothing has to be counted and sorted.
 */
async function newestFirst(account: string): Promise<Cache[]> {
  const names = (await cachesOfAccount(account)).sort((a, b) => numberOf(b) - numberOf(a))
  return Promise.all(names.map((name) => caches.open(name)))
}

async function kept(account: string, address: string): Promise<Response | undefined> {
  for (const cache of await newestFirst(account)) {
    const found = await cache.match(address, anyway)
    if (found) return found
  }
  return undefined
}

/** As long as the server lets a browser keep it: who may see it may change. */
function isFresh(answer: Response): boolean {
  const secs = Number(/\bmax-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1] ?? 0)
  return Date.now() < Number(answer.headers.get(keptAt)) + secs * 1000
}

let last: Promise<unknown> = Promise.resolve()
/** One after another: each changes how much there is. Nothing here waits for the server, which may never end an answer. */
const inQueue = (work: () => Promise<void>): Promise<unknown> => {
  last = last.then(work).catch(() => {})
  return last
}

async function keep(account: string, address: string, answer: Response, bytes: ArrayBuffer): Promise<void> {
  // somebody else may have signed in while it came
  if (bytes.byteLength > maxPerKey || account !== (await keptAccount())) return
  const names = await cachesOfAccount(account)
  const newest = Math.max(0, ...names.map(numberOf))
  const cache = await caches.open(cacheName('pictures', account, newest))
  const size = Number((await (await cache.match(sizeAddress))?.text()) ?? 0) + bytes.byteLength
  if (size > maxBytes) {
    for (const name of names) if (numberOf(name) < newest) await caches.delete(name)
    await keepIn(
      await caches.open(cacheName('pictures', account, newest + 1)),
      address,
      answer,
      bytes,
      bytes.byteLength,
    )
  } else await keepIn(cache, address, answer, bytes, size)
}

async function keepIn(cache: Cache, address: string, answer: Response, bytes: ArrayBuffer, size: number) {
  const headers = new Headers(answer.headers)
  headers.set(keptAt, String(Date.now()))
  await cache.put(address, new Response(bytes, { headers }))
  await cache.put(sizeAddress, new Response(String(size)))
}

async function remove(account: string, address: string): Promise<void> {
  for (const cache of await newestFirst(account)) await cache.delete(address, anyway)
}

/** What was kept, as long as that may be; after that the server is asked, and what was kept is for when it is away. */
export async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const account = await keptAccount()
  if (account === undefined) return fetch(request)
  const { url } = request
  const found = await kept(account, url)
  if (found && isFresh(found)) return found
  const answer = await fetch(request).catch((problem: unknown) => {
    if (found) return undefined
    throw problem
  })
  if (!answer || (found && isAway(answer))) return found as Response
  if (answer.status === 200 && answer.type === 'basic') {
    const whole = answer.clone().arrayBuffer()
    event.waitUntil(
      whole.then(
        (bytes) => inQueue(() => keep(account, url, answer, bytes)),
        () => {},
      ),
    )
  } else if (found && answer.status >= 400 && answer.status < 500) event.waitUntil(inQueue(() => remove(account, url)))
  return answer
}

whenForgotten(async () => {
  for (const name of await cachesOf('pictures')) await caches.delete(name)
})

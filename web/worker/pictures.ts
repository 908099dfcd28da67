import { keptAccount, whenForgotten } from './page.ts'
import { anyway, cacheName, cachesOf, isAway, told } from './worker.ts'

const addresses = /^(avatar|user_avatars|external_content|user_uploads\/thumbnail)\//
/** An account has two caches. */
const maxBytes = told.pictureBytes / 2
const maxPerKey = Math.min(2 * 2 ** 20, maxBytes)
/** When it was cached, in milliseconds. */
const keptAt = 'x-loquat-kept'
/** The entry with the cache's size in bytes. */
const sizeAddress = '/size'

export const isPicture = (request: Request, rest: string): boolean =>
  request.destination === 'image' && addresses.test(rest)

const cachesOfAccount = (account: string): Promise<string[]> => cachesOf('pictures', account)
const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf(' ') + 1))

/**
 * An account's pictures: a cache being filled, and the previous one. When the newer one is full, a new one is started
 * and the older one deleted, so that nothing has to be counted and sorted.
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

/** Within the response's max-age: access to a picture may change. */
function isFresh(answer: Response): boolean {
  const secs = Number(/\bmax-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1] ?? 0)
  return Date.now() < Number(answer.headers.get(keptAt)) + secs * 1000
}

let last: Promise<unknown> = Promise.resolve()
/**
 * Runs tasks in order, because each changes the size. None of them waits for the server, whose response may never end.
 */
const inQueue = (work: () => Promise<void>): Promise<unknown> => {
  last = last.then(work).catch(() => {})
  return last
}

async function keep(account: string, address: string, answer: Response, bytes: ArrayBuffer): Promise<void> {
  // another user may have signed in in the meantime
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

/** Serves a fresh picture from the cache. Otherwise asks the server, and falls back to the cache if it's down. */
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

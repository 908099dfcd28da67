import { deleteOthers } from '../offline-cache/database.ts'
import { keptOfBuilds, openOwnBuild } from './builds.ts'
import { anyway, cachesOf, isAway, place, told } from './worker.ts'

/** How long to wait for the server before showing the cached page. */
const patienceMs = 4_000

/** Callbacks that delete the previous user's data, when the user is signed out or another one signed in. */
const forgetters: (() => unknown)[] = []
export const whenForgotten = (forget: () => unknown): void => void forgetters.push(forget)

/** The account that the cached page belongs to; undefined if none is cached. */
export const keptAccount = async (): Promise<string | undefined> =>
  (await keptOfBuilds(place))?.headers.get('x-loquat-account') ?? undefined

async function forget(): Promise<void> {
  for (const name of await cachesOf('build')) await (await caches.open(name)).delete(place)
  // a failing one must not stop the others
  await Promise.allSettled(forgetters.map(async (one) => one()))
}

export async function hear(answer: Response): Promise<void> {
  const account = answer.headers.get('x-loquat-account') ?? undefined
  // redirected to the sign-in page, or shown another page
  if (answer.type === 'opaqueredirect' || (answer.ok && account === undefined)) {
    // cached data belongs to the previous account and is useless now
    await Promise.all([forget(), deleteOthers(place).catch(() => {})])
    return
  }
  if (!answer.ok) return
  if (account !== (await keptAccount())) await forget()
  // another build's page comes with that build's worker
  if (answer.headers.get('x-loquat-build') === told.build) await (await openOwnBuild()).put(place, answer)
}

export async function askForPage(): Promise<void> {
  const answer = await fetch(place, { redirect: 'manual' })
  await hear(answer)
  if (!answer.ok && answer.type !== 'opaqueredirect') throw new Error(`The page does not come: ${answer.status}`)
}

/** Retries caching the page, if that failed at installation; rejects if it fails again. */
export async function keepPage(): Promise<void> {
  if (!(await (await openOwnBuild()).match(place, anyway))) await askForPage()
}

/**
 * The page always comes from the server, which knows the session and the current build; the cached one is shown only if
 * the server can't be reached.
 */
export async function page(event: FetchEvent): Promise<Response> {
  const asked = Promise.resolve(event.preloadResponse as Promise<Response | undefined>).then(
    (preloaded) => preloaded ?? fetch(event.request),
  )
  event.waitUntil(asked.then((answer) => hear(answer.clone())).catch(() => {}))
  const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))
  const first = await Promise.race([asked.catch(() => undefined), silence])
  if (first && !isAway(first)) return first
  return (await keptOfBuilds(place)) ?? first ?? asked
}

import { deleteOthers } from '../offline-cache/database.ts'
import { keptOfBuilds, openOwnBuild } from './builds.ts'
import { anyway, cachesOf, isAway, place, told } from './worker.ts'

/** For so long the server may be silent before the page is shown that was kept. */
const patienceMs = 4_000

/** Called when nobody is signed in here any more, or somebody else: what was kept for one is not for others. */
const forgetters: (() => unknown)[] = []
export const whenForgotten = (forget: () => unknown): void => void forgetters.push(forget)

/** Whose page was kept; undefined where none was. */
export const keptAccount = async (): Promise<string | undefined> =>
  (await keptOfBuilds(place))?.headers.get('x-loquat-account') ?? undefined

async function forget(): Promise<void> {
  for (const name of await cachesOf('build')) await (await caches.open(name)).delete(place)
  // one that cannot is no reason to keep nothing from then on
  await Promise.allSettled(forgetters.map(async (one) => one()))
}

/** Takes note of what the server said to somebody who asked for the page. */
export async function hear(answer: Response): Promise<void> {
  const account = answer.headers.get('x-loquat-account') ?? undefined
  // sent to the page for signing in, or shown another page
  if (answer.type === 'opaqueredirect' || (answer.ok && account === undefined)) {
    // what pages have kept says whose it is, but is of no use to anybody any more
    await Promise.all([forget(), deleteOthers(place).catch(() => {})])
    return
  }
  if (!answer.ok) return
  if (account !== (await keptAccount())) await forget()
  // the page of another build comes with the worker of that one
  if (answer.headers.get('x-loquat-build') === told.build) await (await openOwnBuild()).put(place, answer)
}

/** Asks the server for the page, to keep it; rejects where it does not come. */
export async function askForPage(): Promise<void> {
  const answer = await fetch(place, { redirect: 'manual' })
  await hear(answer)
  if (!answer.ok && answer.type !== 'opaqueredirect') throw new Error(`The page does not come: ${answer.status}`)
}

/** Where the page could not be kept when this build began, it is asked for once more; rejects where it does not come. */
export async function keepPage(): Promise<void> {
  if (!(await (await openOwnBuild()).match(place, anyway))) await askForPage()
}

/**
 * The page is always the server's, which knows who is signed in and what client it has; the one that was kept is shown
 * where the server cannot be reached.
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

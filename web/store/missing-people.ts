import { ApiError } from '#contract'
import { fetchPage, fetchPeople, isIncomplete } from '../../client/missing-people.ts'
import { waitMs } from '../../client/patience.ts'
import { api } from '../transport/api.ts'
import { learn, onRenewal, part } from './connection.ts'

/** Ids without an account, or with one the user can't see. */
let absent = new Set<number>()
onRenewal(() => {
  absent = new Set()
})
const queue = part<string>('queue_id')

/** Fetches people needed before their page arrives. */
export async function fetchSome(ids: readonly number[]): Promise<void> {
  const wanted = ids.filter((id) => !absent.has(id))
  if (wanted.length === 0) return
  for (const id of wanted) absent.add(id)
  await learn((session) => fetchPeople(session, api, wanted)).catch(() => {
    for (const id of wanted) absent.delete(id)
  })
}

let isFetching = false

/** Fetches page by page until everyone is loaded, and retries failures. */
export async function fetchEveryone(): Promise<void> {
  if (isFetching) return
  isFetching = true
  let failures = 0
  let isMore = true
  while (isMore)
    try {
      await learn(async (session) => {
        const changed = await fetchSomePages(session)
        isMore = isIncomplete(session.told)
        return changed
      })
      failures = 0
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 401) break
      await new Promise((resolve) => setTimeout(resolve, waitMs(++failures, problem)))
    }
  isFetching = false
}

type Known = Parameters<typeof fetchPage>[0]

/**
 * Fetches as many people as are loaded already before showing them, so that lists of everyone are rebuilt a few times
 * instead of with each page.
 */
async function fetchSomePages(session: Known): Promise<ReadonlySet<string>> {
  const began = queue.peek()
  const changed = new Set<string>()
  const count = () => (session.told.realm_users as readonly unknown[]).length
  const goal = 2 * count()
  do {
    for (const key of await fetchPage(session, api)) changed.add(key)
    await new Promise((resolve) => setTimeout(resolve))
  } while (isIncomplete(session.told) && count() < goal && queue.peek() === began)
  return changed
}

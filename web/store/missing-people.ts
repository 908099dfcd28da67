import { ApiError } from '#contract'
import { fetchPage, fetchPeople, isIncomplete } from '../../client/missing-people.ts'
import { waitMs } from '../../client/patience.ts'
import { api } from '../transport/api.ts'
import { learn, onRenewal, part } from './connection.ts'

/** Nobody has an account with these ids, or nobody whom one may know. */
let absent = new Set<number>()
onRenewal(() => {
  absent = new Set()
})
const queue = part<string>('queue_id')

/** Fetches people whom somebody has met before their page came. */
export async function fetchSome(ids: readonly number[]): Promise<void> {
  const wanted = ids.filter((id) => !absent.has(id))
  if (wanted.length === 0) return
  for (const id of wanted) absent.add(id)
  await learn((session) => fetchPeople(session, api, wanted)).catch(() => {
    // asked again when somebody looks again
    for (const id of wanted) absent.delete(id)
  })
}

let isFetching = false

/** Fetches page after page, until everybody is known; after a failure, again. */
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
 * As many as are known already, before they are shown: what is made of everybody is made anew a few times, and not with
 * each page.
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

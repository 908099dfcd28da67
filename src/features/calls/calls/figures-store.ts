import type { Tx } from '#platform/db'

/** The ongoing calls of all organizations in the database. */
export async function countCalls(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The people who are in them. */
export async function countPeople(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('call_session')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

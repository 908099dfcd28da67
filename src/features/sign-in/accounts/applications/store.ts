import { anyOf, countRows, jsonb, lowered, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { FollowUp } from './wire.ts'

export type Stored = Row<'application'>

/** Oldest first. */
export const page = (tx: Tx, orgId: number, { after, limit }: { readonly after: number; readonly limit: number }) =>
  tx
    .selectFrom('application')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const count = (tx: Tx, orgId: number): Promise<number> => countRows(tx, 'application', 'org_id', orgId)

export const countFrom = async (tx: Tx, orgId: number, networkHash: string): Promise<number> =>
  (
    await tx
      .selectFrom('application')
      .select('id')
      .where('org_id', '=', orgId)
      .where('network_hash', '=', networkHash)
      .execute()
  ).length

/** The lowest ID of each network that sent several open applications, by the network's hash. */
export async function sharedNetworks(tx: Tx, orgId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('application')
    .select((eb) => ['network_hash', eb.fn.min('id').as('first')])
    .where('org_id', '=', orgId)
    .where('network_hash', 'is not', null)
    .groupBy('network_hash')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  return new Map(rows.map(({ network_hash, first }) => [network_hash as string, Number(first)]))
}

export const insert = (tx: Tx, row: NewRow<'application'>): Promise<Stored> =>
  tx
    .insertInto('application')
    .values({ ...row, answers: jsonb(row.answers), follow_ups: jsonb([]) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('application').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Case-insensitive. */
export const findFrom = (tx: Tx, orgId: number, email: string): Promise<Stored | undefined> =>
  tx
    .selectFrom('application')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .executeTakeFirst()

export const setFollowUps = (tx: Tx, id: number, followUps: readonly FollowUp[]): Promise<unknown> =>
  tx
    .updateTable('application')
    .set({ follow_ups: jsonb(followUps) })
    .where('id', '=', id)
    .execute()

/** Returns those that no one else has already removed, oldest first. */
export const remove = async (tx: Tx, orgId: number, ids: readonly number[]): Promise<Stored[]> =>
  (
    await tx.deleteFrom('application').where('org_id', '=', orgId).where('id', '=', anyOf(ids)).returningAll().execute()
  ).sort((a, b) => a.id - b.id)

/** Case-insensitive. */
export const removeFrom = (tx: Tx, orgId: number, email: string): Promise<Stored | undefined> =>
  tx
    .deleteFrom('application')
    .where('org_id', '=', orgId)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .returningAll()
    .executeTakeFirst()

export const expiring = dueRows({ table: 'application' })

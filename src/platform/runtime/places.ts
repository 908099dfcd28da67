import { anyOf, anyTextOf, inAnotherPlace, raw, type Tx } from '#platform/db'

/** IDs of this database's organizations with these subdomains. */
export async function idsOf(tx: Tx, subdomains: readonly string[]): Promise<Map<string, number>> {
  const query = tx
    .selectFrom('organization')
    .select(['subdomain', 'id'])
    .where('subdomain', '=', anyTextOf(subdomains))
    .where('id', 'not in', inAnotherPlace(tx))
  return new Map((await query.execute()).map(({ subdomain, id }) => [subdomain, id]))
}

/** The databases of organizations with these subdomains that are in another one. */
export async function placesOf(tx: Tx, subdomains: readonly string[]): Promise<Map<string, string>> {
  const query = tx
    .selectFrom('organization_place')
    .select(['subdomain', 'database_name'])
    .where('subdomain', '=', anyTextOf(subdomains))
  return new Map((await query.execute()).map(({ subdomain, database_name }) => [subdomain, database_name]))
}

/** The same before taking a subdomain; locks it until the transaction ends. */
export async function placeToTake(tx: Tx, subdomain: string): Promise<string | undefined> {
  await raw(tx, 'lock table organization_place in share row exclusive mode', [])
  return (await placesOf(tx, [subdomain])).get(subdomain)
}

/** Of the organizations being moved, those that are already in the new place. */
export async function decidedOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const query = tx.selectFrom('organization_move').select('org_id').where('org_id', '=', anyOf(ids))
  return (await query.where('decided_at', 'is not', null).execute()).map(({ org_id }) => org_id)
}

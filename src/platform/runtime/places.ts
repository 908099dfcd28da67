import { raw, type Tx } from '#platform/db'

/** In which other database the organization of a subdomain is; undefined for one of this database, and for none. */
export async function placeOf(tx: Tx, subdomain: string): Promise<string | undefined> {
  const query = tx.selectFrom('organization_place').select('database_name').where('subdomain', '=', subdomain)
  return (await query.executeTakeFirst())?.database_name
}

/** The same where a subdomain is about to be taken: until the transaction ends, nobody else takes one. */
export async function placeToTake(tx: Tx, subdomain: string): Promise<string | undefined> {
  await raw(tx, 'lock table organization_place in share row exclusive mode', [])
  return placeOf(tx, subdomain)
}

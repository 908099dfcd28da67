import type { Organization } from '#platform/organization'
import { present } from './present.ts'
import * as store from './store.ts'

/** Entries after one, the oldest first: for whoever runs the server. */
export async function entriesAfter(org: Organization, after: number, limit: number) {
  return (await org.db.read((tx) => store.list(tx, org.id, { after, limit }))).map(present)
}

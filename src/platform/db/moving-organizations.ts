import type { Tx } from './database.ts'

/* An organization that is moving to another database has rows in both, see docs/decisions. */

/** Organizations with rows here that are served by another database. */
export const inAnotherPlace = (tx: Tx) =>
  tx.selectFrom('moving_organization').select('org_id').where('phase', 'in', ['left', 'arriving'])

/** Organizations whose rows here must not be changed now: they were moved away, or are still arriving. */
export const leftAlone = (tx: Tx) =>
  tx.selectFrom('moving_organization').select('org_id').where('phase', '<>', 'leaving')

export const leftAloneSql = `select org_id from moving_organization where phase <> 'leaving'`

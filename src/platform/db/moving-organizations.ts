import type { Tx } from './database.ts'

/*
 * Organizations that go to another database while they are in use have rows in both for a while, see docs/decisions on
 * several databases. As a rule there are none.
 */

/** Those that are not in this database, although rows of theirs are: nobody finds them here. */
export const inAnotherPlace = (tx: Tx) =>
  tx.selectFrom('moving_organization').select('org_id').where('phase', 'in', ['left', 'arriving'])

/** Those with whose rows in this database nothing is to be done now: they may not be changed, or not yet. */
export const leftAlone = (tx: Tx) =>
  tx.selectFrom('moving_organization').select('org_id').where('phase', '<>', 'leaving')

/** SQL: the same. */
export const leftAloneSql = `select org_id from moving_organization where phase <> 'leaving'`

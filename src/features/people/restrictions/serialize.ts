import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { maxKeptPerPerson } from './limits.ts'
import * as store from './store.ts'
import type { RestrictionOut } from './wire.ts'

/** A person's restrictions with those that have ended, newest first. */
export const restrictionsOfUser = async (tx: Tx, userId: UserId): Promise<RestrictionOut[]> =>
  (await store.ofUser(tx, userId, maxKeptPerPerson)).map(store.toWire)

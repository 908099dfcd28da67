import { assert, test } from '#test'
import { Departures } from './departures.ts'

test('without messages, a process finds out which organizations have left', async ({ society: { org } }) => {
  let isDecided = false
  const departures = new Departures(org.db, async () => isDecided)
  const { id } = org
  const isIn = (phase: string) =>
    org.db.transaction((tx) =>
      tx
        .insertInto('moving_organization')
        .values({ org_id: id, phase })
        .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ phase }))
        .execute(),
    )
  // a process that hasn't looked must ask
  assert.equal(await departures.hasLeft(id), false)
  assert.equal(await departures.hasLeft(id + 1), true)
  await isIn('leaving')
  await departures.look()
  assert.equal(await departures.hasLeft(id), false)
  await isIn('held')
  assert.equal(await departures.hasLeft(id), false)
  isDecided = true
  assert.equal(await departures.hasLeft(id), true)
  await isIn('left')
  assert.equal(await departures.hasLeft(id), true)
  await isIn('arriving')
  assert.equal(await departures.hasLeft(id), true)
  await org.db.transaction((tx) => tx.deleteFrom('moving_organization').where('org_id', '=', id).execute())
  assert.equal(await departures.hasLeft(id), false)
  await departures.look()
  // no query is needed
  assert.equal(departures.hasLeft(id), false)
})

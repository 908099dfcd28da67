import { assert, test } from '#test'
import { raw, runBefore } from './index.ts'

const setting = `select current_setting('enable_sort') as value`

test('a single-statement read rejects a second statement', async ({ society }) => {
  const { db } = society.org
  const ask = (text: string) => db.readOnce((tx) => raw(tx, text, []))
  assert.deepEqual(await ask('select 1 as one'), [{ one: 1 }])
  const asking = db.readOnce(async (tx) => {
    await raw(tx, 'select 1', [])
    return raw(tx, 'select 2', [])
  })
  await assert.rejects(asking, /another moment/)
  assert.deepEqual(await ask('select 3 as three'), [{ three: 3 }])
})

test('local settings end with a single-statement read, even if it fails', async ({ society }) => {
  const { db } = society.org
  const [within] = await db.readOnce((tx) => {
    runBefore(tx, `select set_config('enable_sort', 'off', true)`)
    return raw<{ value: string }>(tx, setting, [])
  })
  assert.equal(within?.value, 'off')
  await assert.rejects(db.readOnce((tx) => raw(tx, 'select 1 / 0', [])))
  // whichever connection is used
  for (let time = 0; time < 30; time++)
    assert.deepEqual(await db.readOnce((tx) => raw(tx, setting, [])), [{ value: 'on' }])
})

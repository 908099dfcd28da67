import { setTimeout as pause } from 'node:timers/promises'
import { badRequest, event } from '#contract'
import { raw, type Tx } from '#platform/db'
import { assert, test } from '#test'
import type { Mutation } from './mutation.ts'

test("an error rolls back the mutation's raw SQL", async ({ ada }) => {
  const refused = ada.org.transact(ada.id, async (mutation) => {
    await raw(mutation.tx, 'update account set full_name = $1 where id = $2', ['Changed', ada.id])
    throw badRequest('No')
  })
  await assert.rejects(refused, /No/)
  const [row] = await ada.org.db.read((tx) =>
    raw<{ full_name: string }>(tx, 'select full_name from account where id = $1', [ada.id]),
  )
  assert.equal(row?.full_name, 'Ada')
})

test('a dry run returns its result and is rolled back', async ({ ada }) => {
  const { org } = ada
  let isCommitted = false
  const rename = async (mutation: Mutation) => {
    await raw(mutation.tx, 'update account set full_name = $1 where id = $2', ['Changed', ada.id])
    mutation.emit(event('nothing', null, {}), {}, [])
    mutation.onCommit(() => (isCommitted = true))
    return mutation.position
  }
  const before = org.transact(ada.id, async ({ position }) => position)
  const at = await org.transact(ada.id, rename, undefined, { isDryRun: true })
  const after = await org.transact(ada.id, async ({ position }) => position)
  assert.deepEqual([await before, at, after, isCommitted], [at, at, at, false])
  const [row] = await org.db.read((tx) =>
    raw<{ full_name: string }>(tx, 'select full_name from account where id = $1', [ada.id]),
  )
  assert.equal(row?.full_name, 'Ada')
})

test('work after a refusal commits although the mutation is rolled back', async ({ ada }) => {
  const { org } = ada
  const rename = (name: string) => (mutation: Mutation) =>
    raw(mutation.tx, 'update account set full_name = $1 where id = $2', [name, ada.id])
  const nameNow = async () => {
    const [row] = await org.db.read((tx) =>
      raw<{ full_name: string }>(tx, 'select full_name from account where id = $1', [ada.id]),
    )
    return row?.full_name
  }
  const attempt = (error: Error | undefined, options = {}) =>
    org.transact(
      ada.id,
      async (mutation) => {
        await rename('Before')(mutation)
        mutation.afterRefusal(async (later) => void (await rename('After')(later)))
        if (error) throw error
      },
      undefined,
      options,
    )
  await assert.rejects(attempt(badRequest('No'), { isDryRun: true }), /No/)
  assert.equal(await nameNow(), 'Ada')
  await assert.rejects(attempt(badRequest('No')), /No/)
  assert.equal(await nameNow(), 'After')
  await attempt(undefined)
  assert.equal(await nameNow(), 'Before')
  await assert.rejects(attempt(new Error('A bug')), /A bug/)
  assert.equal(await nameNow(), 'Before')
})

test("a mutation's position counts events of earlier mutations in the same commit", async ({ ada }) => {
  const nothing = event('nothing', null, {})
  const positions = await Promise.all(
    [1, 2, 3].map(() =>
      ada.org.transact(null, async ({ position, emit }) => {
        emit(nothing, {}, [])
        return position
      }),
    ),
  )
  const [first] = positions as [number]
  assert.deepEqual(positions, [first, first + 1, first + 2])
})

test('a long mutation gets its own commit', async ({ ada }) => {
  const { org } = ada
  const transaction = async ({ tx }: { tx: Tx }) =>
    (await raw<{ id: string }>(tx, 'select pg_current_xact_id()::text as id', []))[0]?.id
  const answered: string[] = []
  let isShortDone = false
  const short = (name: string) => org.transact(null, transaction).finally(() => answered.push(name))
  const before = [short('first'), short('second')]
  const long = org.transact(
    null,
    async (mutation) => {
      isShortDone = answered.length === 2
      return transaction(mutation)
    },
    undefined,
    { alone: true },
  )
  const after = [short('third'), short('fourth')]
  const [first, second, third, fourth] = await Promise.all([...before, ...after])
  assert.deepEqual([first === second, third === fourth, isShortDone], [true, true, true])
  assert.ok(![first, third].includes(await long))
})

test('an error in a mutation without changes keeps the mutations before it', async ({ ada }) => {
  const { org } = ada
  let runs = 0
  const first = org.transact(ada.id, async (mutation) => {
    runs++
    mutation.insertLater(
      {
        insert: (tx, names: string[]) =>
          raw(tx, 'update account set full_name = $1 where id = $2', [names[0], ada.id]).then(() => {}),
      },
      'Changed',
    )
  })
  const refused = org.transact(ada.id, async (mutation) => {
    // flushes the queued rows first
    await raw(mutation.tx, 'select full_name from account where id = $1', [ada.id])
    throw badRequest('No')
  })
  await assert.rejects(refused, /No/)
  await first
  assert.equal(runs, 1)
  const [row] = await org.db.read((tx) =>
    raw<{ full_name: string }>(tx, 'select full_name from account where id = $1', [ada.id]),
  )
  assert.equal(row?.full_name, 'Changed')
})

test('a mutation after a long one runs in another commit', async ({ ada }) => {
  const transaction = async ({ tx }: { tx: Tx }) =>
    (await raw<{ id: string }>(tx, 'select pg_current_xact_id()::text as id', []))[0]?.id
  const long = ada.org.transact(null, async (mutation) => {
    await pause(60)
    return transaction(mutation)
  })
  const next = ada.org.transact(null, transaction)
  assert.notEqual(await next, await long)
})

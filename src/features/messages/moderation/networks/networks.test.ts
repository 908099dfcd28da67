import { dayMs } from '#contract'
import { assert, type Person, test } from '#test'
import { startSession } from '../../../sign-in/sessions/actions.ts'
import * as api from '../api.ts'

test.afterEach(({ server }) => server.clock.release())

const signIn = ({ org, id }: Person, address: string) =>
  org.transact(null, (mutation) => startSession(mutation, id, { userAgent: '', address }))

const fromSameNetwork = async (momo: Person, { id }: Person) =>
  (await momo.call(api.getModerationFile, { user_id: id })).same_network.map(({ user_id }) => user_id)

test('the file lists new accounts that first signed in from the same network', async ({
  society,
  ben,
  cleo,
  gus,
  momo,
}) => {
  const dora = await society.join('Dora')
  await signIn(ben, '93.184.216.7')
  await signIn(cleo, '93.184.216.99')
  await signIn(gus, '93.184.217.7')
  // not the first time
  await signIn(gus, '93.184.216.8')
  // everyone behind a proxy would share it
  await signIn(dora, '10.0.0.7')
  assert.deepEqual(await fromSameNetwork(momo, ben), [cleo.id])
  assert.deepEqual(await fromSameNetwork(momo, cleo), [ben.id])
  assert.deepEqual(await fromSameNetwork(momo, gus), [])
  assert.deepEqual(await fromSameNetwork(momo, dora), [])
  const rows = await society.org.db.read((tx) => tx.selectFrom('first_sign_in').select('network_hash').execute())
  for (const { network_hash } of rows) assert.match(network_hash, /^[\da-f]{64}$/)
})

test('networks of other days and older accounts aren’t compared, and are forgotten', async ({
  society,
  ben,
  cleo,
  momo,
  server,
}) => {
  await signIn(ben, '93.184.216.7')
  server.clock.set(new Date(Date.now() + 3 * dayMs))
  const fay = await society.join('Fay')
  await signIn(fay, '93.184.216.8')
  // Cleo's account isn't new anymore
  await signIn(cleo, '93.184.216.9')
  assert.deepEqual(await fromSameNetwork(momo, fay), [])
  assert.deepEqual(await fromSameNetwork(momo, ben), [])
  const dora = await society.join('Dora')
  await signIn(dora, '93.184.216.10')
  assert.deepEqual(await fromSameNetwork(momo, fay), [dora.id])
  server.clock.set(new Date(Date.now() + 94 * dayMs))
  await server.runtime.timer.wake()
  assert.deepEqual(await fromSameNetwork(momo, fay), [])
})

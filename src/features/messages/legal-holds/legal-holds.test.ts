import { mustBeOwner } from '#contract'
import { assert, startServer, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { noSuchUser } from '../../people/users/errors.ts'
import { expireMessages, purgeDeleted } from '../messages/due/retention.ts'
import * as api from './api.ts'

const day = 86_400_000

test('only owners set, list, and remove holds, and duplicates are refused', async ({ ada, ben, ines, society }) => {
  const stream_id = (await makeChannel(society.org, 'plans', [ada, ben])) as never
  const reason = 'A case'
  const { id } = await ada.call(api.addLegalHold, { stream_id, reason })
  await ada.call(api.addLegalHold, { user_id: ben.id, reason })
  await ada.call(api.addLegalHold, { reason })
  for (const place of [{ stream_id }, { user_id: ben.id }, {}])
    await ada.refused(api.addLegalHold, { ...place, reason }, api.heldAlready)
  await ada.refused(api.addLegalHold, { stream_id, user_id: ben.id, reason }, api.oneOrNone)
  await ada.refused(api.addLegalHold, { stream_id: 999_999 as never, reason }, invalidChannelId)
  await ada.refused(api.addLegalHold, { user_id: 999_999 as never, reason }, noSuchUser)
  const { legal_holds } = await ada.call(api.getLegalHolds)
  assert.deepEqual(
    legal_holds.map((one) => [one.stream_id, one.user_id, one.reason, one.creator_id]),
    [
      [stream_id, null, reason, ada.id],
      [null, ben.id, reason, ada.id],
      [null, null, reason, ada.id],
    ],
  )
  await ines.refused(api.getLegalHolds, {}, mustBeOwner)
  await ines.refused(api.addLegalHold, { reason: 'Mine' }, mustBeOwner)
  await ines.refused(api.removeLegalHold, { hold_id: id }, mustBeOwner)
  await ada.call(api.removeLegalHold, { hold_id: id })
  await ada.refused(api.removeLegalHold, { hold_id: id }, api.noSuchHold)
  assert.equal((await ada.call(api.getLegalHolds)).legal_holds.length, 2)
})

test('held messages are neither deleted by retention nor purged', async () => {
  const server = await startServer()
  try {
    const society = await TestOrganization.found(server)
    const { org, owner: ada } = society
    const [ben, cleo] = [await society.join('Ben'), await society.join('Cleo')]
    const held = await makeChannel(org, 'held', [ada, ben, cleo])
    const free = await makeChannel(org, 'free', [ada, ben, cleo])
    await ada.call(api.addLegalHold, { stream_id: held as never, reason: 'A case' })
    await ada.call(api.addLegalHold, { user_id: ben.id, reason: 'A case' })
    const write = async () => ({
      inChannel: await cleo.sends('text', { channel: held, topic: 't' }),
      byPerson: await ben.sends('text', { channel: free, topic: 't' }),
      toPerson: await cleo.sends('text', ben),
      other: await cleo.sends('text', { channel: free, topic: 't' }),
      otherDirect: await cleo.sends('text', ada),
    })
    const [kept, deleted] = [await write(), await write()]
    await ada.send('PATCH', '/realm', { message_retention_days: 30 })
    for (const id of Object.values(deleted))
      await (id === deleted.byPerson ? ben : cleo)
        .send('DELETE', `/messages/${id}`)
        .catch(() => ada.send('DELETE', `/messages/${id}`))
    const names = (of: Record<string, number>, ids: Set<number>) =>
      Object.keys(of).filter((name) => ids.has(of[name] as number))
    const left = async () => {
      const { rows } = await server.runtime.db.read(async (tx) => ({
        rows: {
          messages: await tx.selectFrom('message').select('id').where('org_id', '=', org.id).execute(),
          archive: await tx.selectFrom('deleted_message').select('id').where('org_id', '=', org.id).execute(),
        },
      }))
      const ids = (list: { id: number }[]) => new Set(list.map(({ id }) => id))
      return [names(kept, ids(rows.messages)), names(deleted, ids(rows.archive))]
    }
    const all = Object.keys(kept)
    assert.deepEqual(await left(), [all, all])
    server.clock.set(new Date(Date.now() + 100 * day))
    await expireMessages(org)
    await purgeDeleted(org, 30)
    const ours = ['inChannel', 'byPerson', 'toPerson']
    assert.deepEqual(await left(), [ours, ours])
    await ada.call(api.addLegalHold, { reason: 'All of it' })
    const { legal_holds } = await ada.call(api.getLegalHolds)
    for (const { id } of legal_holds.slice(0, 2)) await ada.call(api.removeLegalHold, { hold_id: id })
    await expireMessages(org)
    await purgeDeleted(org, 30)
    assert.deepEqual(await left(), [ours, ours], 'a hold on everything')
    await ada.call(api.removeLegalHold, { hold_id: legal_holds[2]?.id as number })
    await expireMessages(org)
    await purgeDeleted(org, 30)
    assert.deepEqual(await left(), [[], []])
  } finally {
    await server.close()
  }
})

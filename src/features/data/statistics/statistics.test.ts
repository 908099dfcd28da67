import { botTypes, mustBeAdministrator } from '#contract'
import { assert, Person, startServer, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import { savePresence } from '../../people/presence/actions.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { countDays, countFiles } from './actions.ts'
import * as api from './api.ts'

const dayMs = 86_400_000

test('messages are counted once by day and place, and separately for bots', async () => {
  const server = await startServer()
  try {
    const society = await TestOrganization.found(server)
    const { org, owner: ada } = society
    const [ben, ines] = [await society.join('Ben'), await society.join('Ines', 200)]
    const open = await makeChannel(org, 'open', [ada, ben])
    const closed = await makeChannel(org, 'closed', [ada, ben], { invite_only: true })
    const before = (await ines.call(api.getStatistics, { days: 1 })).days[0]
    assert.deepEqual([before?.active_people, before?.people], [null, null])
    await countDays(org)
    const base = (await ines.call(api.getStatistics, { days: 1 })).days[0]
    assert.ok(base)
    for (const to of [open, open, closed]) await ben.sends('x', { channel: to, topic: 't' })
    await ben.sends('x', ada)
    const bot = await ben.call(createBot, { full_name: 'B', short_name: 'b', bot_type: botTypes.generic })
    const account = org.get(peopleCache).byId.get(bot.user_id as never)
    assert.ok(account)
    const robot = new Person(server, org, society.subdomain, account)
    await robot.sends('x', ben)
    await countDays(org)
    await countDays(org)
    const [today] = (await ines.call(api.getStatistics, { days: 1 })).days
    const more = (name: keyof typeof base.messages) => (today?.messages[name] ?? 0) - base.messages[name]
    assert.deepEqual([more('public_channels'), more('private_channels'), more('direct')], [2, 1, 2])
    assert.equal(today?.messages_by_bots, base.messages_by_bots + 1)
    assert.deepEqual([today?.active_people, today?.active_people_week, today?.people], [1, 1, 3])
    server.clock.set(new Date(Date.now() + dayMs))
    await ben.sends('x', { channel: open, topic: 't' })
    await ada.sends('x', { channel: open, topic: 't' })
    await countDays(org)
    const { days } = await ines.call(api.getStatistics, { days: 3 })
    assert.deepEqual(
      days.map(({ active_people, active_people_week }) => [active_people, active_people_week]),
      [
        [null, null],
        [1, 1],
        [2, 2],
      ],
    )
    assert.deepEqual(days[1]?.messages, today?.messages)
    assert.equal(days[2]?.messages.public_channels, 2)
    assert.equal(days[2]?.day, new Date(Date.now() + dayMs).toISOString().slice(0, 10))
  } finally {
    await server.close()
  }
})

test('storage of uploads is reported by type', async ({ society, ada, ines }) => {
  await upload(ada, 'a.txt', Buffer.from('hello'))
  await upload(ada, 'b.bin', Buffer.from([0, 1, 2]))
  await countFiles(society.org)
  const { storage, upload_bytes, quotas } = await ines.call(api.getStatistics)
  const room = Object.fromEntries(storage.map(({ kind, bytes, files }) => [kind, [bytes, files]]))
  assert.deepEqual(
    [room.text, room.other, room.image],
    [
      [5, 1],
      [3, 1],
      [0, 0],
    ],
  )
  assert.equal(upload_bytes, 8)
  assert.deepEqual(quotas[0], { name: 'upload_mib', most: 5_120, used: 1 })
})

test('users active without writing are counted, and user numbers follow accounts', async ({
  society,
  ada,
  ben,
  cleo,
  ines,
}) => {
  await cleo.send('POST', '/users/me/presence', { status: 'active', new_user_input: true })
  await ada.send('DELETE', `/users/${ben.id}`)
  await savePresence(society.org)
  await countDays(society.org)
  const { people, days, counted_at } = await ines.call(api.getStatistics)
  assert.deepEqual([people.members, people.deactivated, people.guests, people.bots], [3, 1, 0, 0])
  assert.deepEqual([days.at(-1)?.active_people, days.at(-1)?.people], [1, 3])
  assert.ok(counted_at)
  await cleo.refused(api.getStatistics, {}, mustBeAdministrator)
})

import { assert, type Person, test, type Watch } from '#test'
import { leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { deactivateUser } from '../../people/users/actions/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { Message } from '../messages/wire.ts'
import * as api from './api.ts'
import { alterChannel, at, noon, passTo, pending, schedule } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const messages = async (watch: Watch): Promise<Message[]> =>
  (await watch.of('message')).map(({ message }) => message as Message)

const fromBot = async (person: Person, watch: Watch): Promise<string[]> => {
  const bot = person.org.get(peopleCache).systemBot('notification-bot')
  return (await messages(watch)).filter(({ sender_id }) => sender_id === bot.id).map(({ content }) => content)
}

test('a message is sent once on time and leaves the list', async ({ ada, ben, server }) => {
  const watch = await ada.register('scheduled_messages')
  const inbox = await ben.register('message')
  const scheduled_message_id = await schedule(ada, { to: [ben.id], content: 'Hello **there**' })
  await passTo(server, 59)
  assert.deepEqual(await inbox.ops(), [])
  await passTo(server, 60)
  await passTo(server, 61)
  const [message, ...more] = await messages(inbox)
  assert.deepEqual(more, [])
  assert.equal(message?.content, '<p>Hello <strong>there</strong></p>')
  assert.equal(message?.sender_id, ada.id)
  assert.equal(message?.timestamp, at(60))
  assert.deepEqual(
    (message?.display_recipient as { id: number }[] | undefined)?.map(({ id }) => id),
    [ada.id, ben.id],
  )
  assert.deepEqual(await pending(ada), [])
  assert.deepEqual((await watch.of('scheduled_messages', 'remove'))[0], {
    type: 'scheduled_messages',
    op: 'remove',
    scheduled_message_id,
  })
  await watch.agreesWithFreshRegister()
  await ada.refused(api.updateScheduledMessage, { scheduled_message_id, content: 'x' }, api.noSuchScheduledMessage)
})

test('messages to channels arrive in their topics', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  await schedule(ada, { type: 'channel', to: lunch, topic: 'soup' })
  await schedule(ada, { type: 'stream', to: lunch, topic: '', scheduled_delivery_timestamp: at(61) })
  await passTo(server, 62)
  assert.deepEqual(
    (await messages(inbox)).map(({ stream_id, subject }) => [stream_id, subject]),
    [
      [lunch, 'soup'],
      [lunch, ''],
    ],
  )
})

test('messages due together are sent in the order of their times across senders', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const inbox = await cleo.register('message')
  const people = [ada, ben, cleo]
  const times = Array.from({ length: 250 }, (_, n) => (n * 97) % 250)
  for (const [n, time] of times.entries())
    await schedule(people[n % 3] as Person, {
      type: 'channel',
      to: lunch,
      topic: 'soup',
      content: `${time}`,
      scheduled_delivery_timestamp: at(60 + time),
    })
  await passTo(server, 400)
  assert.deepEqual(
    (await messages(inbox)).map(({ content }) => content),
    Array.from({ length: 250 }, (_, n) => `<p>${n}</p>`),
  )
})

test('an edited message is sent as edited, at its new time', async ({ ada, ben, cleo, server }) => {
  const [bens, cleos] = [await ben.register('message'), await cleo.register('message')]
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  await ada.call(api.updateScheduledMessage, {
    scheduled_message_id,
    to: [cleo.id],
    content: 'Changed',
    scheduled_delivery_timestamp: at(90),
  })
  await passTo(server, 89)
  assert.deepEqual(await cleos.ops(), [])
  await passTo(server, 90)
  assert.deepEqual(
    (await messages(cleos)).map(({ content }) => content),
    ['<p>Changed</p>'],
  )
  assert.deepEqual(await bens.ops(), [])
})

test('whether the sender has read it is decided by the client or the server', async ({ ada, ben, server }) => {
  const watch = await ada.register('message')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (params: Record<string, string>, client: string) => {
    const body = new URLSearchParams({ type: 'direct', scheduled_delivery_timestamp: `${at(60)}`, ...params })
    return server.http.inject({
      method: 'POST',
      url: '/api/v1/scheduled_messages',
      headers: {
        ...form,
        host: new URL(`http://${ada.email.split('@')[1]?.split('.')[0]}.loquat.test`).host,
        authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}`,
        'user-agent': client,
      },
      body: body.toString(),
    })
  }
  const to = JSON.stringify([ben.id])
  await send({ to, content: 'a', read_by_sender: 'true' }, 'ZulipPython/0.9')
  await send({ to, content: 'b', read_by_sender: 'false' }, 'ZulipFlutter/30.0')
  await send({ to, content: 'c' }, 'ZulipFlutter/30.0')
  await send({ to, content: 'd' }, 'ZulipPython/0.9')
  await send({ to: JSON.stringify([ada.id]), content: 'e' }, 'ZulipPython/0.9')
  await passTo(server, 60)
  const seen = (await watch.of('message')).map(({ message, flags }) => {
    const { content, client } = message as Message
    return [content, client, (flags as string[]).includes('read')]
  })
  assert.deepEqual(seen, [
    ['<p>a</p>', 'ZulipPython', true],
    ['<p>b</p>', 'ZulipFlutter', false],
    ['<p>c</p>', 'ZulipFlutter', true],
    ['<p>d</p>', 'ZulipPython', false],
    ['<p>e</p>', 'ZulipPython', true],
  ])
})

test('after downtime a message is sent late, or fails if too late', async ({ ada, ben, server }) => {
  const watch = await ada.register('scheduled_messages', 'message')
  const inbox = await ben.register('message')
  const early = await schedule(ada, { to: [ben.id], content: 'too late', scheduled_delivery_timestamp: at(10) })
  await schedule(ada, { to: [ben.id], content: 'late', scheduled_delivery_timestamp: at(30) })
  await passTo(server, 30 + 600)
  assert.deepEqual(
    (await messages(inbox)).map(({ content }) => content),
    ['<p>late</p>'],
  )
  const [failed, ...more] = await pending(ada)
  assert.deepEqual([failed?.scheduled_message_id, failed?.failed, more], [early, true, []])
  assert.deepEqual((await watch.of('scheduled_messages', 'update'))[0]?.scheduled_message, failed)
  const [note] = await fromBot(ada, watch)
  assert.match(note ?? '', /Ben.*time datetime="2030-05-17T12:00:10Z".*wasn’t running at that time/)
  await passTo(server, 700)
  assert.equal((await fromBot(ada, watch)).length, 1, 'told once')
})

test('a failed message is sent when it gets a new time', async ({ ada, ben, server }) => {
  const watch = await ada.register('scheduled_messages')
  const inbox = await ben.register('message')
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  await passTo(server, 1_000)
  assert.equal((await pending(ada))[0]?.failed, true)
  await ada.refused(api.updateScheduledMessage, { scheduled_message_id, content: 'x' }, api.newTimeNeeded)
  await ada.refused(api.updateScheduledMessage, { scheduled_message_id }, api.newTimeNeeded)
  await ada.call(api.updateScheduledMessage, { scheduled_message_id, scheduled_delivery_timestamp: at(1_060) })
  assert.equal((await pending(ada))[0]?.failed, false)
  await watch.agreesWithFreshRegister()
  await passTo(server, 1_060)
  assert.equal((await messages(inbox)).length, 1)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await watch.ops(), ['add', 'update', 'update', 'remove'])
})

test('a failed message can be deleted', async ({ ada, ben, server }) => {
  const scheduled_message_id = await schedule(ada, { to: [ben.id] })
  await passTo(server, 1_000)
  await ada.call(api.deleteScheduledMessage, { scheduled_message_id })
  assert.deepEqual(await pending(ada), [])
})

test('deactivated recipients, archived channels, and lost permissions make a message fail', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const [closed, secret, strict] = [
    await makeChannel(society.org, 'closed', [ada, ben]),
    await makeChannel(society.org, 'secret', [ada, ben], { invite_only: true }),
    await makeChannel(society.org, 'strict', [ada, ben]),
  ]
  const toChannel = { type: 'channel' as const, topic: 'soup' }
  await schedule(ben, { to: [cleo.id], scheduled_delivery_timestamp: at(60) })
  await schedule(ben, { ...toChannel, to: closed, scheduled_delivery_timestamp: at(61) })
  await schedule(ben, { ...toChannel, to: secret, scheduled_delivery_timestamp: at(62) })
  await schedule(ben, { ...toChannel, to: strict, topic: '', scheduled_delivery_timestamp: at(63) })
  await schedule(ben, { to: [ada.id], content: 'fine', scheduled_delivery_timestamp: at(64) })
  const inbox = await ada.register('message')
  const watch = await ben.register('scheduled_messages', 'message')
  const { org } = society
  await org.transact(ada.id, async (mutation) => {
    const account = mutation.get(peopleCache).byId.get(cleo.id)
    assert.ok(account)
    await deactivateUser(mutation, account)
  })
  await alterChannel(ada, closed, { archived_at: new Date() })
  await leaveChannel(org, secret, ben)
  await alterChannel(ada, secret, { name: 'renamed since' })
  await alterChannel(ada, strict, { topics_policy: 'disable_empty_topic' })
  await passTo(server, 64)
  assert.deepEqual(
    (await messages(inbox)).map(({ content }) => content),
    ['<p>fine</p>'],
  )
  const notes = await fromBot(ben, watch)
  assert.equal(notes.length, 4)
  for (const reason of [
    /Cleo.*no longer using/,
    /#closed.*archived/,
    /a channel.*does not exist/,
    /#strict.*general chat/,
  ])
    assert.ok(
      notes.some((note) => reason.test(note)),
      `${reason}`,
    )
  assert.ok(!notes.some((note) => note.includes('renamed since')))
  const left = await pending(ben)
  assert.deepEqual(
    left.map(({ failed }) => failed),
    [true, true, true, true],
  )
  await watch.agreesWithFreshRegister()
})

test('scheduled messages of deactivated users are not sent', async ({ ada, ben, server, society }) => {
  await schedule(ben, { to: [ada.id] })
  const inbox = await ada.register('message')
  await society.org.transact(ada.id, async (mutation) => {
    const account = mutation.get(peopleCache).byId.get(ben.id)
    assert.ok(account)
    await deactivateUser(mutation, account)
  })
  await passTo(server, 60)
  assert.deepEqual(await inbox.ops(), [])
  const row = await society.org.db.read((tx) =>
    tx.selectFrom('scheduled_message').select('failure').where('sender_id', '=', ben.id).executeTakeFirst(),
  )
  assert.ok(row?.failure)
})

test('an edit during delivery never causes duplicates or sends the old text', async ({ ada, ben, server }) => {
  const inbox = await ben.register('message')
  for (let round = 0; round < 20; round++) {
    server.clock.set(new Date((at(0) + round * 1_000) * 1000))
    const due = at(round * 1_000 + 60)
    const scheduled_message_id = await schedule(ada, {
      to: [ben.id],
      content: 'old',
      scheduled_delivery_timestamp: due,
    })
    server.clock.set(new Date(due * 1000))
    const edit = ada
      .call(api.updateScheduledMessage, {
        scheduled_message_id,
        content: 'new',
        scheduled_delivery_timestamp: due + 10,
      })
      .then(
        () => true,
        () => false,
      )
    const wake = server.runtime.timer.wake()
    const edited = await edit
    await wake
    await passTo(server, round * 1_000 + 70)
    const sent = (await messages(inbox)).slice(round).map(({ content }) => content)
    assert.deepEqual(sent, [edited ? '<p>new</p>' : '<p>old</p>'])
    assert.deepEqual(await pending(ada), [])
  }
})

test('a running timer sends on its own', async ({ ada, ben, server }) => {
  server.clock.release()
  const failures: unknown[] = []
  server.runtime.timer.start((_name, error) => failures.push(error))
  const inbox = await ben.register('message')
  const soon = Math.floor(Date.now() / 1000) + 2
  await schedule(ada, { to: [ben.id], scheduled_delivery_timestamp: soon })
  const { message } = await inbox.until(({ type }) => type === 'message')
  await server.runtime.timer.stop()
  assert.ok((message as Message).timestamp >= soon)
  assert.deepEqual(failures, [])
})

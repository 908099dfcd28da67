import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { twinOf } from '../../../../test/harness/twin.ts'
import { createReminder } from '../reminders/api.ts'
import { at, noon, pending, schedule } from './fixture.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

/** Schedules channel messages and reminders, many for the same second, and returns their texts. */
async function plan(people: Person[], channel: number, first: number): Promise<string[]> {
  const contents: string[] = []
  for (let n = 0; n < 150; n++) {
    const content = `message ${n}`
    const person = people[n % people.length] as Person
    await schedule(person, {
      type: 'channel',
      to: channel,
      topic: 'soup',
      content,
      scheduled_delivery_timestamp: first + (n % 3),
    })
    contents.push(content)
  }
  for (let n = 0; n < 30; n++) {
    const note = `reminder ${n}`
    await people[0]?.call(createReminder, { note, scheduled_delivery_timestamp: first + (n % 3) })
    contents.push(`You asked for a reminder.\n\nYour note: ${note}`)
  }
  return contents.sort()
}

const sent = async ({ org }: Person): Promise<string[]> => {
  const rows = await org.db.read((tx) =>
    tx.selectFrom('message').select('content').where('org_id', '=', org.id).execute(),
  )
  return rows
    .map(({ content }) => content)
    .filter((content) => /message \d|reminder \d/.test(content))
    .sort()
}

test('a process woken several times at once sends everything once', async ({ ada, ben, server, society }) => {
  server.clock.set(new Date(noon * 1000))
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const planned = await plan([ada, ben], lunch, at(60))
  server.clock.set(new Date(at(90) * 1000))
  await Promise.all(Array.from({ length: 5 }, () => server.runtime.timer.wake()))
  assert.deepEqual(await sent(ada), planned)
  for (const person of [ada, ben]) assert.deepEqual(await pending(person), [])
})

if (url) {
  test('two processes on one database send everything once', async ({ ada, ben, server, society }) => {
    server.clock.set(new Date(noon * 1000))
    const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
    const inbox = await ben.register('message')
    const planned = await plan([ada, ben], lunch, at(60))
    const twin = await twinOf(server)
    try {
      for (const secs of [60, 61, 62]) {
        server.clock.set(new Date(at(secs) * 1000))
        await Promise.all([server.runtime, twin].map(({ timer }) => timer.wake()))
      }
      assert.deepEqual(await sent(ada), planned)
      assert.equal((await inbox.of('message')).length, 150)
    } finally {
      await twin.stop()
      await twin.db.close()
    }
  })

  test('two processes with running timers send everything once', async ({ ada, ben, server, society }) => {
    server.clock.release()
    const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
    const twin = await twinOf(server)
    const failures: unknown[] = []
    try {
      for (const { timer } of [server.runtime, twin]) timer.start((_name, error) => failures.push(error))
      const planned = await plan([ada, ben], lunch, Math.floor(Date.now() / 1000) + 8)
      while ((await sent(ada)).length < planned.length) await new Promise((resolve) => setTimeout(resolve, 100))
      for (const { timer } of [server.runtime, twin]) {
        await timer.stop()
        await timer.wake()
      }
      assert.deepEqual(await sent(ada), planned)
      assert.deepEqual(failures, [])
    } finally {
      await twin.stop()
      await twin.db.close()
      await server.runtime.timer.stop()
    }
  })
}

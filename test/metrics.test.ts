import { setTimeout as sleep } from 'node:timers/promises'
import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { getUsers } from '../src/features/people/users/api.ts'

const ask = async ({ port }: TestServer, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}
const value = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )

test('metrics describe the server without naming anyone', async ({ server, ada, ben }) => {
  const before = (await ask(server)).text
  await ada.sends('Hello', ben)
  await ben.call(getUsers, {})
  await ben.refusedRaw('GET', '/users/999999999')
  const { status, type, text } = await ask(server)
  assert.equal(status, 200)
  assert.match(type, /^text\/plain; version=/)
  const grew = (series: string) => value(text, series) - (value(before, series) || 0)
  assert.equal(grew('loquat_messages_sent_total'), 1)
  assert.ok(grew('loquat_events_written_total') >= 1)
  assert.ok(grew('loquat_database_statements_total') >= 1)
  assert.equal(grew('loquat_http_requests_total{route="POST /messages",status="200"}'), 1)
  assert.equal(grew('loquat_http_requests_total{route="GET /users/{user_id}",status="400"}'), 1)
  assert.equal(value(text, 'loquat_event_log_lag'), 0)
  assert.ok(value(text, 'loquat_organizations') >= 1)
  assert.ok(value(text, 'process_resident_memory_bytes') > 0)
  // only names and labels: a sum of seconds can contain any digits
  const names = text.replaceAll(/ [^ \n]+$/gm, '')
  for (const secret of [ada.email, 'Ada', '999999999']) assert.ok(!names.includes(secret))
})

test('queues and waiting requests are counted', async ({ server, ada }) => {
  const watch = await ada.register('message')
  const { text: before } = await ask(server)
  const waiting = watch.until(({ type }) => type === 'message')
  for (;;) {
    const { text } = await ask(server)
    if (value(text, 'loquat_waiting_polls') === 1) break
    await sleep(20)
  }
  assert.ok(value(before, 'loquat_event_queues') >= 1)
  await ada.sends('Hello', ada)
  await waiting
  assert.equal(value((await ask(server)).text, 'loquat_waiting_polls'), 0)
})

test('requests to unknown paths are counted together', async ({ server }) => {
  for (const path of ['/nowhere/a', '/nowhere/b', '/api/v1/nowhere'])
    await fetch(`http://127.0.0.1:${server.port}${path}`)
  const { text } = await ask(server)
  assert.ok(!text.includes('nowhere'))
  assert.ok(value(text, 'loquat_http_requests_total{route="none",status="404"}') >= 3)
})

test('metrics are served to this machine only, by default', async ({ server }) => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    assert.equal((await ask(server, { [name]: '127.0.0.1' })).status, 404)
  for (const [metrics, expected] of [
    ['off', [404, 404]],
    ['public', [200, 200]],
  ] as const) {
    const other = await startServer({ metrics })
    await TestOrganization.found(other)
    try {
      const [here, elsewhere] = [await ask(other), await ask(other, { 'x-forwarded-for': '192.0.2.7' })]
      assert.deepEqual([here.status, elsewhere.status], expected)
    } finally {
      await other.close()
    }
  }
})

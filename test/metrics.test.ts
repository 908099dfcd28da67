import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { projectRoot } from '#platform/config'
import { sendMail } from '#platform/mail'
import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { countDays } from '../src/features/data/statistics/actions.ts'
import { getUsers } from '../src/features/people/users/api.ts'
import { MailServer } from './harness/mail.ts'

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

test('two scrapers read the same cumulative event loop delays', async ({ server }) => {
  const counted = (text: string) => value(text, 'loquat_event_loop_delay_seconds_count')
  const first = (await ask(server)).text
  for (const until = performance.now() + 100; performance.now() < until; );
  let later = first
  // the pause is measured at the next tick of the meter
  const long = (text: string) => counted(text) - value(text, 'loquat_event_loop_delay_seconds_bucket{le="0.05"}')
  while (long(later) <= long(first)) later = (await ask(server)).text
  const other = (await ask(server)).text
  assert.ok(counted(other) >= counted(later) && counted(later) > counted(first))
  assert.ok(long(other) >= long(later))
  const bounds = [...other.matchAll(/^loquat_event_loop_delay_seconds_bucket\{le="[^"]+"\} (\d+)$/gm)].map(Number)
  assert.deepEqual(
    bounds,
    bounds.toSorted((a, b) => a - b),
  )
  assert.equal(value(other, 'loquat_event_loop_delay_seconds_bucket{le="+Inf"}'), counted(other))
})

test('names follow the conventions of Prometheus: units, _total, no duplicates', async ({ server }) => {
  const { text } = await ask(server)
  const types = [...text.matchAll(/^# TYPE (loquat_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
  assert.ok(types.length > 35)
  assert.equal(new Set(types.map(({ name }) => name)).size, types.length)
  for (const { name, type } of types) {
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
    if (type === 'histogram') assert.match(name, /_seconds$/)
    assert.ok(!/_(ms|millis|kb|mb|percent)(_|$)/.test(name), name)
  }
  const [, pages = ''] = (await readFile(join(projectRoot, 'docs/metrics.md'), 'utf8')).split('## All metrics')
  for (const { name } of types) assert.ok(pages.includes(`\`${name}`), `docs/metrics.md has no ${name}`)
})

test('build, database, jobs, mail, and active users are measured', async () => {
  const fresh = await startServer()
  try {
    const { org, owner } = await TestOrganization.found(fresh)
    await owner.sends('Hello', owner)
    await countDays(org)
    const { text } = await ask(fresh)
    const kind = process.env.LOQUAT_TEST_DATABASE_URL ? 'server' : 'embedded'
    assert.match(text, new RegExp(`^loquat_build_info\\{version="[^"]+",node="[^"]+",database="${kind}"\\} 1$`, 'm'))
    assert.ok(value(text, 'loquat_database_size_bytes') > 2 ** 20)
    assert.equal(value(text, 'loquat_mail_outbox'), 0)
    assert.equal(value(text, 'loquat_jobs_overdue{kind="mail"}'), 0)
    assert.ok(value(text, 'loquat_database_connections{state="busy"}') >= 0)
    for (const days of [1, 7, 30]) assert.ok(value(text, `loquat_active_users{days="${days}"}`) >= 1)
    assert.ok(value(text, 'loquat_messages') >= 1)
  } finally {
    await fresh.close()
  }
})

test('a scrape reads the database at most every 15 seconds', async ({ server }) => {
  await ask(server)
  const before = server.runtime.db.statements
  for (let scrape = 0; scrape < 5; scrape++) await ask(server)
  // each scrape probes the database and compares positions, both in transactions
  assert.ok(server.runtime.db.statements - before <= 5 * 5, `${server.runtime.db.statements - before} statements`)
})

test('overdue jobs and undelivered email show with their age', async () => {
  const smtp = await MailServer.start()
  const server = await startServer({ smtpUrl: smtp.url })
  try {
    const { org } = await TestOrganization.found(server)
    await org.transact(null, (mutation) =>
      sendMail(mutation, {
        language: 'en',
        key: 'late',
        to: { name: 'Grace', address: 'grace@navy.example' },
        fromName: 'Society',
        subject: 'News',
        parts: ['Hello!'],
      }),
    )
    server.clock.advance(600_000)
    const { text } = await ask(server)
    assert.equal(value(text, 'loquat_mail_outbox'), 1)
    assert.ok(value(text, 'loquat_mail_outbox_oldest_seconds') >= 600)
    assert.equal(value(text, 'loquat_jobs_overdue{kind="mail"}'), 1)
    assert.ok(value(text, 'loquat_jobs_overdue_seconds{kind="mail"}') >= 600)
    await server.runtime.timer.wake()
    assert.equal(value((await ask(server)).text, 'loquat_mail_deliveries_total{outcome="sent"}'), 1)
  } finally {
    await server.close()
    await smtp.close()
  }
})

interface Panel {
  title: string
  targets?: { expr: string }[]
}
const shipped = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8')
const dashboards = ['grafana/overview.json', 'grafana/internals.json']

/** The names and label matchers that a PromQL expression selects. */
const selected = (expr: string) =>
  [...expr.matchAll(/\b((?:loquat|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)(?:=~?|!~?)"/g)].map(([, label = '']) => label),
  }))

test('the server answers every query of the dashboards and alert rules', async () => {
  const server = await startServer({ backupTo: join(tmpdir(), 'loquat-no-backups') })
  try {
    const { owner } = await TestOrganization.found(server)
    await owner.call(getUsers, {})
    const { text } = await ask(server)
    const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name, labels = '']) => ({ name, labels }))
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))
    const exprs = [
      ...(parse(await shipped('prometheus/rules.yml')) as Rules).groups.flatMap(({ rules }) =>
        rules.map(({ expr }) => expr),
      ),
    ]
    for (const name of dashboards)
      for (const { title, targets = [] } of (JSON.parse(await shipped(name)) as { panels: Panel[] }).panels)
        for (const { expr } of targets) exprs.push(expr.replaceAll(/\$\w+/g, title ? '.*' : ''))
    assert.ok(exprs.length > 30)
    for (const expr of exprs)
      for (const { name, labels } of selected(expr)) {
        const found = samples.filter((sample) => sample.name === name)
        // series with labels appear with the first count, and the backlog while there's one
        const comes = types.get(name) === 'counter' || (name === 'loquat_backlog' && types.has(name))
        assert.ok(found.length > 0 || comes, `${name} of ${expr}`)
        for (const label of labels.filter((one) => one !== 'job' && one !== 'instance'))
          assert.ok(comes || found.some((sample) => sample.labels.includes(`${label}="`)), `${label} of ${expr}`)
      }
  } finally {
    await server.close()
  }
})

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
test.skipIf(!hasPromtool)('promtool accepts the alert rules, their tests, and the metrics', async ({ server }) => {
  const folder = join(projectRoot, 'deploy/prometheus')
  const tool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, input, encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }
  for (const args of [
    ['check', 'rules', '--lint-fatal', 'rules.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ]) {
    const { status, said } = tool(args)
    assert.equal(status, 0, said)
  }
  const { said } = tool(['check', 'metrics'], (await ask(server)).text)
  assert.deepEqual(
    said.split('\n').filter((line) => line.startsWith('loquat_')),
    [],
  )
})

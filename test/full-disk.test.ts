import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, afterEach, assert, beforeAll, test } from '#test'
import { SocietyDirectory } from './harness/society-directory.ts'

const mib = 2 ** 20
let society: SocietyDirectory
beforeAll(async () => {
  society = await SocietyDirectory.prepare()
})
afterEach(() => society.processes.end())
afterAll(() => society.remove())

async function serveOnDisk() {
  const dataDir = await society.copy()
  const file = `${dataDir}.disk`
  const leave = (bytes: number, refuses = '') => writeFile(file, `${bytes} ${refuses}`)
  await leave(2_000 * mib)
  const environment = {
    NODE_OPTIONS: `--require ${join(projectRoot, 'test/full-disk.cjs')}`,
    LOQUAT_DISK_FILE: file,
    LOQUAT_LOG_LEVEL: 'warn',
  }
  const { url, ended, stop } = await society.processes.serve(dataDir, environment)
  const { email, api_key } = society.made.owner
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  const ask = (method: string, path: string, body?: URLSearchParams | FormData) =>
    fetch(`${url}${path}`, { method, headers: { authorization }, ...(body ? { body } : {}) })
  const send = (content: string) =>
    ask('POST', '/api/v1/messages', new URLSearchParams({ type: 'direct', to: `["${email}"]`, content }))
  const upload = (bytes: number) => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(bytes, 'x')]), 'file.txt')
    return ask('POST', '/api/v1/user_uploads', form)
  }
  const register = () => ask('POST', '/api/v1/register', new URLSearchParams({ event_types: '["message"]' }))
  const contents = async () => {
    const query = new URLSearchParams({ anchor: 'newest', num_before: '100', num_after: '0', apply_markdown: 'false' })
    const reply = await ask('GET', `/api/v1/messages?${query}`)
    assert.equal(reply.status, 200)
    return ((await reply.json()) as { messages: { content: string }[] }).messages.map(({ content }) => content)
  }
  const isHealthy = async () => (await fetch(`${url}/health`)).status === 200
  const until = (condition: () => Promise<boolean> | boolean) =>
    vi.waitFor(async () => assert.ok(await condition()), { timeout: 300_000, interval: 200 })
  const doctor = async () => {
    const args = ['doctor', '--data-dir', dataDir]
    return society.processes.launch(args, { env: environment }).closed
  }
  return { url, ended, stop, leave, send, upload, register, contents, isHealthy, until, doctor }
}

async function refusesForSpace(reply: Response): Promise<void> {
  const body = (await reply.json()) as { code: string; msg: string }
  assert.deepEqual([reply.status, body.code], [503, 'STORAGE_FULL'], body.msg)
  assert.match(body.msg, /disk is full/)
  assert.ok(Number(reply.headers.get('retry-after')) > 0)
}

test('a disk that fills up warns in the log, doctor, and messages to owners', async () => {
  const { url, ended, leave, contents, until, doctor } = await serveOnDisk()
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  assert.match(await metrics(), new RegExp(`^loquat_disk_free_bytes ${2_000 * mib}$`, 'm'))
  assert.match(await metrics(), new RegExp(`^loquat_disk_bytes ${4_096 * mib}$`, 'm'))
  await leave(300 * mib)
  await until(() => /Disk space is running low: 300 MiB of 4\.0 GiB \(7 %\) are free for/.test(ended.out + ended.err))
  await until(async () => (await contents()).some((text) => text.includes('running low on disk space')))
  const low = await doctor()
  assert.equal(low.code, 0, low.err)
  assert.match(low.out, /^note +disk: 300 MiB of 4\.0 GiB \(7 %\) are free for/m)
  await leave(60 * mib)
  await until(() => /Disk space has almost run out: 60 MiB/.test(ended.out + ended.err))
  await until(async () => (await contents()).some((text) => text.includes('almost run out of disk space')))
  const critical = await doctor()
  assert.equal(critical.code, 1)
  assert.match(critical.err, /problems found: disk/)
  await leave(2_000 * mib)
  await until(() => /There is enough disk space again/.test(ended.out + ended.err))
  assert.equal((await contents()).filter((text) => text.includes('disk space')).length, 2)
})

test('a full disk refuses changes with a reason, serves reads, and recovers', async () => {
  const { url, ended, stop, leave, send, upload, register, contents, isHealthy, until, doctor } = await serveOnDisk()
  assert.equal((await send('before')).status, 200)
  assert.equal((await upload(1_000)).status, 200)
  await leave(10 * mib)
  await until(async () => !(await isHealthy()))
  const health = await fetch(`${url}/health`)
  assert.deepEqual(await health.json(), { status: 'unavailable', reason: 'disk' })
  assert.ok(Number(health.headers.get('retry-after')) > 0)
  assert.equal((await fetch(`${url}/health/live`)).status, 200)
  await refusesForSpace(await send('refused'))
  await refusesForSpace(await upload(1_000))
  assert.ok((await contents()).includes('before'))
  const said = await doctor()
  assert.equal(said.code, 1)
  assert.match(said.out, /^failed +disk: 10 MiB of 4\.0 GiB \(0 %\) .*it is full/m)
  // no writes at all, even those that don't change an organization
  await leave(0, 'refuses')
  for (const reply of [await send('refused'), await upload(100_000), await register()]) await refusesForSpace(reply)
  await leave(2_000 * mib)
  await until(isHealthy)
  assert.equal((await send('after')).status, 200)
  assert.equal((await upload(1_000)).status, 200)
  assert.equal((await register()).status, 200)
  const all = await contents()
  assert.ok(all.includes('before') && all.includes('after') && !all.includes('refused'))
  assert.doesNotMatch(ended.out + ended.err, /request failed/)
  assert.equal((await stop('SIGTERM')).code, 0)
})

test('a large file is refused before it would fill the disk', async () => {
  const { leave, send, upload } = await serveOnDisk()
  await leave(33 * mib)
  await refusesForSpace(await upload(5 * mib))
  assert.equal((await send('small')).status, 200)
})

test('a disk that refuses writes despite free space loses nothing acknowledged', async () => {
  const { ended, leave, send, upload, contents, isHealthy, until } = await serveOnDisk()
  const sent: string[] = []
  const trySending = async (text: string) => {
    const { status } = await send(text)
    assert.ok(status === 200 || status === 503, `${status}`)
    if (status === 200) sent.push(text)
  }
  await trySending('first')
  await leave(2_000 * mib, 'refuses')
  for (let number = 0; number < 5; number++) await trySending(`amid ${number}`)
  assert.equal((await upload(100_000)).status, 503)
  await leave(2_000 * mib)
  await until(isHealthy)
  await until(async () => {
    await trySending('last')
    return sent.includes('last')
  })
  const all = await contents()
  for (const text of sent) assert.ok(all.includes(text), text)
  assert.doesNotMatch(ended.out + ended.err, /request failed/)
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { openEmbedded } from '#platform/db'
import { assert, chance, copyDirectory, RealServer, runHere } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { program } from '../harness/command-processes.ts'
import { PostgresServer, programs } from '../outages/postgres.ts'

const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 3)
const manyRows = 20_000

let work: string
let server: RealServer
let owner: { email: string; apiKey: string; userId: number }
let queue: { queue_id: string; last_event_id: number }
const last = 'the last one before everything stopped'

const client = (url: string) => new LoquatClient({ ...owner, transport: fetchTransport(url) })
const sendDirect = (url: string, content: string) =>
  client(url).send('POST', '/messages', [
    ['type', 'direct'],
    ['to', `[${owner.userId}]`],
    ['content', content],
  ])

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'loquat-kills-'))
  server = await RealServer.prepare({ isPlain: true })
  owner = await server.createOrganization()
  // enough data to kill the process midway
  const driver = await openEmbedded({ dataDir: join(server.dataDir, 'database') })
  await driver.script(`insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
      renderer_version, sent_at, sender_read)
    select o.id, 1, ${owner.userId}, 'test', 'many', 'message ' || n, '<p>message ' || n || '</p>', 1, now(), true
    from organization o cross join generate_series(1, ${manyRows}) n`)
  await driver.close()
  await server.start()
  queue = (await client(server.url).send('POST', '/register', [['event_types', '["message"]']])) as never
  await sendDirect(server.url, last)
})
afterAll(async () => {
  await server.dispose()
  await rm(work, { recursive: true, force: true })
})

/** A command in its own process, which can be killed. */
function begin(...args: string[]): { child: ChildProcess; ended: Promise<number | null>; text(): string } {
  const { LOQUAT_TEST_DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [...program, ...args], { env: environment })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, text: () => text }
}

/** Kills it after a delay, unless it finishes first. */
async function kill({ child, ended }: ReturnType<typeof begin>, afterMs: number): Promise<void> {
  await Promise.race([pause(afterMs), ended])
  child.kill('SIGKILL')
  await ended
}

async function seesAll(url: string): Promise<void> {
  // an old queue continues, with the events its client hasn't seen
  const { events } = await client(url).send('GET', '/events', [
    ['queue_id', queue.queue_id],
    ['last_event_id', String(queue.last_event_id)],
    ['dont_block', 'true'],
  ])
  const texts = (events as { message?: { content: string } }[]).flatMap(({ message }) => message?.content ?? [])
  assert.ok(texts.some((text) => text.includes(last)))
  await sendDirect(url, 'and it goes on')
}

test('a server killed during a backup leaves only complete ones', async () => {
  const to = join(work, 'backups')
  const random = chance(1)
  for (let round = 0; round < rounds; round++) {
    const making = begin('backup', '--to', to, '--data-dir', server.dataDir)
    await pause(500 + random() * 4000)
    await server.end('SIGKILL')
    await making.ended
    await server.start()
    for (const name of (await readdir(to).catch(() => [])).filter((one) => one.endsWith('.json'))) {
      const archive = join(to, name.replace(/json$/, 'backup'))
      const { code, err } = await runHere(['restore', archive, '--check-only', '--data-dir', join(work, 'none')])
      assert.equal(code, 0, err)
    }
  }
  const making = begin('backup', '--to', to, '--data-dir', server.dataDir)
  assert.equal(await making.ended, 0, making.text())
  assert.deepEqual(await readdir(join(server.dataDir, 'backup.work')), [])
})

test('a killed restore leaves no database, and can be repeated', async () => {
  const to = join(work, 'to-restore')
  const making = begin('backup', '--to', to, '--no-check', '--data-dir', server.dataDir)
  assert.equal(await making.ended, 0, making.text())
  const fresh = await RealServer.prepare({ isPlain: true, isNew: true })
  try {
    const random = chance(2)
    for (let round = 0; round < rounds; round++) {
      await kill(begin('restore', to, '--data-dir', fresh.dataDir), 500 + random() * 5000)
      const names = await readdir(fresh.dataDir)
      // it was either finished, not started, or the server reports it
      if (names.includes('database') && !names.includes('restore.unfinished')) break
      if (!names.includes('restore.unfinished')) continue
      const { code, err } = await runHere(['user', 'list', '--data-dir', fresh.dataDir])
      assert.equal(code, 2)
      assert.match(err, /was not finished: run it again/)
    }
    const names = await readdir(fresh.dataDir)
    if (!names.includes('database') || names.includes('restore.unfinished')) {
      const again = begin('restore', to, '--replace', '--data-dir', fresh.dataDir)
      assert.equal(await again.ended, 0, again.text())
    }
    await fresh.start()
    await seesAll(fresh.url)
  } finally {
    await fresh.dispose()
  }
})

test.runIf(programs)('copying a database to a server and back resumes after kills, with queues', async () => {
  const stopped = join(work, 'stopped')
  await server.end('SIGTERM')
  await copyDirectory(server.dataDir, stopped)
  await server.start()
  const postgres = await PostgresServer.create()
  const there = await RealServer.prepare({ isPlain: true, isNew: true })
  const back = await RealServer.prepare({ isPlain: true, isNew: true })
  try {
    const url = postgres.url('chat', 'chat')
    const random = chance(3)
    const killed = async (from: string, to: string) => {
      for (let round = 0; round < rounds; round++)
        await kill(begin('database', 'copy', '--from', from, '--to', to), 500 + random() * 5000)
      const copying = begin('database', 'copy', '--from', from, '--to', to, '--json')
      const code = await copying.ended
      // one of the runs to kill may have finished first
      assert.ok(code === 0 || /not empty|already contains a database/.test(copying.text()), copying.text())
    }
    await killed(stopped, url)
    there.environment.LOQUAT_DATABASE_URL = url
    await there.start()
    await seesAll(there.url)
    const beside = begin('database', 'copy', '--from', url, '--to', back.dataDir)
    assert.equal(await beside.ended, 0, beside.text())
    assert.match(beside.text(), /Stop the server and run the command again/)
    await sendDirect(there.url, 'written after a copy was made')
    await there.end('SIGTERM')
    await killed(url, back.dataDir)
    await back.start()
    await seesAll(back.url)
  } finally {
    await there.dispose()
    await back.dispose()
    await postgres.dispose()
  }
})

test.runIf(programs)("a server doesn't open an unfinished copy", async () => {
  const postgres = await PostgresServer.create()
  try {
    await postgres.sql('select 1')
    const url = postgres.url('chat', 'chat')
    const { openServer } = await import('#platform/db')
    const driver = await openServer(url, { connections: 1 })
    await driver.script('create table loquat_copy (part text)')
    await driver.close()
    const { code, err } = await runHere(['user', 'list', '--database-url', url, '--data-dir', join(work, 'unused')])
    assert.equal(code, 2)
    assert.match(err, /a copy into this database was not finished: run 'loquat database copy' again to continue/)
  } finally {
    await postgres.dispose()
  }
})

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a full disk leaves no backup, and the next one is complete', async (context) => {
  const disk = join(work, 'disk')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    // mounting can be forbidden even for root
    return context.skip()
  }
  try {
    const failing = begin('backup', '--to', disk, '--data-dir', server.dataDir)
    assert.equal(await failing.ended, 1)
    assert.match(failing.text(), /the backup could not be made: There is no space left on the disk/)
    assert.deepEqual(
      (await readdir(disk)).filter((name) => name.startsWith('loquat')),
      [],
    )
    assert.deepEqual(await readdir(join(server.dataDir, 'backup.work')), [])
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    const making = begin('backup', '--to', disk, '--data-dir', server.dataDir)
    assert.equal(await making.ended, 0, making.text())
  } finally {
    execFileSync('umount', [disk])
  }
})

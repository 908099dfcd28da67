import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#platform/db'
import { assert, runHere, test } from '#test'
import { CommandProcesses } from './harness/command-processes.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL
/** Variables of the harness that would win over the file. */
const unset = { LOQUAT_RATE_LIMITS: '', LOQUAT_LOG_LEVEL: '' }

test.skipIf(!databaseUrl)('loquat reload reloads every server that shares a data directory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  const processes = new CommandProcesses(folder)
  const admin = await openServer(databaseUrl as string, { connections: 1 })
  const name = `loquat_reloaded_${process.pid}`
  await admin.script(`create database ${name}`)
  const own = new URL(databaseUrl as string)
  own.pathname = `/${name}`
  const dataDir = join(folder, 'shared')
  await mkdir(dataDir)
  const write = (limit: number, more = '') =>
    writeFile(join(dataDir, 'loquat.toml'), `[limits]\nuser-requests-per-minute = ${limit}\n${more}`)
  const reload = (...args: string[]) =>
    runHere(['reload', '--data-dir', dataDir, ...args], { environment: { LOQUAT_DATABASE_URL: own.href } })
  try {
    await write(1_001)
    const none = await reload()
    assert.deepEqual([none.code, none.out], [1, ''])
    assert.match(none.err, /no server is running on/)

    const env = { ...unset, LOQUAT_DATABASE_URL: own.href }
    const one = await processes.serve(dataDir, env)
    await write(1_002)
    assert.equal((await reload()).out, 'Reloaded: user-requests-per-minute\n')

    const other = await processes.serve(dataDir, env)
    const pids = [one.pid as number, other.pid as number].sort((a, b) => a - b)
    await write(1_003, '[storage]\ns3-region = "elsewhere"\n')
    const { code, out } = await reload('--json')
    const done = { changed: ['user-requests-per-minute'], needs_restart: ['s3-region'] }
    assert.deepEqual([code, JSON.parse(out)], [0, { servers: pids.map((pid) => ({ pid, ...done })) }])
    await write(1_004)
    assert.equal(
      (await reload()).out,
      pids.map((pid) => `Process ${pid}: Reloaded: user-requests-per-minute\n`).join(''),
    )

    await write(1_005, '[network]\nprot = 1\n')
    const refused = await reload()
    assert.deepEqual([refused.code, refused.out], [1, ''])
    for (const pid of pids) assert.match(refused.err, new RegExp(`process ${pid}: nothing was changed: .*prot`))

    // a killed one leaves its file, which the next command removes
    await other.stop('SIGKILL')
    await write(1_006)
    assert.equal((await reload()).out, 'Reloaded: user-requests-per-minute\n')
    assert.equal((await readdir(join(dataDir, 'servers'))).length, 1)
    assert.equal((await one.stop('SIGTERM')).code, 0)
    assert.deepEqual(await readdir(join(dataDir, 'servers')), [])
  } finally {
    processes.end()
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
    await rm(folder, { recursive: true, force: true })
  }
})

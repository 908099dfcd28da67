import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, runHere, test } from '#test'
import { prepareDirectory } from '../../test/harness/directory.ts'
import { foundSociety } from '../../test/harness/process.ts'

let dataDir: string
const loquat = (...args: string[]) => runHere([...args, '--data-dir', dataDir])

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loquat-quota-'))
  await prepareDirectory(dataDir)
  assert.equal((await loquat(...foundSociety)).code, 0)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Shown {
  quotas: { name: string; most: number | null; isOwn: boolean }[]
}

async function quotas(...args: string[]): Promise<[number | null, boolean][]> {
  const { code, out, err } = await loquat('org', 'quota', '--json', ...args)
  assert.equal(code, 0, err)
  return (JSON.parse(out) as Shown).quotas.map(({ most, isOwn }) => [most, isOwn])
}

test('org quota accepts numbers, none, and server, and keeps unnamed quotas', async () => {
  const ofServer = [null, false]
  const uploadsOfServer = [5_120, false]
  assert.deepEqual(await quotas(), [uploadsOfServer, ofServer, ofServer])
  const given = ['--upload-mib', '1', '--messages-per-minute', '1000000000', '--event-queues', 'none']
  assert.deepEqual(await quotas(...given), [
    [1, true],
    [1_000_000_000, true],
    [null, true],
  ])
  assert.deepEqual(await quotas('--upload-mib', 'server'), [uploadsOfServer, [1_000_000_000, true], [null, true]])
})

test('org quota refuses other values, names the flag, and changes nothing', async () => {
  const before = await quotas()
  for (const flag of ['--upload-mib', '--messages-per-minute', '--event-queues'])
    for (const text of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      ' 5',
      '5 ',
      '1000000001',
      '99999999999',
      'None',
      'unlimited',
      '٣',
    ]) {
      const { code, err } = await loquat('org', 'quota', '--upload-mib', '7', `${flag}=${text}`)
      assert.equal(code, 2, `${flag} ${text}`)
      assert.ok(err.includes(`${flag}: '${text}'`), err)
    }
  assert.notEqual((await loquat('org', 'quota', '--org', 'nobody', '--upload-mib', '7')).code, 0)
  assert.deepEqual(await quotas(), before)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, runHere, test } from '#test'

test('the demonstration loads with its people, bots and pictures', async ({ onTestFinished }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const loquat = (...args: string[]) =>
    runHere([...args, '--data-dir', dataDir], { environment: { LOQUAT_LOG_LEVEL: 'silent' } })
  const loaded = await loquat('demo', '--json', '--password', 'loquat loquat')
  assert.equal(loaded.code, 0, loaded.err)
  assert.equal(JSON.parse(loaded.out).owner.email, 'mina@demo.example')
  const listed = await loquat('user', 'list', '--json')
  assert.equal(listed.code, 0, listed.err)
  const accounts = JSON.parse(listed.out) as { full_name: string }[]
  for (const name of ['Mina Okafor', 'Hugo Santos', 'Ingrid Dahl', 'Gauge', 'Grafana'])
    assert.ok(
      accounts.some(({ full_name }) => full_name === name),
      name,
    )
})

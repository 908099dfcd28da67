import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, platformOptions, readConfig } from '#platform/config'
import { assert, test as base } from '#test'
import { secretsOf } from './index.ts'

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-secrets-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})
const open = (flags: Record<string, string>) => secretsOf(readConfig(platformOptions, flags, {}))

test('sealed values open only with the same key and purpose', async ({ folder }) => {
  const secrets = open({ dataDir: folder })
  const sealed = secrets.seal('tokens', 'user 7', 'hush')
  assert.ok(!sealed.includes('hush'))
  assert.notEqual(secrets.seal('tokens', 'user 7', 'hush'), sealed)
  assert.equal(open({ dataDir: folder }).open('tokens', 'user 7', sealed), 'hush')
  assert.equal(secrets.open('tokens', 'user 8', sealed), undefined)
  assert.equal(secrets.open('other', 'user 7', sealed), undefined)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] as number) ^ 1
    assert.equal(secrets.open('tokens', 'user 7', changed.toString('base64url')), undefined)
  }
  for (const nonsense of ['', 'x', 'A'.repeat(37)]) assert.equal(secrets.open('tokens', 'user 7', nonsense), undefined)
})

test('changed signed values are rejected', async ({ folder }) => {
  const secrets = open({ dataDir: folder })
  const signature = secrets.sign('links', 'meeting 1')
  assert.ok(secrets.isSigned('links', 'meeting 1', signature))
  assert.ok(!secrets.isSigned('links', 'meeting 2', signature))
  assert.ok(!secrets.isSigned('other', 'meeting 1', signature))
  assert.ok(!secrets.isSigned('links', 'meeting 1', ''))
})

test('the key file is private, and a configured one must be valid', async ({ folder }) => {
  open({ dataDir: folder }).sign('links', '')
  const file = join(folder, 'secret.key')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal(Buffer.from(await readFile(file, 'utf8'), 'base64').length, 32)
  assert.throws(() => open({ secretKeyFile: join(folder, 'none') }).sign('links', ''), ConfigError)
  await writeFile(join(folder, 'short'), 'c2hvcnQ=')
  assert.throws(() => open({ secretKeyFile: join(folder, 'short') }).sign('links', ''), ConfigError)
})

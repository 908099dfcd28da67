import { createECDH } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, test } from '#test'
import { options } from '../../../../command/options.ts'
import { contactOf, keyFile, serverKeys } from './server-keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const configOf = (flags: Record<string, string> = {}) =>
  readConfig(options, { dataDir: join(folder, 'data'), ...flags }, {})

test('the key is created once, readable only by the server, and stays the same', async () => {
  const { privateKey, publicKey } = await serverKeys(configOf())
  const file = keyFile(configOf().dataDir)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await readFile(file, 'utf8')).trim(), privateKey)
  await chmod(file, 0o644)
  assert.equal((await serverKeys(configOf())).publicKey, publicKey)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('processes that start at once agree on the key', async () => {
  const dataDir = join(folder, 'shared')
  const keys = await Promise.all(Array.from({ length: 5 }, () => serverKeys(configOf({ dataDir }))))
  assert.equal(new Set(keys.map(({ privateKey }) => privateKey)).size, 1)
})

test('a configured key takes precedence and determines the public key', async () => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const webPushKey = Buffer.from(own.getPrivateKey().toString('hex').padStart(64, '0'), 'hex').toString('base64url')
  assert.equal((await serverKeys(configOf({ webPushKey }))).publicKey, own.getPublicKey('base64url'))
  assert.throws(() => configOf({ webPushKey: 'short' }), /--web-push-key/)
})

test("a key file with other content isn't replaced", async () => {
  const dataDir = join(folder, 'broken')
  await serverKeys(configOf({ dataDir }))
  await writeFile(keyFile(dataDir), 'garbage')
  await assert.rejects(serverKeys(configOf({ dataDir })), /does not hold a key/)
  assert.equal(await readFile(keyFile(dataDir), 'utf8'), 'garbage')
})

test('the contact for push services follows from the configuration', () => {
  const asked = (flags: Record<string, string>, url = 'https://chat.example') => contactOf(configOf(flags), url)
  const mailFrom = 'm@b.example'
  assert.equal(asked({ webPushContact: 'mailto:a@b.example', mailFrom }), 'mailto:a@b.example')
  assert.equal(asked({ mailFrom }), 'mailto:m@b.example')
  assert.equal(asked({}), 'https://chat.example')
  assert.equal(asked({}, 'http://chat.example:9991'), 'mailto:postmaster@chat.example')
})

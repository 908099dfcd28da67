import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config'
import { checkNatsAccess } from '#platform/runtime'
import { assert, freePort } from '#test'
import { options } from '../../src/command/options.ts'
import { NatsLink } from '../../src/platform/runtime/nats-link.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { NatsServer, natsProgram } from './nats-server.ts'

let folder: string
const file = (name: string) => join(folder, name)
const authority = makeCertificate(['Authority'], { isAuthority: true })
const signed = (...names: string[]) => makeCertificate(names, { by: authority })
const seedOf = (pair: ReturnType<typeof nkeys.createUser>) => new TextDecoder().decode(pair.getSeed())

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-nats-'))
  const server = signed('127.0.0.1')
  const client = signed('loquat')
  const files = {
    'authority.pem': authority.cert,
    'other.pem': makeCertificate(['Other'], { isAuthority: true }).cert,
    'server.pem': server.cert,
    'server.key': server.key,
    'client.pem': client.cert,
    'client.key': client.key,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(file(name), text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tls = (more = '') => `tls { cert_file: "${file('server.pem')}", key_file: "${file('server.key')}" ${more} }\n`

type Settings = Partial<Record<string, string>>

/** The result of a connection with these settings: `connected`, or the error. */
async function outcome(settings: Settings): Promise<string> {
  const config = readConfig(options, settings, {})
  checkNatsAccess(config)
  let link: NatsLink | undefined
  try {
    return await new Promise((resolve) => {
      const said = (error: unknown) => resolve(String(error))
      link = new NatsLink(config, { word() {}, connected: () => resolve('connected'), lost: said, refused: said })
    })
  } finally {
    await link?.close()
  }
}

async function withServer(settings: string, run: (address: string) => Promise<void>): Promise<void> {
  const server = await NatsServer.configured(settings)
  try {
    await run(`127.0.0.1:${server.port}`)
  } finally {
    await server.end()
  }
}

describe.skipIf(natsProgram === undefined)('a NATS server', () => {
  test("NATS over TLS is trusted only by the certificate's authority", () =>
    withServer(tls(), async (address) => {
      const natsUrl = `tls://${address}`
      assert.equal(await outcome({ natsUrl, natsCaFile: file('authority.pem') }), 'connected')
      // a CA file implies TLS for addresses without tls://
      assert.equal(await outcome({ natsUrl: `nats://${address}`, natsCaFile: file('authority.pem') }), 'connected')
      assert.match(await outcome({ natsUrl, natsCaFile: file('other.pem') }), /certificate/)
      assert.match(await outcome({ natsUrl }), /certificate/)
      // a valid certificate for another name
      const elsewhere = `tls://localhost:${address.split(':')[1]}`
      assert.match(await outcome({ natsUrl: elsewhere, natsCaFile: file('authority.pem') }), /altnames/)
    }))

  test('a NATS server that requires certificates gets the configured one', () =>
    withServer(tls(`, ca_file: "${file('authority.pem')}", verify: true`), async (address) => {
      const settings = { natsUrl: `tls://${address}`, natsCaFile: file('authority.pem') }
      assert.notEqual(await outcome(settings), 'connected')
      const shown = { natsCertFile: file('client.pem'), natsKeyFile: file('client.key') }
      assert.equal(await outcome({ ...settings, ...shown }), 'connected')
    }))

  test('a NATS server accepts a token, and no other', () =>
    withServer('authorization { token: "a token" }', async (address) => {
      assert.equal(await outcome({ natsUrl: `nats://a%20token@${address}` }), 'connected')
      const refusal = await outcome({ natsUrl: `nats://not%20it@${address}` })
      assert.match(refusal, /authorization/i)
      assert.doesNotMatch(refusal, /not.*it@/)
    }))

  test('an NKey works, and can be replaced while the process runs', async () => {
    const [known, unknown] = [nkeys.createUser(), nkeys.createUser()]
    const settings = `accounts { chat: { users: [ { nkey: ${known.getPublicKey()} } ] } }`
    await withServer(settings, async (address) => {
      const access = { natsUrl: `nats://${address}`, natsSeedFile: file('seed') }
      await writeFile(file('seed'), `${seedOf(known)}\n`)
      assert.equal(await outcome(access), 'connected')
      await writeFile(file('seed'), seedOf(unknown))
      const refusal = await outcome(access)
      assert.match(refusal, /authorization/i)
      assert.ok(!refusal.includes(seedOf(unknown)))
      const config = readConfig(options, access, {})
      const link = await new Promise<NatsLink>((resolve) => {
        const made: NatsLink = new NatsLink(config, {
          word() {},
          connected: () => resolve(made),
          lost: () => void writeFile(file('seed'), seedOf(known)),
          refused() {},
        })
      })
      await link.close()
    })
  })

  test('a NATS server with an operator accepts credentials written by nsc', async () => {
    const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
    const settings = `operator: ${token(operator, operator, 'operator')}
resolver: MEMORY
resolver_preload: { ${account.getPublicKey()}: ${token(operator, account, 'account', unlimited)} }`
    const credentials = (jwt: string) => `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seedOf(user)}
------END USER NKEY SEED------
`
    await withServer(settings, async (address) => {
      const access = { natsUrl: `nats://${address}`, natsCredentialsFile: file('credentials') }
      await writeFile(
        file('credentials'),
        credentials(token(account, user, 'user', { subs: -1, data: -1, payload: -1 })),
      )
      assert.equal(await outcome(access), 'connected')
      await writeFile(file('credentials'), credentials(token(nkeys.createAccount(), user, 'user', {})))
      assert.match(await outcome(access), /authorization/i)
    })
  })
})

test('NATS over TLS alone never sends a secret to a plaintext server', async () => {
  let heard = ''
  const port = await freePort()
  const plain = createServer((socket) => {
    socket.on('data', (part) => {
      heard += part
    })
    socket.on('error', () => {})
    socket.write('INFO {"server_id":"X","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n')
  })
  await new Promise<void>((resolve) => plain.listen(port, '127.0.0.1', resolve))
  try {
    assert.match(await outcome({ natsUrl: `tls://loquat:secret@127.0.0.1:${port}` }), /tls/)
    assert.equal(heard, '')
  } finally {
    plain.close()
  }
})

test('missing, wrong, or incomplete NATS files are refused', () => {
  const natsUrl = 'nats://127.0.0.1'
  const check = (settings: Settings) => () => checkNatsAccess(readConfig(options, { natsUrl, ...settings }, {}))
  const wrong: [Settings, RegExp][] = [
    [{ natsSeedFile: file('nothing') }, /--nats-seed-file: .*nothing cannot be used/],
    [{ natsCaFile: file('client.key') }, /--nats-ca-file: /],
    [{ natsCertFile: file('client.pem') }, /--nats-cert-file and --nats-key-file belong together/],
    [{ natsCertFile: file('client.pem'), natsKeyFile: file('client.pem') }, /--nats-key-file: /],
  ]
  for (const [settings, message] of wrong)
    assert.throws(check(settings), (error: Error) => error instanceof ConfigError && message.test(error.message))
})

type Pair = ReturnType<typeof nkeys.createUser>

const unlimited = {
  limits: { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
}

/** A NATS JWT that one key issues about another. */
function token(by: Pair, of: Pair, type: 'operator' | 'account' | 'user', more: object = {}): string {
  const encoded = (value: object | Uint8Array) =>
    Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString('base64url')
  const claims = {
    ...{ jti: 'TEST', iat: Math.floor(Date.now() / 1000), iss: by.getPublicKey(), sub: of.getPublicKey(), name: type },
    nats: { type, version: 2, ...more },
  }
  const signedPart = `${encoded({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encoded(claims)}`
  return `${signedPart}.${encoded(by.sign(new TextEncoder().encode(signedPart)))}`
}

import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, freePort, test } from '#test'
import { fixFor } from '../src/command/doctor-fixes.ts'
import { relays } from '../src/command/doctor-relays.ts'
import { options } from '../src/command/options.ts'
import { makeCertificate } from './harness/certificate.ts'
import { hasTurnServer, TurnServer } from './peers/turn-server.ts'

type Config = Parameters<typeof relays>[0]

const withOptions = async (flags: { turnUrl?: string; turnSecret?: string }): Promise<Config> =>
  readConfig(options, flags, {}) as unknown as Config

const failure = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => assert.fail('it works'),
    ({ message }: Error) => message,
  )

test('doctor notes that calls without a relay stay in one network', async () => {
  const { state, says } = await relays(await withOptions({}))
  assert.equal(state, 'note')
  assert.match(says, /no --turn-url: calls work only within one network/)
  assert.match(fixFor('call relays', says) ?? '', /docs\/calls\.md/)
})

describe.skipIf(!hasTurnServer)('with coturn', () => {
  let server: TurnServer
  beforeAll(async () => {
    server = await TurnServer.start({ certificate: makeCertificate(['127.0.0.1']) })
  })
  afterAll(() => server.stop())

  test('doctor allocates a relay over UDP and TCP, and gives it back', async () => {
    const { udp, tcp } = server.urls
    const { state, says } = await relays(await withOptions({ turnUrl: `${udp},${tcp}`, turnSecret: server.secret }))
    // the test's coturn relays on loopback
    assert.equal(state, 'note')
    assert.match(says, /transport=udp relays at 127\.0\.0\.1, which only this network reaches/)
    assert.match(fixFor('call relays', says) ?? '', /external-ip/)
  })

  test('doctor refuses a TLS certificate that browsers would refuse', async () => {
    const problem = await failure(relays(await withOptions({ turnUrl: server.urls.tls, turnSecret: server.secret })))
    assert.match(problem, /turns:127\.0\.0\.1:\d+: .*(self-signed|certificate)/)
    assert.match(fixFor('call relays', problem) ?? '', /certificate/)
  })

  test('doctor allocates over TLS with a trusted certificate', async () => {
    const authority = makeCertificate(['Authority'], { isAuthority: true })
    const certificate = makeCertificate(['127.0.0.1'], { by: authority })
    const own = await TurnServer.start({ certificate })
    const folder = await mkdtemp(join(tmpdir(), 'loquat-authority-'))
    try {
      await writeFile(join(folder, 'authority.pem'), authority.cert)
      const { status, stdout, stderr } = spawnSync('bin/loquat', ['doctor', '--data-dir', join(folder, 'data')], {
        encoding: 'utf8',
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
          LOQUAT_TURN_URL: own.urls.tls,
          LOQUAT_TURN_SECRET: own.secret,
        },
      })
      assert.match(stdout, /call relays: turns:127\.0\.0\.1:\d+ relays at 127\.0\.0\.1/, stderr)
      assert.equal(status, 0, stderr)
    } finally {
      await own.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('doctor tells wrong secrets from servers that don’t respond', async () => {
    const wrong = await failure(relays(await withOptions({ turnUrl: server.urls.udp, turnSecret: 'wrong' })))
    assert.match(wrong, /it refuses the credentials/)
    assert.match(fixFor('call relays', wrong) ?? '', /static-auth-secret/)
    const closed = `turn:127.0.0.1:${await freePort()}?transport=tcp`
    const none = await failure(relays(await withOptions({ turnUrl: closed, turnSecret: server.secret })))
    assert.match(none, /ECONNREFUSED/)
    assert.match(fixFor('call relays', none) ?? '', /firewall/)
  })
})

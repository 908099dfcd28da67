import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, vi } from 'vitest'
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

test('doctor says that a TURN server’s name doesn’t resolve, and stops asking', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const turnUrl = 'turn:no-such-host.invalid?transport=udp'
    const problem = await failure(relays(await withOptions({ turnUrl, turnSecret: 'secret' })))
    assert.match(problem, /ENOTFOUND|EAI_AGAIN/)
    assert.equal(vi.getTimerCount(), 0)
  } finally {
    vi.useRealTimers()
  }
})

test('doctor notes that it can’t check a TURN server over DTLS', async () => {
  const turnUrl = 'turns:turn.example.com?transport=udp'
  const { state, says } = await relays(await withOptions({ turnUrl, turnSecret: 'secret' }))
  assert.equal(state, 'note')
  assert.match(says, /turns:turn\.example\.com\?transport=udp can’t be checked/)
  assert.match(fixFor('call relays', says) ?? '', /transport=tcp/)
})

test('only addresses of TURN servers are accepted, with a host and a valid port', async () => {
  for (const turnUrl of ['turn:[2001:db8::1]:3478', 'turns:turn.example.com?transport=tcp', 'turn:192.0.2.1'])
    await withOptions({ turnUrl })
  for (const turnUrl of [
    'turn:',
    'turn:host:0',
    'turn:host:70000',
    'turn:host?transport=sctp',
    'turn://host',
    'stun:host',
  ])
    await assert.rejects(withOptions({ turnUrl }), /turn-url: must be up to ten addresses/, turnUrl)
})

test('doctor shows the IPv6 address of a relay', async () => {
  const socket = createSocket('udp4')
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(type, 0)
    head.writeUInt16BE(value.length, 2)
    return Buffer.concat([head, value])
  }
  const relay = Buffer.from('26064700470000000000000000001111', 'hex')
  socket.on('message', (request, { port, address }) => {
    const isFirst = request.length < 60
    const header = Buffer.from(request.subarray(0, 20))
    const hidden = relay.map((byte, at) => byte ^ (header[at + 4] as number))
    const body = isFirst
      ? Buffer.concat([attribute(0x0014, Buffer.from('test')), attribute(0x0015, Buffer.from('once'))])
      : attribute(0x0016, Buffer.concat([Buffer.from([0, 2, 0, 0]), hidden]))
    header.writeUInt16BE(header.readUInt16BE(0) | (isFirst ? 0x0110 : 0x0100), 0)
    header.writeUInt16BE(body.length, 2)
    socket.send(Buffer.concat([header, body]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  try {
    const turnUrl = `turn:127.0.0.1:${socket.address().port}`
    const { state, says } = await relays(await withOptions({ turnUrl, turnSecret: 'secret' }))
    assert.deepEqual([state, says], ['ok', `${turnUrl} relays at 2606:4700:4700::1111`])
  } finally {
    socket.close()
  }
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

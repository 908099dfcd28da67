import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { Agent, fetch } from 'undici'
import { readConfig } from '#platform/config'
import { checkCertificate } from '#platform/tls'
import { afterAll, assert, beforeAll, freePort, RealServer, runHere, startServer, test } from '#test'
import { options } from '../src/command/options.ts'
import { type MadeCertificate, makeCertificate } from './harness/certificate.ts'

let folder: string
let first: MadeCertificate
const file = (name: string) => join(folder, name)

/** Atomically, as certificate renewal tools do. */
async function put(name: string, text: string): Promise<void> {
  await writeFile(file(`${name}.new`), text)
  await rename(file(`${name}.new`), file(name))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-tls-'))
  first = makeCertificate(['localhost', '127.0.0.1'])
  await put('cert.pem', first.cert)
  await put('key.pem', first.key)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const flags = () => ({ tlsCert: file('cert.pem'), tlsKey: file('key.pem') })

/** Opens a connection that trusts only one certificate. */
const open = (port: number, ca: string) =>
  new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', servername: 'localhost', ca }, () => resolve(socket))
    socket.once('error', reject)
  })

async function ask(socket: TLSSocket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  let text = ''
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += part
    if (text.includes('"ok"}')) break
  }
  return text
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 50))
}

test('URLs of a server with a certificate start with https', async () => {
  const server = await startServer({ ...flags(), url: '' })
  try {
    server.runtime.listeningOn('0.0.0.0', server.port)
    assert.equal(server.runtime.rootUrl, `https://localhost:${server.port}`)
    assert.equal(server.runtime.organizationUrl('team'), `https://team.localhost:${server.port}`)
  } finally {
    await server.close()
  }
})

test('new connections use a renewed certificate, and open ones stay', async () => {
  const server = await RealServer.prepare()
  const place = await mkdtemp(join(tmpdir(), 'loquat-tls-'))
  try {
    const [cert, key] = [join(place, 'cert.pem'), join(place, 'key.pem')]
    await writeFile(cert, first.cert)
    await writeFile(key, first.key)
    Object.assign(server.environment, { LOQUAT_TLS_CERT: cert, LOQUAT_TLS_KEY: key })
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const before = await open(server.port, first.cert)
    assert.match(await ask(before, '/health/live'), /200 OK/)
    const ca = new Agent({ connect: { ca: first.cert } })
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const url = `https://localhost:${server.port}/api/v1`
    const register = await fetch(`${url}/register`, { method: 'POST', dispatcher: ca, headers: { authorization } })
    const { queue_id, realm_url } = (await register.json()) as { queue_id: string; realm_url: string }
    assert.equal(realm_url, `https://127.0.0.1:${server.port}`)
    const poll = fetch(`${url}/events?queue_id=${queue_id}&last_event_id=-1`, {
      dispatcher: ca,
      headers: { authorization },
    })

    const second = makeCertificate(['localhost'])
    const fresh = (name: string, text: string) => writeFile(`${name}.new`, text).then(() => rename(`${name}.new`, name))
    // the certificate is replaced before its key, and may be read in between
    await fresh(cert, second.cert)
    await open(server.port, first.cert).then((socket) => socket.destroy())
    await fresh(key, second.key)
    const believes = () =>
      open(server.port, second.cert).then(
        (socket) => Boolean(socket.destroy()),
        () => false,
      )
    await until(believes)
    const strangers = await open(server.port, first.cert).catch((error: NodeJS.ErrnoException) => error.code)
    assert.match(String(strangers), /SIGNED_CERT|VERIFY/, 'the old one is gone')
    assert.match(await ask(before, '/health/live'), /200 OK/, 'an open connection goes on')
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'tls', content: 'renewed' })
    const sent = await fetch(`${url}/messages`, {
      method: 'POST',
      body,
      dispatcher: new Agent({ connect: { ca: second.cert } }),
      headers: { authorization },
    })
    assert.equal(sent.status, 200)
    const { events } = (await (await poll).json()) as { events: { type: string }[] }
    assert.notEqual(events.length, 0, 'a poll that waits is answered over its old connection')
    before.destroy()
    await ca.destroy()
    assert.equal(await server.end('SIGTERM'), 0)
  } finally {
    await server.dispose()
    await rm(place, { recursive: true, force: true })
  }
})

test('only plaintext connections to a TLS server are refused', async () => {
  const server = await startServer({ ...flags(), url: 'https://localhost' })
  try {
    const plain = await fetch(`http://127.0.0.1:${server.port}/health`).then(
      ({ status }) => status,
      () => 'refused',
    )
    assert.equal(plain, 'refused')
    const status = await new Promise<number | undefined>((resolve, reject) =>
      request({ port: server.port, host: 'localhost', path: '/static/emoji.json', ca: first.cert }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end(),
    )
    assert.notEqual(status, undefined)
  } finally {
    await server.close()
  }
})

test("files that don't form a certificate and key are refused at startup", async () => {
  const other = makeCertificate(['localhost'])
  await put('other.pem', other.key)
  await put('nonsense.pem', 'nonsense')
  const serve = async (...args: string[]) => {
    const { code, err } = await runHere(['serve', '--data-dir', file('data'), '--port', `${await freePort()}`, ...args])
    assert.equal(code, 2)
    return err
  }
  const [cert, key] = ['--tls-cert', '--tls-key']
  assert.match(await serve(cert, file('cert.pem')), /--tls-cert and --tls-key belong together/)
  assert.match(await serve(cert, file('cert.pem'), key, file('none')), /--tls-key: \S+none cannot be read/)
  assert.match(await serve(cert, file('cert.pem'), key, file('other.pem')), /is not the key of the certificate/)
  assert.match(await serve(cert, file('nonsense.pem'), key, file('key.pem')), /holds no certificate in PEM/)
  assert.match(await serve(cert, file('cert.pem'), key, file('nonsense.pem')), /holds no private key in PEM/)
  assert.throws(
    () => checkCertificate(readConfig(options, { ...flags(), url: 'http://chat.example.org' }, {})),
    /--url must begin with https/,
  )
})

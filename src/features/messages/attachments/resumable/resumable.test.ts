import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { fetchAs, raw, upload } from '../../../../../test/harness/files.ts'
import { beginTus, checkDescribed, pathOfTus, sendPiece, tus } from '../../../../../test/harness/tus.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { getAttachments } from '../api.ts'
import { attachmentsFeature } from '../index.ts'
import { maxUnfinished } from './limits.ts'

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 256))
const film = bytesOf(300_000)

const offsetOf = async (person: Person, path: string) => {
  const { status, headers } = await tus(person, 'HEAD', path)
  return status === 200 ? Number(headers['upload-offset']) : undefined
}

test('the server announces its capabilities without authentication', async ({ ada, server }) => {
  const reply = await raw(server, ada.org, '/api/v1/tus/', { method: 'OPTIONS' })
  const { status, headers } = reply
  checkDescribed('OPTIONS', '/api/v1/tus/', reply)
  assert.equal(status, 204)
  assert.equal(headers['tus-resumable'], '1.0.0')
  assert.equal(headers['tus-version'], '1.0.0')
  assert.equal(headers['tus-max-size'], `${100 * 2 ** 20}`)
  assert.equal(headers['tus-extension'], 'creation,creation-with-upload,expiration,checksum,termination')
})

test('a file uploaded in parts is like any other', async ({ ada }) => {
  const watch = await ada.register('attachment')
  const path = await beginTus(ada, film.length, 'фильм 1.txt')
  assert.match(path, /^\/api\/v1\/tus\/[\w-]{24}$/)
  for (const [from, to] of [
    [0, 100_000],
    [100_000, 100_001],
    [100_001, 200_000],
  ] as const) {
    const { status, headers } = await sendPiece(ada, path, from, film.subarray(from, to))
    assert.deepEqual([status, headers['upload-offset']], [204, `${to}`])
    assert.ok(Date.parse(headers['upload-expires'] as string) > Date.now())
    assert.equal(await offsetOf(ada, path), to)
  }
  assert.deepEqual(await watch.ops(), [])
  const last = await sendPiece(ada, path, 200_000, film.subarray(200_000))
  const { url, filename } = last.json as { url: string; filename: string }
  assert.deepEqual([last.status, last.json.result, filename], [200, 'success', 'фильм 1.txt'])
  assert.deepEqual((await fetchAs(ada, url)).body, film)
  assert.deepEqual(await watch.ops(), ['add'])
  const { attachments, upload_space_used } = await ada.call(getAttachments)
  assert.deepEqual([attachments.length, attachments[0]?.size, upload_space_used], [1, film.length, film.length])
  const kept = await ada.org.db.read((tx) =>
    tx.selectFrom('resumable_upload_piece').selectAll().where('org_id', '=', ada.org.id).execute(),
  )
  assert.deepEqual(kept, [])
  await watch.agreesWithFreshRegister()
})

test('the URL of an upload is absolute', async ({ ada, server }) => {
  const { headers } = await tus(ada, 'POST', undefined, { 'upload-length': '5' })
  const realm = server.runtime.organizationUrl(ada.org.get(organizationCache).subdomain)
  assert.equal(headers.location, realm + pathOfTus(headers))
  assert.match(pathOfTus(headers), /^\/api\/v1\/tus\/[\w-]{24}$/)
})

test('a lost response is repeated, and there is one file', async ({ ada }) => {
  const path = await beginTus(ada, film.length)
  const first = await sendPiece(ada, path, 0, film)
  assert.equal(await offsetOf(ada, path), film.length)
  const again = await sendPiece(ada, path, film.length, Buffer.alloc(0))
  assert.equal(again.status, 200)
  assert.deepEqual(again.json, first.json)
  assert.equal((await ada.call(getAttachments)).attachments.length, 1)
  assert.equal((await tus(ada, 'DELETE', path)).status, 204)
  assert.equal(await offsetOf(ada, path), undefined)
  assert.equal((await fetchAs(ada, first.json.url as string)).status, 200)
})

test('bytes received before a connection broke are kept', async ({ ada }) => {
  const path = await beginTus(ada, film.length)
  let offset = 0
  // on a busy machine nothing may have arrived before the next request ends this one: then send it again
  for (let ms = 20; offset === 0; ms *= 2) {
    await breaksOff(ada, path, film.subarray(0, 150_000), ms)
    // asking for the offset ends the previous request, even if the server hasn't noticed the break
    offset = (await offsetOf(ada, path)) as number
  }
  assert.ok(offset <= 150_000, `${offset}`)
  const { status, json } = await sendPiece(ada, path, offset, film.subarray(offset))
  assert.equal(status, 200)
  assert.deepEqual((await fetchAs(ada, json.url as string)).body, film)
})

function breaksOff({ server, org, email, apiKey }: Person, path: string, bytes: Buffer, ms: number): Promise<void> {
  const outgoing = request({
    port: server.port,
    host: '127.0.0.1',
    method: 'PATCH',
    path,
    auth: `${email}:${apiKey}`,
    headers: {
      host: `${org.get(organizationCache).subdomain}.loquat.test`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': film.length,
      expect: '100-continue',
    },
  })
  outgoing.on('error', () => {})
  return new Promise((resolve) => {
    outgoing.flushHeaders()
    outgoing.once('continue', () => outgoing.write(bytes, () => setTimeout(resolve, ms)))
  })
}

test("of two requests that continue at the same offset one succeeds, and bytes aren't mixed", async ({ ada }) => {
  const path = await beginTus(ada, film.length)
  const both = await Promise.all([
    sendPiece(ada, path, 0, film.subarray(0, 200_000)).catch(() => undefined),
    sendPiece(ada, path, 0, film.subarray(0, 150_000)).catch(() => undefined),
  ])
  for (const reply of both) assert.ok([204, 409, undefined].includes(reply?.status), `${reply?.body}`)
  const offset = (await offsetOf(ada, path)) as number
  const { json } = await sendPiece(ada, path, offset, film.subarray(offset))
  assert.deepEqual((await fetchAs(ada, json.url as string)).body, film)
})

test('only the owner of an upload can see it', async ({ ada, ben, server }) => {
  const path = await beginTus(ben, 10)
  const missing = `/api/v1/tus/${'x'.repeat(24)}`
  const answers = async (method: string, to: string) => {
    const { status, body } =
      method === 'PATCH' ? await sendPiece(ada, to, 0, Buffer.from('x')) : await tus(ada, method, to)
    return [status, body.toString()]
  }
  for (const method of ['HEAD', 'PATCH', 'DELETE'])
    assert.deepEqual(await answers(method, path), await answers(method, missing), method)
  assert.equal((await answers('HEAD', path))[0], 404)
  assert.equal(await offsetOf(ben, path), 0)
  const anyone = await raw(server, ben.org, path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  assert.equal(anyone.status, 401)
  assert.equal(anyone.headers['tus-resumable'], '1.0.0')
})

test('requests that violate the protocol are refused and change nothing', async ({ ada }) => {
  const path = await beginTus(ada, 10)
  const refused = async (reply: ReturnType<typeof tus>) => {
    const { status, body } = await reply
    return [status, (JSON.parse(`${body}`) as { msg: string }).msg]
  }
  const ten = Buffer.alloc(10)
  assert.deepEqual(await refused(tus(ada, 'POST')), [400, 'Malformed or missing Upload-Length'])
  assert.deepEqual(await refused(tus(ada, 'POST', undefined, { 'upload-length': '-1' })), [
    400,
    'Malformed or missing Upload-Length',
  ])
  for (const metadata of ['filename a b', 'filename ä', `filename ${'A'.repeat(9_000)}`])
    assert.deepEqual(
      await refused(
        tus(ada, 'POST', undefined, {
          'upload-length': '1',
          'upload-metadata': Buffer.from(metadata).toString('latin1'),
        }),
      ),
      [400, 'Malformed or missing Upload-Metadata'],
    )
  assert.deepEqual(await refused(sendPiece(ada, path, 3, ten)), [409, 'Upload-Offset is 3, but the server has 0 bytes'])
  assert.deepEqual(await refused(sendPiece(ada, path, 0, Buffer.alloc(11))), [
    413,
    'More data was sent than announced by Upload-Length',
  ])
  assert.deepEqual(await refused(sendPiece(ada, path, 0, ten, { 'content-type': 'text/plain' })), [
    415,
    'Content-Type must be application/offset+octet-stream',
  ])
  assert.deepEqual(await refused(sendPiece(ada, path, 0, ten, { 'tus-resumable': '0.2.2' })), [
    412,
    'Tus-Resumable must be 1.0.0',
  ])
  assert.deepEqual(await refused(tus(ada, 'GET')), [405, 'Method Not Allowed'])
  assert.deepEqual(await refused(tus(ada, 'PUT', path)), [405, 'Method Not Allowed'])
  assert.equal(await offsetOf(ada, path), 0)
})

test("a part with a wrong checksum doesn't count", async ({ ada }) => {
  const path = await beginTus(ada, 5)
  const sum = (text: string, name = 'sha1') => `${name} ${createHash(name).update(text).digest('base64')}`
  const send = (value: string) => sendPiece(ada, path, 0, Buffer.from('hello'), { 'upload-checksum': value })
  assert.equal((await send(sum('jello'))).status, 460)
  assert.equal((await send('crc32 AAAA')).status, 400)
  assert.equal(await offsetOf(ada, path), 0)
  assert.equal((await send(sum('hello', 'sha256'))).status, 200)
})

test('the first part can come with the creation, and a file can be empty', async ({ ada }) => {
  const headers = { 'upload-length': '5', 'content-type': 'application/offset+octet-stream' }
  const part = await tus(ada, 'POST', undefined, headers, Buffer.from('he'))
  assert.deepEqual([part.status, part.headers['upload-offset']], [201, '2'])
  const whole = await sendPiece(ada, pathOfTus(part.headers), 2, Buffer.from('llo'))
  assert.equal((await fetchAs(ada, whole.json.url as string)).body.toString(), 'hello')
  const empty = await tus(ada, 'POST', undefined, { 'upload-length': '0' })
  assert.equal(empty.status, 201)
  assert.equal((await fetchAs(ada, empty.json.url as string)).body.length, 0)
})

test('a header overrides the method if only POST gets through', async ({ ada }) => {
  const path = await beginTus(ada, 5)
  const meant = (method: string) => ({ 'x-http-method-override': method })
  const headers = { ...meant('PATCH'), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  assert.equal((await tus(ada, 'POST', path, headers, Buffer.from('hel'))).status, 204)
  assert.equal((await tus(ada, 'POST', path, meant('DELETE'))).status, 204)
  assert.equal(await offsetOf(ada, path), undefined)
})

test('unfinished and finished uploads both count against the quota', async () => {
  const server = await startServer({ uploadQuotaMib: '1', maxFileUploadMib: '2' })
  try {
    const { owner: ada } = await TestOrganization.found(server)
    const half = 2 ** 19
    const begin = (length: number) => tus(ada, 'POST', undefined, { 'upload-length': `${length}` })
    const over = await begin(2 ** 21 + 1)
    assert.deepEqual([over.status, over.json.msg], [413, 'The file is too large (limit: 2 MiB)'])
    const path = await beginTus(ada, half + 1)
    assert.equal((await begin(half)).json.code, 'REALM_UPLOAD_QUOTA')
    const other = await beginTus(ada, half - 1)
    await upload(ada, 'usual.txt', 'comes between')
    await sendPiece(ada, path, 0, Buffer.alloc(half + 1))
    const refused = await sendPiece(ada, other, 0, Buffer.alloc(half - 1))
    assert.deepEqual([refused.status, refused.json.code], [400, 'REALM_UPLOAD_QUOTA'])
    assert.equal(await offsetOf(ada, other), 0)
    assert.equal((await ada.call(getAttachments)).attachments.length, 2)
    assert.equal((await tus(ada, 'DELETE', other)).status, 204)
  } finally {
    await server.close()
  }
})

test('unfinished uploads are limited per user', async ({ ada, ben }) => {
  const begun: string[] = []
  for (let n = 0; n < maxUnfinished; n++) begun.push(await beginTus(ada, 5))
  const { status, json } = await tus(ada, 'POST', undefined, { 'upload-length': '5' })
  assert.deepEqual([status, json.msg], [400, 'You have too many unfinished uploads (limit: 50)'])
  await beginTus(ben, 5)
  await sendPiece(ada, begun[0] as string, 0, Buffer.from('hello'))
  await beginTus(ada, 5)
})

test('an upload not continued for a day is removed with its parts', async ({ ada, server }) => {
  const tidy = () => attachmentsFeature.repeated?.[0]?.run(ada.org, server.runtime, () => true)
  const hour = 3_600_000
  server.clock.set(new Date('2026-11-21T12:00:00Z'))
  try {
    const [forgotten, alive] = [await beginTus(ada, 10), await beginTus(ada, 10)]
    await sendPiece(ada, forgotten, 0, Buffer.from('hello'))
    const [piece] = await ada.org.db.read((tx) =>
      tx.selectFrom('resumable_upload_piece').selectAll().where('org_id', '=', ada.org.id).execute(),
    )
    const key = piece?.key as string
    server.clock.advance(23 * hour)
    await sendPiece(ada, alive, 0, Buffer.from('hello'))
    await tidy()
    assert.equal(await offsetOf(ada, forgotten), 5)
    server.clock.advance(hour)
    assert.equal(await offsetOf(ada, forgotten), undefined, 'expired, though it is not removed yet')
    assert.equal((await server.runtime.blobs.get(key))?.toString(), 'hello')
    await tidy()
    assert.equal(await server.runtime.blobs.get(key), undefined)
    assert.equal(await offsetOf(ada, alive), 5)
    const done = await sendPiece(ada, alive, 5, Buffer.from(' all!'))
    server.clock.advance(25 * hour)
    await tidy()
    assert.equal(await offsetOf(ada, alive), undefined)
    assert.equal((await fetchAs(ada, done.json.url as string)).body.toString(), 'hello all!')
  } finally {
    server.clock.release()
  }
})

import { createHash, createHmac } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { platformOptions, readConfig } from '#platform/config'
import { assert, test as base } from '#test'
import { type BlobStore, openBlobs } from './index.ts'

const test = base.extend<{ folder: string; disk: BlobStore; bucket: BlobStore; s3Url: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-blobs-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  disk: async ({ folder }, use) => use(openBlobs(readConfig(platformOptions, { dataDir: folder }, {}))),
  s3Url: async ({ folder }, use) => {
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'loquat' }],
    })
    const { port } = await server.run()
    await use(`http://127.0.0.1:${port}/loquat`)
    await server.close()
  },
  bucket: async ({ s3Url }, use) =>
    use(
      openBlobs(
        readConfig(
          platformOptions,
          { s3Url: `${s3Url}/some/folder/`, s3AccessKeyId: 'S3RVER', s3SecretAccessKey: 'S3RVER' },
          {},
        ),
      ),
    ),
})

const text = async (store: BlobStore, key: string, range?: { start: number; end: number }) => {
  const stream = await store.stream(key, range)
  return stream && Buffer.concat(await stream.toArray()).toString('utf8')
}

type Given = { store: BlobStore; folder: string }

/** Cases that run against every store. */
const promises: Record<string, (given: Given) => Promise<void>> = {
  async 'what is there is listed, all of it or what is in a folder'({ store }) {
    const listed = async (folder?: string) => {
      const found: [string, number][] = []
      for await (const { key, size } of store.list(folder)) found.push([key, size])
      return found.sort()
    }
    assert.deepEqual(await listed(), [])
    await store.put('top', Buffer.from('1'))
    await store.put('a/b/c.txt', Buffer.from('12'))
    await store.put('a/d', Buffer.from('123'))
    await store.put('ab/e', Buffer.from('1234'))
    assert.deepEqual(await listed(), [
      ['a/b/c.txt', 2],
      ['a/d', 3],
      ['ab/e', 4],
      ['top', 1],
    ])
    assert.deepEqual(await listed('a/'), [
      ['a/b/c.txt', 2],
      ['a/d', 3],
    ])
    assert.deepEqual(await listed('none/'), [])
  },
  async 'what is put can be read, whole and in part, and deleted'({ store }) {
    await store.put('7/ab/some_key-1.webp', Buffer.from('hello world'))
    assert.equal((await store.get('7/ab/some_key-1.webp'))?.toString(), 'hello world')
    assert.equal(await text(store, '7/ab/some_key-1.webp'), 'hello world')
    assert.equal(await text(store, '7/ab/some_key-1.webp', { start: 0, end: 4 }), 'hello')
    assert.equal(await text(store, '7/ab/some_key-1.webp', { start: 6, end: 10 }), 'world')
    await store.delete('7/ab/some_key-1.webp')
    assert.equal(await store.get('7/ab/some_key-1.webp'), undefined)
  },
  async 'a large file is put as it is, and stays where it was'({ store, folder }) {
    const path = join(folder, 'source')
    const content = Buffer.alloc(3_000_000, 'loquat ')
    await writeFile(path, content)
    await store.put('7/cd/large', { path })
    assert.ok((await store.get('7/cd/large'))?.equals(content))
    assert.ok((await readdir(folder)).includes('source'))
  },
  async 'an empty blob is one, and putting a key again replaces it'({ store }) {
    await store.put('empty', new Uint8Array())
    assert.equal((await store.get('empty'))?.length, 0)
    await store.put('empty', Buffer.from('no more'))
    assert.equal(await text(store, 'empty'), 'no more')
  },
  async 'what is not there is undefined, and can be deleted'({ store }) {
    assert.equal(await store.get('7/nothing'), undefined)
    assert.equal(await store.stream('7/nothing', { start: 0, end: 1 }), undefined)
    await store.delete('7/nothing')
  },
  async 'no key leads out of the store'({ store }) {
    const keys = [
      '',
      '/',
      '../x',
      'a/../b',
      'a//b',
      '/etc/x',
      'a\0b',
      'a b',
      '.new/x',
      'a/.b',
      'é',
      'a?b',
      'x'.repeat(201),
    ]
    for (const key of keys)
      for (const call of [() => store.put(key, new Uint8Array()), () => store.get(key), () => store.delete(key)])
        await assert.rejects(call, /cannot be the key of a blob/)
  },
}
for (const [name, holds] of Object.entries(promises)) {
  test(`on disk, ${name}`, ({ disk, folder }) => holds({ store: disk, folder }))
  test(`in a bucket, ${name}`, ({ bucket, folder }) => holds({ store: bucket, folder }))
}

test('a put from an unreadable file leaves nothing behind', async ({ disk, folder }) => {
  await assert.rejects(disk.put('7/x', { path: join(folder, 'missing') }))
  assert.equal(await disk.get('7/x'), undefined)
  assert.deepEqual(await readdir(join(folder, 'uploads', '.new')), [])
})

test('leftovers of a killed process are removed after a day', async ({ disk, folder }) => {
  const fresh = join(folder, 'uploads', '.new')
  await mkdir(fresh, { recursive: true })
  for (const name of ['old', 'young']) await writeFile(join(fresh, name), 'half')
  const before = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(fresh, 'old'), before, before)
  await disk.put('7/x', Buffer.from('x'))
  assert.deepEqual(await readdir(fresh), ['young'])
})

test('a refused request reports the reason, without the secret', async ({ s3Url }) => {
  const stranger = openBlobs(
    readConfig(platformOptions, { s3Url, s3AccessKeyId: 'nobody', s3SecretAccessKey: 'guessed' }, {}),
  )
  const error = await stranger.put('7/x', Buffer.from('x')).then(
    () => assert.fail('not refused'),
    (problem: Error) => problem,
  )
  assert.match(error.message, /^The file store answered PUT 7\/x with 403: InvalidAccessKeyId: [^<>\n]+$/)
  assert.doesNotMatch(error.message, /guessed/)
  await assert.rejects(stranger.get('7/x'), /403/)
})

test('requests are signed with AWS Signature Version 4', async () => {
  const seen: string[] = []
  const server = createServer((request, reply) => {
    seen.push(signatureOf(request, 'a secret') === request.headers.authorization ? 'signed' : 'forged')
    request.resume().on('end', () => reply.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const at = (s3SecretAccessKey: string) =>
    openBlobs(
      readConfig(
        platformOptions,
        { s3Url: `http://127.0.0.1:${port}/b`, s3Region: 'eu-north-1', s3AccessKeyId: 'me', s3SecretAccessKey },
        {},
      ),
    )
  await at('a secret').put('7/x', Buffer.from('x'))
  await at('a secret').get('7/x_y-z.1')
  await at('another').get('7/x')
  assert.deepEqual(seen, ['signed', 'signed', 'forged'])
  server.close()
  server.closeAllConnections()
})

/** Signature Version 4, implemented from its specification, for requests without a query. */
function signatureOf({ method, url, headers, headersDistinct }: IncomingMessage, secret: string): string {
  const [, id, date, region, names = ''] =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ??
    []
  const canonical = [
    method,
    url,
    '',
    ...names.split(';').map((name) => `${name}:${headersDistinct[name]?.join().trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const scope = `${date}/${region}/s3/aws4_request`
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = [date as string, region as string, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${digest}`).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

test('an unreachable store is an error', async () => {
  const store = openBlobs(
    readConfig(platformOptions, { s3Url: 'http://127.0.0.1:1/bucket', s3AccessKeyId: 'a', s3SecretAccessKey: 'b' }, {}),
  )
  await assert.rejects(store.put('7/x', Buffer.from('x')), /ECONNREFUSED/)
  await assert.rejects(store.get('7/x'), /ECONNREFUSED/)
})

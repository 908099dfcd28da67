import { createHash, randomBytes } from 'node:crypto'
import { assert, RealServer } from '#test'
import { leastBytes } from '../../src/features/messages/attachments/direct/limits.ts'
import { TestBucket } from '../harness/bucket.ts'
import { outage } from './fixture.ts'
import { PostgresServer } from './postgres.ts'

type Ask = (server: RealServer, method: string, path: string, init?: RequestInit) => Promise<Response>

/** Two processes on one database, whose files are in a bucket; each request is one owner's. */
async function withTwo(run: (servers: readonly [RealServer, RealServer], ask: Ask) => Promise<void>): Promise<void> {
  const [postgres, bucket] = [await PostgresServer.create(), await TestBucket.start()]
  const prepare = () => RealServer.prepare({ isPlain: true, isHere: true })
  const servers = [await prepare(), await prepare()] as const
  try {
    for (const { environment } of servers)
      Object.assign(environment, {
        LOQUAT_DATABASE_URL: postgres.url('chat', 'chat'),
        LOQUAT_LOG_LEVEL: 'silent',
        LOQUAT_S3_URL: bucket.options.s3Url,
        LOQUAT_S3_ACCESS_KEY_ID: bucket.options.s3AccessKeyId,
        LOQUAT_S3_SECRET_ACCESS_KEY: bucket.options.s3SecretAccessKey,
        LOQUAT_S3_DIRECT_UPLOADS: 'on',
      })
    const { email, apiKey } = await servers[0].createOrganization()
    for (const server of servers) await server.start()
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    await run(servers, ({ url }, method, path, { headers, ...init } = {}) =>
      fetch(`${url}${path}`, { method, headers: { authorization, ...headers }, ...init }),
    )
  } finally {
    for (const server of servers) await server.dispose()
    await bucket.close()
    await postgres.dispose()
  }
}

interface Progress {
  offset: number
  next: { address: string; size: number } | null
  url: string | null
}

async function isWhole(servers: readonly RealServer[], ask: Ask, url: string, content: Uint8Array): Promise<void> {
  for (const server of servers) {
    const fetched = await ask(server, 'GET', url)
    assert.equal(digest(new Uint8Array(await fetched.arrayBuffer())), digest(content))
  }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

outage('a file comes in pieces to two processes in turn, and either has the whole of it', () =>
  withTwo(async (servers, ask) => {
    const content = new Uint8Array(randomBytes(300_000))
    const pieceBytes = 50_000
    const headers = { 'tus-resumable': '1.0.0' }
    const begun = await ask(servers[0], 'POST', '/api/v1/tus/', {
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': `filename ${Buffer.from('film.bin').toString('base64')}`,
      },
    })
    assert.equal(begun.status, 201)
    const path = new URL(begun.headers.get('location') as string, servers[0].url).pathname
    let offset = 0
    let told = ''
    for (let turn = 1; offset < content.length; turn++) {
      const server = servers[turn % 2] as RealServer
      const known = await ask(server, 'HEAD', path, { headers })
      assert.equal(Number(known.headers.get('upload-offset')), offset)
      const sent = await ask(server, 'PATCH', path, {
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: content.subarray(offset, offset + pieceBytes),
      })
      assert.ok(sent.ok, String(sent.status))
      offset = Number(sent.headers.get('upload-offset'))
      told = await sent.text()
    }
    assert.equal(offset, content.length)
    await isWhole(servers, ask, (JSON.parse(told) as { url: string }).url, content)
  }),
)

outage('parts go straight to the bucket, each told of to another process', () =>
  withTwo(async (servers, ask) => {
    const content = new Uint8Array(randomBytes(leastBytes + 5))
    const path = '/api/v1/direct_uploads'
    const say = async <T>(server: RealServer, below: string, params: Record<string, string>) => {
      const answer = await ask(server, 'POST', path + below, { body: new URLSearchParams(params) })
      assert.equal(answer.status, 200)
      return (await answer.json()) as T
    }
    const begun = { filename: 'film.mkv', content_type: 'video/x-matroska', size: String(content.length) }
    const { upload } = await say<{ upload: Progress & { token: string } }>(servers[0], '', begun)
    let progress: Progress = upload
    for (let turn = 1; progress.next; turn++) {
      const { address, size } = progress.next
      const part = content.subarray(progress.offset, progress.offset + size)
      const put = await fetch(address, { method: 'PUT', body: part })
      const kept = { offset: String(progress.offset), etag: put.headers.get('etag') as string }
      progress = await say(servers[turn % 2] as RealServer, `/${upload.token}/parts`, kept)
    }
    await isWhole(servers, ask, progress.url as string, content)
  }),
)

import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { TestBucket } from '../../../../../test/harness/bucket.ts'
import { fetchAs } from '../../../../../test/harness/files.ts'
import { tus } from '../../../../../test/harness/tus.ts'
import { getAttachments } from '../api.ts'
import * as api from './api.ts'
import { leastBytes } from './limits.ts'

let bucket: TestBucket
let server: TestServer
beforeAll(async () => {
  bucket = await TestBucket.start()
  server = await startServer({ ...bucket.options, uploadQuotaMib: '40' })
})
afterAll(async () => {
  await server.close()
  await bucket.close()
})

const size = leastBytes + 5
const content = Buffer.alloc(size, 'loquat ')
type Next = { address: string; size: number }
const put = ({ address }: Next, body: Buffer) => fetch(address, { method: 'PUT', body: new Uint8Array(body) })
const begin = async (person: Person, filename = 'film.mkv', bytes = size) =>
  (await person.call(api.beginDirectUpload, { filename, content_type: 'video/x-matroska', size: bytes })).upload

test('a large file is uploaded to the bucket in parts', async () => {
  const { owner: ada } = await TestOrganization.found(server)
  const upload = await begin(ada)
  assert.ok(upload)
  const { token: upload_id } = upload
  assert.equal((await tus(ada, 'HEAD', `/api/v1/tus/${upload_id}`)).status, 404, 'the server takes no pieces of it')
  let { offset, next } = upload as { offset: number; next: Next | null }
  let parts = 0
  while (next) {
    const part = content.subarray(offset, offset + next.size)
    // the length is signed, so that a client can't send more than was agreed
    assert.equal(new URL(next.address).searchParams.get('X-Amz-SignedHeaders'), 'content-length;host')
    const etag = (await put(next, part)).headers.get('etag') as string
    const told = { upload_id, offset, etag }
    const kept = await ada.call(api.keepDirectPart, told)
    await ada.refused(api.keepDirectPart, told, api.partConflict)
    const known = await ada.call(api.getDirectUpload, { upload_id })
    assert.deepEqual([known.offset, known.url], [kept.offset, kept.url])
    offset = kept.offset
    next = kept.next
    parts++
  }
  assert.deepEqual([parts, offset], [3, size])
  const { url, filename } = await ada.call(api.getDirectUpload, { upload_id })
  assert.equal(filename, 'film.mkv')
  assert.ok((await fetchAs(ada, url as string)).body.equals(content))
  const { attachments, upload_space_used } = await ada.call(getAttachments)
  assert.deepEqual([attachments.map(({ name }) => name), upload_space_used], [['film.mkv'], size])
})

test("small files, pictures, and files over the quota don't go to the bucket", async () => {
  const society = await TestOrganization.found(server)
  const { owner: ada } = society
  const ben = await society.join('Ben')
  assert.equal(await begin(ada, 'small.mkv', leastBytes - 1), null)
  assert.equal(await begin(ada, 'picture.png'), null)
  const upload = await begin(ada)
  assert.ok(upload)
  await begin(ada)
  await ada.refused(api.beginDirectUpload, { filename: 'c', size }, api.beginDirectUpload.errors.at(1))
  const { token: upload_id } = upload
  await ben.refused(api.getDirectUpload, { upload_id })
  await ben.refused(api.endDirectUpload, { upload_id })
  await ada.call(api.endDirectUpload, { upload_id })
  await ada.refused(api.getDirectUpload, { upload_id })
})

test("incomplete parts don't create a file", async () => {
  const { owner: ada } = await TestOrganization.found(server)
  const upload = await begin(ada)
  const { token: upload_id } = upload!
  await ada.refused(api.keepDirectPart, { upload_id, offset: 0, etag: '<x>' })
  let { offset, next } = upload as { offset: number; next: Next | null }
  for (;;) {
    // this store accepts a shorter part
    const etag = (await put(next as Next, Buffer.from('short'))).headers.get('etag') as string
    if (offset + (next as Next).size === size) {
      await ada.refused(api.keepDirectPart, { upload_id, offset, etag }, api.partsDiffer)
      break
    }
    const kept = await ada.call(api.keepDirectPart, { upload_id, offset, etag })
    offset = kept.offset
    next = kept.next
  }
  await ada.refused(api.getDirectUpload, { upload_id })
  assert.equal((await ada.call(getAttachments)).attachments.length, 0)
})

test('without a bucket every file goes to the server', async ({ ada }) => {
  assert.equal(await begin(ada), null)
})

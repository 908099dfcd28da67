import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { describePicture } from '#platform/images'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { fetchAs, sendFiles, upload } from '../../../../test/harness/files.ts'
import { syncAttachments } from './actions/attachment.ts'
import { type Attachment, getAttachments } from './api.ts'

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'tiff' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c40' } })
    .toFormat(format)
    .toBuffer()

async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const stills: Buffer[] = []
  for (let red = 0; red < frames; red++) {
    const create = { width, height, channels: 3 as const, background: { r: red * 40, g: 0, b: 0 } }
    stills.push(await sharp({ create }).png().toBuffer())
  }
  return sharp(stills, { join: { animated: true } })
    .gif({ delay: Array(frames).fill(100) })
    .toBuffer()
}

const thumbnailOf = (url: string, format: string) =>
  `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`
const has = async (person: Person, url: string) =>
  (await person.send('GET', url.replace('/user_uploads/', '/thumbnail/status/'))).has_thumbnail

test('thumbnails of every registered format fit into their frame', async ({ ada }) => {
  const { initial } = await ada.register('realm')
  const formats = initial.server_thumbnail_formats as {
    name: string
    max_width: number
    max_height: number
    format: string
    animated: boolean
  }[]
  for (const kind of ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const) {
    const { url } = await upload(ada, `photo.${kind}`, await picture(2_000, 1_000, kind))
    assert.equal(await has(ada, url), true)
    for (const { name, max_width, max_height, format } of formats) {
      const { status, headers, body } = await fetchAs(ada, thumbnailOf(url, name))
      assert.deepEqual([status, headers['content-type']], [200, `image/${format}`], `${kind} ${name}`)
      assert.match(headers['content-disposition'] ?? '', /^inline;/)
      const { width, height } = await sharp(body).metadata()
      assert.deepEqual([width, height], [max_width, max_width / 2])
      assert.ok(height <= max_height)
    }
  }
})

test("small pictures aren't enlarged, and rotated ones are turned upright", async ({ ada }) => {
  const { url } = await upload(ada, 'small.png', await picture(20, 10))
  const small = await sharp((await fetchAs(ada, thumbnailOf(url, '840x560.webp'))).body).metadata()
  assert.deepEqual([small.width, small.height], [20, 10])
  const turned = await sharp(await picture(200, 100, 'jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const second = await upload(ada, 'turned.jpg', turned)
  const upright = await sharp((await fetchAs(ada, thumbnailOf(second.url, '840x560.webp'))).body).metadata()
  assert.deepEqual([upright.width, upright.height], [100, 200])
})

test('an animation has a moving and a still thumbnail', async ({ ada }) => {
  const { url } = await upload(ada, 'dance.gif', await animation(60, 40, 4))
  const frames = async (format: string) =>
    (await sharp((await fetchAs(ada, thumbnailOf(url, format))).body).metadata()).pages ?? 1
  assert.deepEqual([await frames('840x560-anim.webp'), await frames('840x560.webp')], [4, 1])
})

test('a thumbnail is created once, is protected like the picture, and is deleted with it', async ({ ada, ben }) => {
  const { url } = await upload(ada, 'photo.png', await picture(900, 900))
  const path = thumbnailOf(url, '840x560.webp')
  const answers = await Promise.all([1, 2, 3].map(() => fetchAs(ada, path)))
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body])
  const key = `${url.split('/').slice(2, 5).join('/')}.840x560.webp`
  const { blobs } = ada.server.runtime
  assert.ok((await blobs.get(key))?.equals(answers[0]?.body as Buffer))
  assert.equal((await fetchAs(ben, path)).status, 404)
  const { headers } = answers[0] as { headers: Record<string, string> }
  assert.equal((await fetchAs(ada, path, { 'if-none-match': headers.etag as string })).status, 304)
  assert.equal((await fetchAs(ada, path, { range: 'bytes=0-3' })).body.toString(), 'RIFF')
  const [{ id = 0 } = {}] = (await ada.call(getAttachments)).attachments
  await ada.send('DELETE', `/attachments/${id}`)
  assert.equal((await fetchAs(ada, path)).status, 404)
  assert.equal(await blobs.get(key), undefined)
})

test("files that aren't pictures, broken ones, and oversized ones have no thumbnail", async ({ ada }) => {
  const whole = await picture(300, 300, 'jpeg')
  const cases: [string, Buffer | string][] = [
    ['notes.txt', 'x'],
    ['fake.png', 'x'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['page.pdf', '%PDF-1.4'],
    ['huge.png', await bomb()],
  ]
  for (const [name, content] of cases) {
    const { url } = await upload(ada, name, content)
    assert.equal(await has(ada, url), false, name)
    assert.equal((await fetchAs(ada, thumbnailOf(url, '840x560.webp'))).status, 404, name)
    assert.equal((await fetchAs(ada, url)).status, 200, name)
  }
  const cut = await upload(ada, 'cut.jpg', whole.subarray(0, whole.length / 2))
  assert.ok([200, 404].includes((await fetchAs(ada, thumbnailOf(cut.url, '840x560.webp'))).status))
  const good = await upload(ada, 'good.jpg', whole)
  for (const format of ['', 'x', '840x560', '840x560.WEBP', '../840x560.webp', '99999x99999.webp'])
    assert.equal((await fetchAs(ada, thumbnailOf(good.url, format))).status, 404, format)
})

/** A small file that decodes to more than a billion pixels. */
async function bomb(): Promise<Buffer> {
  const png = await picture(1, 1)
  png.writeUInt32BE(40_000, 16)
  png.writeUInt32BE(40_000, 20)
  return png
}

test('the content decides if a file is a picture', async () => {
  assert.deepEqual(await describePicture(await picture(3, 2, 'webp')), {
    type: 'image/webp',
    width: 3,
    height: 2,
    frames: 1,
  })
  assert.deepEqual(await describePicture(await animation(3, 2, 5)), {
    type: 'image/gif',
    width: 3,
    height: 2,
    frames: 5,
  })
  for (const no of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', '%PDF-1.4'])
    assert.equal(await describePicture(Buffer.from(no)), undefined)
})

test('a message shows the size of a picture and its thumbnail', async ({ ada, ben }) => {
  const { url } = await upload(ada, 'photo.png', await picture(900, 300))
  const watch = await ben.register('message')
  await ada.sends(`[photo](${url})`, ben)
  const [event] = await watch.of('message')
  const { content } = (event as { message: { content: string } }).message
  assert.match(content, /data-original-content-type="image\/png" data-original-dimensions="900x300"/)
  const [, src = ''] = /<img[^>]* src="([^"]+)"/.exec(content) ?? []
  assert.equal(src, thumbnailOf(url, '840x560.webp'))
  assert.equal((await fetchAs(ben, src)).status, 200)
})

test('an edit removes files from a message and reports the unused ones', async ({ ada, ben }) => {
  const paths: string[] = []
  for (const name of ['a', 'b', 'c']) paths.push((await upload(ada, name, 'x')).url.slice('/user_uploads/'.length))
  const text = (...list: string[]) => list.map((path) => `[x](/user_uploads/${path})`).join(' ')
  const messageId = await ada.sends(text(...paths), ben)
  await ada.sends(text(paths[1] as string), ben)
  const sync = (list: string[], senderId = ada.id) =>
    ada.org.transact(senderId, (mutation) =>
      syncAttachments(mutation, { messageId, senderId, paths: list, canRead: () => false }),
    )
  const watch = await ada.register('attachment')
  const detached = await sync([paths[2] as string])
  const at = (await ada.call(getAttachments)).attachments[0] as Attachment
  assert.deepEqual(
    detached.map(({ create_time, ...rest }) => ({ ...rest, seconds: Math.floor(create_time / 1000) })),
    [{ id: at.id, name: 'a', path_id: paths[0], size: 1, messages: [], seconds: at.create_time }],
  )
  assert.deepEqual(await watch.ops(), ['update', 'update'])
  assert.deepEqual(
    (await ada.call(getAttachments)).attachments.map(({ message_ids }) => message_ids.length),
    [0, 1, 1],
  )
  // adding them back; repeating it changes nothing
  assert.deepEqual(await sync(paths), [])
  await watch.skip()
  assert.deepEqual(await sync(paths), [])
  assert.deepEqual(await watch.ops(), [])
  assert.deepEqual(
    (await ada.call(getAttachments)).attachments.map(({ message_ids }) => message_ids.length),
    [1, 2, 1],
  )
})

test('the maximum file size is an option', async () => {
  const server = await startServer({ maxFileUploadMib: '1' })
  const { owner } = await TestOrganization.found(server)
  assert.equal((await owner.register('realm')).initial.max_file_upload_size_mib, 1)
  const exact = await sendFiles(owner, '/user_uploads', [{ filename: 'a', content: Buffer.alloc(2 ** 20) }])
  assert.equal(exact.status, 200)
  const over = await sendFiles(owner, '/user_uploads', [{ filename: 'a', content: Buffer.alloc(2 ** 20 + 1) }])
  assert.deepEqual([over.status, over.json.msg], [413, 'The request is too large (limit: 1 MiB)'])
  assert.equal((await owner.call(getAttachments)).attachments.length, 1)
  await server.close()
})

test('files can be stored in a bucket', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-bucket-'))
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'b' }],
  })
  const { port } = await store.run()
  const server = await startServer({
    s3Url: `http://127.0.0.1:${port}/b/files`,
    s3AccessKeyId: 'S3RVER',
    s3SecretAccessKey: 'S3RVER',
  })
  const { owner } = await TestOrganization.found(server)
  const { url } = await upload(owner, 'photo.png', await picture(900, 300))
  const { body } = await fetchAs(owner, url, { range: 'bytes=1-3' })
  assert.equal(body.toString(), 'PNG')
  for (const _ of ['made', 'kept']) assert.equal((await fetchAs(owner, thumbnailOf(url, '840x560.webp'))).status, 200)
  const [{ id = 0 } = {}] = (await owner.call(getAttachments)).attachments
  await owner.send('DELETE', `/attachments/${id}`)
  assert.equal(await server.runtime.blobs.get(url.split('/').slice(2, 5).join('/')), undefined)
  await server.close()
  await store.close()
  await rm(directory, { recursive: true, force: true })
})

import sharp from 'sharp'
import { assert, test } from '#test'
import { fetchAs, raw, sendFiles } from '../../../../test/harness/files.ts'
import { deleteAvatar, noPicture } from './api.ts'

const square = (colour: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

test('everybody has a picture: a pattern of their own, in two sizes, that readers of PNG can read', async ({
  ada,
  ben,
  server,
}) => {
  const { avatar_url } = (await ada.send('GET', '/users/me')) as { avatar_url: string }
  const small = await fetchAs(ben, avatar_url)
  assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/png'])
  const { width, height, format } = await sharp(small.body).metadata()
  assert.deepEqual([width, height, format], [100, 100, 'png'])
  for (const path of [`/avatar/${ada.id}/medium`, `/avatar/${ada.id}-medium.png`, `/avatar/${ada.email}/medium`]) {
    const { body } = await fetchAs(ben, path)
    assert.equal((await sharp(body).metadata()).width, 500)
  }
  assert.ok(!(await fetchAs(ben, `/avatar/${ben.id}`)).body.equals(small.body))
  assert.ok((await fetchAs(ben, `/avatar/${ada.id}`)).body.equals(small.body))
  const nobody = await fetchAs(ben, '/avatar/987654')
  assert.deepEqual([nobody.status, nobody.headers['content-type']], [200, 'image/png'])
  assert.equal((await raw(server, ada.org, `/avatar/${ada.id}`)).status, 401)
})

test('a picture can be uploaded, everybody hears of it, and it can be taken away', async ({ ada, ben }) => {
  const watches = [await ada.register('realm_user'), await ben.register('realm_user')]
  const pattern = (await fetchAs(ben, `/avatar/${ada.id}`)).body
  const sent = await sendFiles(ada, '/users/me/avatar', [{ filename: 'me.jpg', content: await square('#ff0000') }])
  assert.equal(sent.status, 200)
  const { body } = await fetchAs(ben, sent.json.avatar_url as string)
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [100, 100])
  assert.ok((data[0] as number) > 200 && (data[1] as number) < 60, 'the picture is red')
  assert.equal((await sharp((await fetchAs(ben, `/avatar/${ada.id}/medium`)).body).metadata()).width, 500)
  for (const watch of watches) await watch.agreesWithFreshRegister()
  await ada.call(deleteAvatar)
  assert.ok((await fetchAs(ben, `/avatar/${ada.id}`)).body.equals(pattern))
  for (const watch of watches) await watch.agreesWithFreshRegister()
})

test('what is no picture is refused, and so is a change where the organization forbids it', async ({ ada, ben }) => {
  const bad = await sendFiles(ben, '/users/me/avatar', [{ filename: 'me.png', content: 'not a picture' }])
  assert.deepEqual([bad.status, bad.json.code], [400, 'BAD_IMAGE'])
  const none = await sendFiles(ben, '/users/me/avatar', [])
  assert.deepEqual([none.status, none.json.msg], [400, noPicture.message])
  await ada.send('PATCH', '/realm', { avatar_changes_disabled: true })
  await ben.refused(deleteAvatar, {})
  await ada.call(deleteAvatar)
})

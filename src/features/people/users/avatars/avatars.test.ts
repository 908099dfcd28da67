import sharp from 'sharp'
import { roles } from '#contract'
import { assert, TestOrganization, test } from '#test'
import { allCapabilities } from '../../../../../client/capabilities.ts'
import { fetchAs, raw, sendFiles } from '../../../../../test/harness/files.ts'
import { updateSettings } from '../../user-settings/api.ts'
import { getUser, getUsers } from '../api.ts'
import { emailVisibility } from '../wire.ts'
import { deleteAvatar, noPicture } from './api.ts'

const square = (colour: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

test('everyone has an avatar: a generated pattern, in two sizes, as PNG', async ({ ada, ben }) => {
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
})

test('apps load avatars without an account by unguessable URLs', async ({ ada, ben, server, society }) => {
  const { avatar_url: pattern } = (await ben.send('GET', '/users/me')) as { avatar_url: string }
  const without = (path: string) => raw(server, society.org, path)
  assert.ok((await without(pattern)).body.equals((await fetchAs(ada, pattern)).body))
  const sent = await sendFiles(ada, '/users/me/avatar', [{ filename: 'me.jpg', content: await square('#ff0000') }])
  const url = sent.json.avatar_url as string
  assert.match(url, new RegExp(`^/user_avatars/${society.org.id}/${ada.id}-[0-9a-f]{24}\\.png\\?version=`))
  const medium = url.replace('.png', '-medium.png')
  for (const [path, width] of [
    [url, 100],
    [medium, 500],
  ] as const) {
    const { status, body, headers } = await without(path)
    assert.deepEqual([status, headers['content-type'], (await sharp(body).metadata()).width], [200, 'image/png', width])
  }
  // by ID, signed-in users get the avatar, and others a pattern whether or not the user exists
  assert.ok((await fetchAs(ben, `/avatar/${ada.id}`)).body.equals((await without(url)).body))
  for (const path of [`/avatar/${ada.id}`, '/avatar/987654', `/avatar/${ada.email}`, '/avatar/x@example.com/medium']) {
    const { status, headers } = await without(path)
    assert.deepEqual([status, headers['content-type'], headers.location], [200, 'image/png', undefined], path)
  }
  assert.ok(!(await without(`/avatar/${ada.id}`)).body.equals((await without(url)).body))
  const wrong = await raw(server, society.org, `/avatar/${ada.id}`, {
    headers: { authorization: `Basic ${btoa('a:b')}` },
  })
  assert.equal(wrong.status, 401)
  // other names, users, and organizations, and the previous one
  const elsewhere = await TestOrganization.found(server)
  assert.equal((await raw(server, elsewhere.org, url)).status, 404)
  for (const path of [
    url.replace(/-[0-9a-f]{3}/, '-000'),
    url.replace(`/${ada.id}-`, `/${ben.id}-`),
    '/user_avatars/1/x.png',
  ])
    assert.equal((await without(path)).status, 404, path)
  await ada.call(deleteAvatar)
  assert.equal((await without(url)).status, 404)
})

test('an avatar can be uploaded and removed, with events for everyone', async ({ ada, ben }) => {
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

test('clients that compute Gravatar URLs get none', async ({ society, ada, ben, cleo }) => {
  await ada.send('PATCH', '/realm', { default_avatar_source: 'G' })
  const older = { user_list_incomplete: true }
  const watches = await Promise.all(
    [true, false].flatMap((client_gravatar) =>
      [allCapabilities, older].map((client_capabilities) =>
        cleo.registerWith({ client_gravatar, client_capabilities }),
      ),
    ),
  )
  const own = await ben.register()
  const newcomer = await society.join('Newcomer')
  await ben.call(deleteAvatar)
  const pictureIn = async (client_gravatar: boolean, { id: user_id }: typeof ben) => {
    const { user } = await cleo.call(getUser, { user_id, client_gravatar })
    const { members } = await cleo.call(getUsers, { user_ids: [user_id], client_gravatar })
    assert.equal(members[0]?.avatar_url, user.avatar_url)
    return user.avatar_url
  }
  const agree = async () => {
    for (const watch of [...watches, own]) await watch.agreesWithFreshRegister()
  }
  await agree()
  for (const one of [ben, newcomer]) {
    assert.equal(await pictureIn(true, one), null)
    assert.match((await pictureIn(false, one)) ?? '', /^\/avatar\//)
  }
  // it's derived from the address: users who can't see that use the server's
  await ben.call(updateSettings, { email_address_visibility: emailVisibility.nobody })
  await agree()
  assert.match((await pictureIn(true, ben)) ?? '', /^\/avatar\//)
  const hidden = await society.join('Hidden')
  await hidden.call(updateSettings, { email_address_visibility: emailVisibility.administrators })
  await ada.send('PATCH', `/users/${cleo.id}`, { role: roles.administrator })
  await agree()
  assert.equal(await pictureIn(true, hidden), null)
  await hidden.call(updateSettings, { email_address_visibility: emailVisibility.everyone })
  await sendFiles(hidden, '/users/me/avatar', [{ filename: 'me.jpg', content: await square('#ff0000') }])
  await agree()
  assert.match((await pictureIn(true, hidden)) ?? '', /^\/user_avatars\//)
})

test('other files, and changes that the organization forbids, are refused', async ({ ada, ben }) => {
  const bad = await sendFiles(ben, '/users/me/avatar', [{ filename: 'me.png', content: 'not a picture' }])
  assert.deepEqual([bad.status, bad.json.code], [400, 'BAD_IMAGE'])
  const none = await sendFiles(ben, '/users/me/avatar', [])
  assert.deepEqual([none.status, none.json.msg], [400, noPicture.message])
  await ada.send('PATCH', '/realm', { avatar_changes_disabled: true })
  await ben.refused(deleteAvatar, {})
  await ada.call(deleteAvatar)
})

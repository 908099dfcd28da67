import { gunzipSync } from 'node:zlib'
import { SharedText } from '#platform/compression'
import { raw } from '#platform/db'
import { assert, test } from '#test'
import { crowd } from '../../../../test/harness/crowd.ts'
import { fetchAs } from '../../../../test/harness/files.ts'
import { updateSettings } from '../user-settings/api.ts'
import { deactivateUser, updateUser } from './api.ts'
import { peopleCache } from './cache.ts'
import { peopleTexts } from './people-texts.ts'
import { emailVisibility } from './wire.ts'

const options = {
  list: 'active',
  pictures: { gravatars: false, without: 'none' },
  withProfile: true,
  isAway: () => false,
} as const
const textOf = (pieces: readonly (string | SharedText)[]) =>
  JSON.parse(`[${pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')}]`)

test('in a large organization pieces are shared, and changing a user changes one piece', async ({
  society,
  ada,
  ben,
}) => {
  const { org } = society
  const ids = await crowd(society, 2_500)
  const pieces = (person = ada) => {
    const people = org
      .get(peopleCache)
      .all()
      .filter(({ isActive }) => isActive)
    const viewer = org.viewer(person.id)
    assert.ok(viewer)
    return peopleTexts(org, viewer, people, options)
  }
  const first = await pieces()
  assert.ok(first.length > 5)
  assert.ok(first.every((piece) => piece instanceof SharedText))
  assert.deepEqual(await pieces(), first)
  const changed = (now: Awaited<ReturnType<typeof pieces>>, before: typeof now) =>
    now.filter((piece) => !before.includes(piece)).length
  await ada.call(updateUser, { user_id: ids[1_200] as number, full_name: 'Cleo of the galley' })
  const second = await pieces()
  assert.equal(changed(second, first), 1)
  await ada.call(deactivateUser, { user_id: ids[300] as number })
  const third = await pieces()
  assert.ok(changed(third, second) <= 2)
  assert.equal(textOf(third).length, textOf(second).length - 1)
  // a user who alone sees their own address has a separate piece
  await ben.call(updateSettings, { email_address_visibility: emailVisibility.nobody })
  const own = await pieces(ben)
  assert.equal(own.filter((piece) => typeof piece === 'string').length, 1)
  const addressIn = (list: { user_id: number; delivery_email: string | null }[]) =>
    list.find(({ user_id }) => user_id === ben.id)?.delivery_email
  assert.deepEqual([addressIn(textOf(own)), addressIn(textOf(await pieces()))], [ben.email, null])
})

test('long responses are equal in every encoding and have a content hash', async ({ society, ada }) => {
  await crowd(society, 2_500)
  for (const query of ['', '?client_gravatar=false&include_custom_profile_fields=true']) {
    const path = `/api/v1/users${query}`
    const plain = await fetchAs(ada, path)
    const gzip = await fetchAs(ada, path, { 'accept-encoding': 'gzip, deflate, br' })
    assert.deepEqual([gzip.headers['content-encoding'], gzip.headers.vary], ['gzip', 'Accept-Encoding'])
    assert.ok(gzip.body.length < plain.body.length / 5)
    assert.equal(String(gunzipSync(gzip.body)), String(plain.body))
    assert.equal(plain.headers['content-length'], `${plain.body.length}`)
    assert.equal((plain.json.members as unknown[]).length > 2_500, true)
    const again = await fetchAs(ada, path, { 'if-none-match': String(gzip.headers.etag) })
    assert.deepEqual([again.status, again.body.length], [304, 0])
  }
})

test('what a client says it can do without is left out of user lists', async ({ society, ada }) => {
  const { org } = society
  await crowd(society, 1_500)
  await org.transact(null, (mutation) =>
    raw(mutation.tx, `update account set created_at = now() - interval '1 year' where org_id = $1`, [org.id]),
  )
  await org.load()
  const pictures = async (path: string) => {
    const { json } = await fetchAs(ada, path)
    return (json.members as { avatar_url?: string }[]).filter(({ avatar_url }) => avatar_url !== undefined).length
  }
  const away = encodeURIComponent('{"user_avatar_url_field_optional":true}')
  const paging = encodeURIComponent('{"user_list_incomplete":true,"user_list_in_pages":true}')
  const all = await pictures('/api/v1/users?client_gravatar=false')
  assert.ok(all > 1_500)
  // the crowd joined a year ago and hasn't been active since
  assert.ok((await pictures(`/api/v1/users?client_gravatar=false&client_capabilities=${away}`)) < all - 1_400)
  assert.equal(await pictures(`/api/v1/users?client_gravatar=false&limit=50&client_capabilities=${paging}`), 0)
})

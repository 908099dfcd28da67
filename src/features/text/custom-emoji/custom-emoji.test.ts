import sharp from 'sharp'
import { insufficientPermission, mustBeAdministrator } from '#contract'
import { assert, type Person, TestOrganization, test } from '#test'
import { fetchAs, raw, type SentFile, sendFiles } from '../../../../test/harness/files.ts'
import { addReaction, noSuchEmoji as noSuchReactionEmoji } from '../../messages/messages/reactions/api.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import * as api from './api.ts'

const picture = (width = 200, height = 100) =>
  sharp({ create: { width, height, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()

async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 90, height: 90, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

const add = async (person: Person, name: string, file: Partial<SentFile> = {}) =>
  sendFiles(person, `/realm/emoji/${encodeURIComponent(name)}`, [
    { filename: 'emoji.png', content: file.content ?? (await picture()), ...file },
  ])
const added = async (person: Person, name: string, file: Partial<SentFile> = {}) => {
  const { status, json } = await add(person, name, file)
  assert.equal(status, 200, JSON.stringify(json))
  const { emoji } = await person.call(api.getCustomEmoji)
  return Object.values(emoji).at(-1) as api.CustomEmoji
}

test('a custom emoji is added under its normalized name, and everyone gets an event', async ({ ada, ben, gus }) => {
  const watches = await Promise.all([ada, ben, gus].map((person) => person.register('realm_emoji')))
  const emoji = await added(ben, 'Green Tick')
  assert.match(emoji.source_url, new RegExp(`^/user_avatars/${ben.org.id}/emoji/images/[0-9a-f]{24}\\.png$`))
  assert.deepEqual(emoji, {
    id: emoji.id,
    name: 'green_tick',
    source_url: emoji.source_url,
    still_url: null,
    deactivated: false,
    author_id: ben.id,
  })
  for (const watch of watches) {
    assert.deepEqual(await watch.of('realm_emoji'), [{ type: 'realm_emoji', op: 'add', emoji }])
    await watch.agreesWithFreshRegister()
  }
})

test("anyone can fetch an emoji's picture, which is small and only served as a picture", async ({ ada, server }) => {
  const { source_url } = await added(ada, 'tick')
  const { status, headers, body } = await raw(server, ada.org, source_url)
  assert.deepEqual([status, headers['content-type'], headers['x-content-type-options']], [200, 'image/png', 'nosniff'])
  assert.match(String(headers['cache-control']), /^public, max-age=\d+, immutable$/)
  const { width, height, hasAlpha } = await sharp(body).metadata()
  assert.deepEqual([width, height, hasAlpha], [64, 64, true])
  const { owner } = await TestOrganization.found(server)
  for (const path of [source_url, source_url.replace(`/${ada.org.id}/`, `/${owner.org.id}/`)])
    assert.equal((await fetchAs(owner, path)).status, 404)
  for (const name of ['x.png', '../../../x', `${'0'.repeat(24)}.png`, `${'0'.repeat(24)}.html`])
    assert.equal((await raw(server, ada.org, `/user_avatars/${ada.org.id}/emoji/images/${name}`)).status, 404)
})

test('an animated emoji has a still picture', async ({ ada, server }) => {
  const { source_url, still_url } = await added(ada, 'dance', { content: await animation() })
  const moving = await raw(server, ada.org, source_url)
  assert.equal(moving.headers['content-type'], 'image/gif')
  assert.equal((await sharp(moving.body).metadata()).pages, 3)
  const still = await raw(server, ada.org, still_url as string)
  assert.deepEqual(
    [still.headers['content-type'], (await sharp(still.body).metadata()).pages],
    ['image/png', undefined],
  )
})

test('names are validated and unique', async ({ ada, ben }) => {
  for (const name of ['-', 'a b_', '_a', 'é', 'a.b', 'a:b', 'x'.repeat(65), '<b>', 'a/b'])
    assert.ok([400, 404].includes((await add(ada, name)).status), name)
  assert.equal((await add(ada, 'é')).json.msg, api.invalidEmojiName.message)
  await added(ada, 'tick')
  assert.equal((await add(ada, 'TICK')).json.msg, api.emojiNameTaken.message)
  assert.equal((await add(ben, 'smile')).json.msg, api.builtInEmojiName.message)
  await added(ada, 'smile')
  assert.equal(Object.keys((await ben.call(api.getCustomEmoji)).emoji).length, 2)
})

test("files that aren't pictures, oversized ones, and several files are refused", async ({ ada }) => {
  const tooLarge = Buffer.concat([await picture(), Buffer.alloc(5 * 2 ** 20)])
  const cases: [string | Buffer, string, string][] = [
    ['text', 'Could not read that picture', 'BAD_IMAGE'],
    ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'Could not read that picture', 'BAD_IMAGE'],
    [tooLarge, 'Uploaded file is larger than the allowed limit of 5 MiB', 'BAD_REQUEST'],
  ]
  for (const [content, msg, code] of cases) {
    const { status, json } = await add(ada, 'tick', { content })
    assert.deepEqual([status, json.msg, json.code], [400, msg, code])
  }
  const none = await sendFiles(ada, '/realm/emoji/tick', [])
  assert.deepEqual([none.status, none.json.msg], [400, 'You must upload exactly one file.'])
  assert.deepEqual((await ada.call(api.getCustomEmoji)).emoji, {})
})

test('people with permission can add emoji; the author and administrators can remove them', async ({
  ada,
  ben,
  cleo,
  gus,
  ines,
}) => {
  assert.equal((await add(gus, 'guest')).json.msg, insufficientPermission.message)
  await added(ben, 'first_tick')
  await added(ben, 'second_tick')
  await cleo.refused(api.deactivateCustomEmoji, { emoji_name: 'first_tick' }, insufficientPermission)
  await cleo.refused(api.deactivateCustomEmoji, { emoji_name: 'third_tick' }, api.noSuchEmoji)
  const watch = await cleo.register('realm_emoji')
  await ben.call(api.deactivateCustomEmoji, { emoji_name: 'first_tick' })
  await ines.call(api.deactivateCustomEmoji, { emoji_name: 'Second Tick' })
  await ben.refused(api.deactivateCustomEmoji, { emoji_name: 'first_tick' }, api.noSuchEmoji)
  const [first] = await watch.of('realm_emoji')
  const [id] = Object.keys((await cleo.call(api.getCustomEmoji)).emoji)
  assert.deepEqual(first, { type: 'realm_emoji', op: 'update_one', emoji_id: id, data: { deactivated: true } })
  await watch.agreesWithFreshRegister()
  const group = ada.org.get(organizationCache).systemGroups.get('role:administrators')
  await ada.send('PATCH', '/realm', { can_add_custom_emoji_group: { new: group } })
  assert.equal((await add(cleo, 'more')).json.msg, insufficientPermission.message)
  await added(ines, 'more')
})

test('older clients get all emoji with each change', async ({ ada }) => {
  const watch = await ada.registerWith({ event_types: ['realm_emoji'], client_capabilities: {} })
  const one = await added(ada, 'one')
  const two = await added(ada, 'two')
  await ada.call(api.deactivateCustomEmoji, { emoji_name: 'one' })
  const all = { [one.id]: { ...one, deactivated: true }, [two.id]: two }
  const events = await watch.of('realm_emoji')
  assert.deepEqual(events.at(-1), { type: 'realm_emoji', op: 'update', realm_emoji: all })
  assert.deepEqual(
    events.map((event) => Object.keys(event.realm_emoji as object).length),
    [1, 2, 2],
  )
  await watch.agreesWithFreshRegister()
})

test('texts and reactions prefer custom emoji until they are removed', async ({ ada, ben }) => {
  const emoji = await added(ada, 'smile')
  const watch = await ben.register('message')
  const send = async (content: string) => {
    const id = await ada.sends(content, ben)
    const event = await watch.until(({ message }) => (message as { id: number } | undefined)?.id === id)
    return { id, content: (event.message as { content: string }).content }
  }
  const { id, content } = await send('so :smile: so')
  assert.equal(content, `<p>so <img alt=":smile:" class="emoji" src="${emoji.source_url}" title="smile"> so</p>`)
  await ben.call(addReaction, { message_id: id, emoji_name: 'smile' })
  const { messages } = (await ada.send('GET', '/messages', {
    anchor: id,
    num_before: 0,
    num_after: 0,
    narrow: [],
  })) as { messages: { reactions: object[] }[] }
  const reaction = { emoji_name: 'smile', emoji_code: emoji.id, reaction_type: 'realm_emoji', user_id: ben.id }
  assert.deepEqual(messages[0]?.reactions, [reaction])
  await ada.call(api.deactivateCustomEmoji, { emoji_name: 'smile' })
  assert.match((await send(':smile:')).content, /emoji-[0-9a-f]/)
  await added(ada, 'party_time')
  await ada.call(api.deactivateCustomEmoji, { emoji_name: 'party_time' })
  await ben.refused(addReaction, { message_id: id, emoji_name: 'party_time' }, noSuchReactionEmoji)
  // others can still join an existing reaction
  await ada.call(addReaction, {
    message_id: id,
    ...{ emoji_name: 'smile', emoji_code: emoji.id, reaction_type: 'realm_emoji' },
  })
  // the name of a removed emoji is available again
  assert.notEqual((await added(ada, 'smile')).id, emoji.id)
})

test('administrators choose the icon and the logos of an organization', async ({ ada, ben, ines, server }) => {
  const watch = await ben.register('realm')
  const before = watch.initial
  const send = async (person: Person, path: string, fields: Record<string, string> = {}) =>
    sendFiles(person, path, [{ filename: 'a.png', content: await picture(3_000, 600) }], fields)
  assert.equal((await send(ben, '/realm/icon')).json.msg, mustBeAdministrator.message)
  assert.equal((await send(ines, '/realm/icon')).status, 200)
  assert.equal((await send(ada, '/realm/logo')).status, 200)
  assert.equal((await send(ada, '/realm/logo', { night: 'true' })).status, 200)
  await watch.agreesWithFreshRegister()
  const now = (await ben.register('realm')).initial
  const kinds = ['icon', 'logo', 'night_logo'] as const
  assert.deepEqual(
    kinds.map((kind) => now[`realm_${kind}_source`]),
    ['U', 'U', 'U'],
  )
  const sizes: unknown[] = []
  for (const kind of kinds) {
    const { pathname, host } = new URL(now[`realm_${kind}_url`] as string)
    assert.match(host, /\.loquat\.test$/)
    const { width, height } = await sharp((await raw(server, ada.org, pathname)).body).metadata()
    sizes.push([width, height])
  }
  assert.deepEqual(sizes, [
    [512, 512],
    [500, 100],
    [500, 100],
  ])
  assert.equal((await ben.send('GET', '/server_settings')).realm_icon, now.realm_icon_url)
  await ada.send('DELETE', '/realm/icon')
  await ada.send('DELETE', '/realm/logo')
  await ada.send('DELETE', '/realm/logo', { night: true })
  await ada.send('DELETE', '/realm/logo', { night: true })
  await watch.agreesWithFreshRegister()
  const after = (await ben.register('realm')).initial
  for (const kind of kinds) assert.equal(after[`realm_${kind}_url`], before[`realm_${kind}_url`])
  const old = new URL(now.realm_icon_url as string).pathname
  assert.equal((await raw(server, ada.org, old)).status, 404)
  assert.equal((await sendFiles(ada, '/realm/icon', [{ filename: 'a.png', content: 'x' }])).json.code, 'BAD_IMAGE')
})

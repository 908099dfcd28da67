import { roles, type UserId, type WireEvent } from '#contract'
import { assert, chance, type Person, test } from '#test'
import { allCapabilities } from '../../../../client/capabilities.ts'
import { fetchPage, fetchPeople, isIncomplete } from '../../../../client/missing-people.ts'
import { Session } from '../../../../client/session.ts'
import { crowd } from '../../../../test/harness/crowd.ts'
import { raw } from '../../../../test/harness/files.ts'
import { groupsCache } from '../groups/cache.ts'
import { updatePresence } from '../presence/api.ts'
import { updateSettings } from '../user-settings/api.ts'
import { createUser, deactivateUser, getUsers, maxPerPage, reactivateUser, updateUser } from './api.ts'
import { createBot } from './bot-api.ts'
import { emailVisibility, type User, withoutDrawnPicture } from './wire.ts'

const parameters = {
  fetch_event_types: ['realm_user'],
  event_types: ['realm_user', 'custom_profile_fields'],
  client_gravatar: false,
  client_capabilities: allCapabilities,
}
const open = (person: Person) => Session.open({ client: person.client, parameters, userId: person.id })
const idsOf = (session: Session) => (session.told.realm_users as User[]).map(({ user_id }) => user_id)
const listsOf = (told: Readonly<Record<string, unknown>>) =>
  [told.realm_users, told.realm_non_active_users].map((list) => (list as User[]).map(withoutDrawnPicture))

async function drain(session: Session): Promise<WireEvent[]> {
  const all: WireEvent[] = []
  for (;;) {
    const { events } = await session.poll({ wait: false })
    if (events.length === 0) return all
    all.push(...events)
  }
}

const same = (ids: readonly number[], expected: readonly number[]) =>
  assert.deepEqual(
    [...ids].sort((a, b) => a - b),
    [...expected].sort((a, b) => a - b),
  )

async function agrees(session: Session, person: Person): Promise<void> {
  await drain(session)
  const { user_list_in_pages: _, ...older } = allCapabilities
  const whole = await Session.open({
    client: person.client,
    parameters: { ...parameters, client_capabilities: older },
    userId: person.id,
  })
  assert.deepEqual(listsOf(session.told), listsOf(whole.told))
  await whole.close()
}

async function fetchAll(session: Session, { client }: Person, limit?: number): Promise<number> {
  let pages = 0
  for (; isIncomplete(session.told); pages++) await fetchPage(session, client, limit)
  return pages
}

test('in a large organization, a paging client first gets nearby users', async ({ society, ada, ben }) => {
  const small = await open(ben)
  assert.ok(!isIncomplete(small.told))
  await agrees(small, ben)
  const all = await crowd(society, 1_200)
  const [partner, seen] = [all[700] as UserId, await society.join('Somebody here')]
  await ben.sends('Hello', partner)
  await seen.call(updatePresence, { status: 'active' })
  const bot = await ben.call(createBot, { full_name: 'Weather', short_name: 'weather' })
  const session = await open(ben)
  assert.equal(session.told.realm_users_after, 0)
  same(idsOf(session), [ben.id, partner, seen.id, bot.user_id])
  assert.equal((session.told.cross_realm_bots as User[]).length, 3)
  assert.ok((session.told.realm_users as User[]).every((one) => !('avatar_url' in one)))
  // clients without paging get everyone
  const plain = await ada.registerWith({ client_capabilities: { user_list_incomplete: true } })
  assert.equal((plain.initial.realm_users as User[]).length, 1_200 + 4)
  assert.ok(!('realm_users_after' in plain.initial))
})

test('all users arrive page by page, and requested ones earlier', async ({ society, ben }) => {
  const all = await crowd(society, 1_200)
  const session = await open(ben)
  const changed = await fetchPeople(session, ben.client, [all[900] as UserId, 123_456_789 as UserId])
  assert.deepEqual([...changed], ['realm_users'])
  same(idsOf(session), [ben.id, all[900] as UserId])
  assert.equal(await fetchAll(session, ben, 500), 3)
  assert.equal(session.told.realm_users_after, null)
  await agrees(session, ben)
  assert.deepEqual([...(await fetchPage(session, ben.client))], [])
})

test('a page has the requested users and says whether it is the last', async ({ society, ada, ben }) => {
  const others = await crowd(society, 5)
  const everyone = [ada.id, ben.id, ...others]
  const page = async (after: number | undefined, limit: number) => {
    const { members, found_last } = await ben.call(getUsers, { ...(after === undefined ? {} : { after }), limit })
    return [members.map(({ user_id }) => user_id), found_last]
  }
  assert.deepEqual(await page(undefined, 3), [everyone.slice(0, 3), false])
  assert.deepEqual(await page(others[0], 4), [everyone.slice(3), true])
  assert.deepEqual(await page(others[0], 3), [everyone.slice(3, 6), false])
  assert.deepEqual(await page(others[4], 3), [[], true])
  assert.ok(!('found_last' in (await ben.call(getUsers))))
  for (const limit of [0, -1, 1.5, maxPerPage + 1]) await ben.refusedRaw('GET', '/users', { limit })
  await ben.refusedRaw('GET', '/users', { after: -1 })
})

test('an unchanged page is reported as such until a user in it changes', async ({ society, server, ada, ben }) => {
  const [first] = await crowd(society, 20)
  const authorization = `Basic ${btoa(`${ben.email}:${ben.apiKey}`)}`
  const ask = (path: string, known?: string) =>
    raw(server, ben.org, `/api/v1${path}`, {
      headers: { authorization, 'accept-encoding': 'gzip', ...(known ? { 'if-none-match': known } : {}) },
    })
  const page = await ask('/users?limit=20')
  const etag = page.headers.etag as string
  assert.deepEqual([page.status, page.headers['cache-control']], [200, 'private, no-cache'])
  assert.equal(page.headers['content-encoding'], 'gzip')
  const again = await ask('/users?limit=20', `"other", ${etag}`)
  assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag])
  assert.equal((await ask('/users?limit=19', etag)).status, 200)
  await ada.call(updateUser, { user_id: first as UserId, full_name: 'Somebody else' })
  const after = await ask('/users?limit=20', etag)
  assert.equal(after.status, 200)
  assert.notEqual(after.headers.etag, etag)
})

test('concurrent changes while paging end in the state of a fresh client', async ({ society, ada }) => {
  const all = await crowd(society, 1_050)
  for (let seed = 1; seed <= 6; seed++) {
    const random = chance(seed)
    const below = (end: number) => Math.floor(random() * end)
    const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
    const session = await open(ada)
    const late: (() => void)[] = []
    const slow = Object.assign(Object.create(ada.client) as typeof ada.client, {
      call: async (...args: Parameters<typeof ada.client.call>) => {
        const answer = await ada.client.call(...args)
        await new Promise<void>((resolve) => late.push(resolve))
        return answer
      },
    })
    const underWay: Promise<unknown>[] = []
    const acts = [
      () => ada.call(updateUser, { user_id: pick(all), full_name: `Named ${below(1e9)}` }),
      () => ada.call(updateUser, { user_id: pick(all), role: pick([roles.member, roles.guest, roles.moderator]) }),
      () => ada.call(deactivateUser, { user_id: pick(all) }),
      () => ada.call(reactivateUser, { user_id: pick(all) }).catch(() => {}),
      () =>
        ada.call(createUser, {
          email: `new-${below(1e9)}@${society.subdomain}.example`,
          password: 'correct horse battery',
          full_name: 'New',
        }),
      async () => void underWay.push(fetchPage(session, slow, 1 + below(400))),
      async () => void underWay.push(fetchPeople(session, slow, [pick(all), pick(all)])),
      async () => late.splice(below(late.length + 1), 1)[0]?.(),
      () => drain(session),
    ]
    for (let step = 0; step < 40; step++) await pick(acts)()
    let isOver = false
    const over = Promise.all(underWay).finally(() => {
      isOver = true
    })
    // keep releasing: a response may still arrive and be delayed
    while (!isOver) {
      late.pop()?.()
      await drain(session)
    }
    await over
    await fetchAll(session, ada, 400)
    await agrees(session, ada)
    await session.close()
  }
})

test('paging shows a limited guest only users they can see', async ({ society, ada, ben, gus }) => {
  const all = await crowd(society, 1_100)
  const members = ada.org.get(groupsCache).system('role:members').id
  await ada.send('PATCH', '/realm', { can_access_all_users_group: members })
  const put = (name: string, people: readonly UserId[]) =>
    ada.send('POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals: people })
  await put('loom', [gus.id, ...all.slice(0, 1_050)])
  const stranger = all.at(-1) as UserId
  const session = await open(gus)
  assert.ok(isIncomplete(session.told))
  same(idsOf(session), [gus.id])
  await fetchPeople(session, gus.client, [stranger, ben.id])
  same(idsOf(session), [gus.id])
  await fetchPage(session, gus.client, 600)
  // a user from a loaded page becomes invisible, and one from an unloaded page visible
  const leave = (id: UserId) =>
    ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['loom'], principals: [id] })
  await leave(all[3] as UserId)
  await leave(all[1_000] as UserId)
  await put('loom', [ben.id])
  await drain(session)
  await fetchAll(session, gus, 600)
  await agrees(session, gus)
  const known = new Set(idsOf(session))
  assert.deepEqual(
    [ben.id, stranger, all[3] as UserId, all[1_000] as UserId].map((id) => known.has(id)),
    [true, false, false, false],
  )
  assert.equal(known.size, 1_050 - 2 + 2)
  const pages = [...(await gus.call(getUsers, { limit: maxPerPage })).members].map(({ user_id }) => user_id)
  same(pages, [...known])
})

test('restricted email addresses are hidden in pages and shared lists', async ({ society, ada, ben, cleo, ines }) => {
  await crowd(society, 1_100)
  await ben.call(updateSettings, { email_address_visibility: emailVisibility.administrators })
  const addressOf = async (viewer: Person, capabilities: Record<string, boolean>) => {
    const { initial } = await viewer.registerWith({
      fetch_event_types: ['realm_user'],
      client_capabilities: { user_list_incomplete: true, ...capabilities },
    })
    const { members } = await viewer.call(getUsers, { limit: maxPerPage })
    const { members: all } = await viewer.call(getUsers)
    return [initial.realm_users as User[], members, all].map(
      (list) => list.find(({ user_id }) => user_id === ben.id)?.delivery_email ?? null,
    )
  }
  for (const viewer of [cleo, ben, cleo, ada, ines, cleo, ben])
    assert.deepEqual(await addressOf(viewer, {}), Array(3).fill(viewer === cleo ? null : ben.email), viewer.name)
})

import { roles } from '#contract'
import { assert, chance, type Person, test } from '#test'
import { getUserStatus } from '../../messages/user-status/api.ts'
import { groupsCache } from '../groups/cache.ts'
import { getPresence, getUserPresence, updatePresence } from '../presence/api.ts'
import { canAccessUser } from './access/index.ts'
import { deactivateUser, getUser, getUserByEmail, getUsers, noSuchUser, reactivateUser, updateUser } from './api.ts'

const group = (person: Person, name: string) => person.org.get(groupsCache).system(name).id
const limitGuests = (owner: Person) =>
  owner.send('PATCH', '/realm', { can_access_all_users_group: group(owner, 'role:members') })

const together = (owner: Person, name: string, ...people: Person[]) =>
  owner.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map(({ id }) => id),
  })
const apart = (owner: Person, name: string, ...people: Person[]) =>
  owner.send('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: people.map(({ id }) => id) })
const people = ['realm_user', 'user_status']
const watched = async (guest: Person) => (await guest.register(...people)) as Awaited<ReturnType<Person['register']>>

test('a limited guest sees themselves, system bots, and people in shared places', async ({
  society,
  ada,
  ben,
  cleo,
  gus,
  ines,
}) => {
  const other = await society.join('Greta', roles.guest)
  await together(ada, 'loom', ben, gus)
  await cleo.sends('Hello', gus)
  const knows = (viewer: Person, role: number, who: Person) => canAccessUser(ada.org, { id: viewer.id, role }, who.id)
  assert.ok(knows(gus, roles.guest, ines), 'without the setting everybody is known')
  await limitGuests(ada)
  const table: [Person, number, boolean[]][] = [
    // for ben, cleo, gus, ines, and the other guest
    [gus, roles.guest, [true, true, true, false, false]],
    [other, roles.guest, [false, false, false, false, true]],
    [ben, roles.member, [true, true, true, true, true]],
    [ada, roles.owner, [true, true, true, true, true]],
  ]
  for (const [viewer, role, expected] of table)
    assert.deepEqual(
      [ben, cleo, gus, ines, other].map((who) => knows(viewer, role, who)),
      expected,
      viewer.name,
    )
})

test("invisible users are missing from a guest's responses", async ({ ada, ben, cleo, gus }) => {
  await together(ada, 'loom', ben, gus)
  await limitGuests(ada)
  for (const one of [ben, cleo]) await one.call(updatePresence, { status: 'active' })
  const { members } = await gus.call(getUsers)
  const ids = members.map(({ user_id }) => user_id)
  assert.deepEqual([ids.includes(ben.id), ids.includes(cleo.id)], [true, false])
  assert.deepEqual((await gus.call(getUsers, { user_ids: [cleo.id] })).members, [])
  await gus.refused(getUser, { user_id: cleo.id }, noSuchUser)
  await gus.refused(getUserByEmail, { email: cleo.email }, noSuchUser)
  await gus.refused(getUserPresence, { user_id_or_email: `${cleo.id}` }, noSuchUser)
  await gus.refused(getUserStatus, { user_id: cleo.id }, noSuchUser)
  await gus.refusedRaw('POST', '/messages', { type: 'direct', to: [cleo.id], content: 'Hello' })
  await gus.refusedRaw('POST', `/users/me/muted_users/${cleo.id}`)
  await gus.sends('Hello', ben)
  const presences = async (person: Person) => Object.keys((await person.call(getPresence)).presences)
  assert.deepEqual([await presences(gus), (await presences(ada)).sort()], [[ben.email], [ben.email, cleo.email].sort()])
})

test('clients that need every user get placeholders that reveal nothing', async ({ society, ada, ben, gus }) => {
  await limitGuests(ada)
  const older = await gus.registerWith({ event_types: people, client_capabilities: {} })
  const shown = (older.initial.realm_users as Record<string, unknown>[]).filter(({ user_id }) => user_id !== gus.id)
  const [first, ...rest] = shown.map(({ user_id, email, ...same }) => JSON.stringify(same))
  assert.equal(
    rest.every((one) => one === first),
    true,
  )
  assert.match(first as string, /Unknown user/)
  const newer = await gus.register(...people)
  const dora = await society.join('Dora')
  assert.deepEqual(await newer.ops(), [])
  assert.deepEqual(await older.ops(), ['realm_user/add'])
  await older.agreesWithFreshRegister()
  await together(ada, 'loom', ben, dora, gus)
  await older.agreesWithFreshRegister()
  await apart(ada, 'loom', dora)
  await older.agreesWithFreshRegister()
  await newer.agreesWithFreshRegister()
})

test('a guest gets events for users who become visible or invisible', async ({ ada, ben, cleo, gus, momo }) => {
  await cleo.send('POST', '/users/me/status', { status_text: 'weaving' })
  await limitGuests(ada)
  const watch = await watched(gus)
  const names = async () => {
    await watch.agreesWithFreshRegister()
    const { realm_users } = watch.reduced() as { realm_users: { full_name: string }[] }
    return realm_users.map(({ full_name }) => full_name).sort()
  }
  assert.deepEqual(await names(), ['Gus'])
  await together(ada, 'loom', ben, gus)
  assert.deepEqual(await names(), ['Ben', 'Gus'])
  await together(ada, 'loom', cleo)
  assert.deepEqual(await names(), ['Ben', 'Cleo', 'Gus'])
  await ben.sends('Hello', gus)
  await apart(ada, 'loom', ben)
  assert.deepEqual(await names(), ['Ben', 'Cleo', 'Gus'])
  await momo.sends('Hello', [gus, ada])
  assert.deepEqual(await names(), ['Ada', 'Ben', 'Cleo', 'Gus', 'Momo'])
  await ada.call(deactivateUser, { user_id: cleo.id })
  assert.deepEqual(await names(), ['Ada', 'Ben', 'Gus', 'Momo'])
  await ada.call(reactivateUser, { user_id: cleo.id })
  assert.deepEqual(await names(), ['Ada', 'Ben', 'Cleo', 'Gus', 'Momo'])
  await apart(ada, 'loom', gus)
  assert.deepEqual(await names(), ['Ada', 'Ben', 'Gus', 'Momo'])
})

test("changing guests' access makes their clients register again", async ({ ada, ben, gus }) => {
  const before = await gus.register('realm_user')
  await limitGuests(ada)
  const gone = await gus.refusedRaw('GET', '/events', { queue_id: before.queueId, last_event_id: -1, dont_block: true })
  assert.equal(gone.code, 'BAD_EVENT_QUEUE_ID')
  const member = await ben.register('realm_user')
  await ada.call(updateUser, { user_id: ben.id, role: roles.guest })
  await ben.refusedRaw('GET', '/events', { queue_id: member.queueId, last_event_id: -1, dont_block: true })
})

test("no response or event ever names a user the guest can't see", async ({ society, ada }) => {
  const guests = [await society.join('Guestone', roles.guest), await society.join('Guesttwo', roles.guest)]
  const members = await Promise.all(
    ['Dorothea', 'Emmanuel', 'Florentina', 'Giuseppe'].map((name) => society.join(name)),
  )
  const all = [...guests, ...members]
  await limitGuests(ada)
  for (const name of ['warp', 'weft']) await together(ada, name, ada)
  const random = chance(7)
  const roll = (sides: number) => Math.floor(random() * sides)
  const pick = <T>(list: T[]): T => list[roll(list.length)] as T
  for (let round = 0; round < 4; round++) {
    const watches = await Promise.all(guests.map((guest) => guest.register(...people, 'presence', 'typing')))
    const known = guests.map(() => new Set<Person>())
    const note = () => {
      for (const [n, guest] of guests.entries())
        for (const one of [...all, ada])
          if (canAccessUser(ada.org, { id: guest.id, role: roles.guest }, one.id)) known[n]?.add(one)
    }
    note()
    for (let step = 0; step < 12; step++) {
      const one = pick(members)
      const choice = roll(8)
      if (choice === 0) await together(ada, pick(['warp', 'weft']), pick(all))
      if (choice === 1) await apart(ada, pick(['warp', 'weft']), pick(all)).catch(() => {})
      if (choice === 2) await one.sends('Hello', pick(all))
      if (choice === 3) await one.send('POST', '/users/me/status', { status_text: `${one.name} ${step}` })
      if (choice === 4) await one.call(updatePresence, { status: 'active' })
      if (choice === 5) await one.send('PATCH', '/settings', { timezone: pick(['Asia/Tokyo', 'Europe/Berlin', 'UTC']) })
      if (choice === 6) await one.send('PATCH', '/settings', { email_address_visibility: pick([1, 2, 3, 5]) })
      if (choice === 7) await one.send('POST', '/typing', { op: 'start', to: [pick(all).id] })
      note()
    }
    for (const [n, guest] of guests.entries()) {
      const told = JSON.stringify(await watches[n]?.drain())
      const asked = JSON.stringify([
        await guest.call(getUsers),
        await guest.call(getPresence),
        (await guest.register(...people, 'presence')).initial,
      ])
      for (const one of [...all, ada]) {
        const canKnow = canAccessUser(ada.org, { id: guest.id, role: roles.guest }, one.id)
        for (const word of [`"${one.name}`, one.email]) {
          if (!canKnow) assert.ok(!asked.includes(word), `${guest.name} is told of ${word}`)
          if (!known[n]?.has(one)) assert.ok(!told.includes(word), `${guest.name} hears of ${word}`)
        }
      }
      if (round % 2 === 0) await watches[n]?.skip()
    }
    for (const guest of guests) {
      const fresh = await guest.register(...people)
      await fresh.agreesWithFreshRegister()
    }
    for (const [n] of guests.entries()) await watches[n]?.close()
  }
})

import { botTypes, mustBeAdministrator, mustBeHuman, roles, userDeactivated } from '#contract'
import { assert, type Person, test } from '#test'
import * as api from './api.ts'
import * as keyApi from './key-api.ts'
import * as signInErrors from './sign-in-errors.ts'

test('a new user is announced to everyone, and a fresh register agrees', async ({ ada, society }) => {
  const watch = await ada.register('realm_user')
  await society.join('Ben')
  assert.deepEqual(await watch.ops(), ['add'])
  await watch.agreesWithFreshRegister()
})

test("a password returns its account's API key", async ({ ada, ben, ines }) => {
  const login = { username: ada.email.toUpperCase(), password: 'correct horse battery' }
  const { api_key, user_id, email } = await ada.call(keyApi.fetchApiKey, login)
  assert.deepEqual([api_key, user_id, email], [ada.apiKey, ada.id, ada.email])
  for (const wrong of [
    { username: ada.email, password: 'wrong' },
    { username: 'nobody@example.org', password: 'correct horse battery' },
    // an empty password doesn't sign in
    { username: ben.email, password: '' },
  ])
    await ada.refused(keyApi.fetchApiKey, wrong, signInErrors.wrongCredentials)
  const made = { email: 'Dora@Example.org', password: 'a lovely day', full_name: 'Dora' }
  const { user_id: dora } = await ines.call(api.createUser, made)
  const signIn = { username: 'dora@example.org', password: made.password }
  assert.equal((await ada.call(keyApi.fetchApiKey, signIn)).user_id, dora)
  await ines.call(api.deactivateUser, { user_id: dora })
  await ada.refused(keyApi.fetchApiKey, signIn, userDeactivated)
  await ada.refused(keyApi.fetchApiKey, { ...signIn, password: 'guess' }, signInErrors.wrongCredentials)
})

test('a new API key replaces the old one at once', async ({ ben }) => {
  const { api_key } = await ben.call(keyApi.regenerateOwnApiKey)
  assert.match(api_key, /^[A-Za-z0-9]{32}$/)
  assert.notEqual(api_key, ben.apiKey)
  assert.equal((await ben.refused(api.getOwnUser, {})).code, 'INVALID_API_KEY')
})

test('users are found by ID, API address, and real address', async ({ ada, ben, gus }) => {
  const mine = await ben.call(api.getOwnUser)
  assert.deepEqual([mine.user_id, mine.delivery_email], [ben.id, ben.email])
  assert.ok(mine.max_message_id > 0, 'the welcome')
  const { user } = await gus.call(api.getUser, { user_id: ben.id, include_custom_profile_fields: true })
  const { max_message_id: _, ...same } = mine
  assert.deepEqual(user, same)
  assert.equal((await gus.call(api.getUserByEmail, { email: ben.email })).user.user_id, ben.id)
  const dummy = `user${ben.id}@${ben.email.split('@')[1]?.replace('.example', '.loquat.test')}`
  assert.equal((await gus.call(api.getUserByEmail, { email: dummy })).user.user_id, ben.id)
  await ada.refused(api.getUser, { user_id: 987_654 }, api.noSuchUser)
  await ada.refused(api.getUserByEmail, { email: 'nobody@example.org' }, api.noSuchUser)
  const { members } = await gus.call(api.getUsers, { user_ids: [ada.id, gus.id, 987_654] })
  assert.deepEqual(members.map(({ user_id }) => user_id).sort(), [ada.id, gus.id].sort())
})

test('new users need a name, an address, and a password', async ({ ines, ben }) => {
  const good = { email: 'eve@example.org', password: 'long enough', full_name: '  Ève Ńowak-Ŝmith 王 ' }
  for (const bad of [
    { full_name: ' ' },
    { full_name: 'a'.repeat(101) },
    { full_name: '**Eve**' },
    { full_name: 'Eve\u202e' },
    { full_name: 'Eve|17' },
    { email: 'not an address' },
    { email: 'a@b@c' },
    { password: 'short' },
  ])
    await ines.refusedRaw('POST', '/users', { ...good, ...bad })
  await ben.refused(api.createUser, good, mustBeAdministrator)
  const { user_id } = await ines.call(api.createUser, good)
  const { user } = await ben.call(api.getUser, { user_id })
  assert.deepEqual([user.full_name, user.role, user.email], ['Ève Ńowak-Ŝmith 王', roles.member, good.email])
  await ines.refused(api.createUser, { ...good, email: 'EVE@example.org' }, api.emailTaken)
})

test('owners change any role, administrators all but owners, and guests never become either', async ({
  society,
  ada,
  ines,
  ben,
}) => {
  const all = Object.values(roles)
  for (const [actor, rank] of [
    [ada, roles.owner],
    [ines, roles.administrator],
    [ben, roles.member],
  ] as const) {
    for (const from of all)
      for (const to of all) {
        const target = await society.join(`Target ${actor.name} ${from} ${to}`, from)
        const change = { user_id: target.id, role: to }
        const involvesOwner = from !== to && (from === roles.owner || to === roles.owner)
        if (rank > roles.administrator) await actor.refused(api.updateUser, change, mustBeAdministrator)
        else if (involvesOwner && rank > roles.owner) await actor.refused(api.updateUser, change, api.ownerRequired)
        else if (from === roles.guest && to <= roles.administrator)
          await actor.refused(api.updateUser, change, api.guestStaysBelow)
        else {
          await actor.call(api.updateUser, change)
          assert.equal((await actor.call(api.getUser, { user_id: target.id })).user.role, to)
          continue
        }
        assert.equal((await actor.call(api.getUser, { user_id: target.id })).user.role, from)
      }
  }
  await ada.refusedRaw('PATCH', `/users/${ben.id}`, { role: (roles.member + roles.guest) / 2 })
})

test('deactivating and reactivating users follows from both roles', async ({ society, ada, ines, momo, ben, gus }) => {
  for (const actor of [ada, ines, momo, ben, gus])
    for (const [role, rank] of Object.entries(roles)) {
      const target = await society.join(`${role} of ${actor.name}`, rank)
      const allowed = actor === ada || (actor === ines && rank !== roles.owner)
      if (allowed) {
        await actor.call(api.deactivateUser, { user_id: target.id })
        await target.refused(api.getOwnUser, {}, userDeactivated)
        await actor.call(api.reactivateUser, { user_id: target.id })
        await target.call(api.getOwnUser)
        await actor.refused(api.reactivateUser, { user_id: target.id }, api.alreadyActive)
      } else {
        await actor.refused(api.deactivateUser, { user_id: target.id })
        await ada.call(api.deactivateUser, { user_id: target.id })
        await actor.refused(api.reactivateUser, { user_id: target.id })
      }
    }
})

test('every change of a user reaches register through events', async ({ society, ada, ines, gus }) => {
  const watches = await Promise.all(
    [ada, ines, gus].map((one) => one.register('realm_user', 'realm_bot', 'realm', 'user_group', 'realm_user_groups')),
  )
  const target = await society.join('Dora')
  await society.join('Helper', roles.member, { bot_type: botTypes.generic, bot_owner_id: target.id })
  await ada.call(api.updateUser, { user_id: target.id, full_name: 'Theodora', role: roles.administrator })
  await ada.call(api.updateUserByEmail, { email: target.email, role: roles.guest, new_email: 'theo@example.org' })
  await ada.call(api.deactivateUser, { user_id: target.id })
  await ada.call(api.reactivateUser, { user_id: target.id })
  await ada.call(api.updateUser, { user_id: ines.id, role: roles.member })
  await ada.call(api.updateUser, { user_id: gus.id, role: roles.member, full_name: 'Gustav' })
  await ada.call(api.updateUser, { user_id: gus.id, role: roles.administrator })
  for (const watch of watches) await watch.agreesWithFreshRegister()
})

test("a guest can't become an administrator directly", async ({ ada, gus }) => {
  for (const role of [roles.administrator, roles.owner])
    await ada.refused(api.updateUser, { user_id: gus.id, role, full_name: 'Gustav' }, api.guestStaysBelow)
  const { user } = await ada.call(api.getUser, { user_id: gus.id })
  assert.deepEqual([user.role, user.full_name], [roles.guest, gus.name])
  for (const role of [roles.member, roles.administrator]) await ada.call(api.updateUser, { user_id: gus.id, role })
})

test('only an owner with the special permission changes addresses', async ({ society, ada, ines, ben }) => {
  const other = await society.join('Olga', roles.owner)
  for (const actor of [ines, other])
    await actor.refused(api.updateUser, { user_id: ben.id, new_email: 'new@example.org' }, api.cannotChangeEmails)
  await ada.refused(api.updateUser, { user_id: ben.id, new_email: ada.email }, api.emailTaken)
  await ada.call(api.updateUser, { user_id: ben.id, new_email: 'new@example.org' })
  assert.equal((await ada.call(api.getUser, { user_id: ben.id })).user.email, 'new@example.org')
})

test('fifty concurrent requests leave at least one owner', async ({ society, ada }) => {
  const owners: Person[] = [ada]
  for (let n = 0; n < 4; n++) owners.push(await society.join(`Owner ${n}`, roles.owner))
  const attempts = Array.from({ length: 50 }, (_, n) => {
    const actor = owners[n % 5] as Person
    const target = owners[(n * 3 + 1) % 5] as Person
    if (n % 3 === 0) return actor.call(api.deactivateUser, { user_id: target.id })
    if (n % 3 === 1) return actor.call(api.updateUser, { user_id: target.id, role: roles.member })
    return actor.call(api.deactivateOwnUser)
  })
  const outcomes = await Promise.allSettled(attempts)
  assert.ok(outcomes.some(({ status }) => status === 'rejected'))
  const { peopleCache } = await import('./cache.ts')
  assert.equal(ada.org.get(peopleCache).activeOwners().length, 1)
})

test('the only owner can neither leave nor be demoted', async ({ ada, ines, society }) => {
  await ada.refused(api.updateUser, { user_id: ada.id, role: roles.administrator }, api.onlyOwnerStays)
  await ada.refused(api.deactivateUser, { user_id: ada.id }, api.cannotDeactivateOnlyOwner)
  await ines.refused(api.deactivateUser, { user_id: ada.id }, api.ownerRequired)
  const error = await ada.refused(api.deactivateOwnUser, {}, api.cannotDeactivateSelf)
  assert.deepEqual(error.fields, { entity: 'organization owner', is_last_owner: true })
  await society.join('Olga', roles.owner)
  await ada.call(api.deactivateOwnUser)
})

test('deactivation ends keys, event queues, and bots at once', async ({ society, ada, ben }) => {
  const bot = await society.join('Bot of Ben', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  const watch = await ben.register('realm_user')
  const waiting = watch.until(({ op }) => op === 'never').catch((error: unknown) => error)
  await ada.call(api.deactivateUser, { user_id: ben.id })
  await waiting
  await ben.refused(api.getOwnUser, {}, userDeactivated)
  await bot.refused(api.getOwnUser, {}, userDeactivated)
  await ada.call(api.reactivateUser, { user_id: ben.id })
  assert.equal((await ben.refusedRaw('GET', '/events', { queue_id: watch.queueId })).code, 'BAD_EVENT_QUEUE_ID')
})

test("bots can't deactivate themselves", async ({ society, ada }) => {
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  await bot.refused(api.deactivateOwnUser, {}, mustBeHuman)
})

test('two people can share a name unless the organization forbids it', async ({ ada, ben, cleo }) => {
  await ada.call(api.updateUser, { user_id: cleo.id, full_name: 'Ben' })
  await ada.send('PATCH', '/realm', { require_unique_names: true })
  const error = await ada.refused(api.updateUser, { user_id: ada.id, full_name: 'bEN' }, api.nameTaken)
  assert.equal(error.code, 'BAD_REQUEST')
  await ada.call(api.updateUser, { user_id: ben.id, full_name: 'Benedict' })
})

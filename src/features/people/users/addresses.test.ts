import { roles } from '#contract'
import { assert, Person, test, type Watch } from '#test'
import type { Account } from './account.ts'
import * as api from './api.ts'
import { peopleCache } from './cache.ts'
import { emailVisibility } from './wire.ts'

/** By value of `email_address_visibility`: the roles that see the address. */
const seen: Record<number, readonly number[]> = {
  [emailVisibility.everyone]: Object.values(roles),
  [emailVisibility.members]: [roles.owner, roles.administrator, roles.moderator, roles.member],
  [emailVisibility.administrators]: [roles.owner, roles.administrator],
  [emailVisibility.nobody]: [],
  [emailVisibility.moderators]: [roles.owner, roles.administrator, roles.moderator],
}
const capabilities = { client_capabilities: {} }

async function everythingSaid(viewer: Person, userId: number): Promise<string> {
  const answers: unknown[] = [
    await viewer.call(api.getUsers, { include_custom_profile_fields: true, client_gravatar: false }),
    await viewer.call(api.getUser, { user_id: userId }),
    (await viewer.registerWith(capabilities)).initial,
    await viewer.send('GET', '/user_groups').catch(() => null),
    await viewer.send('GET', '/bots'),
  ]
  return JSON.stringify(answers)
}

test('an email address is visible only to those allowed, in every response and event', async ({
  society,
  ada,
  ines,
  momo,
  ben,
  gus,
}) => {
  let target = await society.join('Target')
  const viewers: [Person, number][] = [
    [ada, 100],
    [ines, 200],
    [momo, 300],
    [ben, 400],
    [gus, 600],
  ]
  let address = target.email
  for (const visibility of [4, 2, 1, 3, 5, 1, 4]) {
    await target.send('PATCH', '/settings', { email_address_visibility: visibility })
    const watches: Watch[] = []
    for (const [viewer] of viewers) watches.push(await viewer.register())
    address = `address-${visibility}-${watches[0]?.queueId.slice(0, 8)}@example.org`
    await ada.call(api.updateUser, { user_id: target.id, new_email: address, full_name: `Target ${visibility}` })
    // clients sign in with the address that they know
    const account = target.org.get(peopleCache).byId.get(target.id) as Account
    target = new Person(target.server, target.org, society.subdomain, account)
    await target.send('PATCH', '/settings', { timezone: 'Europe/Paris' })
    await target.send('PATCH', '/settings', { timezone: '' })
    for (const [index, [viewer, role]] of viewers.entries()) {
      const can = seen[visibility]?.includes(role) ?? false
      const watch = watches[index] as Watch
      await watch.drain()
      assert.equal(JSON.stringify(watch.events).includes(address), can, `events for ${viewer.name} at ${visibility}`)
      assert.equal(
        (await everythingSaid(viewer, target.id)).includes(address),
        can,
        `answers for ${viewer.name} at ${visibility}`,
      )
      if (can) assert.equal((await viewer.call(api.getUserByEmail, { email: address })).user.user_id, target.id)
      else await viewer.refused(api.getUserByEmail, { email: address }, api.noSuchUser)
      await watch.agreesWithFreshRegister()
      await watch.close()
    }
  }
})

test('new users with a hidden address are announced as each recipient can see them', async ({
  ada,
  ines,
  ben,
  gus,
}) => {
  await ada.send('PATCH', '/realm/user_settings_defaults', { email_address_visibility: emailVisibility.administrators })
  const watches = await Promise.all([ada, ines, ben, gus].map((one) => one.register('realm_user')))
  await ada.call(api.createUser, { email: 'hidden@example.org', password: 'long enough', full_name: 'Hidden' })
  for (const [index, watch] of watches.entries()) {
    assert.deepEqual(await watch.ops(), ['add'])
    assert.equal(JSON.stringify(watch.events).includes('hidden@example.org'), index < 2)
    await watch.agreesWithFreshRegister()
  }
})

test('changing role or setting shows and hides addresses', async ({ ada, ben, cleo, gus }) => {
  for (const [person, visibility] of [
    [cleo, 5],
    [gus, 3],
  ] as const)
    await person.send('PATCH', '/settings', { email_address_visibility: visibility })
  const watch = await ben.register('realm_user')
  for (const role of [roles.moderator, roles.administrator, roles.guest, roles.member]) {
    await ada.call(api.updateUser, { user_id: ben.id, role })
    await watch.agreesWithFreshRegister()
  }
  const { nobody, members, administrators, everyone } = emailVisibility
  for (const email_address_visibility of [nobody, members, administrators, everyone]) {
    await cleo.send('PATCH', '/settings', { email_address_visibility })
    await watch.agreesWithFreshRegister()
  }
})

test('a hidden address works for signing in', async ({ ben }) => {
  await ben.send('PATCH', '/settings', { email_address_visibility: emailVisibility.nobody })
  const { email, delivery_email } = await ben.call(api.getOwnUser)
  assert.match(email, new RegExp(`^user${ben.id}@`))
  assert.equal(delivery_email, ben.email)
})

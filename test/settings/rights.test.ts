import { mustBeAdministrator, mustBeOwner, roles } from '#contract'
import { assert, test } from '#test'
import { organizationCache, settingsOf } from '../../src/features/people/organization/cache.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { updateDefaults } from '../../src/features/people/user-settings/api.ts'
import { hasRank, rankOf } from '../../web/settings/organization/rights.ts'
import { everyPlaced } from '../../web/settings/organization/table.ts'

test('a control is enabled exactly for users whose change the server accepts', async ({
  ada,
  ines,
  momo,
  ben,
  gus,
}) => {
  const { name, description } = ada.org.get(organizationCache)
  const now: Record<string, unknown> = { ...settingsOf(ada.org), name, description }
  const everyone = [
    [ada, roles.owner],
    [ines, roles.administrator],
    [momo, roles.moderator],
    [ben, roles.member],
    [gus, roles.guest],
  ] as const
  for (const placed of everyPlaced()) {
    const rank = rankOf(placed.name)
    const params = { [placed.name]: now[placed.name] }
    for (const [person, role] of everyone) {
      if (rank === 'server') assert.equal(hasRank(rank, { role }), false)
      else if (hasRank(rank, { role })) await person.call(updateOrganization, params)
      else
        await person.refused(
          updateOrganization,
          params,
          role === roles.administrator ? mustBeOwner : mustBeAdministrator,
        )
    }
  }
  for (const [person, role] of everyone)
    if (hasRank('administrator', { role })) await person.call(updateDefaults, { enter_sends: true })
    else await person.refused(updateDefaults, { enter_sends: true }, mustBeAdministrator)
})

test("owners can't change what only the operator can", async ({ ada }) => {
  const names = everyPlaced().filter(({ name }) => rankOf(name) === 'server')
  assert.deepEqual(
    names.map(({ name }) => name),
    ['owner_full_content_access'],
  )
  for (const { name } of names) {
    const { ignored_parameters_unsupported } = await ada.send('PATCH', '/realm', { [name]: true })
    assert.deepEqual(ignored_parameters_unsupported, [name])
  }
})

import { mustBeOwner, roles } from '#contract'
import { version } from '#platform/config'
import { assert, Person, TestOrganization, test } from '#test'
import { foundOrganization } from '../../people/organization-settings/actions/found.ts'
import { createUser } from '../../people/users/actions/index.ts'
import { getServerStatus, statusOfRootOnly } from './api.ts'

test('only owners of the root organization see the server’s status', async ({ server }) => {
  const founder = { full_name: 'Ada', email: 'ada@root.example', password: 'correct horse battery' }
  const { org, owner } = await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner: founder })
  const ada = new Person(server, org, '', owner)
  const administrator = { email: 'ines@root.example', full_name: 'Ines', role: roles.administrator }
  const ines = new Person(server, org, '', await org.transact(null, (mutation) => createUser(mutation, administrator)))
  await server.runtime.disk.look()
  const status = await ada.call(getServerStatus)
  assert.equal(status.version, version)
  assert.equal(status.database.embedded, server.runtime.db.embedded)
  assert.ok(status.database.size > 2 ** 20 && (status.disk?.free ?? 0) > 0)
  assert.deepEqual([status.mail.configured, status.backups?.verified_at], [false, null])
  assert.ok(!JSON.stringify(status).includes(server.runtime.config.dataDir))
  await ines.refused(getServerStatus, {}, mustBeOwner)
  const other = await TestOrganization.found(server)
  await other.owner.refused(getServerStatus, {}, statusOfRootOnly)
})

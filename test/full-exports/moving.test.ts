import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { mustBeOwner } from '#contract'
import { assert, startServer, test } from '#test'
import { importOrganization } from '../../src/command/operations/org-import.ts'
import { allowFullExport, redirectOrganization } from '../../src/command/operations/org-move.ts'
import { reactivateOrganization } from '../../src/command/operations/organizations.ts'
import * as api from '../../src/features/data/exports/api.ts'
import { download, settled, untar } from '../../src/features/data/exports/fixture.ts'
import { organizationMoved } from '../../src/features/people/organization/actions.ts'
import { getOwnUser } from '../../src/features/people/users/api.ts'
import { raw } from '../harness/files.ts'
import { rowsOf } from './archives.ts'

test('an owner exports everything over the API once the operator allows it', async ({
  ada,
  ben,
  cleo,
  ines,
  society,
}) => {
  await ben.sends('between us', cleo)
  const everything = { export_type: 'full_without_consent' } as const
  await ada.refused(api.exportRealm, everything, api.consentNeeded)
  const watch = await ben.register()
  await allowFullExport(ada.server.runtime, { org: society.subdomain, isAllowed: true })
  await watch.agreesWithFreshRegister()
  await ines.refused(api.exportRealm, everything, mustBeOwner)
  await ada.call(api.exportRealm, everything)
  const [done] = await settled(ada)
  assert.equal(done?.export_type, 'full_without_consent')
  const { body } = await download(ada, done?.export_url ?? '')
  const files = untar(gunzipSync(body))
  assert.ok(rowsOf(files, 'message').some(({ content }) => content === 'between us'))
  assert.ok(!gunzipSync(body).toString('latin1').includes(ada.apiKey))
  const other = await startServer()
  try {
    const file = join(other.runtime.config.dataDir, 'given.tar.gz')
    await writeFile(file, body)
    const made = await importOrganization(other.runtime, { file, subdomain: '', dryRun: false })
    assert.equal(made.url, 'http://loquat.test')
  } finally {
    await other.close()
  }
  await allowFullExport(ada.server.runtime, { org: society.subdomain, isAllowed: false })
  await ada.refused(api.exportRealm, everything, api.consentNeeded)
})

test('a moved organization redirects people and apps to its new address', async ({ ada, ben, server, society }) => {
  const to = 'https://chat.example.com'
  const redirect = () => redirectOrganization(server.runtime, { org: society.subdomain, to })
  assert.equal((await redirect()).changed, true)
  assert.equal((await redirect()).changed, false)
  for (const path of ['/', '/accounts/login', '/user_uploads/1/2/x?y=z', '/join/abc']) {
    const { status, headers } = await raw(server, ada.org, path)
    assert.deepEqual([status, headers.location], [307, to + path])
  }
  for (const person of [ada, ben]) {
    const { message } = await person.refused(getOwnUser, {}, organizationMoved)
    assert.ok(message.endsWith(to))
  }
  assert.notEqual((await raw(server, ada.org, '/health')).status, 307)
  await reactivateOrganization(server.runtime, { org: society.subdomain })
  await ada.call(getOwnUser)
  assert.notEqual((await raw(server, ada.org, '/accounts/login')).headers.location, `${to}/accounts/login`)
})

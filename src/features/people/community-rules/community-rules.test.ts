import { botTypes, mustBeAdministrator, roles } from '#contract'
import { assert, test } from '#test'
import { getAuditLog } from '../audit-log/api.ts'
import { rulesMissing, updateOrganization } from '../organization-settings/api.ts'
import { createUser } from '../users/api.ts'
import * as api from './api.ts'
import { mustAcceptRules } from './rules.ts'

const text = 'Be **kind**.'

test('administrators write rules that anyone can fetch', async ({ ada, ben, ines, momo }) => {
  assert.deepEqual(await ben.call(api.getRules, {}), { version: 0, text: '', rendered: '', updated_at: null })
  for (const person of [ben, momo]) await person.refused(api.updateRules, { text }, mustBeAdministrator)
  const watch = await ben.register('community_rules')
  assert.equal((await ines.call(api.updateRules, { text: ` ${text}\n` })).version, 1)
  const rules = await ben.call(api.getRules, {})
  assert.deepEqual([rules.version, rules.text], [1, text])
  assert.match(rules.rendered, /<strong>kind<\/strong>/)
  await watch.agreesWithFreshRegister()
  // an unchanged text is no new version
  assert.equal((await ada.call(api.updateRules, { text })).version, 1)
  assert.equal((await ada.call(api.updateRules, { text: '' })).version, 0)
  await watch.agreesWithFreshRegister()
  assert.equal((await ben.call(api.getRules, {})).text, '')
  assert.equal((await ada.call(api.updateRules, { text })).version, 3)
  await watch.agreesWithFreshRegister()
  await ada.refused(api.updateRules, { text: 'x'.repeat(20_001) })
  const { entries } = await ada.call(getAuditLog, {})
  assert.ok(entries.some(({ action }) => action === 'PUT /realm/rules'))
})

test('editing a version that someone else has changed is refused', async ({ ada, ines, ben }) => {
  await ada.call(api.updateRules, { text, edited_version: 0 })
  await ines.refused(api.updateRules, { text: 'Be quiet.', edited_version: 0 }, api.rulesEditedElsewhere)
  assert.equal((await ben.call(api.getRules, {})).text, text)
  await ines.call(api.updateRules, { text: 'Be quiet.', edited_version: 1 })
})

test('joining can only require rules that exist', async ({ ada }) => {
  await ada.refused(updateOrganization, { join_gate: 'rules' }, rulesMissing)
  await ada.call(api.updateRules, { text })
  await ada.call(updateOrganization, { join_gate: 'rules' })
  await ada.refused(api.updateRules, { text: ' ' }, api.rulesRequired)
  await ada.call(updateOrganization, { join_gate: 'open' })
  await ada.call(api.updateRules, { text: '' })
})

test('members accept a version once administrators require it', async ({ ada, ben, cleo }) => {
  const watch = await ben.register()
  const stateOf = () => watch.reduced().community_rules as Parameters<typeof mustAcceptRules>[0]
  await ada.call(api.updateRules, { text })
  await watch.agreesWithFreshRegister()
  assert.equal(mustAcceptRules(stateOf()), false)
  await ada.call(api.updateRules, { text, members_must_accept: true })
  await watch.agreesWithFreshRegister()
  assert.equal(mustAcceptRules(stateOf()), true)
  await ben.refused(api.acceptRules, { version: 1 }, api.rulesHaveChanged)
  for (const version of [0, 3]) await ben.refused(api.acceptRules, { version }, api.noSuchRules)
  await ben.call(api.acceptRules, { version: 2 })
  await ben.call(api.acceptRules, { version: 2 })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(stateOf(), { version: 2, required_version: 2, accepted_version: 2 })
  const { initial } = await cleo.register('community_rules')
  assert.deepEqual(initial.community_rules, { version: 2, required_version: 2, accepted_version: null })
  // a correction
  await ada.call(api.updateRules, { text: `${text}!` })
  await watch.agreesWithFreshRegister()
  assert.equal(mustAcceptRules(stateOf()), false)
  await ada.call(api.updateRules, { text: 'Be quiet.', members_must_accept: true })
  await watch.agreesWithFreshRegister()
  assert.equal(mustAcceptRules(stateOf()), true)
  // the API works as before
  await ben.sends('Hi', cleo)
  await ben.call(api.acceptRules, { version: 4 })
  await ada.call(api.updateRules, { text: '' })
  await watch.agreesWithFreshRegister()
})

test('bots can’t accept rules', async ({ society, ada, ben }) => {
  await ada.call(api.updateRules, { text, members_must_accept: true })
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await bot.refused(api.acceptRules, { version: 1 })
})

test('people whose account an administrator created have to accept the rules later', async ({ ada, society }) => {
  await ada.call(api.updateRules, { text })
  const before = await society.join('Early')
  await ada.call(updateOrganization, { join_gate: 'rules' })
  await ada.call(createUser, { email: 'dora@navy.example', full_name: 'Dora', password: 'a lovely day' })
  const rows = await society.server.runtime.db.read((tx) =>
    tx.selectFrom('accepted_rules').select(['user_id', 'version']).where('org_id', '=', ada.org.id).execute(),
  )
  assert.deepEqual(
    rows.map(({ version }) => version),
    [0],
  )
  assert.ok(!rows.some(({ user_id }) => user_id === before.id))
  assert.equal(mustAcceptRules({ version: 1, required_version: 0, accepted_version: 0 }), true)
  assert.equal(mustAcceptRules({ version: 1, required_version: 0, accepted_version: null }), false)
})

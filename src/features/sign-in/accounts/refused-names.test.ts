import type { ParamsInput } from '#contract'
import { assert, test } from '#test'
import { createModerationRule } from '../../messages/messages/moderation-rules/api.ts'
import { profileWordRefused } from '../../people/users/errors.ts'
import { createInviteLink } from '../invitations/api.ts'
import { registerAccount } from './api.ts'
import { confirm, requireApproval, submitApplication } from './applications/fixture.ts'
import { ask } from './fixture.ts'

type Params = ParamsInput<typeof createModerationRule.params>
const rule: Params = {
  ...{ name: 'No spam', applies_to: 'new_members', action: 'report', checks_profiles: true },
  condition: { kind: 'words', words: ['spam'] },
}
const password = 'a lovely long day'

test('the sign-up page says why a name is refused, and takes another one', async ({ ada, society }) => {
  await ada.send('PATCH', '/realm', { waiting_period_threshold: 3 })
  await ada.call(createModerationRule, { ...rule, message: 'Choose a real name.' })
  const { invite_link } = await ada.call(createInviteLink, {})
  const path = new URL(invite_link).pathname
  const form = { email: 'dora@navy.example', full_name: 'Sp\u00e1m Dora', password }
  const refused = await ask(society, path, form)
  assert.equal(refused.statusCode, 400)
  assert.ok(refused.body.includes('Choose a real name.'))
  assert.ok(refused.body.includes('value="dora@navy.example"'))
  assert.equal((await ask(society, path, { ...form, full_name: 'Dora' })).statusCode, 302)
})

test('a refused name keeps the link of a registration or application valid', async ({ ada, society }) => {
  await ada.send('PATCH', '/realm', { waiting_period_threshold: 3, invite_required: false })
  await ada.call(createModerationRule, rule)
  const key = await confirm(society, 'dora@navy.example')
  await ada.refused(registerAccount, { key, full_name: 'Spam', password }, profileWordRefused)
  await ada.call(registerAccount, { key, full_name: 'Dora', password })
  await requireApproval(ada)
  await assert.rejects(submitApplication(society, 'emil@navy.example', { full_name: 'Spam' }), /isn't allowed here/)
  await submitApplication(society, 'emil@navy.example', { full_name: 'Emil' })
})

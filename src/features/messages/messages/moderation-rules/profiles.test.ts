import type { ParamsInput } from '#contract'
import { assert, type Person, test } from '#test'
import { createField, updateProfile } from '../../../people/profile-fields/api.ts'
import { fieldTypes } from '../../../people/profile-fields/field-types.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import { deactivateUser, updateUser } from '../../../people/users/api.ts'
import { createBot, updateBot } from '../../../people/users/bot-api.ts'
import { profileLinkRefused, profileWordRefused } from '../../../people/users/errors.ts'
import { updateOwnStatus } from '../../user-status/api.ts'
import * as api from './api.ts'

type Params = ParamsInput<typeof api.createModerationRule.params>
const addRule = async (ada: Person, condition: Params['condition'], more: Partial<Params> = {}) =>
  (
    await ada.call(api.createModerationRule, {
      ...{ name: 'Rule', applies_to: 'members', action: 'report', checks_profiles: true, condition },
      ...more,
    })
  ).rule
const spam = { kind: 'words', words: ['spam'] } satisfies Params['condition']

test('names and statuses with blocked words are refused', async ({ ada, ben, gus }) => {
  await updateNameAndStatus(ben, 'spam one')
  const rule = await addRule(ada, spam)
  const refusal = await ben.refused(updateSettings, { full_name: 'Sp\u200bam Seller' }, profileWordRefused)
  assert.deepEqual([refusal.code, refusal.fields.rule_id], ['TEXT_REFUSED', rule.id])
  await ben.refused(updateOwnStatus, { status_text: 'ѕраm' }, profileWordRefused)
  await gus.refused(updateOwnStatus, { status_text: 'spam' }, profileWordRefused)
  await updateNameAndStatus(ben, 'Spammers')
  await ben.call(updateOwnStatus, { status_text: '' })
  await ada.call(api.updateModerationRule, { rule_id: rule.id, message: 'No ads.' })
  assert.equal((await ben.refused(updateOwnStatus, { status_text: 'spam' })).message, 'No ads.')
  await ada.call(api.updateModerationRule, { rule_id: rule.id, checks_profiles: false })
  await updateNameAndStatus(ben, 'spam two')
})

async function updateNameAndStatus(person: Person, text: string): Promise<void> {
  await person.call(updateSettings, { full_name: text })
  await person.call(updateOwnStatus, { status_text: text })
}

test('profile fields are checked for words and links', async ({ ada, ben }) => {
  const field = async (type: ParamsInput<typeof createField.params>['field_type'], name: string) =>
    (await ada.call(createField, { field_type: type, name })).id
  const bio = await field(fieldTypes.LONG_TEXT.id, 'Bio')
  const site = await field(fieldTypes.URL.id, 'Website')
  const account = await field(fieldTypes.SHORT_TEXT.id, 'Nickname')
  await addRule(ada, spam, { stream_ids: null })
  await addRule(ada, { kind: 'links', mode: 'never', domains: ['evil.example'] })
  const set = (id: number, value: string) => ({ data: [{ id, value }] })
  for (const [id, value] of [
    [bio, 'Buy s p a m'],
    [account, 'spam'],
  ] as const)
    await ben.refused(updateProfile, set(id, value), profileWordRefused)
  for (const [id, value] of [
    [bio, 'See [me](https://www.evil.example/x)'],
    [site, 'https://evil.example'],
    [account, 'https://evil.example'],
  ] as const)
    await ben.refused(updateProfile, set(id, value), profileLinkRefused)
  await ben.refused(updateSettings, { full_name: 'Ben https://evil.example' }, profileLinkRefused)
  await ben.call(updateProfile, set(bio, 'See [me](https://loom.example)'))
  await ben.call(updateProfile, set(site, 'https://loom.example'))
})

test('bot owners can’t give bots a blocked name', async ({ ada, ben }) => {
  await addRule(ada, spam)
  await ben.refused(createBot, { full_name: 'Spam bot', short_name: 'one' }, profileWordRefused)
  const { user_id } = await ben.call(createBot, { full_name: 'Ham bot', short_name: 'two' })
  await ben.refused(updateBot, { bot_id: user_id, full_name: 'Spam bot' }, profileWordRefused)
})

test('moderators can use any name, and administrators can give any name', async ({ ada, ben, momo }) => {
  await addRule(ada, spam)
  await updateNameAndStatus(momo, 'spam')
  await ada.call(updateUser, { user_id: ben.id, full_name: 'Spam' })
  // unchanged
  await ben.call(updateSettings, { full_name: 'Spam' })
})

test('only rules for words and links can check profiles', async ({ ada }) => {
  const rule = await addRule(ada, spam)
  const condition = { kind: 'mentions', max: 3 } as const
  await ada.refused(api.updateModerationRule, { rule_id: rule.id, condition }, api.cannotCheckProfiles)
  await ada.call(api.updateModerationRule, { rule_id: rule.id, condition, checks_profiles: false })
  await ada.refused(api.updateModerationRule, { rule_id: rule.id, checks_profiles: true }, api.cannotCheckProfiles)
})

test('testing a rule lists names, statuses, and profile fields that break it', async ({
  society,
  ada,
  ben,
  cleo,
  gus,
  momo,
}) => {
  const field = async (type: ParamsInput<typeof createField.params>['field_type'], name: string) =>
    (await ada.call(createField, { field_type: type, name })).id
  const bio = await field(fieldTypes.LONG_TEXT.id, 'Bio')
  await field(fieldTypes.DATE.id, 'Birthday')
  await ben.call(updateSettings, { full_name: 'Sp\u200bam Seller' })
  await ben.call(updateProfile, { data: [{ id: bio, value: `s p a m ${'x'.repeat(300)}` }] })
  await gus.call(updateOwnStatus, { status_text: 'spam and [ham](https://www.evil.example)' })
  await cleo.call(updateProfile, { data: [{ id: bio, value: 'See [me](https://www.evil.example/x)' }] })
  await momo.call(updateOwnStatus, { status_text: 'spam' })
  const { user_id: bot } = await cleo.call(createBot, { full_name: 'Spam bot', short_name: 'one' })
  const gone = await society.join('Spam Sender')
  await ada.call(deactivateUser, { user_id: gone.id })
  const tried = { applies_to: 'members', condition: spam } as const
  assert.equal((await ada.call(api.tryModerationRule, tried)).profiles, null)
  const { profiles } = await ada.call(api.tryModerationRule, { ...tried, checks_profiles: true })
  assert.deepEqual([profiles?.matched, profiles?.inspected, profiles?.is_complete], [3, 4, true])
  assert.deepEqual(
    profiles?.matches.map(({ user_id, kind, field_name, excerpt }) => [user_id, kind, field_name, excerpt.length]),
    [
      [bot, 'name', null, 8],
      [gus.id, 'status', null, 40],
      [ben.id, 'name', null, 12],
      [ben.id, 'field', 'Bio', 200],
    ],
  )
  const links = { kind: 'links', mode: 'never', domains: ['evil.example'] } as const
  const withLinks = await ada.call(api.tryModerationRule, {
    ...tried,
    condition: { ...links, domains: [...links.domains] },
    checks_profiles: true,
  })
  assert.deepEqual(
    withLinks.profiles?.matches.map(({ user_id, kind }) => [user_id, kind]),
    [
      [gus.id, 'status'],
      [cleo.id, 'field'],
    ],
  )
  const forNew = await ada.call(api.tryModerationRule, { ...tried, applies_to: 'new_members', checks_profiles: true })
  assert.equal(forNew.profiles?.inspected, 0)
  const mentions = { kind: 'mentions', max: 3 } as const
  const params = { ...tried, condition: mentions, checks_profiles: true }
  await ada.refused(api.tryModerationRule, params, api.cannotCheckProfiles)
})

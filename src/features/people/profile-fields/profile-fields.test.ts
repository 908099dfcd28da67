import fc from 'fast-check'
import { botTypes, mustBeAdministrator, mustBeHuman, roles } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { getUser, updateUser } from '../users/api.ts'
import * as api from './api.ts'
import { fieldTypes, typeIds } from './field-types.ts'
import { isEmpty } from './field-values.ts'

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, USER, EXTERNAL_ACCOUNT } = fieldTypes
const types = ['custom_profile_fields', 'realm_user']
const choices = { vi: { text: 'Vim', order: '1' }, em: { text: 'Emacs', order: 2 } }

async function oneOfEach(ada: Person): Promise<Record<number, number>> {
  const ids: Record<number, number> = {}
  for (const field_type of typeIds) {
    const field_data =
      field_type === SELECT.id ? choices : field_type === EXTERNAL_ACCOUNT.id ? { subtype: 'github' } : {}
    const name = field_type === EXTERNAL_ACCOUNT.id ? {} : { name: `Field ${field_type}` }
    ids[field_type] = (await ada.call(api.createField, { field_type, field_data, ...name })).id
  }
  return ids
}
const profileOf = async (viewer: Person, user_id: number) =>
  (await viewer.call(getUser, { user_id, include_custom_profile_fields: true })).user.profile_data

test('fields of every type are added, changed, reordered, and deleted', async ({ ada, ben }) => {
  const watch = await ben.register(...types)
  const ids = await oneOfEach(ada)
  const { custom_fields } = await ben.call(api.getFields)
  assert.deepEqual(
    custom_fields.map(({ type, order }) => [type, order]),
    typeIds.map((id, index) => [id, index + 1]),
  )
  const options = JSON.parse(custom_fields[2]?.field_data ?? '')
  assert.deepEqual(options, { vi: { text: 'Vim', order: '1' }, em: { text: 'Emacs', order: '2' } })
  assert.deepEqual([custom_fields[6]?.name, custom_fields[6]?.field_data], ['GitHub', '{"subtype":"github"}'])
  await watch.agreesWithFreshRegister()
  const change = { field_id: ids[SHORT_TEXT.id] as number, name: 'Phone', hint: 'With country', required: true }
  await ada.call(api.updateField, { ...change, display_in_profile_summary: true, use_for_user_matching: true })
  const order = Object.values(ids).reverse()
  await ada.call(api.reorderFields, { order })
  for (const bad of [order.slice(1), [...order, 987_654], [...order.slice(1), order[1] as number]])
    await ada.refused(api.reorderFields, { order: bad }, api.badOrder)
  await ada.call(api.deleteField, { field_id: ids[fieldTypes.PRONOUNS.id] as number })
  await ada.refused(api.deleteField, { field_id: ids[fieldTypes.PRONOUNS.id] as number }, api.noSuchField)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(
    (await ben.call(api.getFields)).custom_fields.map(({ id }) => id),
    order.slice(1),
  )
})

test('definitions are validated', async ({ ada, ben }) => {
  const refused = (params: Record<string, unknown>) =>
    ada.refusedRaw('POST', '/realm/profile_fields', { field_type: SHORT_TEXT.id, name: 'New', ...params })
  await ben.refused(api.createField, { field_type: SHORT_TEXT.id, name: 'New' }, mustBeAdministrator)
  await refused({ field_type: Math.max(...typeIds) + 1 })
  await refused({ name: ' ' })
  await refused({ name: 'x'.repeat(41) })
  await refused({ hint: 'x'.repeat(81) })
  for (const field_data of [
    {},
    { a: { text: '', order: '1' } },
    { a: { text: 'x' } },
    { a: { text: 'x', order: '1' }, b: { text: 'x', order: '2' } },
  ])
    await refused({ field_type: SELECT.id, field_data })
  for (const field_data of [
    {},
    { subtype: 'nowhere' },
    { subtype: 'custom' },
    { subtype: 'custom', url_pattern: 'https://x.example' },
    { subtype: 'custom', url_pattern: 'javascript:%(username)s' },
    { subtype: 'constructor' },
  ])
    await refused({ field_type: EXTERNAL_ACCOUNT.id, field_data })
  await refused({ field_type: LONG_TEXT.id, display_in_profile_summary: true })
  await refused({ field_type: USER.id, display_in_profile_summary: true })
  await refused({ field_type: DATE.id, use_for_user_matching: true })
  assert.deepEqual((await ada.call(api.getFields)).custom_fields, [])
  const shown = { field_type: SHORT_TEXT.id, display_in_profile_summary: true } as const
  await ada.call(api.createField, { ...shown, name: 'One' })
  const { id: field_id } = await ada.call(api.createField, { ...shown, name: 'Two' })
  await ada.refused(api.createField, { ...shown, name: 'Three' }, api.summaryIsFull)
  await ada.refused(api.createField, { field_type: SHORT_TEXT.id, name: 'oNE' }, api.fieldNameTaken)
  await ada.call(api.updateField, { field_id, name: 'TWO', display_in_profile_summary: true })
})

test('values are validated by type, rendered, and sent to everyone', async ({ ada, ben, gus }) => {
  const ids = await oneOfEach(ada)
  const watch = await gus.register(...types)
  const at = (type: keyof typeof fieldTypes) => ids[fieldTypes[type].id] as number
  const data = [
    { id: at('SHORT_TEXT'), value: '**1815**' },
    { id: at('LONG_TEXT'), value: 'line\n\nline' },
    { id: at('SELECT'), value: 'vi' },
    { id: at('DATE'), value: '1815-12-10' },
    { id: at('URL'), value: 'https://example.org/ada' },
    { id: at('USER'), value: [ada.id, ben.id] },
    { id: at('EXTERNAL_ACCOUNT'), value: 'ada' },
    { id: at('PRONOUNS'), value: 'she/her' },
  ]
  await ben.call(api.updateProfile, { data })
  const profile = await profileOf(gus, ben.id)
  assert.deepEqual(profile?.[at('SHORT_TEXT')], { value: '**1815**', rendered_value: '<p><strong>1815</strong></p>' })
  assert.deepEqual(profile?.[at('USER')], { value: JSON.stringify([ada.id, ben.id]) })
  assert.equal(Object.keys(profile ?? {}).length, 8)
  await watch.agreesWithFreshRegister()
  for (const [type, bad] of [
    ['SHORT_TEXT', 'x'.repeat(51)],
    ['LONG_TEXT', 'x'.repeat(501)],
    ['SELECT', 'nano'],
    ['SELECT', 'constructor'],
    ['DATE', '1815-02-30'],
    ['DATE', 'yesterday'],
    ['URL', 'javascript:alert(1)'],
    ['USER', [987_654]],
    ['USER', 'x'],
    ['EXTERNAL_ACCOUNT', 'x'.repeat(51)],
    ['PRONOUNS', 7],
  ] as const)
    await ben.refused(
      api.updateProfile,
      {
        data: [
          { id: at('SHORT_TEXT'), value: 'changed' },
          { id: at(type), value: bad },
        ],
      },
      api.badValue,
    )
  await ben.refused(api.updateProfile, { data: [{ id: 987_654, value: 'x' }] }, api.noSuchField)
  assert.deepEqual(await profileOf(gus, ben.id), profile)
  await ben.call(api.deleteFromProfile, { data: [at('SHORT_TEXT'), at('PRONOUNS')] })
  await ben.call(api.updateProfile, {
    data: [
      { id: at('LONG_TEXT'), value: '' },
      { id: at('USER'), value: [] },
    ],
  })
  assert.deepEqual(Object.keys((await profileOf(gus, ben.id)) ?? {}).map(Number), [
    at('SELECT'),
    at('DATE'),
    at('URL'),
    at('EXTERNAL_ACCOUNT'),
  ])
  await watch.agreesWithFreshRegister()
})

test('deleting a field or an option deletes its values', async ({ ada, ben }) => {
  const ids = await oneOfEach(ada)
  const [one, three] = [ids[SHORT_TEXT.id] as number, ids[SELECT.id] as number]
  await ben.call(api.updateProfile, {
    data: [
      { id: one, value: 'x' },
      { id: three, value: 'vi' },
    ],
  })
  const watch = await ada.register(...types)
  await ada.call(api.updateField, { field_id: three, field_data: { em: { text: 'Emacs', order: '1' } } })
  await ada.call(api.deleteField, { field_id: one })
  assert.deepEqual(await profileOf(ada, ben.id), {})
  await watch.agreesWithFreshRegister()
})

test('administrators can change restricted fields for anyone', async ({ society, ada, ines, ben }) => {
  const { id } = await ada.call(api.createField, { field_type: SHORT_TEXT.id, name: 'Desk', editable_by_user: false })
  const data = [{ id, value: 'by the window' }]
  await ben.refused(api.updateProfile, { data }, api.notEditable)
  await ben.refused(api.deleteFromProfile, { data: [id] }, api.notEditable)
  await ines.call(api.updateProfile, { data })
  await ines.call(updateUser, { user_id: ben.id, profile_data: data })
  assert.equal((await profileOf(ada, ben.id))?.[id]?.value, 'by the window')
  await ines.call(updateUser, { user_id: ben.id, profile_data: [{ id, value: null }] })
  assert.deepEqual(await profileOf(ada, ben.id), {})
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  await bot.refused(api.updateProfile, { data }, mustBeHuman)
  await ada.refused(updateUser, { user_id: bot.id, profile_data: data }, api.botsHaveNoProfile)
})

test('any value is either refused or stored as it is', { timeout: explorationPatience }, async ({ ada }) => {
  const ids = await oneOfEach(ada)
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
    fc.jsonValue(),
  )
  await holds(
    fc.asyncProperty(fc.constantFrom(...Object.values(ids)), value, async (id, said) => {
      const before = await profileOf(ada, ada.id)
      const error = await ada.call(api.updateProfile, { data: [{ id, value: said }] }).then(
        () => undefined,
        (problem) => problem,
      )
      const after = await profileOf(ada, ada.id)
      if (error) {
        assert.equal(error.code, 'BAD_REQUEST')
        assert.deepEqual(after, before)
      } else if (isEmpty(said)) assert.equal(after?.[id], undefined)
      else assert.equal(typeof after?.[id]?.value, 'string')
    }),
    { runs: 150 },
  )
})

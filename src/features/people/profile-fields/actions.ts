import { roles, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerOrganization } from '../organization/totals.ts'
import { usersWhoSee, usersWhoSeeUser } from '../users/access/index.ts'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { profileTextChanging } from '../users/extension-points.ts'
import { accountChanged, profileFieldsChanged, userUpdated } from '../users/states.ts'
import * as api from './api.ts'
import { maxProfileFieldsInSummary } from './api.ts'
import { profileFieldsCache, readFields } from './cache.ts'
import { accountDefaults, checkedFieldData } from './field-data.ts'
import { canMatchUsers, fitsSummary, isSelect, isText } from './field-types.ts'
import { checkedValue, isEmpty, renderedValue } from './field-values.ts'
import { type Field, toWire } from './profile-field.ts'
import { canFillIn } from './rules.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const

interface NewField {
  field_type: number
  name: string
  hint: string
  field_data: Record<string, unknown>
  display_in_profile_summary: boolean
  required: boolean
  editable_by_user: boolean
  use_for_user_matching: boolean
}
type FieldChanges = { [K in keyof Omit<NewField, 'field_type'>]?: NewField[K] | undefined }

export async function createField(mutation: Mutation, asked: NewField): Promise<number> {
  const { tx, org } = mutation
  const field_data = checkedFieldData(asked.field_type, asked.field_data)
  const known = accountDefaults(field_data)
  const name = asked.name || known?.name || ''
  const hint = asked.hint || known?.hint || ''
  checkField(mutation, asked.field_type, { ...asked, name })
  const count = mutation.get(profileFieldsCache).all.length
  checkTotal(maxPerOrganization, 'custom profile fields', count)
  const place = count + 1
  const { id } = await store.insert(tx, { ...asked, org_id: org.id, place, name, hint, field_data })
  await announceFields(mutation)
  return id
}

export async function updateField(mutation: Mutation, id: number, changes: FieldChanges): Promise<void> {
  const field = knownField(mutation, id)
  checkField(
    mutation,
    field.type,
    {
      name: changes.name ?? field.name,
      display_in_profile_summary: changes.display_in_profile_summary ?? field.inSummary,
      use_for_user_matching: changes.use_for_user_matching ?? field.matchesUsers,
    },
    field,
  )
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  if (changes.field_data) given.field_data = checkedFieldData(field.type, changes.field_data)
  await store.update(mutation.tx, id, given)
  if (changes.field_data && isSelect(field.type)) {
    const kept = Object.keys(given.field_data as object)
    for (const user_id of await store.removeOptions(mutation.tx, id, kept)) forget(mutation, user_id, id)
  }
  await announceFields(mutation)
}

export async function deleteField(mutation: Mutation, id: number): Promise<void> {
  knownField(mutation, id)
  await store.remove(mutation.tx, id)
  // clients drop the values of a deleted field themselves; the server's cache needs events
  for (const { id: user_id, profile } of mutation.get(peopleCache).all())
    if (profile[id]) mutation.emit(accountChanged, { user_id })
  await announceFields(mutation)
}

export async function reorderFields(mutation: Mutation, order: number[]): Promise<void> {
  const ids = mutation.get(profileFieldsCache).all.map((field) => field.id)
  if (order.length !== ids.length || !ids.every((id) => order.includes(id))) throw api.badOrder()
  await store.reorder(mutation.tx, order)
  await announceFields(mutation)
}

/** Checks that need the database: a unique name, and room in the summary. */
function checkField(
  mutation: Mutation,
  type: number,
  asked: Pick<NewField, 'name' | 'display_in_profile_summary' | 'use_for_user_matching'>,
  own?: Field,
): void {
  const others = mutation.get(profileFieldsCache).all.filter(({ id }) => id !== own?.id)
  if (asked.name === '') throw api.fieldNameMissing()
  if (others.some(({ name }) => name.toLowerCase() === asked.name.toLowerCase())) throw api.fieldNameTaken()
  if (asked.use_for_user_matching && !canMatchUsers(type)) throw api.cannotMatchUsers()
  if (!asked.display_in_profile_summary) return
  if (!fitsSummary(type)) throw api.notInSummary()
  if (others.filter(({ inSummary }) => inSummary).length >= maxProfileFieldsInSummary) throw api.summaryIsFull()
}

function knownField(mutation: Mutation, id: number): Field {
  const field = mutation.get(profileFieldsCache).find(id)
  if (!field) throw api.noSuchField({}, { id })
  return field
}

async function announceFields(mutation: Mutation): Promise<void> {
  mutation.emit(profileFieldsChanged, { fields: toWire(await readFields(mutation.tx, mutation.org.id)) }, everyone)
}

/** Changes a profile, all fields or none. Some can be changed only by administrators. */
export async function changeProfile(
  mutation: Mutation,
  account: Account,
  data: { id: number; value?: unknown }[],
): Promise<void> {
  if (account.botType !== null) throw api.botsHaveNoProfile()
  // the server's own changes count as an administrator's
  const writer = mutation.viewerId === null ? { role: roles.administrator } : mutation.viewer
  const checked = data.map(({ id, value }) => {
    const field = knownField(mutation, id)
    if (!canFillIn(writer, field)) throw api.notEditable()
    return { field, value: isEmpty(value) ? null : checkedValue(mutation.org, field, value) }
  })
  const isChanged = ({ field, value }: (typeof checked)[number]) => (account.profile[field.id]?.value ?? null) !== value
  const texts = checked.flatMap((one) =>
    one.value !== null && isText(one.field.type) && isChanged(one)
      ? [{ content: one.value, html: renderedValue(mutation.org, one.field, one.value) }]
      : [],
  )
  if (texts.length > 0) await profileTextChanging(mutation, texts)
  const said: Record<string, string | undefined> = {}
  for (const [id, { value }] of Object.entries(account.profile)) said[id] = value
  for (const { field, value } of checked) {
    if ((said[field.id] ?? null) === value) continue
    if (value === null) {
      await store.removeValue(mutation.tx, account.id, field.id)
      forget(mutation, account.id, field.id)
      said[field.id] = undefined
      continue
    }
    const rendered = renderedValue(mutation.org, field, value)
    await store.putValue(mutation.tx, mutation.org.id, account.id, field.id, value, rendered)
    const custom_profile_field = { id: field.id, value, ...(rendered === null ? {} : { rendered_value: rendered }) }
    mutation.emit(
      userUpdated,
      { person: { user_id: account.id, custom_profile_field } },
      usersWhoSee(mutation.org, account),
    )
    said[field.id] = value
  }
}

const forget = (mutation: Mutation, user_id: UserId, id: number) =>
  mutation.emit(
    userUpdated,
    { person: { user_id, custom_profile_field: { id, value: null } } },
    usersWhoSeeUser(mutation.org, user_id),
  )

export async function emptyProfile(mutation: Mutation, { id: userId, profile }: Account): Promise<void> {
  for (const id of Object.keys(profile).map(Number)) {
    await store.removeValue(mutation.tx, userId, id)
    forget(mutation, userId, id)
  }
}

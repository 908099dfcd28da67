import { codePoints, parsedJson } from '#contract'
import { renderBriefly } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../organization/cache.ts'
import { peopleCache } from '../users/cache.ts'
import { badValue } from './api.ts'
import { fieldTypes, isRendered } from './field-types.ts'
import type { Field } from './profile-field.ts'

const { SHORT_TEXT, LONG_TEXT, SELECT, DATE, URL: LINK, USER } = fieldTypes
const lengths: Record<number, number> = { [LONG_TEXT.id]: 500, [LINK.id]: 2_048 }
const usualLength = 50

/** Null, blank, or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The stored text of a value; throws with the reason if it's invalid. */
export function checkedValue(org: Organization, field: Field, value: unknown): string {
  const fail = (reason: string): never => {
    throw badValue({}, { field: field.name, reason })
  }
  if (field.type === USER.id) {
    const ids = typeof value === 'string' ? parsedJson(value) : value
    if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) return fail('is not a list of user ids')
    const { byId } = org.get(peopleCache)
    for (const id of ids) if (!byId.get(id)?.isActive) fail(`names an unknown user: ${id}`)
    return JSON.stringify([...new Set(ids)])
  }
  return checkedText(field, value)
}

/** For field types that don't reference users. */
export function checkedText(field: Pick<Field, 'type' | 'name' | 'data'>, value: unknown): string {
  const fail = (reason: string): never => {
    throw badValue({}, { field: field.name, reason })
  }
  if (typeof value !== 'string') return fail('is not a string')
  if (value.includes('\u0000')) return fail('cannot contain null bytes')
  const limit = lengths[field.type] ?? usualLength
  if (codePoints(value) > limit) return fail(`is too long (limit: ${limit} characters)`)
  if (field.type === SELECT.id && !Object.hasOwn(field.data, value)) return fail('is not one of the choices')
  if (field.type === DATE.id && !isDate(value)) return fail('is not a date')
  if (field.type === LINK.id && !isLink(value)) return fail('is not a URL')
  return field.type === SHORT_TEXT.id || field.type === LONG_TEXT.id ? value : value.trim()
}

/** Values are rendered inside mutations and short, so slow constructs stay as typed. */
export function renderedValue(org: Organization, field: Field, value: string): string | null {
  if (!isRendered(field.type)) return null
  const { subdomain } = org.get(organizationCache)
  return renderBriefly(value, { realmUrl: org.services.organizationUrl(subdomain), inlineImagePreview: false }).html
}

/** A valid date in the form YYYY-MM-DD. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const isLink = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

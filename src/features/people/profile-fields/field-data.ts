import { codePoints } from '#contract'
import { defaultExternalAccounts } from '../organization/register-constants.ts'
import { badFieldData } from './api.ts'
import { isAccount, isSelect } from './field-types.ts'

type Data = Record<string, unknown>

const fail = (reason: string): never => {
  throw badFieldData({}, { reason })
}

/** The stored form of list options or an external account; empty for other types. */
export function checkedFieldData(type: number, data: Data): Data {
  if (isSelect(type)) return checkedOptions(data)
  return isAccount(type) ? checkedAccount(data) : {}
}

/** By key: the label, and the position as a string. */
function checkedOptions(data: Data): Data {
  const options = Object.entries(data)
  if (options.length === 0) fail('must have at least one choice')
  const texts = new Set<string>()
  return Object.fromEntries(
    options.map(([key, option]) => {
      if (key.trim() === '') fail('has a choice without a key')
      const { text, order } = (option ?? {}) as { text?: unknown; order?: unknown }
      if (typeof text !== 'string' || text.trim() === '' || codePoints(text) > 100)
        return fail(`has no text for '${key}'`)
      const place = typeof order === 'number' ? String(order) : order
      if (typeof place !== 'string' || !/^\d{1,6}$/.test(place)) return fail(`has no order for '${key}'`)
      if (texts.has(text.trim())) fail('must not have duplicate choices')
      texts.add(text.trim())
      return [key, { text: text.trim(), order: place }]
    }),
  )
}

type AccountKind = keyof typeof defaultExternalAccounts

/** A known type, or a URL with `%(username)s` in it. */
function checkedAccount({ subtype, url_pattern }: Data): Data {
  if (typeof subtype !== 'string') return fail('has no subtype')
  if (subtype !== 'custom')
    return Object.hasOwn(defaultExternalAccounts, subtype) ? { subtype } : fail('names no external account')
  if (typeof url_pattern !== 'string' || url_pattern.length > 1_024) return fail('has no url_pattern')
  if (url_pattern.split('%(username)s').length !== 2) return fail("must have '%(username)s' once in its url_pattern")
  const sample = url_pattern.replace('%(username)s', 'username')
  if (!URL.canParse(sample) || !/^https?:$/.test(new URL(sample).protocol)) return fail('has a malformed url_pattern')
  return { subtype, url_pattern }
}

export function accountDefaults({ subtype }: Data): { name: string; hint: string } | undefined {
  return typeof subtype === 'string' && Object.hasOwn(defaultExternalAccounts, subtype)
    ? defaultExternalAccounts[subtype as AccountKind]
    : undefined
}

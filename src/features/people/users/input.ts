import { int, json, list, record, roles, text, z } from '#contract'
import { registerConstants } from '../organization/register-constants.ts'

export const maxUserNameLength = 100
export const maxEmailLength = 254

const { password_min_length: shortest, password_max_length: longest } = registerConstants

/** Characters with a meaning in mentions, and invisible ones. */
const unfit = /[*`\\>"@]|\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Far more than exist. */
const maxCapabilities = 500

/** A client's capabilities; values other than `true` count as missing. */
export const capabilities = record(text({ max: 100 }), json({ maxEncoded: 1_000 }), { max: maxCapabilities }).default(
  new Map(),
)

/** A name in any script, trimmed, in Unicode NFC. */
export const fullName = text({ trim: true, min: 1, max: maxUserNameLength })
  .refine((name) => !unfit.test(name), 'contains characters that are not allowed in names')
  // `@**name|17**` mentions user 17
  .refine((name) => !/\|\d+$/.test(name), 'cannot end like a mention does')
  .transform((name) => name.normalize('NFC'))

export const emailAddress = text({ trim: true, min: 1, max: maxEmailLength }).refine(
  (email) => /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/.test(email) && !email.includes('..'),
  'is not an email address',
)

export const newPassword = text({ min: shortest, max: longest })

/** An IANA time zone, or empty. */
export const timeZone = text({ max: 60 }).refine((name) => name === '' || isTimeZone(name), 'is not a time zone')

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets and any case, which other programs don't
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Profile fields by ID; the field validates the value. */
export const profileData = list(z.object({ id: int, value: json({ maxEncoded: 10_000 }) }), { max: 100 })

export const role = z.literal(Object.values(roles))

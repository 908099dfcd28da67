import { int, json, list, record, roles, text, z } from '#contract'
import { registerConstants } from '../organization/register-constants.ts'

export const maxUserNameLength = 100
export const maxEmailLength = 254

const { password_min_length: shortest, password_max_length: longest } = registerConstants

/** Characters that mean something in a mention, and those that nobody sees. */
const unfit = /[*`\\>"@]|\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Far more than there are. */
const maxCapabilities = 500

/** What a client says that it can do, or do without; what is not `true` it cannot. */
export const capabilities = record(text({ max: 100 }), json({ maxEncoded: 1_000 }), { max: maxCapabilities }).default(
  new Map(),
)

/** The name of a person or a bot: any script; trimmed, and written in the one way that Unicode prefers. */
export const fullName = text({ trim: true, min: 1, max: maxUserNameLength })
  .refine((name) => !unfit.test(name), 'contains characters that are not allowed in names')
  // `@**name|17**` mentions user 17
  .refine((name) => !/\|\d+$/.test(name), 'cannot end like a mention does')
  .transform((name) => name.normalize('NFC'))

/** An address that mail can be sent to, as far as its form tells. */
export const emailAddress = text({ trim: true, min: 1, max: maxEmailLength }).refine(
  (email) => /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/.test(email) && !email.includes('..'),
  'is not an email address',
)

export const newPassword = text({ min: shortest, max: longest })

/** A zone of the IANA database by its name, or nothing. */
export const timeZone = text({ max: 60 }).refine((name) => name === '' || isTimeZone(name), 'is not a time zone')

function isTimeZone(name: string): boolean {
  // Intl also takes offsets and names in any case, which other programs do not
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Fields of a profile by their ids; what a value may be is up to the field. */
export const profileData = list(z.object({ id: int, value: json({ maxEncoded: 10_000 }) }), { max: 100 })

export const role = z.literal(Object.values(roles))

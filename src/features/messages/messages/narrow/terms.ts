import { apiError, asMessageId, folded, json, list, type MessageId, maxRecipients, singleLetters, z } from '#contract'

/** `desc` says what's wrong with the narrow. */
export const badNarrow = apiError(400, 'BAD_NARROW', 'Invalid narrow: {desc}')

export const bad = (desc: string) => badNarrow({ desc })

export interface Term {
  readonly operator: Operator
  readonly operand: unknown
  readonly negated: boolean
}

export const operators = [
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'group-pm-with',
  'sender',
  'id',
  'near',
  'with',
  'is',
  'has',
  'in',
  'search',
  'mentions',
] as const
export type Operator = (typeof operators)[number]

/** Names from older and newer clients. */
const olderNames: Record<string, Operator> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  // one client uses these
  pm_with: 'dm',
  group_pm_with: 'group-pm-with',
  from: 'sender',
}

const isOperator = (name: string): name is Operator => (operators as readonly string[]).includes(name)

const termObject = z.object({ operator: z.string(), operand: z.unknown(), negated: z.boolean().optional() })
const termPair = z.tuple([z.string(), z.unknown()])

/** Maximum terms in a narrow, and characters of its JSON. */
const maxTerms = 100
const maxEncoded = 2 ** 18

/** The narrow as clients send it: objects, pairs, or a mixture. */
export const narrowParameter = list(json({ maxEncoded }), { max: maxTerms }).meta({ maxEncoded }).default([])

export function parseTerms(narrow: readonly unknown[]): Term[] {
  const terms = narrow.map((term) => {
    const { operator: name, operand, negated } = fieldsOf(term)
    const operator = Object.hasOwn(olderNames, name) ? olderNames[name] : name
    if (operator === undefined || !isOperator(operator)) throw bad(`unknown operator '${name}'`)
    if (operand === undefined || operand === null) throw bad(`'${name}' needs an operand`)
    return { operator, operand, negated: negated ?? false }
  })
  checkSearches(terms)
  return terms
}

/** Limits for all searches of a narrow together: database time grows faster than they do. */
const maxSearches = 10
const maxSearchLength = 2_000
const maxSearchWords = 100

/** Four letters of scripts without spaces count as one word. */
const countWords = (text: string): number =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0) +
  Math.ceil((folded(text).match(singleLetters)?.join('').length ?? 0) / 4)

function checkSearches(terms: readonly Term[]): void {
  const searches = terms.flatMap(({ operator, operand }) =>
    operator === 'search' && typeof operand === 'string' ? [operand] : [],
  )
  if (searches.length > maxSearches) throw bad(`'search' is given too often (limit: ${maxSearches})`)
  const length = searches.reduce((sum, text) => sum + text.length, 0)
  if (length > maxSearchLength) throw bad(`'search' is too long (limit: ${maxSearchLength} characters)`)
  const words = searches.reduce((sum, text) => sum + countWords(text), 0)
  if (words > maxSearchWords) throw bad(`'search' has too many words (limit: ${maxSearchWords})`)
}

function fieldsOf(term: unknown): z.infer<typeof termObject> {
  const pair = termPair.safeParse(term)
  if (pair.success) return { operator: pair.data[0], operand: pair.data[1] }
  const object = termObject.safeParse(term)
  if (object.success) return object.data
  throw bad('each term must be an object with operator and operand, or a pair of these')
}

/** Numbers are converted to text. */
export function textOperand({ operator, operand }: Term): string {
  if (typeof operand === 'number') return String(operand)
  if (typeof operand !== 'string') throw bad(`'${operator}' needs a text`)
  return operand
}

export function idOperand(term: Term): MessageId {
  const id = typeof term.operand === 'string' && /^\d{1,15}$/.test(term.operand) ? Number(term.operand) : term.operand
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw bad(`'${term.operator}' needs a message id`)
  return asMessageId(id)
}

/** One of these values, translated to its current spelling. */
export function wordOperand<W extends string>(term: Term, words: Readonly<Record<string, W>>): W {
  const word = typeof term.operand === 'string' && Object.hasOwn(words, term.operand) ? words[term.operand] : undefined
  if (word === undefined) throw bad(`unknown '${term.operator}' operand '${shown(term.operand)}'`)
  return word
}

export const isWords = {
  dm: 'dm',
  private: 'dm',
  starred: 'starred',
  mentioned: 'mentioned',
  alerted: 'alerted',
  unread: 'unread',
  resolved: 'resolved',
  followed: 'followed',
  muted: 'muted',
} as const

export const channelsWords = { public: 'public', 'web-public': 'web-public', archived: 'archived' } as const

export const shown = (operand: unknown): string =>
  (typeof operand === 'string' ? operand : (JSON.stringify(operand) ?? '')).slice(0, 100)

/** Users by ID or email address: one, a list, or comma-separated. */
export function peopleOperand({ operator, operand }: Term): (number | string)[] {
  const list = typeof operand === 'string' ? operand.split(',') : Array.isArray(operand) ? operand : [operand]
  const people = list.flatMap((one: unknown): (number | string)[] => {
    if (typeof one === 'number' && Number.isSafeInteger(one)) return [one]
    if (typeof one === 'string') return one.trim() === '' ? [] : [one.trim()]
    throw bad(`'${operator}' needs user IDs or email addresses`)
  })
  if (people.length === 0) throw bad(`'${operator}' needs at least one user`)
  if (people.length > maxRecipients) throw bad(`'${operator}' names too many users (limit: ${maxRecipients})`)
  return people
}

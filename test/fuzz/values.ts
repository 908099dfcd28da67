import { z } from '#contract'
import type { Chance } from './chance.ts'
import type { Known } from './known.ts'

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  entries?: Record<string, unknown>
  values?: readonly unknown[]
  format?: string
}

export const absent = Symbol('absent')

const words = [
  'lunch',
  'Grüße',
  '日本語',
  'a b',
  '👩‍🚀 ☕',
  '@**all**',
  '#**general**',
  '$$x^2$$',
  '`code`',
  'é̀̂',
  '\u202eabc',
  '.',
]
const numbers = [0, 1, 2, 3, 5, 20, 100, 1_000]
const fallbackText = (chance: Chance) =>
  chance.happens(0.3) ? `${chance.of(words)} ${chance.below(1_000)}` : chance.of(words)

/** Values for names that say more than their schema. */
const byName: Record<string, (chance: Chance, known: Known) => unknown> = {
  anchor: (chance, known) => chance.of(['newest', 'oldest', 'first_unread', String(known.any(chance, 'message') ?? 1)]),
  narrow: (chance, known) => narrow(chance, known),
  num_before: (chance) => chance.of([0, 1, 20]),
  num_after: (chance) => chance.of([0, 1, 20]),
  to: (chance, known) =>
    chance.of<() => unknown>([
      () => 'garden',
      () => known.any(chance, 'stream'),
      () => [known.any(chance, 'user') ?? 1],
      () => [known.any(chance, 'user') ?? 1, known.any(chance, 'user') ?? 1],
    ])(),
  type: (chance) => chance.of(['channel', 'stream', 'direct', 'private', 'channel']),
  op: (chance) => chance.of(['add', 'remove', 'start', 'stop']),
  flag: (chance) => chance.of(['read', 'starred', 'collapsed', 'hide_link_previews']),
  content: (chance) => chance.of(contents),
  topic: (chance) => chance.of(['plans', 'Grüße', '', '✔ plans']),
  emoji_name: (chance) => chance.of(['thumbs_up', 'octopus', 'own']),
  emoji_code: (chance) => chance.of(['1f44d', '1f419']),
  email: (chance) => `${chance.of(['new', 'ben', 'x'])}${chance.below(100)}@fuzz.example`,
  password: () => 'correct horse battery',
  scheduled_delivery_timestamp: (chance) => Math.floor(Date.now() / 1000) + 3_600 + chance.below(100_000),
  property: (chance) => chance.of(['is_muted', 'pin_to_top', 'color', 'in_home_view', 'desktop_notifications']),
  name: (chance) => chance.of(['garden', 'kitchen', `n${chance.below(200)}`, 'Grüße', 'General']),
  queue_id: (chance, known) => known.any(chance, 'queue') ?? 'none',
  last_event_id: () => -1,
  payload_url: () => 'http://127.0.0.1:9/hook',
  endpoint: () => 'https://127.0.0.1:9/push',
  url_template: () => 'https://127.0.0.1/{id}',
  pattern: () => '#(?P<id>[0-9]+)',
  domain: (chance, known) => known.any(chance, 'domain') ?? `d${chance.below(99)}.example`,
  short_name: (chance) => `bot${chance.below(1_000)}`,
  bot_type: (chance) => chance.of([1, 2, 3]),
  full_name: (chance) => `${chance.of(['Somebody', 'Grüße'])} ${chance.below(1_000)}`,
  add: (chance, known) => [known.any(chance, 'user') ?? 1],
  delete: (chance, known) => [known.any(chance, 'user') ?? 1],
  realm_id_str: (chance, known) => String(known.any(chance, 'realm') ?? 1),
  invitee_emails: (chance) => `x${chance.below(10_000)}@fuzz.example`,
  invite_as: () => 400,
  token_kind: (chance) => chance.of(['fcm', 'apns']),
  pygments_language: () => 'Python',
  url: () => 'https://127.0.0.1:9/',
  subscriptions: (chance) => [{ name: chance.of(['garden', 'kitchen', `n${chance.below(200)}`]) }],
}

const contents = [
  'hello',
  '**bold** _it_ ~~no~~ [link](https://127.0.0.1:9/x)',
  '@**Ben** and #**garden>plans**',
  '```python\ndef f(): return 1\n```',
  '$$\\frac{a}{b}$$',
  '```spoiler x\ny\n```',
  '/poll what\na\nb',
  '| a | b |\n|--|--|\n| 1 | 2 |',
  '<time:2026-11-22T12:00:00Z> :octopus:',
]

function narrow(chance: Chance, known: Known): unknown {
  const term = (): unknown => {
    const operator = chance.of([
      'channel',
      'topic',
      'dm',
      'dm-including',
      'is',
      'has',
      'search',
      'sender',
      'id',
      'near',
      'with',
      'channels',
      'group-pm-with',
    ])
    const ids = () => known.any(chance, 'user') ?? 1
    const operand =
      operator === 'is'
        ? chance.of(['starred', 'unread', 'dm', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'])
        : operator === 'has'
          ? chance.of(['link', 'image', 'attachment', 'reaction'])
          : operator === 'channels'
            ? chance.of(['public', 'archived', 'web-public'])
            : operator === 'search'
              ? chance.of(['hello', 'bold it', '"hello bold"', 'Grüße 日本'])
              : operator === 'channel'
                ? chance.of(['garden', known.any(chance, 'stream') ?? 1])
                : operator === 'dm' || operator === 'dm-including' || operator === 'group-pm-with'
                  ? [ids(), ids()]
                  : operator === 'sender'
                    ? ids()
                    : operator === 'topic'
                      ? chance.of(['plans', ''])
                      : (known.any(chance, 'message') ?? 1)
    return chance.happens(0.3) ? [operator, operand] : { operator, operand, negated: chance.happens(0.3) }
  }
  return Array.from({ length: chance.below(4) }, term)
}

/** A value that matches a schema, or nearly: IDs and names come from earlier responses, by the parameter's name. */
export function fitting(chance: Chance, known: Known, schema: z.core.$ZodType, name: string, depth = 0): unknown {
  const def = schema._zod.def as Definition
  const inner = (next: z.core.$ZodType, called = name) => fitting(chance, known, next, called, depth + 1)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return chance.happens(chance.sparseness) ? absent : inner(def.innerType as z.core.$ZodType)
    case 'nullable':
      return chance.happens(0.2) ? null : inner(def.innerType as z.core.$ZodType)
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType as z.core.$ZodType)
  }
  const guess = byName[name]
  if (guess && depth < 3 && def.type !== 'boolean' && chance.happens(0.85)) return guess(chance, known) ?? 1
  const found = known.any(chance, name)
  switch (def.type) {
    case 'pipe':
      return inner(def.in as z.core.$ZodType)
    case 'string':
      if (typeof found === 'string' && chance.happens(0.8)) return found
      if (def.format === 'url') return 'https://127.0.0.1:9/'
      if (def.format === 'email') return `somebody${chance.below(100)}@fuzz.example`
      return fallbackText(chance)
    case 'number':
    case 'int': {
      if (typeof found === 'number' && chance.happens(0.9)) return found
      return chance.of(numbers)
    }
    case 'boolean':
      return chance.happens(0.5)
    case 'literal':
      return chance.of(def.values as readonly unknown[])
    case 'enum':
      return chance.of(Object.values(def.entries as object))
    case 'null':
      return null
    case 'array': {
      const count = chance.of([0, 1, 1, 2, 3])
      return Array.from({ length: count }, () => inner(def.element as z.core.$ZodType)).filter((one) => one !== absent)
    }
    case 'tuple':
      return (def.items as readonly z.core.$ZodType[]).map((item) => inner(item))
    case 'union':
      return inner(chance.of(def.options as readonly z.core.$ZodType[]))
    case 'object': {
      const entries = Object.entries(def.shape ?? {}).map(([key, part]) => [key, inner(part, key)] as const)
      return Object.fromEntries(entries.filter(([, value]) => value !== absent))
    }
    case 'custom': {
      // an object whose keys the client chooses
      const values = (z.globalRegistry.get(schema) as { additionalProperties?: { type?: string } }).additionalProperties
      const value = values?.type === 'boolean' ? true : values?.type === 'integer' ? 1 : 'value'
      const keys = Array.from({ length: chance.below(4) }, () => String(found ?? chance.of(words)))
      return Object.fromEntries(keys.map((key) => [key, value]))
    }
    case 'unknown':
      return chance.of<unknown>([1, 'text', [1, 'two'], { a: { b: [null] } }, true])
    default:
      return undefined
  }
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Values inside JSON that no declaration expects. */
const hostile: ((chance: Chance) => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => [],
  () => ({}),
  () => true,
  () => -1,
  () => 0,
  () => 1.5,
  () => 2 ** 31,
  () => -(2 ** 31) - 1,
  () => 2 ** 53 - 1,
  () => 2 ** 63,
  () => 1e308,
  () => 'NaN',
  () => '1e9',
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => 'x\udfffy',
  () => '__proto__',
  () => 'constructor',
  () => JSON.parse('{"__proto__": {"x": 1}, "toString": 1, "length": -1}'),
  () => ({ toString: 1, valueOf: 1, toJSON: 1 }),
  () => JSON.parse(nested(63)),
  () => JSON.parse(nested(65)),
  () => JSON.parse(nested(2_000)),
  () => 'x'.repeat(70),
  () => 'é'.repeat(10_001),
  () => '👩‍🚀'.repeat(3_000),
  () => 'w '.repeat(5_000),
  () => 'x'.repeat(300_000),
  () => Array.from({ length: 25_000 }, (_, index) => index),
  () => Array.from({ length: 300 }, () => -1),
  () => Array.from({ length: 1_001 }, (_, index) => `word ${index}`),
  () => Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, ''])),
  () => [null, [], {}, '', 1],
  () => "'; drop table account; --",
  () => '%00%ff%',
  () => '\\',
  () => '../../etc/passwd',
  () => 'https://[::1',
  () => '*.*(a+)+$[',
  () => '\u202e\u200b\ufeff',
  () => '$$\\def\\a{}'.padEnd(900, '\\a'),
]

export function broken(chance: Chance, value: unknown): unknown {
  const bad = () => chance.of(hostile)(chance)
  if (chance.happens(0.4) || typeof value !== 'object' || value === null) return bad()
  if (Array.isArray(value)) {
    if (value.length === 0) return [bad()]
    const at = chance.below(value.length)
    if (chance.happens(0.15)) return [...value, ...value, ...value]
    return value.map((item, index) => (index === at ? broken(chance, item) : item))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || chance.happens(0.15)) return { ...value, [String(chance.of(words))]: bad() }
  const key = chance.of(keys)
  if (chance.happens(0.15)) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== key))
  return { ...value, [key]: broken(chance, (value as Record<string, unknown>)[key]) }
}

// Finds code that highlight.js takes more than linear time for: node scripts/slow-grammars.mjs [grammar...]
//
// Every grammar gets each unit of text below, repeated: punctuation, the grammar's own keywords, and pairs of them.
// Units that take much more than twice as long at double the length are printed; fix them in highlight.ts and add them
// to hostile.ts.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const table = readFileSync(new URL('../src/platform/markdown/languages.ts', import.meta.url), 'utf8')
const known = [...table.matchAll(/^([a-z0-9-]+)\|/gm)].map(([, name]) => name)
const names = [...new Set(known)].filter((name) => !['lean', 'plaintext'].includes(name))
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names
const hljs = require('highlight.js')

const signs = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '<',
    '>',
    '"',
    "'",
    '`',
    '/',
    '\\',
    '*',
    '_',
    '-',
    '=',
    '+',
    '#',
    '@',
    '$',
    '%',
    '&',
  ],
  ...['|', '!', '?', ':', ';', ',', '.', '^', '~', '0', '1', 'a', 'A', 'x1', ' ', '\n', '\t', '//', '/*', '*/', '--'],
  ...['<!--', '<?', '<%', '{{', '{%', '${', '#{', '"""', "'''", '=>', '->', '::', '<<', '(*', '\\(', '0x', '1.', '1e'],
  ...[
    'a(',
    'a<',
    'a=',
    'a:',
    '@a',
    '#a',
    '$a',
    '<a',
    '<a b=',
    '[a](',
    '![',
    '[a]',
    '**',
    '__',
    '~~',
    '> ',
    '- ',
    '1. ',
  ],
]
const joins = ['', ' ', '\n', 'a', 'a ', ' a\n', '(', '"', '\n ', '1', '= ', 'b.', ', ', ' <', '\\', '\t']
/** Texts with words of 300 characters or 200 blanks in a row are never highlighted. */
const coloured = (text) => text.replace(/\S{290}/g, '$& ').replace(/\s{190}/g, '$&x')

const cpuMs = (text, language) => {
  const from = process.cpuUsage()
  hljs.highlight(text, { language, ignoreIllegals: true })
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

function wordsOf(language) {
  const found = new Set()
  const seen = new Set()
  const visit = (value) => {
    if (typeof value === 'string' && /^[\w#@.-]{2,20}$/.test(value)) found.add(value)
    if (value && typeof value === 'object' && !seen.has(value)) {
      seen.add(value)
      for (const one of Object.values(value)) visit(one)
    }
  }
  visit(hljs.getLanguage(language)?.keywords ?? {})
  const regular = []
  const collect = (value) => {
    if (value instanceof RegExp || (typeof value === 'string' && /[a-z]{3}\b/.test(value)))
      for (const [word] of String(value.source ?? value).matchAll(/[A-Za-z]{3,12}/g)) regular.push(word)
    if (value && typeof value === 'object' && !(value instanceof RegExp) && !seen.has(value)) {
      seen.add(value)
      for (const one of Object.values(value)) collect(one)
    }
  }
  const { readFileSync: read } = require('node:fs')
  collect(read(require.resolve(`highlight.js/lib/languages/${language}`), 'utf8').match(/begin: \/.*\//g) ?? [])
  return [...new Set([...[...found].slice(0, 25), ...regular.slice(0, 25)])]
}

for (const language of wanted) {
  const units = new Set()
  for (const a of [...signs, ...wordsOf(language)]) for (const b of joins) units.add(a + b).add(b + a)
  const slow = []
  for (const unit of units) {
    const text = (length) => coloured(unit.repeat(Math.ceil(length / unit.length)).slice(0, length))
    const short = cpuMs(text(2_000), language)
    if (short < 12) continue
    const long = cpuMs(text(4_000), language)
    if (long < 40 || long < short * 2.7) continue
    slow.push([cpuMs(text(9_900), language), unit])
  }
  slow.sort(([a], [b]) => b - a)
  const worst = slow.slice(0, 4).map(([ms, unit]) => `${Math.round(ms)} ms ${JSON.stringify(unit)}`)
  console.log(`${language}: ${slow.length === 0 ? 'nothing' : worst.join(', ')}`)
}

import fc from 'fast-check'
import { assert, explorationPatience, holds, test } from '#test'
import { candidates, highlight, type Marks } from './highlight.ts'
import { parseSearch } from './search-terms.ts'

const marked = (html: string, ...words: string[]) => highlight(html, { forms: new Set(words), parts: [], runs: [] })

test('words in text are highlighted, but not tags, attributes, entities, and formulas', () => {
  const span = (word: string) => `<span class="highlight">${word}</span>`
  assert.equal(marked('<p>a Tea, tea</p>', 'tea'), `<p>a ${span('Tea')}, ${span('tea')}</p>`)
  assert.equal(marked('<a href="/tea" title="tea">no</a>', 'tea', 'a', 'href'), '<a href="/tea" title="tea">no</a>')
  assert.equal(marked('fish &amp; amp &#39; 39', 'amp', '39'), `fish &amp; ${span('amp')} &#39; ${span('39')}`)
  assert.equal(marked('<math><mi>x</mi></math> x', 'x'), `<math><mi>x</mi></math> ${span('x')}`)
  assert.equal(marked('teapot', 'tea'), 'teapot')
})

test('removing the highlights restores any text', { timeout: explorationPatience }, async () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b class="tea">',
    '&amp;',
    '&#x27;',
    'tea',
    'İstanbul',
    ' ',
    'é',
    '<math>',
    '</math>',
    '😀',
    '会議室',
    'ﾃﾞ',
    'e\u0301',
    'ĳ',
    '&',
  )
  await holds(
    fc.property(fc.array(piece), (pieces) => {
      const html = pieces.join('')
      const words = new Set<string>()
      candidates(html, ['teas', 'istanbul', 'İstanbul', 'amp', 'x27', 'class', 'é'], words)
      const result = highlight(html, {
        forms: words,
        parts: [
          { text: 'ea', at: 'any' },
          { text: 'ist', at: 'start' },
        ],
        runs: ['議', '会議'],
      })
      assert.equal(result.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1'), html)
    }),
    { runs: 100 },
  )
})

test('scripts without spaces, accents, and parts of words are highlighted', () => {
  const span = (word: string) => `<span class="highlight">${word}</span>`
  const mark = (html: string, marks: Partial<Marks>) =>
    highlight(html, { forms: new Set(), parts: [], runs: [], ...marks })
  assert.equal(mark('今日の会議は', { runs: ['会議'] }), `今日の${span('会議')}は`)
  assert.equal(mark('foo会議', { runs: ['会議'], forms: new Set(['foo']) }), span('foo会議'))
  assert.equal(mark('ﾃｽﾄ', { runs: ['スト'] }), `ﾃ${span('ｽﾄ')}`)
  assert.equal(mark('Cafe\u0301 CAFÉ', { forms: new Set(['cafe']) }), `${span('Cafe\u0301')} ${span('CAFÉ')}`)
  assert.equal(mark('Teapots', { parts: [{ text: 'apo', at: 'any' }] }), `Te${span('apo')}ts`)
  assert.equal(mark('Straße', { parts: [{ text: 'sse', at: 'end' }] }), `Stra${span('ße')}`)
  assert.equal(mark('Teapots', { parts: [{ text: 'apo', at: 'start' }] }), 'Teapots')
})

test('a search is parsed into words, phrases, parts, and exclusions', () => {
  const read = (text: string) =>
    parseSearch(text).wanted.map(
      ({ words, negated, part }) =>
        `${negated ? '-' : ''}${part ? `${part.at} ${part.text}` : JSON.stringify(words.join(' '))}`,
    )
  assert.deepEqual(read('Tea "black tea" -milk -"no sugar" or'), [
    '"Tea"',
    '"black tea"',
    '-"milk"',
    '-"no sugar"',
    '"or"',
  ])
  assert.deepEqual(read('foo.bar_baz'), ['"foo bar baz"'])
  assert.deepEqual(read('"unfinished phrase'), ['"unfinished phrase"'])
  assert.deepEqual(read(' !? "" - * '), [])
  assert.deepEqual(read('tea* *Pot *eapó* -*milk*'), ['start tea', 'end pot', 'any eapo', '-any milk'])
  assert.deepEqual(read('te* *会議* foo*bar "tea*"'), ['"te"', '"会議"', '"foo bar"', '"tea"'])
  assert.deepEqual(
    ['-tea', 'tea -milk', '', '-*tea*'].map((text) => parseSearch(text).isPositive),
    [false, true, false, false],
  )
})

import fc from 'fast-check'
import { assert, explorationPatience, holds, test } from '#test'
import { candidates, highlight } from './highlight.ts'
import { parseSearch } from './search-terms.ts'

const marked = (html: string, ...words: string[]) => highlight(html, new Set(words))

test('words of the text are marked, tags, attributes, entities and formulas are not', () => {
  const span = (word: string) => `<span class="highlight">${word}</span>`
  assert.equal(marked('<p>a Tea, tea</p>', 'tea'), `<p>a ${span('Tea')}, ${span('tea')}</p>`)
  assert.equal(marked('<a href="/tea" title="tea">no</a>', 'tea', 'a', 'href'), '<a href="/tea" title="tea">no</a>')
  assert.equal(marked('fish &amp; amp &#39; 39', 'amp', '39'), `fish &amp; ${span('amp')} &#39; ${span('39')}`)
  assert.equal(marked('<math><mi>x</mi></math> x', 'x'), `<math><mi>x</mi></math> ${span('x')}`)
  assert.equal(marked('teapot', 'tea'), 'teapot')
})

test('without its marks a text is what it was, whatever the text', { timeout: explorationPatience }, async () => {
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
    '&',
  )
  await holds(
    fc.property(fc.array(piece), (pieces) => {
      const html = pieces.join('')
      const words = new Set<string>()
      candidates(html, ['teas', 'istanbul', 'İstanbul', 'amp', 'x27', 'class', 'é'], words)
      const result = highlight(html, words)
      assert.equal(result.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1'), html)
    }),
    { runs: 100 },
  )
})

test('a search is read as words, phrases and what must be absent', () => {
  const read = (text: string) => [parseSearch(text).words, parseSearch(text).others]
  assert.deepEqual(read('Tea "black tea" -milk -"no sugar" or'), ['"Tea" "or"', '"black tea" -"milk" -"no sugar"'])
  assert.deepEqual(read('foo.bar_baz'), ['', '"foo bar baz"'])
  assert.deepEqual(read('"unfinished phrase'), ['', '"unfinished phrase"'])
  assert.deepEqual(read(' !? "" - '), ['', ''])
  assert.deepEqual(
    ['-tea', 'tea -milk', ''].map((text) => parseSearch(text).isPositive),
    [false, true, false],
  )
})

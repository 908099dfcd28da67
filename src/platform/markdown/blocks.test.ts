import { expect, test } from 'vitest'
import { html, p } from './fixture.ts'

test('a newline is a line break and a blank line a new paragraph', () => {
  expect(html('one\ntwo\n\nthree')).toBe('<p>one<br>\ntwo</p>\n<p>three</p>')
  expect(html('one\r\ntwo')).toBe('<p>one<br>\ntwo</p>')
  expect(html('')).toBe('')
})

test('only asterisks make emphasis', () => {
  expect(html('*em* **strong** ***both*** ~~gone~~')).toBe(
    p('<em>em</em> <strong>strong</strong> <strong><em>both</em></strong> <del>gone</del>'),
  )
  expect(html('_no_ __no__ snake_case_name char * and void *')).toBe(p('_no_ __no__ snake_case_name char * and void *'))
})

test('emphasis markers work next to punctuation', () => {
  expect(html('**done!**Next ~~no.~~yes **注意：**重要')).toBe(
    p('<strong>done!</strong>Next <del>no.</del>yes <strong>注意：</strong>重要'),
  )
  expect(html('a ** b ** c * d * e ~~ f ~~')).toBe(p('a ** b ** c * d * e <del> f </del>'))
})

test('HTML and escapes are shown as typed', () => {
  expect(html('<b>x</b> &nope; \\*not\\*')).toBe(p('&lt;b&gt;x&lt;/b&gt; &amp;nope; \\<em>not\\</em>'))
  expect(html('& &lt; &copy;')).toBe(p('&amp; &lt; ©'))
  expect(html('<script>alert(1)</script>')).toBe(p('&lt;script&gt;alert(1)&lt;/script&gt;'))
})

test('headings need a space after the number signs and cannot be underlined', () => {
  expect(html('# One\n###### Six\n#none')).toBe('<h1>One</h1>\n<h6>Six</h6>\n<p>#none</p>')
  expect(html('text\n---')).toBe('<p>text</p>\n<hr>')
})

test('lists nest by two spaces, also below numbers', () => {
  expect(html('* a\n  * b\n    * c\n* d')).toBe(
    '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
  )
  expect(html('1. a\n\n  - b\n\n2. c')).toBe(
    '<ol>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>\n<p>c</p>\n</li>\n</ol>',
  )
  expect(html('1. a\n  1. b\n    1. c\n2. d')).toBe(
    '<ol>\n<li>a<ol>\n<li>b<ol>\n<li>c</li>\n</ol>\n</li>\n</ol>\n</li>\n<li>d</li>\n</ol>',
  )
})

test('lists nest by four spaces or tabs just as by two', () => {
  const same = [
    ['* a\n    * b\n        * c\n* d', '* a\n  * b\n    * c\n* d'],
    ['- a\n\t- b\n\t\t- c\n\t- d\n- e', '- a\n  - b\n    - c\n  - d\n- e'],
    ['1. a\n    2. b\n    3. c\n2. d', '1. a\n  2. b\n  3. c\n2. d'],
    ['1. a\n    * b\n2. c', '1. a\n  * b\n2. c'],
    ['* a\n  * b\n      * c\n  * d', '* a\n  * b\n    * c\n  * d'],
    ['* a\n    * b\n      more\n  * c', '* a\n  * b\n    more\n  * c'],
    ['* a\n\n    * b\n\n* c', '* a\n\n  * b\n\n* c'],
    ['> * a\n>     * b', '> * a\n>   * b'],
  ] as const
  for (const [wide, narrow] of same) {
    expect(html(wide)).toBe(html(narrow))
    expect(html(narrow)).toMatch(/<[ou]l(?: start="2")?>(?:.|\n)*<[ou]l(?: start="2")?>/)
  }
})

test('item markers in code or indented too far are not items', () => {
  expect(html('* a\n\n      * b')).toContain('<code>* b\n</code>')
  expect(html('text\n\n    * b')).toContain('<code>* b\n</code>')
  expect(html('* a\n\ntext\n\n    * b')).toContain('<code>* b\n</code>')
  expect(html('* a\n      * b')).toBe('<ul>\n<li>a<br>\n      * b</li>\n</ul>')
})

test('a fence in a list, quote, or line of text is not a block', () => {
  expect(html('1. a\n  ```\n  x\n    y\n  ```')).toBe('<ol>\n<li>a<br>\n  <code>\n  x\n    y\n  </code></li>\n</ol>')
  expect(html('> ```\n> x\n> ```')).toBe('<blockquote>\n<p><code>\nx\n</code></p>\n</blockquote>')
  expect(html('so ```x\ny``` it is')).toBe(p('so <code>x\ny</code> it is'))
})

test('a numbered list keeps its start, and 1) is no list', () => {
  expect(html('3. a\n4. b')).toBe('<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
  expect(html('1) a\n2) b')).toBe('<p>1) a<br>\n2) b</p>')
})

test('a list may follow a paragraph without a blank line', () => {
  expect(html('text\n- a')).toBe('<p>text</p>\n<ul>\n<li>a</li>\n</ul>')
})

test('a quote continues to the next blank line', () => {
  expect(html('> one\ntwo\n\nafter')).toBe('<blockquote>\n<p>one<br>\ntwo</p>\n</blockquote>\n<p>after</p>')
})

test('a quote fence holds paragraphs and other fences', () => {
  expect(html('```quote\none\n\n```\ntwo')).toBe('<blockquote>\n<p>one</p>\n</blockquote>\n<p>two</p>')
  expect(html('```quote\n``` py\nx\n```\nin\n```\nout')).toBe(
    '<blockquote>\n<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>\n' +
      '<p>in</p>\n</blockquote>\n<p>out</p>',
  )
  expect(html('````quote\n```\nx\n```\n````')).toBe(
    '<blockquote>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n</blockquote>',
  )
})

test('a spoiler has a Markdown header and hidden content', () => {
  expect(html('```spoiler **Head**\nhidden\n```')).toBe(
    '<div class="spoiler-block"><div class="spoiler-header">\n<p><strong>Head</strong></p>\n' +
      '</div><div class="spoiler-content" aria-hidden="true">\n<p>hidden</p>\n</div></div>',
  )
  expect(html('~~~spoiler\nx')).toBe(
    '<div class="spoiler-block"><div class="spoiler-header">\n' +
      '</div><div class="spoiler-content" aria-hidden="true">\n<p>x</p>\n</div></div>',
  )
})

test('a table has aligned cells', () => {
  expect(html('|a|b|c|\n|:--|:-:|---|\n|1|`2`|3|')).toBe(
    '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th>c</th>\n' +
      '</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n' +
      '<td style="text-align: center;"><code>2</code></td>\n<td>3</td>\n</tr>\n</tbody>\n</table>',
  )
})

test('containers nested beyond the limit keep their text', () => {
  const text = html(`${'> '.repeat(200)}deep`)
  expect(text).toContain('deep')
  expect(text.match(/<blockquote>/g)!.length).toBeLessThanOrEqual(24)
})

test('nested numbered lists keep their start, and bullet markers may be mixed', () => {
  expect(html('1. a\n2. b\n  5. c\n  6. d')).toBe(
    '<ol>\n<li>a</li>\n<li>b<ol start="5">\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n</ol>',
  )
  expect(html('- a\n* b\n+ c')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>')
})

test('blank lines make paragraphs of items, and following text belongs to the item', () => {
  expect(html('1. a\n\n2. b\nmore')).toBe('<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b<br>\nmore</p>\n</li>\n</ol>')
  expect(html('* a\n  still a')).toBe('<ul>\n<li>a<br>\n  still a</li>\n</ul>')
  expect(html('2. \n3. b')).toBe('<ol start="2">\n<li></li>\n<li>b</li>\n</ol>')
})

test('indented code keeps its spaces, also inside an item', () => {
  expect(html('* a\n\n      if x:\n        y')).toBe(
    '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>if x:\n  y\n</code></pre></div>\n</li>\n</ul>',
  )
  expect(html('    a\n\n\n      b')).toBe(
    '<div class="codehilite"><pre><span></span><code>a\n\n\n  b\n</code></pre></div>',
  )
})

test('spaces at the edges of a line are kept', () => {
  expect(html('a  \n   b')).toBe(p('a  <br>\n   b'))
})

test('an empty quote is text', () => {
  expect(html('>')).toBe(p('&gt;'))
  expect(html('>>')).toBe('<blockquote>\n<p>&gt;</p>\n</blockquote>')
  expect(html('>\n> a')).toBe('<blockquote>\n<p>a</p>\n</blockquote>')
})

test('only the same marker closes a fence, and markers after the language prevent one', () => {
  expect(html('```\n````\nx\n````\n```')).toBe(
    '<div class="codehilite"><pre><span></span><code>````\nx\n````\n</code></pre></div>',
  )
  expect(html('~~~ text ~~~')).toBe(p('~~~ text ~~~'))
})

test('code spans keep their spaces and line breaks', () => {
  expect(html('` a ` `` b` ``')).toBe(p('<code> a </code> <code> b` </code>'))
})

test('emphasis ends with its line', () => {
  expect(html('**a\nb** *c\nd*')).toBe(p('**a<br>\nb** *c<br>\nd*'))
  expect(html('*a **b** c* **d *e* f**')).toBe(p('<em>a <strong>b</strong> c</em> <strong>d <em>e</em> f</strong>'))
})

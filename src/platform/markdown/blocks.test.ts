import { expect, test } from 'vitest'
import { html, p } from './fixture.ts'

test('a newline is a line break and a blank line a new paragraph', () => {
  expect(html('one\ntwo\n\nthree')).toBe('<p>one<br>\ntwo</p>\n<p>three</p>')
  expect(html('one\r\ntwo')).toBe('<p>one<br>\ntwo</p>')
  expect(html('')).toBe('')
})

test('emphasis takes asterisks only', () => {
  expect(html('*em* **strong** ***both*** ~~gone~~')).toBe(
    p('<em>em</em> <strong>strong</strong> <em><strong>both</strong></em> <del>gone</del>'),
  )
  expect(html('_no_ __no__ snake_case_name char * and void *')).toBe(p('_no_ __no__ snake_case_name char * and void *'))
})

test('punctuation beside a marker does not disturb it', () => {
  expect(html('**done!**Next ~~no.~~yes **注意：**重要')).toBe(
    p('<strong>done!</strong>Next <del>no.</del>yes <strong>注意：</strong>重要'),
  )
  expect(html('a ** b ** c * d * e ~~ f ~~')).toBe(p('a ** b ** c * d * e ~~ f ~~'))
})

test('what would be HTML, an entity or an escape elsewhere is shown as it was typed', () => {
  expect(html('<b>x</b> &amp; \\*not\\*')).toBe(p('&lt;b&gt;x&lt;/b&gt; &amp;amp; \\<em>not\\</em>'))
  expect(html('<script>alert(1)</script>')).toBe(p('&lt;script&gt;alert(1)&lt;/script&gt;'))
})

test('headings need a blank after the sign and no underline makes one', () => {
  expect(html('# One\n###### Six\n#none')).toBe('<h1>One</h1>\n<h6>Six</h6>\n<p>#none</p>')
  expect(html('text\n---')).toBe('<p>text</p>\n<hr>')
})

test('lists nest by two spaces, also below numbers', () => {
  expect(html('* a\n  * b\n    * c\n* d')).toBe(
    '<ul>\n<li>a\n<ul>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
  )
  expect(html('1. a\n  - b\n  - c\n2. d')).toBe(
    '<ol>\n<li>a\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ol>',
  )
  expect(html('1. a\n  1. b\n    1. c\n2. d')).toBe(
    '<ol>\n<li>a\n<ol>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ol>\n</li>\n<li>d</li>\n</ol>',
  )
})

test('code inside a numbered item keeps its own indentation', () => {
  expect(html('1. a\n  ```\n  x\n    y\n  ```\n2. b')).toBe(
    '<ol>\n<li>a\n<div class="codehilite"><pre><span></span><code>x\n  y\n</code></pre></div>\n</li>\n<li>b</li>\n</ol>',
  )
})

test('a numbered list keeps its start, and 1) is no list', () => {
  expect(html('3. a\n4. b')).toBe('<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
  expect(html('1) a\n2) b')).toBe('<p>1) a<br>\n2) b</p>')
})

test('a list may follow a paragraph without a blank line', () => {
  expect(html('text\n- a')).toBe('<p>text</p>\n<ul>\n<li>a</li>\n</ul>')
})

test('a quote takes the lines up to the next blank one', () => {
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

test('a spoiler has a header in Markdown and hidden content', () => {
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

test('nothing is lost when containers are nested beyond the limit', () => {
  const text = html(`${'> '.repeat(200)}deep`)
  expect(text).toContain('deep')
  expect(text.match(/<blockquote>/g)!.length).toBeLessThanOrEqual(24)
})

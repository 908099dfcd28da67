import { assert, test } from '#test'
import { lineOfHtml, markdownOfHtml } from './html.ts'

test('HTML becomes Markdown that looks the same', () => {
  for (const [html, markdown] of [
    ['<p>One &amp; two</p><p>three<br>four</p>', 'One & two\n\nthree\nfour'],
    [
      '<div>a <b>bold </b>word, <i>it</i>, <s>gone</s>, <code>x*y</code></div>',
      'a **bold** word, *it*, ~~gone~~, `x*y`',
    ],
    ['<b><b>twice</b></b> <b> </b>', '**twice**'],
    ['<a href="https://x.example/a">the docs</a>', '[the docs](https://x.example/a)'],
    ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
    ['<a href="javascript:alert(1)">x</a> <a href="#" data-vss-mention="1">@Ben</a>', 'x @Ben'],
    ['<ul><li>one<ul><li>two</li></ul></li></ul><ol><li>a</li><li>b</li></ol>', '* one\n    * two\n\n1. a\n2. b'],
    ['<h2>Title</h2>text', '**Title**\ntext'],
    ['<blockquote>said<br>before</blockquote>after', '> said\n> before\nafter'],
    ['<pre>a  b\n  *c*</pre>', '```\na  b\n  *c*\n```'],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2<br>3</td></tr></table>',
      '| A | B |\n|---|---|\n| 1 | 2 3 |',
    ],
    ['<img src="https://x.example/p.png" alt="a tree">', '[a tree](https://x.example/p.png)'],
    ['<style>p{}</style><script>x</script>ok', 'ok'],
  ] as const)
    assert.equal(markdownOfHtml(html), markdown)
  assert.equal(lineOfHtml('A <b>title</b>\n&amp; more'), 'A title & more')
})

test('malicious HTML is converted quickly', () => {
  for (const part of [
    '<b>',
    '<ul>',
    '<blockquote>',
    '<td>',
    '<a href="x">',
    '<pre>',
    '</b>',
    '<b></i>',
    '<tr><td>',
    '<',
  ])
    assert.ok(markdownOfHtml(part.repeat(500_000)).length < 200_000)
})

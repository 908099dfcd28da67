import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { markdownOf } from './markdown.ts'

/** turndown's parser for environments without a DOM */
const require = createRequire(createRequire(import.meta.url).resolve('turndown'))
const { createDocument } = require('@mixmark-io/domino') as { createDocument(html: string): Document }
const markdown = (html: string) => markdownOf(createDocument(`<!doctype html><body>${html}</body>`).body)

test('word processor: bold, italics, and paragraphs that are list items', () => {
  expect(
    markdown(
      `<p class=MsoNormal><b>Plan</b> for <i>spring</i><o:p></o:p></p>
       <p class=MsoListParagraphCxSpFirst style="text-indent:-18pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>Dig</p>
       <p class=MsoListParagraphCxSpLast style="text-indent:-18pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Sow</p>`,
    ),
  ).toBe('**Plan** for *spring*\n\n- Dig\n- Sow')
})

test("browser editor: wrapper that isn't bold, styles instead of elements", () => {
  expect(
    markdown(
      '<b style="font-weight:normal" id="guid"><p><span style="font-weight:700">Now</span><span style="font-style:italic"> or</span> <span style="text-decoration:line-through">never</span></p><ul><li>one</li><ul><li>inner</li></ul><li>two</li></ul></b>',
    ),
  ).toBe('**Now** *or* ~~never~~\n\n- one\n  - inner\n- two')
})

test('spreadsheet cells become a table', () => {
  expect(
    markdown(
      '<table><tr><td>Month</td><td style="text-align:right">Sum</td></tr><tr><td>May | June</td><td>1,200</td></tr><tr><td></td><td></td></tr></table>',
    ),
  ).toBe('| Month | Sum |\n| --- | --- |\n| May \\| June | 1,200 |')
})

test('a single column becomes lines', () => {
  expect(markdown('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toBe('a\nb')
})

test('email: quotes, links, pictures, and leftover styles', () => {
  expect(
    markdown(
      '<style>p{color:red}</style><div>See <a href="https://example.com/a">the plan</a>, <a href="https://example.com">https://example.com</a> <a href="javascript:alert(1)">here</a></div><blockquote type="cite"><p>Hello</p></blockquote><img src="cid:1" alt="logo">',
    ),
  ).toBe('See [the plan](https://example.com/a), https://example.com here\n\n> Hello\n\nlogo')
})

test('code editor: lines in blocks become one code block', () => {
  expect(
    markdown(
      '<div style="color:#ccc;font-family:Menlo, Monaco, monospace;white-space:pre;"><div><span>def</span> f():</div><div>    return <span>"a*b"</span></div></div>',
    ),
  ).toBe('```\ndef f():\n    return "a*b"\n```')
  expect(markdown('<pre><code class="language-js">a `b`\n```\n</code></pre>')).toBe('````js\na `b`\n```\n````')
})

test('word processor lists keep numbers and depth', () => {
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${sign}<span>&nbsp; </span></span>${text}</p>`
  expect(
    markdown(
      item(1, '1.', 'Dig') +
        item(2, 'a.', 'deep') +
        item(2, 'b.', 'wide') +
        item(1, '2.', 'Sow') +
        item(2, '·', 'peas'),
    ),
  ).toBe('1. Dig\n  1. deep\n  2. wide\n2. Sow\n  - peas')
})

test('text that only looks like Markdown stays as it is', () => {
  expect(markdown('<p><b>snake_case</b> and 2 * 3 * 4 [sic] #1 `x` 1. a_b_c</p>')).toBe(
    '**snake_case** and 2 * 3 * 4 [sic] #1 `x` 1. a_b_c',
  )
})

test('office email: empty paragraphs and proprietary elements are dropped', () => {
  expect(
    markdown(
      '<p class="MsoNormal">Hello<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal"><b>Bye</b><o:p></o:p></p>',
    ),
  ).toBe('Hello\n\n**Bye**')
})

test('collaborative table with proprietary attributes', () => {
  expect(
    markdown(
      '<google-sheets-html-origin><style>td{border:0}</style><table data-sheets-root="1"><colgroup><col width="100"></colgroup><tbody><tr><td data-sheets-value="{}">Name</td><td>Sum</td></tr><tr><td>Soup<br>of the day</td><td>12</td></tr></tbody></table></google-sheets-html-origin>',
    ),
  ).toBe('| Name | Sum |\n| --- | --- |\n| Soup of the day | 12 |')
})

test('IDE: lines ending in breaks become one code block', () => {
  expect(
    markdown(
      '<pre style="background-color:#2b2b2b;font-family:monospace"><span>def</span> f():<br>&#32;&#32;return&#32;1<br></pre>',
    ),
  ).toBe('```\ndef f():\n  return 1\n```')
})

test('web page: headings, nested lists, inline code, check boxes, other scripts', () => {
  expect(
    markdown(
      '<h3>Plan</h3><ul><li><p>one</p><ol><li>inner <code>x_y</code></li></ol></li><li><input type="checkbox" checked> two</li></ul><p dir="rtl">שלום <b>לכולם</b></p>',
    ),
  ).toBe('### Plan\n\n- one\n  1. inner `x_y`\n- two\n\nשלום **לכולם**')
})

test('numbered lists keep counting, and headings drop inline formatting', () => {
  expect(markdown('<h2><b>What</b></h2><ol start="3"><li>c</li><li>d</li></ol>')).toBe('## What\n\n3. c\n4. d')
})

test('URLs in inline code stay links, and backticks stay in code', () => {
  expect(markdown('<p>See <code>https://example.com/a_b</code> or <code>x</code></p>')).toBe(
    'See https://example.com/a_b or `x`',
  )
  expect(markdown('<code><a href="https://example.com/a">https://example.com/a</a></code>')).toBe(
    'https://example.com/a',
  )
  expect(markdown('<p><code><a href="https://example.com/a">send()</a></code></p>')).toBe(
    '[`send()`](https://example.com/a)',
  )
  expect(markdown('<p><code>a ` b</code>, <code>`</code></p>')).toBe('``a ` b``, `` ` ``')
})

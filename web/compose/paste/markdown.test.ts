import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { markdownOf } from './markdown.ts'

/** The parser that the converter brings for where there is no browser. */
const require = createRequire(createRequire(import.meta.url).resolve('turndown'))
const { createDocument } = require('@mixmark-io/domino') as { createDocument(html: string): Document }
const markdown = (html: string) => markdownOf(createDocument(`<!doctype html><body>${html}</body>`).body)

test('a word processor: weights, slants and lists that are paragraphs', () => {
  expect(
    markdown(
      `<p class=MsoNormal><b>Plan</b> for <i>spring</i><o:p></o:p></p>
       <p class=MsoListParagraphCxSpFirst style="text-indent:-18pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>Dig</p>
       <p class=MsoListParagraphCxSpLast style="text-indent:-18pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Sow</p>`,
    ),
  ).toBe('**Plan** for *spring*\n\n- Dig\n- Sow')
})

test('an editor in the browser: all in a bold that is none, styles for elements', () => {
  expect(
    markdown(
      '<b style="font-weight:normal" id="guid"><p><span style="font-weight:700">Now</span><span style="font-style:italic"> or</span> <span style="text-decoration:line-through">never</span></p><ul><li>one</li><ul><li>inner</li></ul><li>two</li></ul></b>',
    ),
  ).toBe('**Now** *or* ~~never~~\n\n- one\n  - inner\n- two')
})

test('a spreadsheet becomes a table', () => {
  expect(
    markdown(
      '<table><tr><td>Month</td><td style="text-align:right">Sum</td></tr><tr><td>May | June</td><td>1,200</td></tr><tr><td></td><td></td></tr></table>',
    ),
  ).toBe('| Month | Sum |\n| --- | --- |\n| May \\| June | 1,200 |')
})

test('one column is lines', () => {
  expect(markdown('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toBe('a\nb')
})

test('a mail: quotes, links, pictures and styles that belong to nobody', () => {
  expect(
    markdown(
      '<style>p{color:red}</style><div>See <a href="https://example.com/a">the plan</a>, <a href="https://example.com">https://example.com</a> <a href="javascript:alert(1)">here</a></div><blockquote type="cite"><p>Hello</p></blockquote><img src="cid:1" alt="logo">',
    ),
  ).toBe('See [the plan](https://example.com/a), https://example.com here\n\n> Hello\n\nlogo')
})

test('an editor of code: lines in blocks become one block', () => {
  expect(
    markdown(
      '<div style="color:#ccc;font-family:Menlo, Monaco, monospace;white-space:pre;"><div><span>def</span> f():</div><div>    return <span>"a*b"</span></div></div>',
    ),
  ).toBe('```\ndef f():\n    return "a*b"\n```')
  expect(markdown('<pre><code class="language-js">a `b`\n```\n</code></pre>')).toBe('````js\na `b`\n```\n````')
})

test('numbered lists count on, headings have no marks in them', () => {
  expect(markdown('<h2><b>What</b></h2><ol start="3"><li>c</li><li>d</li></ol>')).toBe('## What\n\n3. c\n4. d')
})

import { expect, test } from 'vitest'
import { context, html, p } from './fixture.ts'
import {
  compileLinkifiers,
  linkifierError,
  matchesWhole,
  renderMarkdown,
  reverseTemplateVariables,
  templateVariables,
  topicLinks,
} from './index.ts'

const a = (href: string, text = href) => `<a href="${href}">${text}</a>`

test('a pattern that repeats much is refused before it is compiled', () => {
  for (const pattern of ['a{1000}'.repeat(140), '\\pL{1000}'.repeat(100), '(?:){1000}'.repeat(90)]) {
    const before = process.cpuUsage()
    for (let n = 0; n < 20; n++) expect(linkifierError(pattern, 'https://x.org')).toBe('the pattern is too large')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  }
  expect(linkifierError('\\{1000\\}{2}[0-9]{4}', 'https://x.org')).toBeUndefined()
})

test('addresses become links without the punctuation around them', () => {
  expect(html('see https://x.org/a_(b), (http://y.org) "https://z.org/?a=1&b=2".')).toBe(
    p(`see ${a('https://x.org/a_(b)')}, (${a('http://y.org')}) "${a('https://z.org/?a=1&amp;b=2')}".`),
  )
  expect(html('**https://x.org** *https://y.org/*')).toBe(
    p(`<strong>${a('https://x.org')}</strong> <em>${a('https://y.org/')}</em>`),
  )
  expect(html('<https://x.org/a> <ada@x.org>')).toBe(
    p(`&lt;${a('https://x.org/a')}&gt; &lt;${a('mailto:ada@x.org', 'ada@x.org')}&gt;`),
  )
})

test('bare hosts and mail addresses are links, file names and code are none', () => {
  expect(html('example.com/foo, zulip.org. ada@x.org')).toBe(
    p(
      `${a('http://example.com/foo', 'example.com/foo')}, ${a('http://zulip.org', 'zulip.org')}. ${a('mailto:ada@x.org', 'ada@x.org')}`,
    ),
  )
  for (const text of [
    'README.md',
    'views.py',
    'x~example.org',
    'example.org#a',
    'a@b.org/c',
    'a.b.c',
    'std::io',
    'foo.pyc',
    '1.5',
    'e.g.',
    'Nat.is_lt',
    'x.com_y',
    'Init.System.IO',
  ]) {
    expect(html(text)).toBe(p(text))
  }
})

test('named links lead to absolute addresses or into the organization', () => {
  expect(html('[*t*](https://x.org "title")')).toBe(p('<a href="https://x.org"><em>t</em></a>'))
  expect(html('[t](google.com)')).toBe(p(a('http://google.com', 't')))
  expect(html('[t](ada@x.org)')).toBe(p(a('mailto:ada@x.org', 't')))
  expect(html('[t](localhost:9991/x)')).toBe(p(a('http://localhost:9991/x', 't')))
  expect(html('[t](//x.org)')).toBe(p(a('https://x.org', 't')))
  expect(html('[t](#narrow/channel/9)')).toBe(p(a('#narrow/channel/9', 't')))
  expect(html('[t](https://chat.example.org/#narrow/channel/9)')).toBe(p(a('#narrow/channel/9', 't')))
  expect(html('[t](/user_uploads/2/a/b.txt)')).toBe(p(a('/user_uploads/2/a/b.txt', 't')))
  expect(html('[](https://x.org)')).toBe(p(a('https://x.org')))
  expect(html('[a [b] c](https://x.org/ü)')).toBe(p(a('https://x.org/%C3%BC', 'a [b] c')))
})

test('dangerous and meaningless destinations make no link', () => {
  for (const to of [
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    'x',
    '../x',
  ]) {
    expect(html(`[t](${to})`)).not.toContain('<a')
  }
  expect(html('[t](java\tscript:x)')).not.toContain('<a')
  expect(html('[t](&#106;avascript:x)')).not.toContain('<a')
})

test('nothing in a link is a link again', () => {
  expect(html('[see https://x.org and y.com #12 #**announce**](https://z.org)')).toBe(
    p(a('https://z.org', 'see https://x.org and y.com #12 #<strong>announce</strong>')),
  )
})

test('a link may carry a whole program', () => {
  const url = `https://live.example.org/#code=${'x'.repeat(6000)}`
  expect(html(`[here](${url})`)).toBe(p(a(url, 'here')))
})

test('brackets of code do not close a label', () => {
  expect(html('[`]`](https://x.org)')).toBe(p(a('https://x.org', '<code>]</code>')))
})

test('links, pictures and uploads are reported', () => {
  const links = renderMarkdown(
    '[a](/user_uploads/2/ab/c%20d.txt) https://chat.example.org/user_uploads/2/x/y.png',
    context,
  )
  expect(links).toMatchObject({ hasLink: true, hasImage: true, attachmentPaths: ['2/ab/c d.txt', '2/x/y.png'] })
  const none = renderMarkdown('#**announce** `https://x.org`', context)
  expect(none).toMatchObject({ hasLink: false, hasImage: false, attachmentPaths: [] })
  expect(renderMarkdown('[a](https://other.org/user_uploads/2/a/b.png)', context).attachmentPaths).toEqual([])
  expect(renderMarkdown('[a](https://chat.example.org.evil.com/user_uploads/2/a/b)', context).attachmentPaths).toEqual(
    [],
  )
})

test('linkifiers match between boundaries and not inside links', () => {
  expect(html('#12, (#13) core#14 x#y #1a a#')).toBe(
    p(
      `${a('https://tracker.example.org/12', '#12')}, (${a('https://tracker.example.org/13', '#13')}) ` +
        `${a('https://git.example.org/core/14', 'core#14')} x#y #1a a#`,
    ),
  )
  expect(html('#1 #2')).toBe(
    p(`${a('https://tracker.example.org/1', '#1')} ${a('https://tracker.example.org/2', '#2')}`),
  )
  expect(html('`#12` https://x.org/#12')).toBe(p(`<code>#12</code> ${a('https://x.org/#12')}`))
})

test('an earlier linkifier wins', () => {
  const linkifiers = compileLinkifiers([
    { id: 2, pattern: 'T(?P<n>\\d+)', url_template: 'https://first.org/{n}' },
    { id: 1, pattern: '(?P<x>T\\d+)', url_template: 'https://second.org/{+x}' },
  ])
  expect(html('T5', { linkifiers })).toBe(p(a('https://first.org/5', 'T5')))
})

test('values are encoded by the template, and a template cannot make a script', () => {
  const linkifiers = compileLinkifiers([
    { id: 1, pattern: 'q:(?P<q>[^ ]+)', url_template: 'https://s.org/?q={q}' },
    { id: 2, pattern: 'j:(?P<q>[^ ]+)', url_template: '{+q}' },
  ])
  expect(html('q:"a&b"', { linkifiers })).toBe(p(a('https://s.org/?q=%22a%26b%22', 'q:"a&amp;b"')))
  expect(html('j:javascript:alert(1)', { linkifiers })).not.toContain('<a')
})

test('a pattern that needs exponential time is just a pattern', () => {
  const linkifiers = compileLinkifiers([{ id: 1, pattern: '(a+)+b', url_template: 'https://x.org' }])
  // with exponential time this would never come to an end
  expect(html('a'.repeat(10_000), { linkifiers })).toBe(p('a'.repeat(10_000)))
})

test('a pattern that reads on after each match stops when its time is over', () => {
  const linkifiers = compileLinkifiers([{ id: 1, pattern: 'a(?:.*b)?', url_template: 'https://x.org' }])
  const text = 'a '.repeat(5_000)
  const found = html(text, { linkifiers }).split('</a>').length - 1
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(5_000)
})

test('patterns that cannot run in linear time, or would be huge, are refused', () => {
  for (const pattern of ['(?=a)b', 'a(?<!b)', '(?P<x>a)(?P=x)', '(a)\\1', 'a)(b', '(?:\\pL{400}){2}', 'a{2000}', '['])
    expect(linkifierError(pattern, 'https://x.org'), pattern).toBeTypeOf('string')
  for (const pattern of ['a\\Z', '\\bA-(?P<n>[0-9]{1,9})\\b', '(?i)x', '\\\\Z'])
    expect(linkifierError(pattern, 'https://x.org'), pattern).toBeUndefined()
  expect([matchesWhole('a|ab', 'ab'), matchesWhole('a', 'ab'), matchesWhole('a\\Z', 'a')]).toEqual([true, false, true])
})

test('templates name their variables', () => {
  expect(templateVariables('https://x.org/{a}/{+b,c:3,d*}{?e,f}%20{a}')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(templateVariables('https://x.org/')).toEqual([])
  for (const bad of [
    '{',
    '}',
    '{}',
    '{a',
    '{a}}',
    '{{a}}',
    '{a b}',
    '{=a}',
    '{a,}',
    '{a:0}',
    'x y',
    '%zz',
    '<a>',
    '{a-b}',
  ])
    expect(templateVariables(bad), bad).toBeUndefined()
  expect(reverseTemplateVariables('{{{a}}} #{b}')).toEqual(['a', 'b'])
  for (const bad of ['{', '{a', 'a}', '{}', '{a-b}']) expect(reverseTemplateVariables(bad), bad).toBeUndefined()
})

test('what does not compile is left out and can be explained', () => {
  expect(compileLinkifiers([{ id: 1, pattern: '(', url_template: 'https://x.org' }])).toEqual([])
  expect(linkifierError('(', 'https://x.org')).toBeTypeOf('string')
  expect(linkifierError('#(?P<id>\\d+)', 'https://x.org/{id}')).toBeUndefined()
})

test('topics have links too', () => {
  expect(topicLinks('#12 and https://x.org/a, core#3', context.linkifiers!)).toEqual([
    { text: '#12', url: 'https://tracker.example.org/12' },
    { text: 'https://x.org/a', url: 'https://x.org/a' },
    { text: 'core#3', url: 'https://git.example.org/core/3' },
  ])
  expect(topicLinks('plain', context.linkifiers!)).toEqual([])
})

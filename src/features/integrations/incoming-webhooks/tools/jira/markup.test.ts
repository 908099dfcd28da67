import { assert, test } from '#test'
import { messageFrom } from '../../fixture.ts'
import { Part } from '../payload.ts'
import { fromDocument } from './document.ts'
import { fromWiki } from './wiki.ts'

const nameOf = (account: string) => (account === '55:ab' ? 'Ben' : undefined)

test('wiki markup of Jira becomes Markdown that looks the same', () => {
  for (const [wiki, markdown] of [
    ['# first\n# second\n## inner\n# third', '1. first\n2. second\n    1. inner\n3. third'],
    ['* a\n** b\n- c', '* a\n    * b\n* c'],
    ['*bold* {{mono}} _it_ -gone- done\\! 3-4-5 a*b*c', '**bold** `mono` *it* ~~gone~~ done! 3-4-5 a*b*c'],
    [
      '[the docs|https://x.example/a] [https://x.example/b] https://x.example/_c_/',
      '[the docs](https://x.example/a) https://x.example/b https://x.example/_c_/',
    ],
    [
      '[~accountid:55:ab] [~accountid:66] [~cleo] [^file.txt] [x] [bad|javascript:alert(1)]',
      '@Ben @someone @cleo file.txt [x] bad',
    ],
    ['h2. Title *here*\ntext\n----\nbq. said', '**Title here**\ntext\n---\n> said'],
    ['a\n{code:java}\nint *x* = 1;\n{code}\nb {noformat}*c*', 'a\n```\nint *x* = 1;\n```\n\nb \n```\n*c*\n```'],
    ['{quote}one\ntwo{quote}', '> one\n> two'],
    ['{color:red}red{color} +new+ !shot.png|thumbnail! wow!', 'red new shot.png wow!'],
    [
      '||A||B||\n|1|[x|https://x.example]|\n|2|3|\nend',
      '| A | B |\n|---|---|\n| 1 | [x](https://x.example/) |\n| 2 | 3 |\nend',
    ],
  ] as const)
    assert.equal(fromWiki(wiki, nameOf), markdown)
})

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const node = (type: string, ...content: object[]) => ({ type, content })

test('documents of Jira become Markdown that looks the same', () => {
  const document = node(
    'doc',
    node('heading', text('Title')),
    paragraph(
      text('a '),
      text('bold ', { type: 'strong' }),
      text('docs', { type: 'link', attrs: { href: 'https://x.example/a' } }),
      { type: 'hardBreak' },
      { type: 'mention', attrs: { id: '1', text: '@Ben' } },
      { type: 'emoji', attrs: { shortName: ':smile:', text: '😄' } },
      text('x', { type: 'code' }),
    ),
    node(
      'bulletList',
      node('listItem', paragraph(text('one')), node('orderedList', node('listItem', paragraph(text('in'))))),
    ),
    node('codeBlock', text('int *x*;')),
    node(
      'table',
      node('tableRow', node('tableHeader', paragraph(text('A'))), node('tableHeader', paragraph(text('B')))),
      node('tableRow', node('tableCell', paragraph(text('1'))), node('tableCell', paragraph(text('2')))),
    ),
    node('blockquote', paragraph(text('said'))),
  )
  assert.equal(
    fromDocument(new Part(document)),
    '**Title**\n\na **bold** [docs](https://x.example/a)\n@Ben😄`x`\n\n* one\n    1. in\n\n```\nint *x*;\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n> said',
  )
})

test('a comment without its issue is about an issue', async () => {
  const author = { displayName: 'Ben', accountId: '55:ab' }
  const { content } = await messageFrom('jira', {
    webhookEvent: 'comment_created',
    comment: { author, body: 'hi [~accountid:55:ab]' },
  })
  assert.equal(content, '**Ben** commented on an issue:\n```quote\nhi @Ben\n```')
})

test('malicious markup is converted quickly', () => {
  for (const part of [
    '{code}',
    '{code:x}',
    '{quote:',
    '[a|',
    '*a ',
    '-a',
    '!a.',
    '|',
    '||',
    '\\',
    '{{',
    '# ',
    'h1. ',
    ' ',
  ])
    assert.ok(fromWiki(part.repeat(100_000), nameOf).length < 200_000)
  const lines = node('doc', ...Array.from({ length: 200 }, () => paragraph(text(`a${'\n'.repeat(10_000)}b`))))
  const quoted = Array.from({ length: 8 }).reduce<object>((inside) => node('blockquote', inside), lines)
  assert.ok(fromDocument(new Part(node('doc', quoted))).length < 1_000_000)
  const deep = (level: number): object => node('blockquote', ...(level === 0 ? [] : [deep(level - 1), deep(level - 1)]))
  assert.ok(fromDocument(new Part(node('doc', deep(12)))).length < 200_000)
})

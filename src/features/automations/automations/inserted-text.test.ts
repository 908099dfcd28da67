import { expect, test } from 'vitest'
import { asChannelId, asGroupId, asUserId } from '#contract'
import { compileLinkifiers, type MarkdownContext, plainText, renderMarkdown } from '#platform/markdown'
import { insertedLine, insertedQuote } from './inserted-text.ts'
import { maxInsertedLength } from './limits.ts'

/** Any name made of letters resolves. */
const ifName = <T>(name: string, found: T): T | undefined => (/^[\p{L} ]+$/u.test(name) ? found : undefined)
const context: MarkdownContext = {
  realmUrl: 'https://chat.example.org',
  usersByName: (name) => ifName(name, [{ id: asUserId(7), full_name: name }]) ?? [],
  userById: (id) => ({ id, full_name: 'Ben' }),
  groupByName: (name) => ifName(name, { id: asGroupId(3), name }),
  channelByName: (name) => ifName(name, { id: asChannelId(9), name }),
  linkifiers: compileLinkifiers([{ id: 1, pattern: 'RFC(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' }]),
  translateEmoticons: false,
}

const hostile = [
  '@**all** @**everyone** @**topic** @*team* @**Ben|7** @**|7**',
  '#**general** #**general>topic** #**general>topic@12**',
  'https://evil.example/x www.evil.example evil.example/x me@evil.example mailto:me@evil.example',
  '[click](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example>',
  '`code` ``more`` ```',
  '``` @**all** ```',
  '```\n@**all**\n```',
  '~~~\n@**all**\n~~~',
  '````quote\n@**all**\n````',
  'a\n\n@**all**\n\nb',
  '> a\n\n@**all**',
  '</code></pre><script>alert(1)</script><b>',
  '&#64;**all** &commat;**all**',
  '**bold** *soft* ~~gone~~ __x__ $$x$$ :tada: <time:2030-01-01>',
  '# heading\n## more\n---\n| a | b |\n|---|---|\n| 1 | 2 |\n* item\n1. one\n    code',
  '/me waves',
  '/poll Lunch?\nSoup\nBread',
  ') @**all** [x](',
  '$$ @**all** $$',
  'RFC1234',
  'all',
  'Ben',
  '/user_uploads/1/ab/secret.txt [x](/user_uploads/1/ab/secret.txt)',
  '{person.mention} {message.text}',
  '@**'.repeat(500),
  '`'.repeat(3_000),
  '\n'.repeat(3_000),
  'a'.repeat(10_000),
]
/** Places where an author could insert a placeholder. */
const places = [
  '%',
  'Text: % and more',
  '%\nmore',
  'before\n%\n\nafter',
  '> %',
  '* %',
  '**%**',
  '`%`',
  '`x % y`',
  '```\n%\n```',
  '~~~\nx %\n~~~',
  '```quote\n%\n```',
  '```spoiler x\n%\n```',
  '[%](https://good.example/)',
  '[x](https://good.example/?q=%)',
  '[x](<https://good.example/?q=%>)',
  '$$ % $$',
  '@**%**',
  '#**%**',
  '@%',
  '| a |\n|---|\n| % |',
]

test.each(hostile)('%j creates no mentions or links', (text) => {
  for (const insert of [insertedLine, insertedQuote])
    for (const place of places) {
      const filled = renderMarkdown(
        place.replaceAll('%', () => insert(text)),
        context,
      )
      const at = `${insert.name} in ${place}`
      const mentions = [filled.mentionedUserIds, filled.mentionedGroupIds].map((ids) => ids.size)
      expect([...mentions, filled.channelWildcard, filled.topicWildcard], at).toEqual([0, 0, false, false])
      expect(filled.html, at).not.toMatch(/evil\.example"|href="[^"]*(?:narrow|user_uploads|x\.example)|<script|<img/)
      expect([filled.isMeMessage, filled.attachmentPaths], at).toEqual([false, []])
      if (!place.includes('good.example')) expect(filled.html, at).not.toContain('<a ')
    }
})

test.each(hostile)('%j renders as literal text', (text) => {
  const words = (shown: string) => shown.replace(/[\s>]+/g, ' ').trim()
  for (const insert of [insertedLine, insertedQuote]) {
    const part = insert(text)
    expect(part.length).toBeLessThanOrEqual(2 * maxInsertedLength + 4)
    if (part.includes('…') || text.trim() === '') continue
    expect(
      words(plainText(renderMarkdown(`Text: ${insert === insertedLine ? part : `\n${part}`}`, context).html)),
    ).toBe(words(`Text: ${text}`))
  }
})

test('bidi controls don’t affect the text that follows', () => {
  expect(insertedQuote('\u202eabc\u2066')).toBe('> abc')
})

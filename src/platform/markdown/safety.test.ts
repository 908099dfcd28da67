import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asChannelId, asGroupId, asUserId } from '#contract'
import { explorationPatience, holds, isThorough } from '#test'
import { context, html } from './fixture.ts'
import { benchContext, demonstrationTexts, hostileTexts, realMessages } from './hostile.ts'
import { plainText, renderMarkdown } from './index.ts'
import { assertSafe } from './safety.ts'

/** All markup, and many attempts to break out of it. */
const pieces =
  `* ** ~~ \` \`\`\` ~~~ $$ [ ] ( ) ![ ]( @** @_** @* ** #** > \n \n\n - 1.| |-| # <time: <time:2024-01-01> : :smile: :) ` +
  `< > " ' & &lt; \\ / // http:// https://x.org/ javascript: JAVASCRIPT: data:text/html, vbscript: x.com a@b.org ` +
  `\`\`\`quote \`\`\`spoiler \`\`\`math \`\`\`html \`\`\`js \`\`\`xml <script> </script> <img src=x onerror=alert(1)> ` +
  `onload="x" style="x" "><b> '><svg/onload=1> \${ {{ }} #12 /user_uploads/2/a/b.png /user_uploads/2/../x" ` +
  `\\href{javascript:1}{x} \\htmlData{a=b}{x} \\color{red;x} \\url{javascript:1} \\frac{a}{b} x^2 \\text{<b>} ` +
  `Ada Lovelace|31 all topic support announce>t@1 \u0000 \ud83d 😀 \u202e \u200d \ufe0f`
const piece = fc.oneof(
  fc.constantFrom(...pieces.split(' '), ' ', '\n', '\t'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const inside = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(''))
/** Complete constructs around arbitrary content, because random text rarely closes what it opens. */
const construct = fc
  .tuple(
    fc.constantFrom(
      '[x](',
      '![x](',
      '[',
      '<',
      '@**',
      '#**announce>',
      '<time:',
      '$$',
      ':',
      '```',
      '```spoiler ',
      '> ',
      '|',
    ),
    inside,
    fc.constantFrom(')', '](https://x.org)', '>', '**', '$$', ':', '\nx\n```\n', '\n', '|\n|-|\n|x|\n', ''),
  )
  .map((parts) => parts.join(''))
const soup = fc.array(fc.oneof(piece, construct), { maxLength: 30 }).map((parts) => parts.join(''))

test('no text yields markup outside the allowlist', { timeout: explorationPatience }, async () => {
  await holds(
    fc.property(soup, fc.boolean(), (text, translateEmoticons) => {
      const out = renderMarkdown(text, { ...context, translateEmoticons }).html
      assertSafe(out)
      plainText(out)
    }),
    { runs: 6000 },
  )
})

test('names of users, groups, channels, and emoji cannot inject markup', () => {
  const evil = `"><img src=x onerror=alert(1)> & '`
  const bad = {
    ...context,
    usersByName: () => [{ id: asUserId(1), full_name: evil }],
    groupByName: () => ({ id: asGroupId(1), name: evil }),
    channelByName: () => ({ id: asChannelId(1), name: evil }),
    customEmoji: () => ({ id: '1', name: evil, source_url: `/x${evil}` }),
    emptyTopicDisplayName: evil,
    defaultCodeLanguage: evil,
    uploadedFile: () => ({ content_type: `image/"${evil}`, thumbnail_url: `/${evil}` }),
  }
  const texts = [
    '@**a**',
    '@*a*',
    '#**a**',
    ':a:',
    '```\nx\n```',
    '[x](/user_uploads/1/a.png)',
    '![x](/user_uploads/1/a)',
  ]
  for (const text of texts) expect(renderMarkdown(text, bad).html).not.toContain('<img src=x')
})

test('known attacks stay text', () => {
  const attacks = [
    '[x](javascript:alert(1))',
    '[x](  javascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](java%0ascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](https://x.org" onclick="alert(1))',
    'https://x.org/"onclick="alert(1)',
    '![x](javascript:alert(1))',
    '$$\\href{javascript:alert(1)}{x}$$',
    '```html" onclick="alert(1)\nx\n```',
    '<time:2024-01-01" onclick="x>',
    ':"><script>:',
    '#**announce>"><script>**',
    '```spoiler "><script>\nx\n```',
  ]
  for (const text of attacks) {
    const out = html(text)
    assertSafe(out)
    expect(out.match(/<[^>]*>/g)?.join('')).not.toMatch(/href="[^"]*(?:javascript|data):/i)
  }
})

test('hostile texts of maximum length render safely', () => {
  for (const text of Object.values(hostileTexts(10_000))) {
    const out = renderMarkdown(text, benchContext).html
    assertSafe(out)
  }
})

test('real messages render safely', () => {
  // perf: of 33,000 every fourth, and all of them where one explores
  const every = isThorough ? 1 : 4
  for (const text of realMessages()?.filter((_, index) => index % every === 0) ?? demonstrationTexts()) {
    const out = html(text)
    assertSafe(out)
    plainText(out)
  }
})

import { assert, test } from '#test'
import { fromMrkdwn, link, withoutWildcards } from './slack-markdown.ts'
import { slackMessage } from './slack-message.ts'
import { SlackPayload } from './slack-payload.ts'

const cases: [slack: string, markdown: string][] = [
  ['plain, 2 * 3 * 4 = 24', 'plain, 2 * 3 * 4 = 24'],
  ['*bold* and _italic_ and ~gone~', '**bold** and *italic* and ~~gone~~'],
  ['*_both_*, snake_case_name, a*b*c', '***both***, snake_case_name, a*b*c'],
  ['**is Markdown already**', '**is Markdown already**'],
  ['* not bold * nor ~ this ~', '* not bold * nor ~ this ~'],
  ['<https://example.org>', 'https://example.org'],
  ['<https://example.org/a?b=1&amp;c=2|the *page*>', '[the *page*](https://example.org/a?b=1&c=2)'],
  ['<https://example.org/wiki_(x)_y|W [1]>', '[W [1]](https://example.org/wiki_%28x%29_y)'],
  ['<mailto:a@example.org|a@example.org>', '[a@example.org](mailto:a@example.org)'],
  ['<javascript:alert(1)|click>', 'click'],
  ['<@U12AB|ben> <@U12AB> <#C1|general> <#C1>', '@ben @U12AB #general #C1'],
  ['<!here> <!channel> <!everyone|everyone> <!subteam^S1|@crew>', '@here @channel @everyone @crew'],
  ['<!date^1392734382^{date}|Feb 18>', '<time:2014-02-18T14:39:42.000Z>'],
  ['<!date^nonsense^{date}|Feb 18>', 'Feb 18'],
  ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
  ['&gt; quoted\nplain', '> quoted\nplain'],
  ['`*not* <http://x.org|bold>` &amp; *bold*', '`*not* bold` & **bold**'],
  ['```a *b*\n&lt;c&gt;```', '\n```\na *b*\n<c>\n```\n'],
  ['• one\n  • two', '* one\n  * two'],
  ['\u00000\u0000 <@U1>', '0 @U1'],
  [':white_check_mark: *done* :flag-us::dog: at 10:30:45', '✅ **done** 🇺🇸🐶 at 10:30:45'],
  ['<https://example.org|:wave::skin-tone-3: hi> `:dog:`', '[👋 hi](https://example.org) `:dog:`'],
]

test('mrkdwn becomes Markdown that looks the same', () => {
  for (const [slack, markdown] of cases) assert.equal(fromMrkdwn(slack), markdown)
})

test('emoji names in every part of a payload become emoji', () => {
  const plain = (text: string) => ({ type: 'plain_text' as const, text })
  const emoji = [{ type: 'rich_text_section', elements: [{ type: 'emoji', name: 'thinking_face' }] }]
  const said = slackMessage({
    blocks: [
      { type: 'header', text: plain(':newspaper: News') },
      { type: 'rich_text', elements: emoji },
      { type: 'actions', elements: [{ type: 'button', url: 'https://example.org', text: plain(':smile: Open') }] },
    ],
    attachments: [
      SlackPayload.parse({
        attachments: [{ title: ':dog:', footer: ':partyparrot:', fields: [{ title: ':cat:', value: ':+1:' }] }],
      }).attachments?.[0] as never,
    ],
  })
  assert.equal(said, '## 📰 News\n\n🤔\n\n[😄 Open](https://example.org)\n\n**🐶**\n\n**🐱**: 👍\n\n*:partyparrot:*')
})

test('titles keep their brackets, and footers and fields their links', () => {
  const { attachments } = SlackPayload.parse({
    attachments: [
      {
        title: '[FIRING:1] Disk <https://y.example|here>',
        title_link: 'https://x.example/1',
        footer: 'by <https://x.example/2|Build 7>',
        fields: [{ title: '<https://x.example/3|Host>', value: 'db' }],
      },
    ],
  })
  assert.equal(
    slackMessage({ attachments: attachments ?? [] }),
    '**[[FIRING:1] Disk here](https://x.example/1)**\n\n**[Host](https://x.example/3)**: db\n\n*by [Build 7](https://x.example/2)*',
  )
})

test('converted text does not notify anyone', () => {
  assert.equal(withoutWildcards('@**all** @**topic** @*crew* @**Ben|7**'), '@_**all** @_**topic** @_*crew* @**Ben|7**')
  for (const text of ['@*all*', '@_all_', '<!channel>', '@**everyone**'])
    assert.doesNotMatch(withoutWildcards(fromMrkdwn(text)), /@\*/, text)
})

test('only safe links are created', () => {
  assert.equal(link('data:text/html,x', 'x'), 'x')
  assert.equal(link('https://example.org', ''), 'https://example.org')
})

test('malicious texts are converted quickly', () => {
  const hostile = ['*a ', '_', '<', '`', '```x', '\n', ' \n', '*a* ', '<https://a|', '• ', '&', '~ ~']
  for (const part of hostile) assert.ok(fromMrkdwn(part.repeat(200_000)).length >= 0)
})

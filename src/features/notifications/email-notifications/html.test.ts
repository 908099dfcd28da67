import { timeTextFor } from '#platform/languages'
import { type MarkdownContext, renderMarkdown } from '#platform/markdown'
import { assert, test } from '#test'
import { benchContext, hostileTexts, realMessages } from '../../../platform/markdown/hostile.ts'
import { mailHtml } from './mail-html.ts'

const url = 'https://chat.example.org'
const context: MarkdownContext = {
  ...benchContext,
  realmUrl: url,
  customEmoji: (name) =>
    name === 'tick' ? { id: '4', name, source_url: '/user_avatars/2/emoji/images/4.png' } : undefined,
  uploadedFile: (path) => (path.endsWith('png') ? { content_type: 'image/png' } : undefined),
}
const reader = { realmUrl: url, hiddenPart: 'hidden', timeText: timeTextFor('en', 'Europe/Berlin') }
/** Without fixed styles. */
const mailed = (text: string) =>
  mailHtml(renderMarkdown(text, context).html, reader).replace(/ (?:style|border|cellpadding)="[^"]*"/g, '')

test('links lead to the organization wherever they are read, and nothing is loaded', () => {
  assert.equal(mailed('[a](/#narrow/x)'), `<p><a href="${url}/#narrow/x">a</a></p>`)
  assert.equal(
    mailed('[a](https://other.example/?a=1&b=2)'),
    '<p><a href="https://other.example/?a=1&amp;b=2">a</a></p>',
  )
  const picture = mailed('[p](/user_uploads/2/ab/p.png)')
  assert.equal(picture, `<p><a href="${url}/user_uploads/2/ab/p.png">p</a></p>\n`)
  assert.equal(mailed('![p](/user_uploads/2/ab/p.png)'), `<p><a href="${url}/user_uploads/2/ab/p.png">p</a></p>`)
})

test("elements that need this server's styles are replaced", () => {
  assert.equal(mailed(':tea: :tick: @**Ada**'), '<p>🍵 :tick: <strong>@Ada</strong></p>')
  assert.equal(mailed('$$x^2$$ *and*'), '<p><code>x^2</code> <em>and</em></p>')
  assert.equal(mailed('$$\\sqrt{x}$$ *so*'), '<p><code>\\sqrt{x}</code> <em>so</em></p>')
  assert.equal(mailed('```math\nx\n```'), '<p><code>x</code></p>')
  assert.equal(mailed('<time:2026-11-21T10:00:00Z>'), '<p>Saturday, November 21, 2026 at 11:00 AM GMT+1</p>')
  assert.match(mailed('```js\nif (a < b) {}\n```'), /^<pre><code>if \(a &lt; b\) \{\}\n<\/code><\/pre>$/)
})

test('a spoiler stays covered', () => {
  const spoiler = mailed('```spoiler The end\nThe *gardener* did it with $$gardener^2$$\n```')
  assert.match(spoiler, /The end/)
  assert.ok(!spoiler.includes('gardener'))
})

const tag = /<(\/?)([a-z0-9]+)(?: href="(?:https?:\/\/|mailto:|tel:)[^"<>\s]*")?>/gi
const allowed = new Set(
  'p br hr strong em del code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr th td a'.split(' '),
)

test('any message results in plain elements and URLs only', () => {
  const texts = [...Object.values(hostileTexts(3_000)), ...(realMessages() ?? []).slice(0, 3_000)]
  for (const text of texts) {
    const html = mailed(text)
    const open: string[] = []
    const rest = html.replace(tag, (_all, closing, name) => {
      assert.ok(allowed.has(name), `<${name}> of ${text.slice(0, 100)}`)
      if (closing) assert.equal(open.pop(), name, text.slice(0, 100))
      else if (name !== 'br' && name !== 'hr') open.push(name)
      return ''
    })
    assert.deepEqual([open, /[<>]/.test(rest)], [[], false], text.slice(0, 100))
  }
})

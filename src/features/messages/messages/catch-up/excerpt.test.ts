import { assert, test } from '#test'
import { asks, excerpt, mentionedIn } from './excerpt.ts'

const ben = '<span class="user-mention" data-user-id="7">@Ben</span>'
const quote = (inner: string) => `<blockquote>\n${inner}\n</blockquote>\n`

test("quoted questions and mentions don't count, however deeply nested", () => {
  const nested = quote(`${quote('<p>Deep?</p>')}<p>${ben}, is it?</p>`)
  assert.deepEqual([asks(nested), mentionedIn(nested)], [false, []])
  const answered = `${nested}<p>It is, ${ben}. You?</p>`
  assert.deepEqual([asks(answered), mentionedIn(answered)], [true, [7]])
  const cut = `${nested.slice(0, nested.lastIndexOf('</blockquote>'))}<p>And ${ben}?</p><span class="user-ment`
  assert.deepEqual([asks(cut), mentionedIn(cut)], [false, []])
  assert.equal(excerpt(cut), '> > Deep? > @Ben, is it? > And @Ben?')
})

test('the excerpt leaves out quotes if the message has text of its own', () => {
  const said = `<p>${ben} said:</p>\n${quote(`${quote('<p>Deep.</p>')}<p>So what?</p>`)}`
  assert.equal(excerpt(`${said}<p>No.</p>`), '@Ben said: … No.')
  assert.equal(excerpt(`${said}<p>No.</p>${quote('<p>And?</p>')}<p>Yes.</p>`), '@Ben said: … No. … Yes.')
  assert.equal(excerpt(quote('<p>Only this.</p>')), '> Only this.')
  assert.equal(excerpt('<p>a &lt; b &amp; c</p>'), 'a < b & c')
})

test('silent mentions, code, URLs, and link previews count as neither mentions nor questions', () => {
  const silent = '<p><span class="user-mention silent" data-user-id="7">Ben</span> knows</p>'
  assert.deepEqual(mentionedIn(silent), [])
  for (const text of [
    '<p><code>a ? b : c</code></p>',
    '<div class="codehilite"><pre><span></span><code>why? </code></pre></div>',
    '<p><a href="https://x.org/?a">https://x.org/? <em>so?</em></a></p>',
    '<p>Look</p><div class="message_embed"><div><a href="x">Why?</a> Because? </div></div>',
  ])
    assert.equal(asks(text), false, text)
  const around = '<div class="message_inline_image"><a href="x">So?</a></div><p>Is <b>that</b> &quot;it?&quot;</p>'
  assert.equal(asks(around), true)
  assert.equal(asks('<p>¿?a</p>'), false)
})

import { expect, test } from 'vitest'
import { context, html, p } from './fixture.ts'
import { renderMarkdown } from './index.ts'

const render = (text: string) => renderMarkdown(text, context)

test('a user is mentioned by name, by name and id, or by id', () => {
  const ada = '<span class="user-mention" data-user-id="31">@Ada Lovelace</span>'
  for (const text of ['@**Ada Lovelace**', '@**ada lovelace**', '@**Ada Lovelace|31**', '@**|31**']) {
    expect(html(text)).toBe(p(ada))
    expect([...render(text).mentionedUserIds]).toEqual([31])
  }
  expect(html('(@**Ada Lovelace**)')).toBe(p(`(${ada})`))
  expect([...render('@**Twin|34**').mentionedUserIds]).toEqual([34])
})

test('a name is escaped', () => {
  expect(html('@**Ben <b> & Co**')).toBe(
    p('<span class="user-mention" data-user-id="32">@Ben &lt;b&gt; &amp; Co</span>'),
  )
})

test('an unknown name or id stays text', () => {
  for (const text of ['@**Nobody**', '@**Ada Lovelace|32**', '@**|99**']) {
    expect(html(text)).toContain('@<strong>')
    expect(render(text).mentionedUserIds.size).toBe(0)
  }
  expect(html('mail@**Ada Lovelace**')).not.toContain('user-mention')
  expect(html('@_**Nobody** @_*nothing*')).toBe(p('@_<strong>Nobody</strong> @_<em>nothing</em>'))
})

test('a silent mention does not notify', () => {
  expect(html('@_**Ada Lovelace|31**')).toBe(
    p('<span class="user-mention silent" data-user-id="31">Ada Lovelace</span>'),
  )
  expect(render('@_**Ada Lovelace**').mentionedUserIds.size).toBe(0)
})

test('mentions in quotes are silent', () => {
  for (const text of ['> @**Ada Lovelace**', '```quote\n@**Ada Lovelace**\n```']) {
    expect(html(text)).toBe(
      '<blockquote>\n<p><span class="user-mention silent" data-user-id="31">Ada Lovelace</span></p>\n</blockquote>',
    )
    expect(render(text).mentionedUserIds.size).toBe(0)
  }
  expect(render('> @**all** @*support* @**topic**')).toMatchObject({ channelWildcard: false, topicWildcard: false })
  expect(render('> x\n\n@**Ada Lovelace**').mentionedUserIds.size).toBe(1)
})

test('groups are mentioned by name, including system groups', () => {
  expect(html('@*support*')).toBe(p('<span class="user-group-mention" data-user-group-id="17">@support</span>'))
  expect(html('@_*support*')).toBe(p('<span class="user-group-mention silent" data-user-group-id="17">support</span>'))
  expect(html('@_*role:administrators*')).toBe(
    p('<span class="user-group-mention silent" data-user-group-id="5">Administrators</span>'),
  )
  expect([...render('@*support*').mentionedGroupIds]).toEqual([17])
  expect(html('@*nothing*')).toBe(p('@<em>nothing</em>'))
})

test('wildcards mention a channel or topic', () => {
  for (const name of ['all', 'everyone', 'channel', 'stream']) {
    expect(html(`@**${name}**`)).toBe(
      p(`<span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span>`),
    )
    expect(render(`@**${name}**`).channelWildcard).toBe(true)
    expect(render(`@_**${name}**`).channelWildcard).toBe(false)
  }
  expect(html('@**topic**')).toBe(p('<span class="topic-mention">@topic</span>'))
  expect(html('@_**topic**')).toBe(p('<span class="topic-mention silent">topic</span>'))
  expect(render('@**topic**').topicWildcard).toBe(true)
})

test('channels, topics and messages are linked', () => {
  expect(html('#**announce**')).toBe(
    p('<a class="stream" data-stream-id="9" href="/#narrow/channel/9-announce">#announce</a>'),
  )
  expect(html('#**announce>Server updates**')).toBe(
    p(
      '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic/Server.20updates/with/214">#announce &gt; Server updates</a>',
    ),
  )
  expect(html('#**announce>new & shiny**')).toBe(
    p(
      '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic/new.20.26.20shiny">#announce &gt; new &amp; shiny</a>',
    ),
  )
  expect(html('#**announce>a@b@214**')).toBe(
    p('<a class="message-link" href="/#narrow/channel/9-announce/topic/a.40b/near/214">#announce &gt; a@b @ 💬</a>'),
  )
  expect(html('#**nowhere** #**nowhere>x**')).toBe(p('#<strong>nowhere</strong> #<strong>nowhere&gt;x</strong>'))
})

test('channel names are encoded for URL fragments', () => {
  expect(html('#**Über uns (v2.0)**')).toBe(
    p(
      '<a class="stream" data-stream-id="10" href="/#narrow/channel/10-.C3.9Cber-uns-.28v2.2E0.29">#Über uns (v2.0)</a>',
    ),
  )
})

test('the empty topic is shown by its display name', () => {
  expect(html('#**announce>**')).toBe(
    p(
      '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic//with/214">#announce &gt; <em>general chat</em></a>',
    ),
  )
  expect(html('#**announce>@5**', { emptyTopicDisplayName: 'no <topic>' })).toBe(
    p(
      '<a class="message-link" href="/#narrow/channel/9-announce/topic//near/5">#announce &gt; <em>no &lt;topic&gt;</em> @ 💬</a>',
    ),
  )
})

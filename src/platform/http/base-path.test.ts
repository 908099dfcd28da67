import { assert, expect, test } from 'vitest'
import { redirectToBasePath, withBasePath, withoutBasePath } from './base-path.ts'

test('withoutBasePath strips the base path from URLs below it, and only there', () => {
  for (const [url, basePath, from] of [
    ['/chat/api/v1/users?a=/chat/', '/chat', '/api/v1/users?a=/chat/'],
    ['/api/v1/users', '/chat', '/api/v1/users'],
    ['/chatter/x', '/chat', '/chatter/x'],
    ['/team/chat//api/v1/users', '/team/chat', '//api/v1/users'],
    ['/chat/x', '', '/chat/x'],
  ] as const)
    assert.equal(withoutBasePath(url, basePath), from)
})

test('the base path without a slash redirects to the one with a slash', () => {
  assert.equal(redirectToBasePath('/chat', '/chat'), '/chat/')
  assert.equal(redirectToBasePath('/chat?a=b', '/chat'), '/chat/?a=b')
  for (const url of ['/chat/', '/chatter', '/']) assert.equal(redirectToBasePath(url, '/chat'), undefined)
  assert.equal(redirectToBasePath('', ''), undefined)
})

test("withBasePath prefixes this server's URLs in HTML, not other sites' URLs or text", () => {
  const page =
    '<a href="/x">href=&quot;/y</a><a href="//z.org/"></a><form action="/f"><img src="/i"><a href="https://o/">'
  expect(withBasePath(page, '/chat')).toBe(
    '<a href="/chat/x">href=&quot;/y</a><a href="//z.org/"></a><form action="/chat/f"><img src="/chat/i"><a href="https://o/">',
  )
  assert.equal(withBasePath(page, ''), page)
})

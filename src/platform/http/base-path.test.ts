import { assert, expect, test } from 'vitest'
import { redirectToBasePath, withBasePath, withoutBasePath } from './base-path.ts'

test('a request below the path is one from the root, cut off or not', () => {
  for (const [url, basePath, from] of [
    ['/chat/api/v1/users?a=/chat/', '/chat', '/api/v1/users?a=/chat/'],
    ['/api/v1/users', '/chat', '/api/v1/users'],
    ['/chatter/x', '/chat', '/chatter/x'],
    ['/team/chat//api/v1/users', '/team/chat', '//api/v1/users'],
    ['/chat/x', '', '/chat/x'],
  ] as const)
    assert.equal(withoutBasePath(url, basePath), from)
})

test('the path itself leads to what is below it', () => {
  assert.equal(redirectToBasePath('/chat', '/chat'), '/chat/')
  assert.equal(redirectToBasePath('/chat?a=b', '/chat'), '/chat/?a=b')
  for (const url of ['/chat/', '/chatter', '/']) assert.equal(redirectToBasePath(url, '/chat'), undefined)
  assert.equal(redirectToBasePath('', ''), undefined)
})

test('addresses of this server in a page get the path, others and texts do not', () => {
  const page =
    '<a href="/x">href=&quot;/y</a><a href="//z.org/"></a><form action="/f"><img src="/i"><a href="https://o/">'
  expect(withBasePath(page, '/chat')).toBe(
    '<a href="/chat/x">href=&quot;/y</a><a href="//z.org/"></a><form action="/chat/f"><img src="/chat/i"><a href="https://o/">',
  )
  assert.equal(withBasePath(page, ''), page)
})

import { test } from 'vitest'
import { assert, RealServer } from '#test'

test('a server killed before it responds sends the repeated message once', async () => {
  const server = await RealServer.prepare()
  try {
    const { email, apiKey, userId } = await server.createOrganization()
    const send = () =>
      fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
        body: new URLSearchParams({
          type: 'direct',
          to: `[${userId}]`,
          content: 'Only once',
          idempotency_key: 'over the gap',
        }),
      })
    await server.start()
    // the response, if any, is lost
    await Promise.allSettled([
      send(),
      send(),
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => server.end('SIGKILL')),
    ])
    server.isHere = true
    await server.start()
    const [one, two] = await Promise.all([send(), send()])
    const ids = (await Promise.all([one.json(), two.json()])) as { id: number }[]
    assert.equal(ids[0]?.id, ids[1]?.id)
    const query = new URLSearchParams({ anchor: 'newest', num_before: '100', num_after: '0', narrow: '[["is","dm"]]' })
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const found = await (await fetch(`${server.url}/api/v1/messages?${query}`, { headers })).json()
    const contents = (found as { messages: { content: string }[] }).messages.map(({ content }) => content)
    assert.equal(contents.filter((content) => content.includes('Only once')).length, 1)
  } finally {
    await server.dispose()
  }
})

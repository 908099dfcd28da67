import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { forgetThreads } from './due.ts'
import { last, makeHook, post } from './fixture.ts'

const request = (action: string, title: string, more: object = {}) => ({
  body: {
    ...{ action, pull_request: { number: 12, title, html_url: 'https://git.example/12' } },
    ...{ repository: { id: 1, name: 'site' }, sender: { login: 'ben' } },
    ...more,
  },
  headers: { 'x-github-event': 'pull_request' },
})
const renamed = { changes: { title: { from: 'Fix the door' } } }

test('a renamed pull request keeps its topic, also when that was renamed or resolved', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  const send = async (what: ReturnType<typeof request>, query: Record<string, string> = {}) => {
    const reply = await post(society, { name: 'github', query: { api_key: key, stream: 'ops', ...query }, ...what })
    assert.equal(reply.status, 200, reply.text)
    return (await last(ada)) as { id: number; subject: string; content: string }
  }
  const first = await send(request('opened', 'Fix the door'))
  assert.equal(first.subject, 'site / PR #12 Fix the door')
  const edited = await send(request('edited', 'Fix the window', renamed))
  assert.equal(edited.subject, first.subject)
  assert.match(edited.content, /Fix the door → \*\*Fix the window\*\*/)
  assert.equal((await send(request('closed', 'Fix the window'))).subject, first.subject)

  await ada.send('PATCH', `/messages/${first.id}`, { topic: '✔ The door', propagate_mode: 'change_all' })
  assert.equal((await send(request('reopened', 'Fix the roof'))).subject, '✔ The door')

  assert.equal((await send(request('closed', 'Fix the roof'), { topic: 'all' })).subject, 'all')
  const other = request('opened', 'Fix the door', { repository: { id: 2, name: 'site' } })
  assert.equal((await send(other)).subject, 'site / PR #12 Fix the door')
  await makeChannel(society.org, 'dev', [ada])
  assert.equal((await send(request('closed', 'Fix the roof'), { stream: 'dev' })).subject, 'site / PR #12 Fix the roof')
})

test('a thread whose messages were deleted or moved elsewhere starts again', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const dev = await makeChannel(society.org, 'dev', [ada])
  const { key } = await makeHook(ada)
  const send = async (title: string) => {
    await post(society, { name: 'github', query: { api_key: key, stream: 'ops' }, ...request('closed', title) })
    return (await last(ada)) as { id: number; subject: string }
  }
  const first = await send('Door')
  await ada.send('DELETE', `/messages/${first.id}`)
  const second = await send('Window')
  assert.equal(second.subject, 'site / PR #12 Window')
  await ada.send('PATCH', `/messages/${second.id}`, { stream_id: dev, propagate_mode: 'change_all' })
  assert.equal((await send('Roof')).subject, 'site / PR #12 Roof')
})

test('a thread without messages for 400 days is forgotten', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  const send = async (title: string) => {
    await post(society, { name: 'github', query: { api_key: key, stream: 'ops' }, ...request('closed', title) })
    return (await last(ada))?.subject
  }
  const forget = async (days: number) => {
    society.server.clock.advance(days * 86_400_000)
    await forgetThreads.run(society.org, society.server.runtime, () => true)
  }
  assert.equal(await send('Door'), 'site / PR #12 Door')
  await forget(399)
  assert.equal(await send('Window'), 'site / PR #12 Door')
  await forget(401)
  assert.equal(await send('Roof'), 'site / PR #12 Roof')
})

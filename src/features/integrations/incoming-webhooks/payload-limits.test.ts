import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { maxPayloadValues } from './api.ts'
import { last, makeHook, post } from './fixture.ts'

test('a payload of more values than any tool sends is refused before parsing', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  const author = { name: 'Ada', email: 'ada@example.com', username: 'ada', date: '2026-11-01T12:00:00Z' }
  const commit = {
    ...{ id: 'a'.repeat(40), tree_id: 'b'.repeat(40), distinct: true, message: 'Dig', url: 'https://example.com/c' },
    ...{
      timestamp: '2026-11-01T12:00:00Z',
      author,
      committer: author,
      added: ['x'],
      removed: [],
      modified: ['y', 'z'],
    },
  }
  const push = {
    ...{ ref: 'refs/heads/main', before: '1'.repeat(40), after: '2'.repeat(40), compare: 'https://example.com/d' },
    ...{ repository: { full_name: 'ada/warren', html_url: 'https://example.com' }, sender: { login: 'ada' } },
    commits: Array(2_048).fill(commit),
  }
  const query = { api_key: key, stream: 'ops' }
  const headers = { 'x-github-event': 'push' }
  assert.equal((await post(society, { name: 'github', query, body: push, headers })).status, 200)
  assert.match((await last(ada))?.content ?? '', /2,?048 commits/)

  const watch = await ada.register('message')
  for (const body of [
    `[${'1,'.repeat(maxPayloadValues)}1]`,
    `{${Array.from({ length: 290_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  ])
    for (const name of ['slack_incoming', 'json', 'github', 'generic']) {
      const reply = await post(society, { name, query, body })
      assert.equal(reply.status, 400)
      assert.equal(reply.json.msg, `Invalid payload: holds too many values (limit: ${maxPayloadValues})`)
    }
  assert.deepEqual(await watch.ops(), [])
})

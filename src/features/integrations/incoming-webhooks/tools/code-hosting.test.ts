import { assert, test } from '#test'
import { messageFrom } from '../fixture.ts'

const site = { name: 'site', full_name: 'acme/site', html_url: 'https://git.example/acme/site' }
const request = { number: 12, title: 'Fix the door', html_url: 'https://git.example/12' }
const github = (event: string, payload: object) =>
  messageFrom('github', { repository: site, sender: { login: 'ben' }, ...payload }, { 'x-github-event': event })
const gitea = (event: string, payload: object) =>
  messageFrom('gitea', { repository: site, sender: { login: 'ben' }, ...payload }, { 'x-gitea-event': event })

test('Gitea names the assignees inside of an issue or pull request', async () => {
  const cleo = { login: 'cleo' }
  const cases: [event: string, payload: object, words: string][] = [
    [
      'issue_assign',
      { action: 'assigned', issue: { ...request, assignee: cleo, assignees: [cleo] } },
      'assigned **cleo** to issue',
    ],
    ['issue_assign', { action: 'assigned', issue: { ...request, assignee: cleo } }, 'assigned **cleo** to issue'],
    [
      'pull_request_assign',
      { action: 'assigned', pull_request: { ...request, assignees: [cleo, { login: 'ada' }] } },
      'assigned **cleo**, **ada** to pull request',
    ],
    [
      'issue_assign',
      { action: 'assigned', issue: { ...request, assignees: [{ login: 'ben' }] } },
      'self-assigned issue',
    ],
    [
      'issue_assign',
      { action: 'unassigned', issue: { ...request, assignee: null, assignees: null } },
      'unassigned issue',
    ],
  ]
  for (const [event, payload, words] of cases) {
    const { content } = await gitea(event, payload)
    assert.equal(content, `**ben** ${words} [#12 Fix the door](https://git.example/12).`)
  }
})

test('GitLab names the people who are no longer assigned', async () => {
  const { content } = await messageFrom('gitlab', {
    object_kind: 'issue',
    user: { name: 'Ben' },
    object_attributes: { action: 'update', iid: 5, title: 'Door' },
    changes: { assignees: { previous: [{ username: 'cleo' }], current: [] } },
  })
  assert.equal(content, '**Ben** unassigned **cleo** from issue #5 Door.')
})

test('a fork is from the original to the copy in all tools', async () => {
  const team = { full_name: 'team/b', html_url: 'https://git.example/team/b' }
  const own = { full_name: 'cleo/b', html_url: 'https://git.example/cleo/b' }
  const words = '**ben** forked [team/b](https://git.example/team/b) to [cleo/b](https://git.example/cleo/b).'
  const parent = { full_name: 'team/b' }
  for (const said of [
    await gitea('fork', { forkee: team, repository: { ...own, fork: true, parent } }),
    await gitea('fork', { forkee: { ...team, fork: true }, repository: { ...own, fork: true, parent } }),
    await gitea('fork', { forkee: team, repository: { ...own, fork: true } }),
    await github('fork', { forkee: { ...own, fork: true }, repository: team }),
    await github('fork', { forkee: { ...own, fork: true }, repository: { ...team, fork: true } }),
  ])
    assert.equal(said.content, words)
})

test('Gogs names the branches of a pull request', async () => {
  const branches = { ...request, head_branch: 'f', base_branch: 'master' }
  const merged = await gitea('pull_request', { action: 'closed', pull_request: { ...branches, merged: true } })
  assert.match(merged.content, /merged pull request .* into `master`\.$/)
  const opened = await gitea('pull_request', { action: 'opened', pull_request: branches })
  assert.match(opened.content, /\(`f` → `master`\)\.$/)
  const unknown = await gitea('pull_request', { action: 'closed', pull_request: { ...request, merged: true } })
  assert.match(unknown.content, /merged pull request \[[^\]]+\]\([^)]+\)\.$/)
})

const queue = 'gh-readonly-queue/main/pr-12-0a1b2c'
const check = (conclusion: string) => ({
  action: 'completed',
  check_run: { name: 'Tests', conclusion, check_suite: { head_branch: queue } },
})

test('a merge through the merge queue of GitHub becomes two messages in one topic', async () => {
  const said = [
    await github('pull_request', { action: 'enqueued', pull_request: request }),
    await github('merge_group', { action: 'checks_requested', merge_group: { head_ref: `refs/heads/${queue}` } }),
    await github('push', { ref: `refs/heads/${queue}`, created: true, commits: [{ id: '1', message: 'x' }] }),
    await github('create', { ref: queue, ref_type: 'branch' }),
    await github('check_run', check('success')),
    await github('status', { state: 'success', context: 'ci', branches: [{ name: queue }] }),
    await github('pull_request', { action: 'dequeued', reason: 'MERGE', pull_request: request }),
    await github('pull_request', {
      action: 'closed',
      pull_request: { ...request, merged: true, base: { ref: 'main' } },
    }),
    await github('merge_group', { action: 'destroyed', reason: 'merged' }),
    await github('push', { ref: `refs/heads/${queue}`, deleted: true, pusher: { name: 'none' }, sender: null }),
    await github('delete', { ref: queue, ref_type: 'branch' }),
  ]
  assert.deepEqual(
    said.filter(({ leftOut }) => leftOut === undefined).map(({ topic, content }) => [topic, content]),
    [
      [
        'site / PR #12 Fix the door',
        '**ben** added pull request [#12 Fix the door](https://git.example/12) to the merge queue.',
      ],
      [
        'site / PR #12 Fix the door',
        '**ben** merged pull request [#12 Fix the door](https://git.example/12) into `main`.',
      ],
    ],
  )
  assert.ok(said.every(({ leftOut }) => leftOut !== 'unknown'))
})

test('a failed check of the merge queue goes to the pull request', async () => {
  const { topic, content } = await github('check_run', check('failure'))
  assert.match(topic, /^site \/ PR #12/)
  assert.match(content, /Tests: \*\*failure\*\*/)
  const dequeued = await github('pull_request', { action: 'dequeued', reason: 'CI_FAILURE', pull_request: request })
  assert.equal(
    dequeued.content,
    '**ben** removed pull request [#12 Fix the door](https://git.example/12) from the merge queue: a check failed.',
  )
})

test('a pipeline of a GitLab merge train goes to the merge request', async () => {
  const { topic } = await messageFrom('gitlab', {
    object_kind: 'pipeline',
    object_attributes: { status: 'failed', ref: 'refs/merge-requests/5/train', iid: 9 },
    merge_request: { iid: 5, title: 'Fix the door' },
    project: { name: 'site' },
  })
  assert.match(topic, /^site \/ MR !5/)
})

test('alerts about secrets and vulnerabilities say what was found and how it ended', async () => {
  const url = 'https://git.example/alerts/3'
  const secret = { number: 3, secret_type_display_name: 'Example token', html_url: url, validity: 'active' }
  const code = {
    ...{ number: 4, html_url: url, tool: { name: 'CodeQL' } },
    rule: { id: 'js/xss', description: 'Unescaped text', security_severity_level: 'high' },
    most_recent_instance: { location: { path: 'a.ts', start_line: 7 } },
  }
  const cases: [event: string, payload: object, topic: string, content: string][] = [
    [
      'secret_scanning_alert',
      { action: 'created', alert: secret },
      'site / secret #3 Example token',
      `🔴 The secret [#3 Example token](${url}) was found.\n**Validity**: active`,
    ],
    [
      'secret_scanning_alert',
      { action: 'resolved', alert: { ...secret, validity: '', resolution: 'false_positive' } },
      'site / secret #3 Example token',
      `✅ The secret [#3 Example token](${url}) was resolved: false positive.`,
    ],
    [
      'code_scanning_alert',
      { action: 'created', alert: code },
      'site / code scanning #4 Unescaped text',
      `🔴 [#4 Unescaped text](${url})\n**Severity**: High\n**Where**: \`a.ts:7\`\n**Tool**: CodeQL`,
    ],
    [
      'code_scanning_alert',
      { action: 'fixed', alert: code },
      'site / code scanning #4 Unescaped text',
      `✅ [#4 Unescaped text](${url}) was fixed.`,
    ],
    [
      'code_scanning_alert',
      { action: 'closed_by_user', alert: code },
      'site / code scanning #4 Unescaped text',
      `**ben** dismissed [#4 Unescaped text](${url}).`,
    ],
  ]
  for (const [event, payload, topic, content] of cases) {
    const said = await github(event, payload)
    assert.deepEqual([said.topic, said.content], [topic, content])
  }
  assert.equal((await github('secret_scanning_alert_location', { action: 'created', alert: secret })).leftOut, 'quiet')
})

test('wiki pages of GitHub are listed with what happened to them', async () => {
  const page = { title: 'Doors', action: 'created', html_url: 'https://git.example/wiki/Doors' }
  const one = await github('gollum', { pages: [page] })
  assert.deepEqual(
    [one.topic, one.content],
    ['site / wiki', `**ben** created the page [Doors](${page.html_url}) of the wiki.`],
  )
  const two = await github('gollum', { pages: [page, { page_name: 'Home', action: 'edited' }] })
  assert.equal(two.content, `**ben** changed the wiki:\n* created [Doors](${page.html_url})\n* edited Home`)
})

test('“ready” comes after the pull request or merge request', async () => {
  const ready = await github('pull_request', { action: 'ready_for_review', pull_request: request })
  assert.equal(
    ready.content,
    '**ben** marked pull request [#12 Fix the door](https://git.example/12) as ready for review.',
  )
  const { content } = await messageFrom('gitlab', {
    object_kind: 'merge_request',
    user: { name: 'Ben' },
    object_attributes: { action: 'update', iid: 5, title: 'Fix the door', url: 'https://git.example/5' },
    changes: { draft: { previous: true, current: false } },
  })
  assert.equal(content, '**Ben** marked merge request [!5 Fix the door](https://git.example/5) as ready.')
})

test('emoji names of GitHub become emoji in titles, quotes, and topics, but not in code', async () => {
  const { topic, content } = await github('pull_request', {
    action: 'opened',
    pull_request: { ...request, title: ':bug: Fix `:dog:`', body: ':white_check_mark: done\n```\n:smile:\n```' },
  })
  assert.match(topic, /🐛 Fix/)
  assert.equal(
    content,
    '**ben** opened pull request [#12 🐛 Fix `:dog:`](https://git.example/12):\n````quote\n✅ done\n```\n:smile:\n```\n````',
  )
})

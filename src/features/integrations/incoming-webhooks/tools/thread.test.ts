import { assert, test } from '#test'
import { messageFrom } from '../fixture.ts'

type Post = readonly [payload: object, headers?: Readonly<Record<string, string>>]
type Renamed = (title: string) => readonly Post[]

const github =
  (header: string) =>
  (event: string, payload: object): Post => [
    { repository: { id: 1, name: 'site' }, sender: { login: 'ben' }, ...payload },
    { [header]: event },
  ]
const gh = github('x-github-event')
const gt = github('x-gitea-event')
const bb = (event: string, payload: object): Post => [
  { actor: { displayName: 'Ben' }, ...payload },
  { 'x-event-key': event },
]
const gl = (object_kind: string, payload: object): Post => [
  { object_kind, project: { id: 1, name: 'site' }, user: { name: 'Ben' }, ...payload },
]
const alert = (action: string, title: string): Post => [
  { action, alert: { alertId: 'a', tinyId: '7', message: title } },
]
const jira = (webhookEvent: string, summary: string): Post => [
  {
    webhookEvent,
    issue: { id: '1', key: 'DOOR-7', fields: { summary } },
    comment: { body: 'hi' },
    user: { name: 'ben' },
  },
]

/** Two posts or more about each thing, from before and after it was renamed. */
const things: Readonly<Record<string, readonly Renamed[]>> = {
  github: [
    (title) => [
      gh('pull_request', { action: 'opened', pull_request: { number: 12, title } }),
      gh('issue_comment', {
        action: 'created',
        issue: { number: 12, title, pull_request: {} },
        comment: { body: 'x' },
      }),
      gh('check_run', {
        action: 'completed',
        check_run: { conclusion: 'failure', check_suite: { head_branch: 'gh-readonly-queue/main/pr-12-0a' } },
      }),
    ],
    (title) => [gh('issues', { action: 'opened', issue: { number: 13, title } })],
    (title) => [gh('discussion', { action: 'created', discussion: { number: 14, title } })],
    (title) => [gh('code_scanning_alert', { action: 'fixed', alert: { number: 12, rule: { description: title } } })],
  ],
  gitea: [
    (title) => [
      gt('pull_request', { action: 'opened', pull_request: { number: 2, title } }),
      gt('pull_request_approved', { pull_request: { number: 2, title } }),
    ],
  ],
  gitlab: [
    (title) => [
      gl('merge_request', { object_attributes: { action: 'open', iid: 5, title } }),
      gl('note', { object_attributes: { noteable_type: 'MergeRequest', note: 'x' }, merge_request: { iid: 5, title } }),
    ],
    (title) => [gl('issue', { object_attributes: { action: 'open', iid: 5, title } })],
  ],
  bitbucket: [
    (title) => [
      bb('pr:opened', { pullRequest: { id: 3, title, toRef: { repository: { id: 9, name: 'site' } } } }),
      bb('pr:modified', {
        previousTitle: 'x',
        pullRequest: { id: 3, title, toRef: { repository: { id: 9, name: 'site' } } },
      }),
    ],
    (title) => [bb('issue:created', { issue: { id: 3, title }, repository: { uuid: 'u', name: 'site' } })],
    (title) => [bb('pullrequest:created', { pullrequest: { id: 3, title }, repository: { uuid: 'u', name: 'site' } })],
  ],
  azuredevops: [
    (title) => [
      [
        {
          eventType: 'git.pullrequest.created',
          resource: { pullRequestId: 4, title, repository: { id: 'r', name: 'site' } },
        },
      ],
    ],
    (title) => [
      [{ eventType: 'workitem.created', resource: { id: 4, fields: { 'System.Title': title } } }],
      [{ eventType: 'workitem.deleted', resource: { id: 4, fields: { 'System.Title': title } } }],
    ],
  ],
  jira: [(title) => [jira('jira:issue_created', title), jira('comment_created', title)]],
  linear: [
    (title) => [
      [{ type: 'Issue', action: 'create', data: { identifier: 'ENG-1', title } }],
      [{ type: 'Comment', action: 'create', data: { body: 'x', issue: { identifier: 'ENG-1', title } } }],
    ],
    (name) => [
      [{ type: 'Project', action: 'create', data: { id: 'p', name } }],
      [{ type: 'ProjectUpdate', action: 'create', data: { body: 'x', project: { id: 'p', name } } }],
    ],
  ],
  freshdesk: [(ticket_subject) => [[{ ticket_id: 7, ticket_subject }]]],
  zendesk: [(title) => [[{ ticket: { id: '7', title, latest_comment: 'x' } }]]],
  discourse: [
    (title) => [
      [{ topic: { id: 8, title } }, { 'x-discourse-event': 'topic_created' }],
      [{ post: { topic_id: 8, topic_title: title, cooked: 'x' } }, { 'x-discourse-event': 'post_created' }],
    ],
  ],
  figma: [(file_name) => [[{ event_type: 'FILE_DELETE', file_key: 'k', file_name }]]],
  opsgenie: [(title) => [alert('Create', title), alert('UpdateMessage', title), alert('Close', title)]],
  pagerduty: [
    (title) => [
      [{ event: { event_type: 'incident.triggered', data: { id: 'P', title } } }],
      [{ event: { event_type: 'incident.annotated', data: { incident: { id: 'P', summary: title }, content: 'x' } } }],
    ],
  ],
  statuspage: [(name) => [[{ incident: { id: 'i', name, status: 'identified' } }]]],
  uptimekuma: [(name) => [[{ heartbeat: { status: 0 }, monitor: { id: 3, name } }]]],
  uptimerobot: [(monitorFriendlyName) => [[{ monitorID: '3', monitorFriendlyName, alertType: '1' }]]],
  trello: [
    (name) => [
      [
        {
          action: { type: 'createCard', data: { card: { name: 'x' }, list: { name: 'y' } } },
          model: { id: 'b', name },
        },
      ],
    ],
  ],
  intercom: [
    (subject) => [
      [{ topic: 'conversation.user.created', data: { item: { id: 'c', source: { subject, body: 'x' } } } }],
    ],
  ],
}

for (const [tool, list] of Object.entries(things))
  test(`${tool}: posts about one thing keep their thread when it is renamed`, async () => {
    const threads = new Set<string>()
    for (const renamed of list) {
      const posts = [...renamed('Fix the door'), ...renamed('Fix the window')]
      const messages = await Promise.all(posts.map(([payload, headers]) => messageFrom(tool, payload, headers)))
      const [{ thread } = {}] = messages
      assert.ok(thread !== undefined)
      for (const message of messages) assert.equal(message.thread, thread, JSON.stringify(message))
      threads.add(thread)
    }
    assert.equal(threads.size, list.length, 'different things have different threads')
  })

test('things of two servers with the same ID have different threads', async () => {
  const pullRequest = { action: 'opened', pull_request: { number: 12, title: 'X' } }
  const posts: Readonly<Record<string, (host: string) => Post>> = {
    gitea: (host) => gt('pull_request', { ...pullRequest, repository: { id: 1, html_url: `https://${host}/a/b` } }),
    gitlab: (host) =>
      gl('issue', {
        project: { id: 1, web_url: `https://${host}/a/b` },
        object_attributes: { action: 'open', iid: 5, title: 'X' },
      }),
    jira: (host) => [
      {
        webhookEvent: 'jira:issue_deleted',
        issue: { id: '1', key: 'A-1', self: `https://${host}/rest/api/2/issue/1` },
      },
    ],
    discourse: (host) => [
      { topic: { id: 8, title: 'X' } },
      { 'x-discourse-event': 'topic_created', 'x-discourse-instance': `https://${host}` },
    ],
    zendesk: (host) => [{ ticket: { id: '5', title: 'X', url: `${host}/agent/tickets/5` } }],
    freshdesk: (host) => [
      {
        freshdesk_webhook: { ticket_id: 5, ticket_subject: 'X', ticket_url: `https://${host}/helpdesk/tickets/5` },
      },
    ],
    uptimekuma: (host) => [
      { heartbeat: { status: 0 }, monitor: { id: 1, name: 'X', url: `https://${host}/` }, msg: 'x' },
    ],
    azuredevops: (host) => [
      {
        eventType: 'workitem.created',
        resource: { id: 5, fields: { 'System.Title': 'X' } },
        resourceContainers: { collection: { id: host } },
      },
    ],
    bitbucket: (host) =>
      bb('pr:opened', {
        pullRequest: { id: 3, title: 'X', toRef: { repository: { id: 84, name: 'b', project: { key: host } } } },
      }),
  }
  for (const [tool, post] of Object.entries(posts)) {
    const [one, other] = await Promise.all(['a.example', 'b.example'].map((host) => messageFrom(tool, ...post(host))))
    assert.ok(one?.thread !== undefined && other?.thread !== undefined, tool)
    assert.notEqual(one.thread, other.thread, tool)
  }
})

test('edits say what changed, from what to what', async () => {
  const edited = async (post: Post, tool = 'github') => (await messageFrom(tool, ...post)).content
  const request = { number: 12, title: 'Fix the window', base: { ref: 'main' } }
  const what = '**ben** changed the title of pull request #12 Fix the window: Fix the door → **Fix the window**.'
  const changes = { title: { from: 'Fix the door' } }
  assert.equal(await edited(gh('pull_request', { action: 'edited', pull_request: request, changes })), what)
  assert.equal(await edited(gt('pull_request', { action: 'edited', pull_request: request, changes }), 'gitea'), what)
  const base = { base: { ref: { from: 'old' } } }
  assert.equal(
    await edited(gh('pull_request', { action: 'edited', pull_request: request, changes: base })),
    '**ben** changed the base branch of pull request #12 Fix the window: `old` → `main`.',
  )
  const all = { ...changes, ...base, body: { from: 'x' } }
  assert.equal(
    await edited(gh('pull_request', { action: 'edited', pull_request: request, changes: all })),
    '**ben** edited pull request #12 Fix the window:\n* title: Fix the door → **Fix the window**\n* base branch: `old` → `main`\n* description',
  )
  assert.equal(
    await edited(
      gh('issues', { action: 'edited', issue: { number: 3, title: 'X' }, changes: { body: { from: 'x' } } }),
    ),
    '**ben** edited the description of issue #3 X.',
  )
  const attributes = { action: 'update', iid: 5, title: 'Fix the window' }
  assert.equal(
    await edited(
      gl('merge_request', {
        object_attributes: attributes,
        changes: { title: { previous: 'Door', current: 'Window' } },
      }),
      'gitlab',
    ),
    '**Ben** changed the title of merge request !5 Fix the window: Door → **Window**.',
  )
  const moved = { target_branch: { previous: 'a', current: 'b' }, description: { previous: '', current: 'x' } }
  assert.equal(
    await edited(gl('merge_request', { object_attributes: attributes, changes: moved }), 'gitlab'),
    '**Ben** edited merge request !5 Fix the window:\n* target branch: `a` → `b`\n* description',
  )
  const pullRequest = {
    id: 3,
    title: 'Window',
    description: 'x',
    toRef: { displayId: 'main', repository: { name: 'site' } },
  }
  const previous = { previousTitle: 'Door', previousDescription: 'x', previousTarget: { displayId: 'main' } }
  assert.equal(
    await edited(bb('pr:modified', { pullRequest, ...previous }), 'bitbucket'),
    '**Ben** changed the title of pull request #3 Window: Door → **Window**.',
  )
})

import { around, bold, lines, link, type Markdown, md, points } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity } from '../sentences.ts'
import { authorization, hmac, oneOf } from '../signatures.ts'
import { table } from '../table.ts'
import { thread } from '../thread.ts'
import { type Post, quiet, type Said, tool } from '../tool.ts'
import { fromDocument } from './document.ts'
import { fromWiki, type NameOf } from './wiki.ts'

const who = ({ payload }: Post) =>
  payload.text('user.displayName', 'comment.updateAuthor.displayName', 'comment.author.displayName', 'user.name')
const site = (self: string) => /^https?:\/\/[^/]+(?:\/[^/]+)*?(?=\/rest\/)/.exec(self)?.[0] ?? ''
const key = ({ payload }: Post) => payload.text('issue.key')
const issueTopic = (post: Post) =>
  thread(
    `${site(post.payload.text('issue.self'))} ${post.payload.text('issue.id', 'issue.key')}`.trim(),
    `${key(post)} ${post.payload.text('issue.fields.summary')}`.trim() || 'issues',
  )

function issueLink(post: Post): Markdown {
  const { payload } = post
  const name = `${key(post)} ${payload.text('issue.fields.summary')}`.trim() || 'an issue'
  return link(name, `${site(payload.text('issue.self'))}/browse/${encodeURIComponent(key(post))}`)
}

/** Names of the accounts that the payload contains. */
function nameOf({ payload }: Post): NameOf {
  const names = new Map<string, string>()
  for (const path of people)
    for (const id of ['accountId', 'name', 'key']) {
      const account = payload.text(`${path}.${id}`)
      if (account !== '') names.set(account, payload.text(`${path}.displayName`))
    }
  return (account) => names.get(account) || undefined
}
const people = [
  ...['user', 'comment.author', 'comment.updateAuthor'],
  ...['issue.fields.assignee', 'issue.fields.reporter', 'issue.fields.creator'],
]

/** A text in wiki markup, or a document in newer Jiras. */
const written = (post: Post, path: string): string =>
  post.payload.text(path) === '' ? fromDocument(post.payload.at(path)) : fromWiki(post.payload.text(path), nameOf(post))

/** Changes of these fields aren't worth a message. */
const silent = new Set([
  'Rank',
  'timespent',
  'timeestimate',
  'WorklogId',
  'RemoteIssueLink',
  'Link',
  'description',
  'Attachment',
])
const names = table({
  status: 'Status',
  assignee: 'Assignee',
  priority: 'Priority',
  summary: 'Title',
  labels: 'Labels',
  resolution: 'Resolution',
  duedate: 'Due',
})

function updated(post: Post): Said {
  const { payload } = post
  const changes = payload.list('changelog.items').filter((one) => !silent.has(one.text('field')))
  const comment = payload.at('comment')
  if (changes.length === 0 && comment.has('body'))
    return activity(who(post), md`commented on ${issueLink(post)}`, written(post, 'comment.body'))
  if (changes.length === 0) return quiet
  const shown = (one: Part) => {
    const [from, to] = [one.text('fromString'), one.text('toString')]
    const field = names[one.text('field')] ?? one.text('field')
    return from === '' ? md`${field}: **${to || 'none'}**` : md`${field}: ${from} → **${to || 'none'}**`
  }
  const one = changes.length === 1 ? (changes[0] as Part) : undefined
  if (one?.text('field') === 'status')
    return activity(
      who(post),
      md`moved ${issueLink(post)}${around(' from ', one.text('fromString'))} to ${bold(one.text('toString') || 'none')}`,
      written(post, 'comment.body'),
    )
  if (one?.text('field') === 'assignee')
    return activity(
      who(post),
      one.has('toString')
        ? md`assigned ${issueLink(post)} to ${bold(one.text('toString'))}`
        : md`unassigned ${issueLink(post)}`,
    )
  return lines(md`${bold(who(post))} changed ${issueLink(post)}:`, points(changes, shown))
}

const commented = (verb: string) => (post: Post) =>
  activity(who(post), md`${verb} ${issueLink(post)}`, verb.startsWith('deleted') ? '' : written(post, 'comment.body'))

const sprint =
  (verb: string) =>
  ({ payload }: Post) =>
    md`Sprint ${bold(payload.text('sprint.name'))} was ${verb}.${around(' Its goal: ', payload.text('sprint.goal'))}`
const sprintTopic = ({ payload }: Post) => `Sprint ${payload.text('sprint.name')}`
const version = ({ payload }: Post) => payload.text('version.name')

export const jira = tool({
  name: 'jira',
  displayName: 'Jira',
  category: 'work',
  setup: [
    { kind: 'open', text: 'Jira settings → System → WebHooks → Create a WebHook' },
    { kind: 'events' },
    { kind: 'secretIn', text: 'Secret' },
  ],
  documentation: 'https://developer.atlassian.com/server/jira/platform/webhooks/',
  topicRule: { topic: 'the key and summary of the issue', why: 'the key stays when the summary changes' },
  verification: oneOf(hmac({ header: 'x-hub-signature', prefix: 'sha256=' }), authorization),
  event: ({ payload }) => payload.text('webhookEvent').replace(/^jira:/, '') || 'unnamed',
  topic: issueTopic,
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    issue_created: {
      about: 'An issue was created',
      text: (post) => {
        const fields = post.payload.at('issue.fields')
        const [kind, to] = [fields.text('issuetype.name').toLowerCase() || 'issue', fields.text('assignee.displayName')]
        return activity(
          who(post),
          md`created the ${kind} ${issueLink(post)}${to === '' ? md`` : md` for ${bold(to)}`}`,
          written(post, 'issue.fields.description'),
        )
      },
    },
    issue_updated: { about: 'An issue was moved, assigned or changed', text: updated },
    issue_deleted: {
      about: 'An issue was deleted',
      text: (post) =>
        activity(who(post), md`deleted ${bold(`${key(post)} ${post.payload.text('issue.fields.summary')}`)}`),
    },
    comment_created: { about: 'Someone commented on an issue', text: commented('commented on') },
    comment_updated: { about: 'A comment was changed', text: commented('edited a comment on') },
    comment_deleted: { about: 'A comment was deleted', text: commented('deleted a comment on') },
    worklog_created: { about: 'Work was logged', text: () => quiet },
    worklog_updated: { about: 'Logged work was changed', text: () => quiet },
    sprint_started: { about: 'A sprint was started', topic: sprintTopic, text: sprint('started') },
    sprint_closed: { about: 'A sprint was closed', topic: sprintTopic, text: sprint('closed') },
    version_released: {
      about: 'A version was released',
      topic: (post) => `Version ${version(post)}`,
      text: (post) => md`Version ${bold(version(post))} was released. 🎉`,
    },
  },
})

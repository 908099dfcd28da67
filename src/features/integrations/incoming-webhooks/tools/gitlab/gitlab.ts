import { pushText, shortRef } from '../commits.ts'
import { around, bold, lines, link, md, mono, points, quote } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, duration, numbered, signOf, spaced, topicOf } from '../sentences.ts'
import { oneOf, token } from '../signatures.ts'
import { standardWebhook } from '../standard-webhook.ts'
import { table } from '../table.ts'
import { hostOf, ticketThread } from '../thread.ts'
import { fits, type Post, quiet, type Said, tool } from '../tool.ts'
import { changeText } from './change.ts'

const who = ({ payload }: Post) => payload.text('user.name', 'user.username', 'user_name', 'user_username')
const project = ({ payload }: Pick<Post, 'payload'>) => payload.text('project.name', 'repository.name', 'project_name')
const verbs = table({
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'withdrew approval of',
  unapproval: 'withdrew approval of',
})

const kinds = table<readonly [long: string, short: string, sign: string]>({
  issue: ['issue', 'issue', '#'],
  incident: ['incident', 'incident', '#'],
  task: ['task', 'task', '#'],
  work_item: ['issue', 'issue', '#'],
  merge_request: ['merge request', 'MR', '!'],
})
const titleOf = (part: Part, sign: string) => numbered(part.text('iid'), part.text('title'), sign)

function ticketText(post: Post, kind: string): Said {
  const ticket = post.payload.at('object_attributes')
  const [long, , sign] = kinds[kind] ?? ['issue', 'issue', '#']
  const title = md`${long} ${link(titleOf(ticket, sign), ticket.text('url'))}`
  const action = ticket.text('action')
  if (action === 'update') return changeText(post, who(post), title)
  const verb = verbs[action]
  if (verb === undefined) return undefined
  const isNew = action === 'open'
  const branches =
    isNew && ticket.has('source_branch')
      ? md` (${mono(ticket.text('source_branch'))} → ${mono(ticket.text('target_branch'))})`
      : md``
  return activity(who(post), md`${verb} ${title}${branches}`, isNew ? ticket.text('description') : '')
}

const ticketTopic =
  (kind: string, path = 'object_attributes') =>
  (post: Post) => {
    const [, short, sign] = kinds[kind] ?? ['issue', 'issue', '#']
    const ticket = post.payload.at(path)
    const id = post.payload.text('project.id', 'project.path_with_namespace')
    return ticketThread({
      ...{ place: project(post), placeId: `${hostOf(post.payload.text('project.web_url'))} ${id}`.trim() },
      ...{ kind: short, number: ticket.text('iid'), title: ticket.text('title'), sign },
    })
  }

function noteText(post: Post): Said {
  const { payload } = post
  const note = payload.at('object_attributes')
  const on = note.text('noteable_type')
  if (note.isTrue('system')) return quiet
  const [path, what] =
    on === 'MergeRequest'
      ? ['merge_request', 'merge request']
      : on === 'Snippet'
        ? ['snippet', 'snippet']
        : ['issue', 'issue']
  const title =
    on === 'Commit'
      ? md`commit ${link(mono(payload.text('commit.id').slice(0, 8)), payload.text('commit.url'))}`
      : md`${what} ${titleOf(payload.at(path), path === 'merge_request' ? '!' : '#')}`
  return activity(who(post), md`${link('commented on', note.text('url'))} ${title}`, note.text('note', 'description'))
}

function pipelineText(post: Post): Said {
  const { payload } = post
  const run = payload.at('object_attributes')
  const status = run.text('status')
  if (!['success', 'failed', 'canceled'].includes(status)) return quiet
  if (post.branches.length > 0 && !fits(run.text('ref'), post.branches)) return quiet
  const failed = payload.list('builds').filter((one) => one.text('status') === 'failed' && !one.isTrue('allow_failure'))
  const url =
    run.text('url') || (run.has('id') ? `${payload.text('project.web_url')}/-/pipelines/${run.text('id')}` : '')
  const took = duration(run.has('duration') ? (run.number('duration') ?? 0) * 1000 : undefined)
  const named = link(`Pipeline ${numbered(run.text('iid', 'id'), '')}`, url)
  return lines(
    md`${signOf(status)} ${named}: **${spaced(status)}** on ${mono(run.text('ref'))}${around(' after ', took)}`,
    failed.length === 0
      ? undefined
      : points(failed, (one) => md`${one.text('stage')}: ${bold(one.text('name'))} failed`),
    quote(payload.text('commit.title', 'commit.message').split('\n', 1)[0] ?? '', 200),
  )
}

export const gitlab = tool({
  name: 'gitlab',
  displayName: 'GitLab',
  category: 'code',
  setup: [
    { kind: 'open', text: 'Settings → Webhooks → Add new webhook' },
    { kind: 'secret', text: 'Signing token (whsec_…)' },
  ],
  documentation: 'https://docs.gitlab.com/user/project/integrations/webhook_events/',
  topicRule: {
    topic: 'project and number of a merge request or issue, project and branch of a push or pipeline',
    why: 'the number stays when the title changes',
  },
  verification: oneOf(standardWebhook, token('x-gitlab-token')),
  event: ({ payload }) =>
    [payload.text('object_kind', 'event_name', 'event_type') || 'unnamed', payload.text('object_attributes.action')]
      .filter(Boolean)
      .join('.'),
  topic: (post) => project(post),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    push: {
      about: 'Commits were pushed',
      topic: (post) => topicOf(project(post), shortRef(post.payload.text('ref'))),
      text: (post) => gitPush(post, false),
    },
    tag_push: {
      about: 'A tag was created or deleted',
      topic: (post) => topicOf(project(post), shortRef(post.payload.text('ref'))),
      text: (post) => gitPush(post, true),
    },
    issue: {
      about: 'An issue was opened, closed, assigned, labeled…',
      topic: ticketTopic('issue'),
      text: (post) => ticketText(post, 'issue'),
    },
    work_item: {
      about: 'An issue, task or epic was opened, closed or changed',
      topic: ticketTopic('work_item'),
      text: (post) => ticketText(post, 'work_item'),
    },
    incident: {
      about: 'An incident was opened, closed or changed',
      topic: ticketTopic('incident'),
      text: (post) => ticketText(post, 'incident'),
    },
    merge_request: {
      about: 'A merge request was opened, merged, approved, updated…',
      topic: ticketTopic('merge_request'),
      text: (post) => ticketText(post, 'merge_request'),
    },
    note: {
      about: 'Someone commented on an issue, merge request, commit or snippet',
      topic: (post) => {
        const on = post.payload.text('object_attributes.noteable_type')
        if (on === 'MergeRequest') return ticketTopic('merge_request', 'merge_request')(post)
        return on === 'Issue' ? ticketTopic('issue', 'issue')(post) : topicOf(project(post), 'comments')
      },
      text: noteText,
    },
    pipeline: {
      about: 'A pipeline succeeded, failed or was canceled',
      // a merge train has a ref for each merge
      topic: (post) =>
        post.payload.has('merge_request.iid') && post.payload.text('object_attributes.ref').startsWith('refs/')
          ? ticketTopic('merge_request', 'merge_request')(post)
          : topicOf(project(post), post.payload.text('object_attributes.ref')),
      text: pipelineText,
    },
    build: { about: 'A job ended (the pipeline is posted instead)', text: () => quiet },
    wiki_page: {
      about: 'A wiki page was created, edited, or deleted',
      topic: (post) => topicOf(project(post), 'wiki'),
      text: (post) => {
        const page = post.payload.at('object_attributes')
        const verb = table({ create: 'created', update: 'edited', delete: 'deleted' })[page.text('action')]
        if (verb === undefined) return undefined
        const title = link(page.text('title'), page.text('url'))
        return activity(who(post), md`${verb} the page ${title} of the wiki`, page.text('message'))
      },
    },
    release: {
      about: 'A release was created, changed or deleted',
      topic: (post) => topicOf(project(post), `release ${post.payload.text('tag')}`),
      text: ({ payload, ...post }) =>
        payload.text('action') === 'create'
          ? activity(
              who({ payload, ...post }) || 'GitLab',
              md`published the release ${link(payload.text('name', 'tag'), payload.text('url'))}`,
              payload.text('description'),
            )
          : quiet,
    },
    deployment: {
      about: 'A deployment succeeded or failed',
      topic: (post) => topicOf(project(post), `deployment to ${post.payload.text('environment')}`),
      text: ({ payload }) => {
        const status = payload.text('status')
        if (!['success', 'failed', 'canceled'].includes(status)) return quiet
        const url = payload.text('environment_external_url', 'deployable_url')
        const place = link(bold(payload.text('environment')), url)
        const commit = link(mono(payload.text('short_sha')), payload.text('commit_url'))
        return md`${signOf(status)} Deployment to ${place} of ${commit}: **${status}**`
      },
    },
  },
})

function gitPush(post: Post, isTag: boolean): Said {
  const { payload } = post
  const branch = shortRef(payload.text('ref'))
  const web = payload.text('project.web_url', 'repository.homepage')
  const [before, after] = [payload.text('before'), payload.text('after')]
  const isNone = (hash: string) => /^0+$/.test(hash)
  return pushText(post, {
    who: payload.text('user_name', 'user_username'),
    branch,
    branchUrl: `${web}/-/tree/${encodeURIComponent(branch).replaceAll('%2F', '/')}`,
    compareUrl: isNone(before) || before === '' ? '' : `${web}/-/compare/${before}...${after}`,
    commits: isTag ? [] : payload.list('commits'),
    count: isTag ? 0 : payload.number('total_commits_count'),
    isTag,
    change: isNone(after) ? 'deleted' : isNone(before) ? 'created' : 'pushed',
  })
}

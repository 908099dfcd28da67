import { pushText, shortRef } from '../commits.ts'
import { bold, lines, link, md, mono, quote } from '../markdown.ts'
import { activity, signOf, spaced, topicOf } from '../sentences.ts'
import { hmac, oneOf } from '../signatures.ts'
import { quiet, silent, tool } from '../tool.ts'
import { discussionEvents } from './discussions.ts'
import { forked } from './fork.ts'
import { branchTopic, isQueueBranch } from './merge-queue.ts'
import { runText, runTopic } from './run.ts'
import { securityEvents } from './security.ts'
import {
  action,
  commentText,
  issueKind,
  repository,
  repositoryLink,
  reviewVerbs,
  ticketText,
  ticketTopic,
  titled,
  who,
} from './ticket.ts'
import { wikiEvents } from './wiki.ts'

export const github = tool({
  name: 'github',
  displayName: 'GitHub',
  category: 'code',
  setup: [
    { kind: 'open', text: 'Settings → Webhooks → Add webhook' },
    { kind: 'format', text: 'application/json' },
    { kind: 'secretIn', text: 'Secret' },
  ],
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  topicRule: {
    topic: 'repository and number of a pull request, issue, or discussion, repository and branch of a push or run',
    why: 'the number stays when the title changes',
  },
  verification: oneOf(
    hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
    hmac({ header: 'x-hub-signature', prefix: 'sha1=', algorithm: 'sha1' }),
  ),
  event: (post) => [post.header('x-github-event') || 'unnamed', action(post)].filter(Boolean).join('.'),
  topic: (post) => topicOf(repository(post) || post.payload.text('organization.login')),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ping: {
      about: 'The webhook was set up',
      text: (post) => {
        const where = post.payload.has('repository')
          ? repositoryLink(post)
          : md`${post.payload.text('organization.login')}`
        return lines(
          md`GitHub is connected: events of ${bold(where)} will be posted here.`,
          quote(post.payload.text('zen'), 200),
        )
      },
    },
    push: {
      about: 'Commits or tags were pushed',
      topic: (post) => topicOf(repository(post), shortRef(post.payload.text('ref'))),
      text: (post) => {
        const { payload } = post
        const ref = payload.text('ref')
        const branch = shortRef(ref)
        if (isQueueBranch(branch)) return quiet
        const isTag = ref.startsWith('refs/tags/')
        return pushText(post, {
          // GitHub's own pushes are by “none”
          who: payload.text('sender.login', 'pusher.name').replace(/^none$/, ''),
          branch,
          branchUrl: `${payload.text('repository.html_url')}/tree/${encodeURIComponent(branch).replaceAll('%2F', '/')}`,
          compareUrl: payload.text('compare', 'compare_url'),
          commits: isTag ? [] : payload.list('commits'),
          count: isTag ? 0 : payload.size('commits'),
          isTag,
          change: payload.isTrue('deleted')
            ? 'deleted'
            : payload.isTrue('created') || /^0+$/.test(payload.text('before'))
              ? 'created'
              : payload.isTrue('forced')
                ? 'forced'
                : 'pushed',
        })
      },
    },
    create: {
      about: 'A branch or tag was created',
      topic: (post) => topicOf(repository(post), post.payload.text('ref')),
      text: (post) =>
        isQueueBranch(post.payload.text('ref'))
          ? quiet
          : activity(
              who(post),
              md`created the ${post.payload.text('ref_type')} ${mono(post.payload.text('ref'))} in ${repositoryLink(post)}`,
            ),
    },
    delete: {
      about: 'A branch or tag was deleted',
      topic: (post) => topicOf(repository(post), post.payload.text('ref')),
      text: (post) =>
        isQueueBranch(post.payload.text('ref'))
          ? quiet
          : activity(
              who(post),
              md`deleted the ${post.payload.text('ref_type')} ${mono(post.payload.text('ref'))} in ${repositoryLink(post)}`,
            ),
    },
    issues: {
      about: 'An issue was opened, closed, assigned, labeled…',
      topic: ticketTopic('issue', 'issue'),
      text: (post) => ticketText(post, 'issue', 'issue'),
    },
    issue_comment: {
      about: 'Someone commented on an issue or pull request',
      topic: (post) => ticketTopic('issue', issueKind(post) === 'issue' ? 'issue' : 'PR')(post),
      text: (post) => commentText(post, titled(post, 'issue', issueKind(post))),
    },
    pull_request: {
      about: 'A pull request was opened, merged, closed, updated…',
      topic: ticketTopic('pull_request', 'PR'),
      text: (post) => ticketText(post, 'pull_request', 'pull request'),
    },
    pull_request_review: {
      about: 'Someone approved a pull request, or requested changes',
      topic: ticketTopic('pull_request', 'PR'),
      text: (post) => {
        const { payload } = post
        const state = payload.text('review.state').toLowerCase()
        const verb =
          action(post) === 'edited'
            ? 'edited a review of'
            : action(post) === 'dismissed'
              ? 'dismissed a review of'
              : reviewVerbs[state]
        if (verb === undefined) return undefined
        if (state === 'commented' && payload.text('review.body') === '') return quiet
        return activity(
          who(post),
          md`${link(verb, payload.text('review.html_url'))} ${titled(post, 'pull_request', 'pull request')}`,
          payload.text('review.body'),
        )
      },
    },
    pull_request_review_comment: {
      about: 'Someone commented on a line of a pull request',
      topic: ticketTopic('pull_request', 'PR'),
      text: (post) =>
        commentText(
          post,
          md`${mono(post.payload.text('comment.path'))} in ${titled(post, 'pull_request', 'pull request')}`,
        ),
    },
    commit_comment: {
      about: 'Someone commented on a commit',
      text: (post) =>
        commentText(
          post,
          md`commit ${mono(post.payload.text('comment.commit_id').slice(0, 7))} in ${repositoryLink(post)}`,
        ),
    },
    release: {
      about: 'A release was published',
      topic: (post) => topicOf(repository(post), `release ${post.payload.text('release.tag_name')}`),
      text: (post) => {
        const release = post.payload.at('release')
        const done = action(post)
        // a release is reported once: when published, not as a draft
        if (!['published', 'deleted', 'unpublished'].includes(done)) return quiet
        const kind = release.isTrue('prerelease') ? 'pre-release' : 'release'
        return activity(
          who(post),
          md`${done} the ${kind} ${link(release.text('name', 'tag_name'), release.text('html_url'))}`,
          done === 'published' ? release.text('body') : '',
        )
      },
    },
    workflow_run: {
      about: 'A GitHub Actions workflow ended',
      topic: runTopic('workflow_run'),
      text: (post) => runText(post, 'workflow_run'),
    },
    check_run: { about: 'A check ended', topic: runTopic('check_run'), text: (post) => runText(post, 'check_run') },
    check_suite: { about: 'All checks of a commit ended', text: () => quiet },
    workflow_job: { about: 'A job of a workflow ended (the workflow is posted instead)', text: () => quiet },
    status: {
      about: 'A commit got a status from another tool',
      topic: (post) => branchTopic(post, post.payload.text('branches.0.name')),
      text: ({ payload }) => {
        const state = payload.text('state')
        const isQueued = isQueueBranch(payload.text('branches.0.name'))
        if (state === 'pending' || (isQueued && state === 'success')) return quiet
        const context = link(payload.text('context') || 'Status', payload.text('target_url'))
        const commit = link(mono(payload.text('sha').slice(0, 7)), payload.text('commit.html_url'))
        return lines(
          md`${signOf(state)} ${context}: **${state}** for ${commit}`,
          quote(payload.text('description'), 200),
        )
      },
    },
    deployment_status: {
      about: 'A deployment succeeded or failed',
      topic: (post) => topicOf(repository(post), `deployment to ${post.payload.text('deployment.environment')}`),
      text: (post) => {
        const status = post.payload.at('deployment_status')
        const state = status.text('state')
        const deployment = post.payload.at('deployment')
        const place = link(bold(deployment.text('environment')), status.text('environment_url', 'target_url'))
        return md`${signOf(state)} Deployment of ${mono(deployment.text('ref'))} to ${place}: **${spaced(state)}**`
      },
    },
    fork: {
      about: 'The repository was forked',
      text: forked,
    },
    star: {
      about: 'Someone starred the repository',
      text: (post) => (action(post) === 'created' ? activity(who(post), md`starred ${repositoryLink(post)}`) : quiet),
    },
    watch: { about: 'The repository was starred, in the older form', text: () => quiet },
    member: {
      about: 'A collaborator was added, removed, or changed',
      text: (post) =>
        activity(
          who(post),
          action(post) === 'removed'
            ? md`removed ${bold(post.payload.text('member.login'))} from ${repositoryLink(post)}`
            : md`${action(post)} ${bold(post.payload.text('member.login'))} to ${repositoryLink(post)}`,
        ),
    },
    repository: {
      about: 'A repository was created, archived, renamed…',
      text: (post) =>
        activity(who(post), md`${spaced(action(post)) || 'changed'} the repository ${repositoryLink(post)}`),
    },
    public: {
      about: 'The repository was made public',
      text: (post) => activity(who(post), md`made ${repositoryLink(post)} public`),
    },
    merge_group: silent('The merge queue tests a merge (the pull request and failed checks are posted instead)'),
    ...discussionEvents,
    ...wikiEvents,
    ...securityEvents,
  },
})

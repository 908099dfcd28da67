import { pushText, shortRef } from '../commits.ts'
import { around, bold, facts, lines, link, type Markdown, md, mono, quote } from '../markdown.ts'
import { between, capital, deed, numbered, signOf, spaced, topicOf } from '../sentences.ts'
import { hmac, oneOf } from '../signatures.ts'
import { table } from '../table.ts'
import { fits, type Post, quiet, type Said, tool } from '../tool.ts'

const who = ({ payload }: Pick<Post, 'payload'>) => payload.text('sender.login')
const action = ({ payload }: Pick<Post, 'payload'>) => payload.text('action')
const repository = ({ payload }: Pick<Post, 'payload'>) => payload.text('repository.name')
const repositoryLink = ({ payload }: Post) =>
  link(payload.text('repository.full_name'), payload.text('repository.html_url'))

const issueVerbs = table({
  opened: 'opened',
  closed: 'closed',
  reopened: 'reopened',
  deleted: 'deleted',
  locked: 'locked',
  unlocked: 'unlocked',
  pinned: 'pinned',
  unpinned: 'unpinned',
  transferred: 'transferred',
  edited: 'edited',
  ready_for_review: 'marked as ready for review',
  converted_to_draft: 'made a draft of',
  enqueued: 'added to the merge queue',
  label_updated: 'changed the labels of',
  label_cleared: 'removed the labels of',
  dequeued: 'took out of the merge queue',
})

/** What was done to an issue, a pull request or a discussion. */
function ticketText(post: Post, path: string, kind: string): Said {
  const { payload } = post
  const ticket = payload.at(path)
  const number = ticket.text('number')
  const title = link(numbered(number, ticket.text('title')), ticket.text('html_url'))
  const what = md`${kind} ${title}`
  const by = who(post)
  const done = action(post)
  if (done === 'assigned' || done === 'unassigned') {
    const name = payload.text('assignee.login')
    const verb = done === 'assigned' ? md`assigned ${bold(name)} to` : md`unassigned ${bold(name)} from`
    return deed(by, name === by ? md`${done === 'assigned' ? 'took' : 'let go of'} ${what}` : md`${verb} ${what}`)
  }
  if (done === 'labeled' || done === 'unlabeled') {
    const label = mono(payload.text('label.name'))
    return deed(
      by,
      done === 'labeled' ? md`added the label ${label} to ${what}` : md`removed the label ${label} from ${what}`,
    )
  }
  if (done === 'milestoned' || done === 'demilestoned') {
    const milestone = payload.text('milestone.title', `${path}.milestone.title`)
    return deed(
      by,
      done === 'milestoned'
        ? md`put ${what} into the milestone ${bold(milestone)}`
        : md`took ${what} out of its milestone`,
    )
  }
  if (done === 'review_requested' || done === 'review_request_removed') {
    const name = bold(payload.text('requested_reviewer.login', 'requested_team.name'))
    return deed(
      by,
      done === 'review_requested' ? md`asked ${name} to review ${what}` : md`no longer asks ${name} to review ${what}`,
    )
  }
  if (done === 'synchronize' || done === 'synchronized') return deed(by, md`updated ${what} with new commits`)
  if (done === 'auto_merge_enabled') return deed(by, md`lets ${what} be merged when it can be`)
  if (done === 'auto_merge_disabled') return deed(by, md`no longer lets ${what} be merged by itself`)
  if (done === 'closed' && ticket.isTrue('merged'))
    return deed(by, md`merged ${what} into ${mono(ticket.text('base.ref'))}`)
  const verb = issueVerbs[done]
  if (verb === undefined) return undefined
  const from =
    done === 'opened' && ticket.has('head.ref')
      ? md` (${mono(ticket.text('head.ref'))} → ${mono(ticket.text('base.ref'))})`
      : md``
  const draft = done === 'opened' && ticket.isTrue('draft') ? md`draft ` : md``
  return deed(by, md`${verb} ${draft}${what}${from}`, done === 'opened' ? ticket.text('body') : '')
}

const ticketTopic = (path: string, kind: string) => (post: Post) =>
  topicOf(
    repository(post),
    `${kind} ${numbered(post.payload.text(`${path}.number`), post.payload.text(`${path}.title`))}`,
  )

const commentVerbs = table({
  created: 'commented on',
  edited: 'edited a comment on',
  deleted: 'deleted a comment on',
})

function commentText(post: Post, on: Markdown): Said {
  const { payload } = post
  const verb = commentVerbs[action(post) || 'created']
  if (verb === undefined) return undefined
  const said = link(verb, payload.text('comment.html_url'))
  return deed(who(post), md`${said} ${on}`, action(post) === 'deleted' ? '' : payload.text('comment.body'))
}

const titled = (post: Post, path: string, kind: string): Markdown => {
  const ticket = post.payload.at(path)
  return md`${kind} ${link(numbered(ticket.text('number'), ticket.text('title')), ticket.text('html_url'))}`
}
const issueKind = ({ payload }: Post) => (payload.has('issue.pull_request') ? 'pull request' : 'issue')

const reviewVerbs = table({
  approved: 'approved',
  changes_requested: 'asked for changes to',
  commented: 'reviewed',
  dismissed: 'dismissed a review of',
})

/** A run of checks that has come to an end. */
function runText(post: Post, path: string): Said {
  const run = post.payload.at(path)
  const conclusion = run.text('conclusion')
  if (action(post) !== 'completed' || conclusion === '') return quiet
  const branch = run.text('head_branch', 'check_suite.head_branch')
  if (post.branches.length > 0 && branch !== '' && !fits(branch, post.branches)) return quiet
  const took = between(run.text('run_started_at', 'started_at'), run.text('updated_at', 'completed_at'))
  const commit = run.text('head_commit.message').split('\n', 1)[0] ?? ''
  return lines(
    md`${signOf(conclusion)} ${link(run.text('name') || 'Checks', run.text('html_url'))}: **${spaced(conclusion)}**${around(' on ', mono(branch))}${around(' after ', took)}`,
    commit === '' ? undefined : quote(commit, 200),
  )
}

const runTopic = (path: string) => (post: Post) =>
  topicOf(repository(post), post.payload.text(`${path}.head_branch`, `${path}.check_suite.head_branch`) || 'checks')

export const github = tool({
  name: 'github',
  displayName: 'GitHub',
  category: 'code',
  setup: 'In the repository or organization: Settings → Webhooks → Add webhook; content type `application/json`.',
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
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
          md`GitHub is connected: events of ${bold(where)} are told here.`,
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
        const isTag = ref.startsWith('refs/tags/')
        return pushText(post, {
          who: payload.text('sender.login', 'pusher.name'),
          branch,
          branchUrl: `${payload.text('repository.html_url')}/tree/${encodeURIComponent(branch).replaceAll('%2F', '/')}`,
          compareUrl: payload.text('compare', 'compare_url'),
          commits: isTag ? [] : payload.list('commits'),
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
        deed(
          who(post),
          md`created the ${post.payload.text('ref_type')} ${mono(post.payload.text('ref'))} in ${repositoryLink(post)}`,
        ),
    },
    delete: {
      about: 'A branch or tag was deleted',
      topic: (post) => topicOf(repository(post), post.payload.text('ref')),
      text: (post) =>
        deed(
          who(post),
          md`deleted the ${post.payload.text('ref_type')} ${mono(post.payload.text('ref'))} in ${repositoryLink(post)}`,
        ),
    },
    issues: {
      about: 'An issue was opened, closed, assigned, labelled…',
      topic: ticketTopic('issue', 'issue'),
      text: (post) => ticketText(post, 'issue', 'issue'),
    },
    issue_comment: {
      about: 'Somebody commented on an issue or pull request',
      topic: (post) => ticketTopic('issue', issueKind(post) === 'issue' ? 'issue' : 'PR')(post),
      text: (post) => commentText(post, titled(post, 'issue', issueKind(post))),
    },
    pull_request: {
      about: 'A pull request was opened, merged, closed, updated…',
      topic: ticketTopic('pull_request', 'PR'),
      text: (post) => ticketText(post, 'pull_request', 'pull request'),
    },
    pull_request_review: {
      about: 'Somebody approved a pull request, or asked for changes',
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
        // comments within the code come as events of their own
        if (state === 'commented' && payload.text('review.body') === '') return quiet
        return deed(
          who(post),
          md`${link(verb, payload.text('review.html_url'))} ${titled(post, 'pull_request', 'pull request')}`,
          payload.text('review.body'),
        )
      },
    },
    pull_request_review_comment: {
      about: 'Somebody commented on a line of a pull request',
      topic: ticketTopic('pull_request', 'PR'),
      text: (post) =>
        commentText(
          post,
          md`${mono(post.payload.text('comment.path'))} in ${titled(post, 'pull_request', 'pull request')}`,
        ),
    },
    commit_comment: {
      about: 'Somebody commented on a commit',
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
        // drafts come first and are published later; each release is told of once
        if (!['published', 'deleted', 'unpublished'].includes(done)) return quiet
        const kind = release.isTrue('prerelease') ? 'pre-release' : 'release'
        return deed(
          who(post),
          md`${done} the ${kind} ${link(release.text('name', 'tag_name'), release.text('html_url'))}`,
          done === 'published' ? release.text('body') : '',
        )
      },
    },
    workflow_run: {
      about: 'A workflow of GitHub Actions ended',
      topic: runTopic('workflow_run'),
      text: (post) => runText(post, 'workflow_run'),
    },
    check_run: { about: 'A check ended', topic: runTopic('check_run'), text: (post) => runText(post, 'check_run') },
    check_suite: { about: 'All checks of a commit ended', text: () => quiet },
    workflow_job: { about: 'A job of a workflow ended; the workflow itself is told of', text: () => quiet },
    status: {
      about: 'A commit got a status from another tool',
      topic: (post) => topicOf(repository(post), post.payload.text('branches.0.name')),
      text: ({ payload }) => {
        const state = payload.text('state')
        if (state === 'pending') return quiet
        return lines(
          md`${signOf(state)} ${link(payload.text('context') || 'Status', payload.text('target_url'))}: **${state}** for ${link(mono(payload.text('sha').slice(0, 7)), payload.text('commit.html_url'))}`,
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
        return md`${signOf(state)} Deployment of ${mono(post.payload.text('deployment.ref'))} to ${link(bold(post.payload.text('deployment.environment')), status.text('environment_url', 'target_url'))}: **${spaced(state)}**`
      },
    },
    discussion: {
      about: 'A discussion was begun, answered, closed…',
      topic: ticketTopic('discussion', 'discussion'),
      text: (post) =>
        action(post) === 'created'
          ? deed(who(post), md`began ${titled(post, 'discussion', 'discussion')}`, post.payload.text('discussion.body'))
          : action(post) === 'answered'
            ? deed(who(post), md`marked ${titled(post, 'discussion', 'discussion')} as answered`)
            : ticketText(post, 'discussion', 'discussion'),
    },
    discussion_comment: {
      about: 'Somebody wrote in a discussion',
      topic: ticketTopic('discussion', 'discussion'),
      text: (post) => commentText(post, titled(post, 'discussion', 'discussion')),
    },
    fork: {
      about: 'The repository was forked',
      text: (post) =>
        deed(
          who(post),
          md`forked ${repositoryLink(post)} to ${link(post.payload.text('forkee.full_name'), post.payload.text('forkee.html_url'))}`,
        ),
    },
    star: {
      about: 'Somebody gave the repository a star',
      text: (post) => (action(post) === 'created' ? deed(who(post), md`gave ${repositoryLink(post)} a star`) : quiet),
    },
    watch: { about: 'The same as a star, in its older form', text: () => quiet },
    member: {
      about: 'Who works on the repository changed',
      text: (post) =>
        deed(
          who(post),
          md`${action(post)} ${bold(post.payload.text('member.login'))} ${action(post) === 'removed' ? 'from' : 'to'} ${repositoryLink(post)}`,
        ),
    },
    repository: {
      about: 'A repository was created, archived, renamed…',
      text: (post) => deed(who(post), md`${spaced(action(post)) || 'changed'} the repository ${repositoryLink(post)}`),
    },
    public: {
      about: 'The repository was made public',
      text: (post) => deed(who(post), md`made ${repositoryLink(post)} public`),
    },
    dependabot_alert: {
      about: 'A dependency has a known weakness',
      topic: (post) => topicOf(repository(post), `security ${post.payload.text('alert.dependency.package.name')}`),
      text: (post) => {
        const alert = post.payload.at('alert')
        const done = action(post)
        const sign =
          done === 'created' || done === 'reopened' ? signOf(alert.text('security_advisory.severity')) : signOf('ok')
        return lines(
          md`${sign} ${link(alert.text('security_advisory.summary') || 'Dependabot alert', alert.text('html_url'))} in ${mono(alert.text('dependency.package.name'))}: **${spaced(done)}**`,
          facts({
            Severity: capital(alert.text('security_advisory.severity')),
            'Affected file': mono(alert.text('dependency.manifest_path')),
            'Fixed in': mono(alert.text('security_vulnerability.first_patched_version.identifier')),
          }),
        )
      },
    },
  },
})

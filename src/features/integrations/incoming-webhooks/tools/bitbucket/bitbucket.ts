import { pushesText, pushTopic } from '../commits.ts'
import { editedText } from '../edits.ts'
import { markdownOfHtml } from '../html.ts'
import { around, bold, link, type Markdown, md, mono } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, numbered, signOf } from '../sentences.ts'
import { authorization, hmac, oneOf } from '../signatures.ts'
import { ticketThread } from '../thread.ts'
import { type EventKind, type Post, quiet, type Said, tool } from '../tool.ts'
import { repository, repositoryId, who } from './names.ts'
import { refsChanged } from './refs-changed.ts'

const request = ({ payload }: Post): Part =>
  payload.has('pullrequest') ? payload.at('pullrequest') : payload.at('pullRequest')
const requestLink = (post: Post): Markdown => {
  const part = request(post)
  const title = numbered(part.text('id'), part.text('title'))
  return md`pull request ${link(title, part.text('links.html.href', 'links.self.0.href'))}`
}
const placeOf = (post: Post) => ({ place: repository(post), placeId: repositoryId(post) })
const requestTopic = (post: Post) =>
  ticketThread({ ...placeOf(post), kind: 'PR', number: request(post).text('id'), title: request(post).text('title') })
const onRequest = (verb: string, about: string, written: (post: Post) => string = () => ''): EventKind => ({
  about,
  topic: requestTopic,
  text: (post) => activity(who(post), md`${verb} ${requestLink(post)}`, written(post)),
})
function modified(post: Post): Said {
  const { payload } = post
  const part = request(post)
  const [title, target] = [payload.text('previousTitle'), payload.text('previousTarget.displayId')]
  const [now, to] = [part.text('title'), part.text('toRef.displayId')]
  const edits = [
    ...(title === '' || title === now ? [] : [{ field: 'title', from: title, to: bold(now) }]),
    ...(target === '' || target === to ? [] : [{ field: 'target branch', from: mono(target), to: mono(to) }]),
  ]
  const isDescribed = payload.text('previousDescription') !== part.text('description')
  return edits.length === 0 && !isDescribed
    ? quiet
    : editedText(who(post), requestLink(post), edits, isDescribed ? ['description'] : [])
}
/** Older texts are in Creole or reStructuredText: their HTML is converted. */
const written = (part: Part): string =>
  part.has('markup') && part.text('markup') !== 'markdown' && part.has('html')
    ? markdownOfHtml(part.text('html'))
    : part.text('raw')
const comment = ({ payload }: Post) => written(payload.at('comment.content')) || payload.text('comment.text')
const opened = (post: Post) => {
  const part = request(post)
  const [from, to] = [
    part.text('source.branch.name', 'fromRef.displayId'),
    part.text('destination.branch.name', 'toRef.displayId'),
  ]
  return activity(
    who(post),
    from === '' ? md`opened ${requestLink(post)}` : md`opened ${requestLink(post)} (${mono(from)} → ${mono(to)})`,
    written(part.at('summary')) || part.text('description'),
  )
}

const pushed = (post: Post): Said =>
  pushesText(
    post,
    post.payload.list('push.changes').map((change) => {
      const isTag = change.text('new.type', 'old.type') === 'tag'
      return {
        who: who(post),
        branch: change.text('new.name', 'old.name'),
        branchUrl: change.text('new.links.html.href'),
        compareUrl: change.text('links.html.href'),
        commits: isTag ? [] : change.list('commits'),
        isTag,
        change: !change.has('new')
          ? 'deleted'
          : change.isTrue('created')
            ? 'created'
            : change.isTrue('forced')
              ? 'forced'
              : 'pushed',
      }
    }),
  )

const fork = ({ payload }: Post) => link(payload.text('fork.full_name'), payload.text('fork.links.html.href'))
const commented = ({ payload }: Post) => link('commented on', payload.text('comment.links.html.href'))
const issueTitle = ({ payload }: Post) => numbered(payload.text('issue.id'), payload.text('issue.title'))
const issue = (post: Post) => md`issue ${link(issueTitle(post), post.payload.text('issue.links.html.href'))}`
/** Issues and pull requests are numbered separately. */
const issuePlace = (post: Post) => ({ place: repository(post), placeId: `${repositoryId(post)} issue` })
const issueTopic = (post: Post) => {
  const one = post.payload.at('issue')
  return ticketThread({ ...issuePlace(post), kind: 'issue', number: one.text('id'), title: one.text('title') })
}

export const bitbucket = tool({
  name: 'bitbucket',
  aliases: ['bitbucket2', 'bitbucket3'],
  displayName: 'Bitbucket',
  category: 'code',
  setup: [
    { kind: 'open', text: 'Repository settings → Webhooks → Add webhook' },
    { kind: 'secretIn', text: 'Secret' },
  ],
  documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/',
  topicRule: {
    topic: 'repository and number of a pull request or issue, repository and branch of a push',
    why: 'the number stays when the title changes',
  },
  verification: oneOf(hmac({ header: 'x-hub-signature', prefix: 'sha256=' }), authorization),
  event: (post) => post.header('x-event-key') || 'unnamed',
  topic: (post) => repository(post),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'repo:push': {
      about: 'Commits, branches or tags were pushed',
      topic: (post) =>
        pushTopic(
          repository(post),
          post.payload.list('push.changes').map((change) => change.text('new.name', 'old.name')),
        ),
      text: pushed,
    },
    'repo:refs_changed': {
      about: 'Commits were pushed (Data Center)',
      topic: (post) =>
        pushTopic(
          repository(post),
          post.payload.list('changes').map((change) => change.text('ref.displayId')),
        ),
      text: refsChanged,
    },
    'repo:fork': {
      about: 'The repository was forked',
      text: (post) => activity(who(post), md`forked ${bold(repository(post))} to ${fork(post)}`),
    },
    'repo:commit_comment_created': {
      about: 'Someone commented on a commit',
      text: (post) =>
        activity(
          who(post),
          md`${commented(post)} commit ${mono(post.payload.text('commit.hash').slice(0, 7))}`,
          comment(post),
        ),
    },
    'repo:commit_status_updated': {
      about: 'A build of a commit succeeded or failed',
      text: ({ payload }) => {
        const status = payload.at('commit_status')
        const state = status.text('state')
        if (state === 'INPROGRESS') return quiet
        const name = link(status.text('name', 'key'), status.text('url'))
        const place = mono(status.text('refname', 'commit.hash').slice(0, 60))
        return md`${signOf(state.replace('SUCCESSFUL', 'success'))} ${name}: **${state.toLowerCase()}**${around(' on ', place)}`
      },
    },
    'repo:commit_status_created': { about: 'A build of a commit started', text: () => quiet },
    'pullrequest:created': { about: 'A pull request was opened', topic: requestTopic, text: opened },
    'pullrequest:updated': onRequest('updated', 'A pull request was changed'),
    'pullrequest:approved': onRequest('approved', 'A pull request was approved'),
    'pullrequest:unapproved': onRequest('withdrew approval of', 'An approval was withdrawn'),
    'pullrequest:changes_request_created': onRequest(
      'requested changes to',
      'Someone requested changes to a pull request',
    ),
    'pullrequest:fulfilled': onRequest('merged', 'A pull request was merged'),
    'pullrequest:rejected': onRequest('declined', 'A pull request was declined'),
    'pullrequest:comment_created': onRequest('commented on', 'Someone commented on a pull request', comment),
    'pr:opened': { about: 'A pull request was opened (Data Center)', topic: requestTopic, text: opened },
    'pr:merged': onRequest('merged', 'A pull request was merged (Data Center)'),
    'pr:declined': onRequest('declined', 'A pull request was declined (Data Center)'),
    'pr:comment:added': onRequest('commented on', 'Someone commented on a pull request (Data Center)', comment),
    'pr:reviewer:approved': onRequest('approved', 'A pull request was approved (Data Center)'),
    'pr:reviewer:unapproved': onRequest('withdrew approval of', 'An approval was withdrawn (Data Center)'),
    'pr:reviewer:changes_requested': onRequest('requested changes to', 'Someone requested changes (Data Center 8)'),
    'pr:from_ref_updated': onRequest('pushed new commits to', 'A pull request has new commits (Data Center)'),
    'pr:deleted': onRequest('deleted', 'A pull request was deleted (Data Center)'),
    'pr:modified': { about: 'A pull request was renamed or edited (Data Center)', topic: requestTopic, text: modified },
    'pr:to_ref_updated': {
      about: 'The target branch of a pull request has new commits (Data Center)',
      text: () => quiet,
    },
    'pr:reviewer:updated': { about: 'The reviewers of a pull request changed (Data Center)', text: () => quiet },
    'pr:comment:edited': { about: 'A comment was changed (Data Center)', text: () => quiet },
    'pr:comment:deleted': { about: 'A comment was deleted (Data Center)', text: () => quiet },
    'repo:comment:added': {
      about: 'Someone commented on a commit (Data Center)',
      text: (post) =>
        activity(who(post), md`commented on commit ${mono(post.payload.text('commit').slice(0, 7))}`, comment(post)),
    },
    'repo:comment:edited': { about: 'A comment on a commit was changed (Data Center)', text: () => quiet },
    'repo:comment:deleted': { about: 'A comment on a commit was deleted (Data Center)', text: () => quiet },
    'repo:forked': {
      about: 'The repository was forked (Data Center)',
      text: (post) =>
        activity(who(post), md`forked ${bold(post.payload.text('repository.origin.name', 'repository.name'))}`),
    },
    'repo:modified': { about: 'The repository was renamed (Data Center)', text: () => quiet },
    'repo:secret_detected': {
      about: 'A secret was pushed (Data Center)',
      text: (post) => md`${signOf('critical')} A secret was pushed to ${bold(repository(post))}.`,
    },
    'pr:reviewer:needs_work': onRequest('requested changes to', 'Someone requested changes (Data Center)'),
    'issue:created': {
      about: 'An issue was opened',
      topic: issueTopic,
      text: (post) => activity(who(post), md`opened ${issue(post)}`, written(post.payload.at('issue.content'))),
    },
    'issue:updated': {
      about: 'An issue was changed',
      topic: issueTopic,
      text: (post) =>
        post.payload.has('changes.title.old')
          ? editedText(who(post), issue(post), [
              {
                field: 'title',
                from: post.payload.text('changes.title.old'),
                to: bold(post.payload.text('changes.title.new')),
              },
            ])
          : activity(
              who(post),
              post.payload.has('changes.status.new')
                ? md`set ${issue(post)} to **${post.payload.text('changes.status.new')}**`
                : md`changed ${issue(post)}`,
              comment(post),
            ),
    },
    'issue:comment_created': {
      about: 'Someone commented on an issue',
      topic: issueTopic,
      text: (post) => activity(who(post), md`commented on ${issue(post)}`, comment(post)),
    },
    'diagnostics:ping': { about: 'The connection was tested (Data Center)', text: () => md`Bitbucket is connected.` },
  },
})

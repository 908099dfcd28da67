import { github } from '../github/github.ts'
import { ticketTopic } from '../github/ticket.ts'
import { around, link, md, quote } from '../markdown.ts'
import { activity, numbered, topicOf } from '../sentences.ts'
import { hmac, oneOf } from '../signatures.ts'
import { type EventKind, type Post, tool } from '../tool.ts'

const ofGithub = (...names: readonly string[]): Record<string, EventKind> =>
  Object.fromEntries(names.flatMap((name) => (github.events[name] ? [[name, github.events[name]]] : [])))

const reviewed = (verb: string, about: string): EventKind => ({
  about,
  topic: ticketTopic('pull_request', 'PR'),
  text: ({ payload }) => {
    const request = payload.at('pull_request')
    const title = link(numbered(request.text('number'), request.text('title')), request.text('html_url'))
    return activity(payload.text('sender.login'), md`${verb} pull request ${title}`, payload.text('review.content'))
  },
})

const ofKind = (kind: string, names: Readonly<Record<string, string>>): Record<string, EventKind> =>
  Object.fromEntries(
    Object.entries(names).map(([name, about]) => [name, { ...(github.events[kind] as EventKind), about }]),
  )

/** Comments on code belong to a review, others to an issue. */
function commented(about: string): EventKind {
  const [asReview, asComment] = [reviewed('reviewed', about), github.events.issue_comment as EventKind]
  const kindOf = ({ payload }: Post) => (payload.has('review') ? asReview : asComment)
  return { about, topic: (post) => kindOf(post).topic?.(post) ?? '', text: (post) => kindOf(post).text(post) }
}

const action = ({ payload }: Pick<Post, 'payload'>) => payload.text('action')
const header = (post: Pick<Post, 'header'>) =>
  post.header('x-forgejo-event') || post.header('x-gitea-event') || post.header('x-gogs-event')

export const gitea = tool({
  name: 'gitea',
  aliases: ['forgejo', 'gogs'],
  displayName: 'Gitea, Forgejo and Gogs',
  category: 'code',
  setup: [
    { kind: 'open', text: 'Settings → Webhooks → Add webhook → Gitea / Forgejo' },
    { kind: 'format', text: 'application/json' },
    { kind: 'secretIn', text: 'Secret' },
  ],
  documentation: 'https://docs.gitea.com/usage/webhooks',
  topicRule: {
    topic: 'repository and number of a pull request or issue, repository and branch of a push',
    why: 'the number stays when the title changes',
  },
  verification: oneOf(
    hmac({ header: 'x-forgejo-signature' }),
    hmac({ header: 'x-gitea-signature' }),
    hmac({ header: 'x-gogs-signature' }),
    hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
  ),
  event: (post) => [header(post) || 'unnamed', action(post)].filter(Boolean).join('.'),
  topic: ({ payload }) => topicOf(payload.text('repository.name')),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ...ofGithub('push', 'create', 'delete', 'issues', 'issue_comment', 'pull_request', 'release', 'fork', 'repository'),
    ...ofKind('issues', {
      issue_assign: 'Someone was assigned to an issue',
      issue_label: 'The labels of an issue changed',
      issue_milestone: 'The milestone of an issue changed',
    }),
    ...ofKind('pull_request', {
      pull_request_assign: 'Someone was assigned to a pull request',
      pull_request_label: 'The labels of a pull request changed',
      pull_request_milestone: 'The milestone of a pull request changed',
      pull_request_sync: 'A pull request has new commits',
      pull_request_review_request: 'Someone was asked to review a pull request',
    }),
    pull_request_comment: commented('Someone commented on a pull request, or reviewed it'),
    pull_request_approved: reviewed('approved', 'A pull request was approved'),
    pull_request_rejected: reviewed('requested changes to', 'Someone requested changes to a pull request'),
    pull_request_review_approved: reviewed('approved', 'A pull request was approved, in newer versions'),
    pull_request_review_rejected: reviewed('requested changes to', 'Someone requested changes, in newer versions'),
    pull_request_review_comment: reviewed(
      'reviewed',
      'Someone reviewed a pull request without approving or requesting changes',
    ),
    wiki: {
      about: 'A wiki page was created, edited, or deleted',
      topic: ({ payload }) => topicOf(payload.text('repository.name'), 'wiki'),
      text: (post) => {
        const { payload } = post
        const url = `${payload.text('repository.html_url')}/wiki/${encodeURIComponent(payload.text('page'))}`
        const what = md`${action(post) || 'edited'} the page ${link(payload.text('page'), url)} of the wiki`
        return md`${activity(payload.text('sender.login'), what)}${around('\n', quote(payload.text('comment'), 200))}`
      },
    },
  },
})

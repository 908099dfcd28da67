import { editedText } from '../edits.ts'
import { around, bold, joined, link, type Markdown, md, mono } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, doing, numbered } from '../sentences.ts'
import { table } from '../table.ts'
import { hostOf, ticketThread } from '../thread.ts'
import { type Post, quiet, type Said } from '../tool.ts'

export const who = ({ payload }: Pick<Post, 'payload'>) => payload.text('sender.login')
export const action = ({ payload }: Pick<Post, 'payload'>) => payload.text('action')
export const repository = ({ payload }: Pick<Post, 'payload'>) => payload.text('repository.name')
export const repositoryLink = ({ payload }: Post) =>
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
  ready_for_review: 'marked … as ready for review',
  converted_to_draft: 'converted … to a draft',
  enqueued: 'added … to the merge queue',
  label_updated: 'changed the labels of',
  label_cleared: 'removed the labels of',
  dequeued: 'removed … from the merge queue',
})

const dequeueReasons = table({
  CI_FAILURE: 'a check failed',
  CI_TIMEOUT: 'its checks took too long',
  MERGE_CONFLICT: 'it conflicts with the base branch',
  BRANCH_PROTECTIONS: 'the rules of the branch do not allow it',
  QUEUE_CLEARED: 'the queue was cleared',
  ROLL_BACK: 'another pull request failed',
})

/** Gogs names branches instead of `head` and `base`. */
const headOf = (ticket: Part) => ticket.text('head.ref', 'head_branch')
const baseOf = (ticket: Part) => ticket.text('base.ref', 'base_branch')

/** GitHub names the assignee, Gitea only all assignees that the issue has by then. */
function assigneesIn({ payload }: Post, path: string): string[] {
  const one = payload.text('assignee.login', 'assignee.username')
  if (one !== '') return [one]
  const all = payload.list(`${path}.assignees`).map((each) => each.text('login', 'username'))
  const names = all.length > 0 ? all : [payload.text(`${path}.assignee.login`, `${path}.assignee.username`)]
  return names.filter((name) => name !== '').slice(0, 10)
}

function edited(post: Post, ticket: Part, what: Markdown): Said {
  const { payload } = post
  const title = payload.text('changes.title.from')
  // Gitea's name of the base branch is `ref`
  const base = payload.text('changes.base.ref.from', 'changes.ref.from')
  const edits = [
    ...(title === '' ? [] : [{ field: 'title', from: title, to: bold(ticket.text('title')) }]),
    ...(base === '' ? [] : [{ field: 'base branch', from: mono(base), to: mono(baseOf(ticket)) }]),
  ]
  return editedText(who(post), what, edits, payload.has('changes.body') ? ['description'] : [])
}

export function ticketText(post: Post, path: string, kind: string): Said {
  const { payload } = post
  const ticket = payload.at(path)
  const number = ticket.text('number')
  const title = link(numbered(number, ticket.text('title')), ticket.text('html_url'))
  const what = md`${kind} ${title}`
  const by = who(post)
  const done = action(post)
  if (done === 'assigned' || done === 'unassigned') {
    const names = assigneesIn(post, path)
    if (names.length === 1 && names[0] === by)
      return activity(by, md`${done === 'assigned' ? 'self-assigned' : 'removed their assignment from'} ${what}`)
    if (names.length === 0) return activity(by, md`${done} ${what}`)
    const people = joined(names.map(bold), ', ')
    return activity(by, md`${done} ${people} ${done === 'assigned' ? 'to' : 'from'} ${what}`)
  }
  if (done === 'labeled' || done === 'unlabeled') {
    const label = mono(payload.text('label.name'))
    return activity(
      by,
      done === 'labeled' ? md`added the label ${label} to ${what}` : md`removed the label ${label} from ${what}`,
    )
  }
  if (done === 'milestoned' || done === 'demilestoned') {
    const milestone = payload.text('milestone.title', `${path}.milestone.title`)
    return activity(
      by,
      done === 'milestoned'
        ? md`added ${what} to the milestone ${bold(milestone)}`
        : md`removed ${what} from its milestone`,
    )
  }
  if (done === 'review_requested' || done === 'review_request_removed') {
    const name = bold(
      payload.text('requested_reviewer.login', 'requested_team.name', `${path}.requested_reviewers.0.login`) ||
        'someone',
    )
    return activity(
      by,
      done === 'review_requested'
        ? md`asked ${name} to review ${what}`
        : md`removed the review request for ${name} from ${what}`,
    )
  }
  if (done === 'synchronize' || done === 'synchronized') return activity(by, md`updated ${what} with new commits`)
  if (done === 'auto_merge_enabled') return activity(by, md`turned on auto-merge for ${what}`)
  if (done === 'auto_merge_disabled') return activity(by, md`turned off auto-merge for ${what}`)
  if (done === 'closed' && ticket.isTrue('merged'))
    return activity(by, md`merged ${what}${around(' into ', mono(baseOf(ticket)))}`)
  // the merge itself is posted
  if (done === 'dequeued' && payload.text('reason') === 'MERGE') return quiet
  if (done === 'edited') return edited(post, ticket, what)
  const verb = issueVerbs[done]
  if (verb === undefined) return undefined
  if (done === 'dequeued') {
    const reason = around(': ', dequeueReasons[payload.text('reason')] ?? '')
    return activity(by, md`removed ${what} from the merge queue${reason}`)
  }
  const from =
    done === 'opened' && headOf(ticket) !== '' && baseOf(ticket) !== ''
      ? md` (${mono(headOf(ticket))} → ${mono(baseOf(ticket))})`
      : md``
  const draft = done === 'opened' && ticket.isTrue('draft') ? md`draft ` : md``
  return activity(by, md`${doing(verb, md`${draft}${what}`)}${from}`, done === 'opened' ? ticket.text('body') : '')
}

/** Stays when the repository is renamed, and distinguishes repositories of the same name. */
export const repositoryId = ({ payload }: Post): string =>
  `${hostOf(payload.text('repository.html_url'))} ${payload.text('repository.id', 'repository.full_name')}`.trim()

export const ticketTopic = (path: string, kind: string) => (post: Post) => {
  const ticket = post.payload.at(path)
  const place = { place: repository(post), placeId: repositoryId(post) }
  return ticketThread({ ...place, kind, number: ticket.text('number'), title: ticket.text('title') })
}

const commentVerbs = table({
  created: 'commented on',
  edited: 'edited a comment on',
  deleted: 'deleted a comment on',
})

export function commentText(post: Post, on: Markdown): Said {
  const { payload } = post
  const verb = commentVerbs[action(post) || 'created']
  if (verb === undefined) return undefined
  const said = link(verb, payload.text('comment.html_url'))
  return activity(who(post), md`${said} ${on}`, action(post) === 'deleted' ? '' : payload.text('comment.body'))
}

export const titled = (post: Post, path: string, kind: string): Markdown => {
  const ticket = post.payload.at(path)
  return md`${kind} ${link(numbered(ticket.text('number'), ticket.text('title')), ticket.text('html_url'))}`
}
export const issueKind = ({ payload }: Post) => (payload.has('issue.pull_request') ? 'pull request' : 'issue')

export const reviewVerbs = table({
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
  dismissed: 'dismissed a review of',
})

import { bold, facts, joined, lines, link, type Markdown, md, mono } from '../markdown.ts'
import { activity, signs, topicOf, worded } from '../sentences.ts'
import { hmac, timed } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type Post, quiet, type Said, tool } from '../tool.ts'

const who = ({ payload }: Post) => payload.text('actor.name', 'data.user.name', 'data.creator.name')
const title = (post: Post, path = 'data') =>
  `${post.payload.text(`${path}.identifier`)} ${post.payload.text(`${path}.title`, `${path}.name`)}`.trim()
const project = ({ payload }: Post) => bold(payload.text('data.project.name'))
const projectTopic = (path: string) => (post: Post) =>
  thread(post.payload.text(`${path}.id`), topicOf('project', post.payload.text(`${path}.name`)))
const titled = (post: Post): Markdown => link(title(post), post.payload.text('url', 'data.url'))

function updated(post: Post): Said {
  const { payload } = post
  const changed = payload.at('updatedFrom')
  if (changed.has('stateId'))
    return activity(who(post), md`moved ${titled(post)} to ${bold(payload.text('data.state.name'))}`)
  if (changed.at('assigneeId').value !== undefined)
    return activity(
      who(post),
      payload.has('data.assignee.name')
        ? md`assigned ${titled(post)} to ${bold(payload.text('data.assignee.name'))}`
        : md`unassigned ${titled(post)}`,
    )
  if (changed.has('priority'))
    return activity(who(post), md`set the priority of ${titled(post)} to ${bold(payload.text('data.priorityLabel'))}`)
  if (changed.has('title')) return activity(who(post), md`renamed “${changed.text('title')}” to ${titled(post)}`)
  if (changed.at('dueDate').value !== undefined)
    return activity(
      who(post),
      payload.has('data.dueDate')
        ? md`set the due date of ${titled(post)}: **${payload.text('data.dueDate')}**`
        : md`removed the due date of ${titled(post)}`,
    )
  if (changed.has('labelIds'))
    return activity(
      who(post),
      md`labeled ${titled(post)} ${joined(
        payload.list('data.labels').map((one) => mono(one.text('name'))),
        ', ',
      )}`,
    )
  return quiet
}

export const linear = tool({
  name: 'linear',
  displayName: 'Linear',
  category: 'work',
  setup: [
    { kind: 'open', text: 'Settings → API → Webhooks → New webhook' },
    { kind: 'secret', text: 'Signing secret' },
  ],
  documentation: 'https://linear.app/developers/webhooks',
  topicRule: {
    topic: 'the identifier and title of the issue, or the project',
    why: 'the identifier stays when the title changes',
  },
  verification: timed(hmac({ header: 'linear-signature' }), 'webhookTimestamp'),
  event: ({ payload }) => [payload.text('type') || 'unnamed', payload.text('action')].filter(Boolean).join('.'),
  topic: (post) => thread(post.payload.text('data.identifier'), title(post) || 'Linear'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'Issue.create': {
      about: 'An issue was created',
      text: (post) => {
        const made = post.payload.at('data')
        return lines(
          activity(who(post), md`created ${titled(post)}`, made.text('description')),
          facts({
            Team: made.text('team.name'),
            State: made.text('state.name'),
            Priority: made.text('priority') === '0' ? '' : made.text('priorityLabel'),
            Assignee: made.text('assignee.name'),
          }),
        )
      },
    },
    'Issue.update': { about: 'An issue was moved, assigned, labeled…', text: updated },
    'Issue.remove': {
      about: 'An issue was removed',
      text: (post) => activity(who(post), md`removed ${bold(title(post))}`),
    },
    'Comment.create': {
      about: 'Someone commented on an issue',
      topic: (post) => thread(post.payload.text('data.issue.identifier'), title(post, 'data.issue')),
      text: (post) =>
        activity(
          who(post),
          md`${link('commented on', post.payload.text('url'))} ${bold(title(post, 'data.issue') || 'an issue')}`,
          post.payload.text('data.body'),
        ),
    },
    'Comment.update': { about: 'A comment was changed', text: () => quiet },
    'Comment.remove': { about: 'A comment was removed', text: () => quiet },
    'Project.create': {
      about: 'A project was created',
      topic: projectTopic('data'),
      text: (post) =>
        activity(who(post), md`created the project ${titled(post)}`, post.payload.text('data.description')),
    },
    'Project.update': {
      about: 'A project was changed',
      topic: projectTopic('data'),
      text: (post) =>
        post.payload.has('updatedFrom.state') || post.payload.has('updatedFrom.statusId')
          ? activity(
              who(post),
              md`set the project ${titled(post)} to **${post.payload.text('data.status.name', 'data.state')}**`,
            )
          : quiet,
    },
    'ProjectUpdate.create': {
      about: 'A project update was posted',
      topic: projectTopic('data.project'),
      text: (post) =>
        activity(
          who(post),
          md`posted an ${link('update', post.payload.text('url'))} on ${project(post)} (${worded(post.payload.text('data.health'))})`,
          post.payload.text('data.body'),
        ),
    },
    IssueSLA: { about: 'The SLA of an issue was set, or its deadline is near', text: () => quiet },
    'IssueSLA.breached': {
      about: 'An issue breached its SLA',
      topic: (post) => thread(post.payload.text('issueData.identifier'), title(post, 'issueData')),
      text: (post) => {
        const issue = bold(link(title(post, 'issueData'), post.payload.text('url')))
        return md`${signs.bad} ${issue} breached its SLA.`
      },
    },
    Reaction: { about: 'Someone reacted to a comment', text: () => quiet },
    Cycle: { about: 'A cycle was changed', text: () => quiet },
    IssueLabel: { about: 'A label was changed', text: () => quiet },
  },
})

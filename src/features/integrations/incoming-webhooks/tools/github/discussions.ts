import { md } from '../markdown.ts'
import { activity } from '../sentences.ts'
import type { EventKind } from '../tool.ts'
import { action, commentText, ticketText, ticketTopic, titled, who } from './ticket.ts'

export const discussionEvents: Readonly<Record<string, EventKind>> = {
  discussion: {
    about: 'A discussion was started, answered, closed…',
    topic: ticketTopic('discussion', 'discussion'),
    text: (post) =>
      action(post) === 'created'
        ? activity(
            who(post),
            md`started ${titled(post, 'discussion', 'discussion')}`,
            post.payload.text('discussion.body'),
          )
        : action(post) === 'answered'
          ? activity(who(post), md`marked ${titled(post, 'discussion', 'discussion')} as answered`)
          : ticketText(post, 'discussion', 'discussion'),
  },
  discussion_comment: {
    about: 'Someone posted in a discussion',
    topic: ticketTopic('discussion', 'discussion'),
    text: (post) => commentText(post, titled(post, 'discussion', 'discussion')),
  },
}

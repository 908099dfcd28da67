import { markdownOfHtml } from '../html.ts'
import { bold, link, md } from '../markdown.ts'
import { activity } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type Post, silent, tool } from '../tool.ts'

const site = (post: Pick<Post, 'header'>) => post.header('x-discourse-instance').replace(/(?<!\/)\/+$/, '')
const pageOf = (post: Post, folder: string, path: string) =>
  `${site(post)}/${folder}/${encodeURIComponent(post.payload.text(path))}`
const topicLink = (post: Post, path: string) => {
  const one = post.payload.at(path)
  const [id, slug] = [one.text('topic_id', 'id'), one.text('topic_slug', 'slug')]
  const number = one.text('post_number')
  const parts = ['t', slug || '-', id, number].filter((part, index) => index < 3 || part !== '')
  const title = one.text('topic_title', 'title', 'fancy_title') || 'a topic'
  return link(title, `${site(post)}/${parts.map(encodeURIComponent).join('/')}`)
}
const name = (post: Post, path: string) =>
  post.payload.text(
    `${path}.display_username`,
    `${path}.name`,
    `${path}.username`,
    `${path}.created_by.name`,
    `${path}.created_by.username`,
  )
export const discourse = tool({
  name: 'discourse',
  displayName: 'Discourse',
  category: 'writing',
  setup: [
    { kind: 'open', text: 'Admin → API → Webhooks → New Webhook' },
    { kind: 'format', text: 'application/json' },
    { kind: 'secretIn', text: 'Secret' },
  ],
  documentation: 'https://meta.discourse.org/t/configure-webhooks-that-trigger-on-discourse-events/49045',
  topicRule: { topic: 'the title of the topic', why: 'posts and solutions of a topic' },
  verification: hmac({ header: 'x-discourse-event-signature', prefix: 'sha256=' }),
  event: (post) => post.header('x-discourse-event') || 'unnamed',
  topic: (post) => {
    const { payload } = post
    const id = payload.text('topic.id', 'post.topic_id', 'solved.topic_id')
    const title = payload.text('topic.title', 'post.topic_title', 'solved.topic_title')
    return thread(id && `${site(post)} ${id}`, title || 'Discourse')
  },
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ping: { about: 'The connection was tested', text: () => md`Discourse is connected.` },
    topic_created: {
      about: 'Someone started a topic',
      text: (post) => activity(name(post, 'topic'), md`started the topic ${topicLink(post, 'topic')}`),
    },
    topic_destroyed: {
      about: 'A topic was deleted',
      text: (post) => md`The topic ${bold(post.payload.text('topic.title'))} was deleted.`,
    },
    topic_closed_status_updated: {
      about: 'A topic was closed or reopened',
      text: (post) =>
        md`The topic ${topicLink(post, 'topic')} was ${post.payload.isTrue('topic.closed') ? 'closed' : 'reopened'}.`,
    },
    topic_edited: silent('A topic was changed'),
    topic_recovered: silent('A topic was restored'),
    post_created: {
      about: 'Someone posted in a topic',
      text: (post) => {
        const one = post.payload.at('post')
        return activity(
          name(post, 'post'),
          md`${one.text('post_number') === '1' ? 'wrote' : 'replied in'} ${topicLink(post, 'post')}`,
          one.text('raw') || markdownOfHtml(one.text('cooked')),
        )
      },
    },
    post_edited: silent('A post was changed'),
    post_destroyed: silent('A post was deleted'),
    post_recovered: silent('A post was restored'),
    user_created: {
      about: 'Someone joined',
      topic: () => 'new people',
      text: (post) =>
        md`${bold(link(post.payload.text('user.name', 'user.username'), pageOf(post, 'u', 'user.username')))} joined.`,
    },
    user_logged_in: silent('Someone signed in'),
    accepted_solution: {
      about: 'An answer was chosen as the solution',
      text: (post) => md`An answer by ${bold(name(post, 'solved'))} solves ${topicLink(post, 'solved')}.`,
    },
    unaccepted_solution: silent('An answer is no longer the solution'),
    reviewable_created: {
      about: 'Something needs a moderator',
      topic: () => 'review queue',
      text: (post) => {
        const queue = link('review queue', pageOf(post, 'review', 'reviewable.id'))
        return md`The ${queue} has a new item: ${post.payload.text('reviewable.topic.title', 'reviewable.type')}`
      },
    },
  },
})

import { lineOfHtml, markdownOfHtml } from '../html.ts'
import { bold, link, md, quote } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity } from '../sentences.ts'
import { authorization, hmac, oneOf } from '../signatures.ts'
import { type Post, tool } from '../tool.ts'

/** Plugins send the fields of a post at the top level, or in `post`. */
const at = ({ payload }: Post): Part => (payload.has('post') ? payload.at('post') : payload)
const htmlOf = (part: Part, name: string) => part.text(`${name}.rendered`, `post_${name}`, name)
const titled = (post: Post) =>
  link(
    lineOfHtml(htmlOf(at(post), 'title')) || 'New post',
    at(post).text('post_url', 'link', 'permalink', 'guid.rendered', 'guid') || post.payload.text('post_permalink'),
  )
const author = (post: Post) =>
  at(post).text('author_name', 'post_author_name') ||
  post.payload.text('author.display_name', 'user.display_name', 'user_login')

export const wordpress = tool({
  name: 'wordpress',
  displayName: 'WordPress',
  category: 'writing',
  setup: [
    { kind: 'plugin', text: 'HookPress / WP Webhooks' },
    { kind: 'url' },
    { kind: 'select', text: 'publish_post, publish_page, user_register, wp_login, comment_post' },
    { kind: 'format', text: 'JSON' },
  ],
  documentation: 'https://developer.wordpress.org/reference/hooks/publish_post/',
  topicRule: { topic: 'posts, pages, comments, or people', why: 'a feed of each' },
  verification: oneOf(hmac({ header: 'x-wc-webhook-signature', encoding: 'base64' }), authorization),
  event: ({ payload }) =>
    payload.text('hook', 'action', 'event') ||
    (payload.has('post_title') || payload.has('post') ? 'publish_post' : 'unnamed'),
  topic: (post) => lineOfHtml(htmlOf(at(post), 'title')) || 'WordPress',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    publish_post: {
      about: 'A post was published',
      topic: () => 'posts',
      text: (post) =>
        activity(
          author(post) || 'WordPress',
          md`published ${bold(titled(post))}`,
          markdownOfHtml(htmlOf(at(post), 'excerpt')),
        ),
    },
    publish_page: {
      about: 'A page was published',
      topic: () => 'pages',
      text: (post) => activity(author(post) || 'WordPress', md`published the page ${bold(titled(post))}`),
    },
    comment_post: {
      about: 'Someone commented on a post',
      topic: () => 'comments',
      text: ({ payload }) => {
        const content = payload.text('comment_content', 'comment.content.rendered', 'comment.content')
        return activity(
          payload.text('comment_author', 'comment.author_name'),
          md`wrote a comment`,
          markdownOfHtml(content),
        )
      },
    },
    user_register: {
      about: 'Someone registered',
      topic: () => 'people',
      text: ({ payload }) =>
        md`${bold(payload.text('display_name', 'user.display_name', 'user_login') || 'Someone')} registered.`,
    },
    wp_login: {
      about: 'Someone signed in',
      topic: () => 'people',
      text: ({ payload }) => md`${bold(payload.text('user_login', 'user.user_login') || 'Someone')} signed in.`,
    },
    test: {
      about: 'The connection was tested',
      text: ({ payload }) => md`WordPress is connected.\n${quote(payload.text('message'), 200)}`,
    },
  },
})

import { bold, lines, link, type Markdown, md, quote } from '../markdown.ts'
import { activity } from '../sentences.ts'
import { field } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type Post, quiet, tool } from '../tool.ts'

const file = ({ payload }: Post) => {
  const key = payload.text('file_key')
  return link(payload.text('file_name') || 'a file', /^\w+$/.test(key) ? `https://www.figma.com/file/${key}` : '')
}
const who = ({ payload }: Post) => payload.text('triggered_by.handle')

/** A comment is a list of texts and mentions. */
function comment({ payload }: Post): string {
  const pieces = payload.list('comment').map(
    (one) =>
      one.text('text') ||
      (one.has('mention')
        ? `@${
            payload
              .list('mentions')
              .find((person) => person.text('id') === one.text('mention'))
              ?.text('handle') ?? 'someone'
          }`
        : ''),
  )
  return pieces.join(' ')
}

const counted = (post: Post): Markdown => {
  const parts = ['created', 'modified', 'deleted'].map(
    (name) => [name, post.payload.size(`${name}_components`) + post.payload.size(`${name}_styles`)] as const,
  )
  return md`${parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}`
}

export const figma = tool({
  name: 'figma',
  displayName: 'Figma',
  category: 'writing',
  setup: [
    {
      kind: 'request',
      text: 'POST https://api.figma.com/v2/webhooks',
      code: 'event_type=FILE_COMMENT\nendpoint=WEBHOOK_URL\npasscode=SECRET',
    },
    { kind: 'secret', text: 'passcode' },
  ],
  documentation: 'https://developers.figma.com/docs/rest-api/webhooks/',
  topicRule: { topic: 'the file', why: 'comments and versions of a file' },
  verification: field('passcode'),
  event: ({ payload }) => payload.text('event_type') || 'unnamed',
  topic: ({ payload }) => thread(payload.text('file_key'), payload.text('file_name') || 'Figma'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    PING: { about: 'The connection was tested', text: () => md`Figma is connected.` },
    FILE_COMMENT: {
      about: 'Someone commented on a file',
      text: (post) => activity(who(post), md`commented on ${file(post)}`, comment(post)),
    },
    FILE_VERSION_UPDATE: {
      about: 'A version of a file was named',
      text: (post) =>
        activity(
          who(post),
          md`named a version of ${file(post)} ${bold(post.payload.text('label'))}`,
          post.payload.text('description'),
        ),
    },
    FILE_UPDATE: { about: 'A file was changed', text: () => quiet },
    FILE_DELETE: {
      about: 'A file was deleted',
      text: (post) => activity(who(post), md`deleted ${bold(post.payload.text('file_name') || 'a file')}`),
    },
    LIBRARY_PUBLISH: {
      about: 'A library was published',
      text: (post) =>
        lines(
          activity(who(post), md`published the library ${file(post)}`, post.payload.text('description')),
          counted(post),
        ),
    },
    DEV_MODE_STATUS_UPDATE: {
      about: 'A layer was marked as ready for development, or as completed',
      text: (post) =>
        lines(
          activity(
            who(post),
            md`set a layer of ${file(post)} to **${post.payload.text('status').toLowerCase().replaceAll('_', ' ')}**`,
          ),
          quote(post.payload.text('change_message')),
        ),
    },
  },
})

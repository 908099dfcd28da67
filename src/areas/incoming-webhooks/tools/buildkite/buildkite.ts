import { around, lines, link, md, mono, quote } from '../markdown.ts'
import { between, signOf, signs, spaced, topicOf } from '../sentences.ts'
import { oneOf, timedHmac, token } from '../signatures.ts'
import { fits, type Post, quiet, tool } from '../tool.ts'

const build = ({ payload }: Post) => payload.at('build')
const titled = (post: Post) =>
  link(`${post.payload.text('pipeline.name')} #${build(post).text('number')}`, build(post).text('web_url'))

export const buildkite = tool({
  name: 'buildkite',
  displayName: 'Buildkite',
  category: 'delivery',
  setup: 'Settings → Notification Services → Add Webhook; the token is the secret, sent as it is or as a signature.',
  documentation: 'https://buildkite.com/docs/apis/webhooks/pipelines',
  verification: oneOf(
    timedHmac('x-buildkite-signature', { time: 'timestamp', code: 'signature' }),
    token('x-buildkite-token'),
  ),
  event: ({ payload, header }) => payload.text('event') || header('x-buildkite-event') || 'unnamed',
  topic: (post) => topicOf(post.payload.text('pipeline.name'), build(post).text('branch')) || 'Buildkite',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ping: { about: 'The connection was tested', text: () => md`Buildkite is connected.` },
    'build.scheduled': { about: 'A build waits', text: () => quiet },
    'build.running': { about: 'A build began', text: () => quiet },
    'build.finished': {
      about: 'A build ended',
      text: (post) => {
        const one = build(post)
        if (post.branches.length > 0 && !fits(one.text('branch'), post.branches)) return quiet
        return lines(
          md`${signOf(one.text('state'))} ${titled(post)}: **${spaced(one.text('state'))}**${around(' on ', mono(one.text('branch')))}${around(' after ', between(one.text('started_at'), one.text('finished_at')))}`,
          quote(one.text('message').split('\n', 1)[0] ?? '', 200),
        )
      },
    },
    'build.blocked': {
      about: 'A build waits for somebody',
      text: (post) => md`${signs.warning} ${titled(post)} waits for somebody who lets it go on.`,
    },
    job: { about: 'A job began or ended; the build is told of instead', text: () => quiet },
    agent: { about: 'An agent came or went', text: () => quiet },
  },
})

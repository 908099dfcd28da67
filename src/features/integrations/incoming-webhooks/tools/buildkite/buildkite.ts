import { around, lines, link, md, mono, quote } from '../markdown.ts'
import { between, signOf, signs, spaced, topicOf } from '../sentences.ts'
import { oneOf, timedHmac, token } from '../signatures.ts'
import { fits, type Post, quiet, tool } from '../tool.ts'

const build = ({ payload }: Post) => payload.at('build')
const branch = (post: Post) => build(post).text('branch')
const isOfBranch = (post: Post) => post.branches.length === 0 || fits(branch(post), post.branches)
const titled = (post: Post) =>
  link(`${post.payload.text('pipeline.name')} #${build(post).text('number')}`, build(post).text('web_url'))

export const buildkite = tool({
  name: 'buildkite',
  displayName: 'Buildkite',
  category: 'delivery',
  setup: [
    { kind: 'open', text: 'Settings → Notification Services → Add → Webhook' },
    { kind: 'secret', text: 'Token' },
  ],
  documentation: 'https://buildkite.com/docs/apis/webhooks/pipelines',
  topicRule: { topic: 'pipeline and branch', why: 'a failed build and the one that fixes it' },
  verification: oneOf(
    timedHmac('x-buildkite-signature', { time: 'timestamp', code: 'signature' }),
    token('x-buildkite-token'),
  ),
  event: ({ payload, header }) => payload.text('event') || header('x-buildkite-event') || 'unnamed',
  topic: (post) => topicOf(post.payload.text('pipeline.name'), build(post).text('branch')) || 'Buildkite',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ping: { about: 'The connection was tested', text: () => md`Buildkite is connected.` },
    'build.scheduled': { about: 'A build is waiting to start', text: () => quiet },
    'build.running': { about: 'A build started', text: () => quiet },
    'build.skipped': { about: 'A build was skipped', text: () => quiet },
    'build.failing': {
      about: 'A build is failing but still running',
      text: (post) => {
        if (!isOfBranch(post)) return quiet
        return md`${signs.warning} ${titled(post)} is failing${around(' on ', mono(branch(post)))}.`
      },
    },
    'build.finished': {
      about: 'A build finished, or is waiting for someone',
      text: (post) => {
        const one = build(post)
        if (!isOfBranch(post)) return quiet
        if (one.isTrue('blocked')) return md`${signs.warning} ${titled(post)} is waiting to be unblocked.`
        const [state, took] = [one.text('state'), between(one.text('started_at'), one.text('finished_at'))]
        const said = md`${signOf(state)} ${titled(post)}: **${spaced(state)}**`
        return lines(
          md`${said}${around(' on ', mono(branch(post)))}${around(' after ', took)}`,
          quote(one.text('message').split('\n', 1)[0] ?? '', 200),
        )
      },
    },
    job: { about: 'A job started or finished (the build is posted instead)', text: () => quiet },
    agent: { about: 'An agent connected or disconnected', text: () => quiet },
    cluster_token: { about: 'An agent was refused', text: () => quiet },
  },
})

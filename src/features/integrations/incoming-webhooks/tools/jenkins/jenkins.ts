import { around, lines, link, md, mono, points } from '../markdown.ts'
import { duration, signOf, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { type Post, quiet, type Said, tool } from '../tool.ts'

const url = ({ payload }: Post) => payload.text('build.full_url', 'build.url', 'url')
const name = ({ payload }: Post) => payload.text('display_name', 'name', 'build.job_name')

function ended(post: Post): Said {
  const { payload } = post
  const status = payload.text('build.status', 'result')
  const took = duration(payload.number('build.duration'))
  const branch = payload.text('build.scm.branch').replace(/^origin\//, '')
  const named = link(`${name(post)} #${payload.text('build.number', 'number')}`, url(post))
  const place = around(' on ', mono(branch))
  return lines(
    md`${signOf(status)} ${named}: **${status.toLowerCase()}**${place}${around(' after ', took)}`,
    payload.size('build.scm.changes') === 0
      ? undefined
      : points(payload.list('build.scm.changes'), (one) => md`${one.words}`, 5),
  )
}

export const jenkins = tool({
  name: 'jenkins',
  displayName: 'Jenkins',
  category: 'delivery',
  setup: [
    { kind: 'plugin', text: 'Notification' },
    { kind: 'open', text: 'Job Notifications → Add Endpoint' },
    { kind: 'format', text: 'JSON, HTTP' },
    { kind: 'select', text: 'All Events' },
  ],
  documentation: 'https://plugins.jenkins.io/notification/',
  topicRule: { topic: 'the job', why: 'a failed build and the one that fixes it' },
  verification: authorization,
  event: ({ payload }) => payload.text('build.phase').toLowerCase() || 'unnamed',
  topic: (post) => name(post) || 'Jenkins',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    queued: { about: 'A build is waiting to start', text: () => quiet },
    started: {
      about: 'A build started',
      text: (post) =>
        md`${signs.under} ${link(`${name(post)} #${post.payload.text('build.number')}`, url(post))} started.`,
    },
    completed: { about: 'A build ended, except for its post-build steps', text: () => quiet },
    finalized: { about: 'A build ended', text: ended },
  },
})

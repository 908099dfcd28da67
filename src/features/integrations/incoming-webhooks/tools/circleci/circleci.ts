import { around, lines, link, md, mono, quote } from '../markdown.ts'
import { between, signOf, spaced, topicOf } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { fits, type Post, quiet, type Said, tool } from '../tool.ts'

/** For GitHub's older app and Bitbucket; then for all others. */
const branchOf = ({ payload }: Pick<Post, 'payload'>) =>
  payload.text(
    'pipeline.vcs.branch',
    'pipeline.vcs.tag',
    'pipeline.trigger_parameters.git.branch',
    'pipeline.trigger_parameters.git.tag',
  )

function text(post: Post, path: 'workflow' | 'job'): Said {
  const { payload } = post
  const status = payload.text(`${path}.status`)
  const branch = branchOf(post)
  if (post.branches.length > 0 && branch !== '' && !fits(branch, post.branches)) return quiet
  const took = between(payload.text(`${path}.created_at`, `${path}.started_at`), payload.text(`${path}.stopped_at`))
  const url = payload.text('workflow.url') || payload.text('job.url')
  const named = link(`${path === 'job' ? 'Job' : 'Workflow'} ${payload.text(`${path}.name`)}`, url)
  return lines(
    md`${signOf(status)} ${named}: **${spaced(status)}**${around(' on ', mono(branch))}${around(' after ', took)}`,
    quote(
      payload.text(
        'pipeline.vcs.commit.subject',
        'pipeline.trigger_parameters.gitlab.commit_title',
        'pipeline.trigger_parameters.git.commit_title',
      ),
      200,
    ),
  )
}

export const circleci = tool({
  name: 'circleci',
  displayName: 'CircleCI',
  category: 'delivery',
  setup: [
    { kind: 'open', text: 'Project Settings → Webhooks → Add Webhook' },
    { kind: 'secretIn', text: 'Secret token' },
  ],
  documentation: 'https://circleci.com/docs/webhooks-reference/',
  topicRule: { topic: 'project and branch', why: 'a failed build and the one that fixes it' },
  verification: hmac({ header: 'circleci-signature', prefix: 'v1=', isList: true }),
  event: ({ payload }) => payload.text('type') || 'unnamed',
  topic: (post) => topicOf(post.payload.text('project.name'), branchOf(post)) || 'CircleCI',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'workflow-completed': { about: 'A workflow ended', text: (post) => text(post, 'workflow') },
    'job-completed': { about: 'A job ended', text: (post) => text(post, 'job') },
    ping: { about: 'The connection was tested', text: () => md`CircleCI is connected.`, topic: () => 'CircleCI' },
  },
})

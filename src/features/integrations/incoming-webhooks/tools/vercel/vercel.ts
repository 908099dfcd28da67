import { around, bold, lines, link, md, mono, quote } from '../markdown.ts'
import { signs, topicOf } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { type EventKind, type Post, quiet, tool } from '../tool.ts'

const inside = ({ payload }: Post) => payload.at('payload')
const project = (post: Post) => inside(post).text('name', 'deployment.name', 'project.name')
const said = (about: string, sign: string, verb: string): EventKind => ({
  about,
  text: (post) => {
    const one = inside(post)
    const url = one.text('deployment.url', 'url')
    const target = one.text('target')
    const meta = one.at('deployment.meta')
    const commit = meta.text('githubCommitMessage', 'gitlabCommitMessage', 'bitbucketCommitMessage')
    const branch = meta.text('githubCommitRef', 'gitlabCommitRef', 'bitbucketCommitRef')
    const named = link(bold(project(post)), url === '' ? '' : `https://${url.replace(/^https?:\/\//, '')}`)
    const where = md`${around(' (', target, ')')}${around(' from ', mono(branch))}`
    return lines(
      md`${sign} ${named} ${verb}${where}. ${link('Log', one.text('links.deployment'))}`,
      quote(commit.split('\n', 1)[0] ?? '', 200),
    )
  },
})

export const vercel = tool({
  name: 'vercel',
  displayName: 'Vercel',
  category: 'delivery',
  setup: [{ kind: 'open', text: 'Team settings → Webhooks → Create webhook' }, { kind: 'once' }],
  documentation: 'https://vercel.com/docs/webhooks/webhooks-api',
  topicRule: { topic: 'the project', why: 'a failed deployment and the one that fixes it' },
  verification: hmac({ header: 'x-vercel-signature', algorithm: 'sha1' }),
  event: ({ payload }) => payload.text('type') || 'unnamed',
  topic: (post) => topicOf(project(post)) || 'Vercel',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'deployment.created': { about: 'A deployment started', text: () => quiet },
    'deployment.succeeded': said('A deployment succeeded', signs.good, 'was deployed'),
    'deployment.ready': { about: 'A deployment is ready for its checks', text: () => quiet },
    'deployment.error': said('A deployment failed', signs.bad, 'could not be deployed'),
    'deployment.canceled': said('A deployment was canceled', signs.off, 'was not deployed: canceled'),
    'deployment.promoted': said('A deployment was promoted to production', signs.good, 'was promoted to production'),
    'deployment.rollback': said(
      'Production was rolled back to an older deployment',
      signs.warning,
      'was rolled back in production',
    ),
    'deployment.checks': { about: 'Checks of a deployment ended', text: () => quiet },
    'project.created': {
      about: 'A project was created',
      text: (post) => md`The project ${bold(project(post))} was created.`,
    },
    'project.removed': {
      about: 'A project was removed',
      text: (post) => md`The project ${bold(project(post))} was removed.`,
    },
  },
})

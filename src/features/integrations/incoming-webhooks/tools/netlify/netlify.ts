import { around, bold, facts, lines, link, md, mono, quote } from '../markdown.ts'
import { duration, signs, topicOf } from '../sentences.ts'
import { signedToken } from '../signatures.ts'
import { table } from '../table.ts'
import { type Post, quiet, tool } from '../tool.ts'

const site = ({ payload }: Post) => payload.text('name', 'site_name')
const named = (post: Post) =>
  link(bold(site(post) || 'the site'), post.payload.text('deploy_ssl_url', 'ssl_url', 'url'))
const where = ({ payload }: Post) =>
  md`${around(' from ', mono(payload.text('branch')))}${around(' (', payload.text('context').replace('production', ''), ')')}`

const deployEvents = table({ ready: 'created', error: 'failed', building: 'building' })

export const netlify = tool({
  name: 'netlify',
  displayName: 'Netlify',
  category: 'delivery',
  setup: [
    {
      kind: 'open',
      text: 'Project configuration → Notifications → Emails and webhooks → Add notification → HTTP POST request',
    },
    { kind: 'secretIn', text: 'JWS secret token' },
  ],
  documentation: 'https://docs.netlify.com/site-deploys/notifications/',
  topicRule: { topic: 'site and branch', why: 'a failed deployment and the one that fixes it' },
  verification: signedToken('x-webhook-signature'),
  event: (post) =>
    post.header('x-netlify-event') ||
    (post.payload.has('form_name')
      ? 'submission_created'
      : post.payload.has('state')
        ? `deploy_${deployEvents[post.payload.text('state')] ?? post.payload.text('state')}`
        : 'unnamed'),
  topic: (post) => topicOf(site(post), post.payload.text('branch')) || 'Netlify',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    deploy_created: {
      about: 'A deployment succeeded',
      text: (post) => {
        const took = duration(
          post.payload.has('deploy_time') ? (post.payload.number('deploy_time') ?? 0) * 1000 : undefined,
        )
        return lines(
          md`${signs.good} ${named(post)} was deployed${where(post)}${around(' in ', took)}. ${link('Log', post.payload.text('admin_url'))}`,
          quote(post.payload.text('title', 'commit_message'), 200),
        )
      },
    },
    deploy_building: { about: 'A deployment started', text: () => quiet },
    deploy_failed: {
      about: 'A deployment failed',
      text: (post) =>
        lines(
          md`${signs.bad} Deploying ${named(post)}${where(post)} **failed**. ${link('Log', post.payload.text('admin_url'))}`,
          quote(post.payload.text('error_message'), 500),
        ),
    },
    deploy_locked: {
      about: 'Deployments were stopped',
      text: (post) => md`${signs.off} Deployments of ${named(post)} are stopped.`,
    },
    deploy_unlocked: {
      about: 'Deployments resumed',
      text: (post) => md`${signs.good} Deployments of ${named(post)} have resumed.`,
    },
    deploy_request_accepted: {
      about: 'A deployment was approved',
      text: (post) => md`A deployment of ${named(post)} was approved.`,
    },
    deploy_request_pending: {
      about: 'A deployment is waiting for approval',
      text: (post) => md`${signs.warning} A deployment of ${named(post)} is waiting for approval.`,
    },
    deploy_request_rejected: {
      about: 'A deployment was not approved',
      text: (post) => md`${signs.off} A deployment of ${named(post)} was not approved.`,
    },
    deploy_restored: {
      about: 'An older deployment was published again',
      text: (post) => md`${signs.good} A deployment of ${named(post)} was published again.`,
    },
    deploy_deleted: { about: 'A deployment was deleted', text: () => quiet },
    submission_created: {
      about: 'Someone submitted a form',
      topic: (post) => topicOf(site(post), post.payload.text('form_name')),
      text: ({ payload }) =>
        lines(
          md`Someone submitted ${bold(payload.text('form_name') || 'a form')}:`,
          facts(
            Object.fromEntries(
              payload
                .fields('data')
                .filter(([name]) => !['ip', 'user_agent', 'referrer'].includes(name))
                .slice(0, 12)
                .map(([name, value]) => [name.replace(/[^\p{L}\p{N} _-]/gu, ' ').slice(0, 60), value.words]),
            ),
          ),
        ),
    },
  },
})

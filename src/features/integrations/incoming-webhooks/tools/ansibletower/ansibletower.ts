import { around, bold, joined, lines, link, md, mono } from '../markdown.ts'
import { between, signOf, spaced } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { type Post, tool } from '../tool.ts'

const kinds = table({
  project: 'Project update',
  inventory_sync: 'Inventory sync',
  inventory: 'Inventory sync',
  job_template: 'Job',
  workflow_job_template: 'Workflow',
  system_job_template: 'System job',
  ad_hoc_command: 'Command',
})
const name = ({ payload }: Post) => payload.text('name', 'friendly_name', 'job_friendly_name') || 'A job'

function text(post: Post) {
  const { payload } = post
  const status = payload.text('status')
  const failed = payload
    .fields('hosts')
    .filter(([, host]) => host.isTrue('failed'))
    .slice(0, 10)
    .map(([host]) => mono(host))
  const kind = payload.text('friendly_name') || kinds[payload.text('type')] || 'Job'
  const named = link(`#${payload.text('id')} ${name(post)}`, payload.text('url'))
  const took = around(' after ', between(payload.text('started'), payload.text('finished')))
  const by = around(' by ', bold(payload.text('created_by')))
  return lines(
    md`${signOf(status)} ${kind} ${named}: **${spaced(status)}**${took}${by}`,
    around('Failed on ', joined(failed, ', ')),
  )
}

export const ansibletower = tool({
  name: 'ansibletower',
  aliases: ['awx'],
  displayName: 'Ansible AWX',
  category: 'delivery',
  setup: [
    { kind: 'open', text: 'Notifications → Add → Webhook → POST' },
    { kind: 'turnOn', text: 'Templates → Notifications' },
    { kind: 'header', text: 'X-Webhook-Secret' },
  ],
  documentation: 'https://docs.ansible.com/automation-controller/latest/html/userguide/notifications.html#webhook',
  topicRule: { topic: 'the template', why: 'all its jobs' },
  verification: authorization,
  event: ({ payload }) => payload.text('status') || 'unnamed',
  topic: (post) => post.payload.text('name') || 'Ansible AWX',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    running: { about: 'A job started', text },
    successful: { about: 'A job succeeded', text },
    failed: { about: 'A job failed', text },
    error: { about: 'A job could not be run', text },
    canceled: { about: 'A job was canceled', text },
    pending: { about: 'A job is waiting to start', text },
  },
})

import { around, bold, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { hostOf, thread } from '../thread.ts'
import { type Post, tool } from '../tool.ts'

const monitor = ({ payload }: Post) =>
  link(payload.text('monitor.name') || 'A monitor', payload.text('monitor.url').replace(/^https?:\/\/$/, ''))
const message = ({ payload }: Post) => payload.text('heartbeat.msg', 'msg')
/** Servers number their monitors from 1 and don't name themselves, so what is monitored distinguishes them. */
function monitorId(payload: Part): string {
  const target = hostOf(payload.text('monitor.url')) || payload.text('monitor.hostname')
  // monitors that wait for a push have no target
  return `${payload.text('monitor.id')} ${target}`.trim()
}
/** Warnings of a certificate have no monitor, but begin with `[its name][its URL]`. */
const monitorIn = (message: string) => /^\[([^[\]]{1,200})\]\s?\[/.exec(message)?.[1] ?? ''

export const uptimekuma = tool({
  name: 'uptimekuma',
  aliases: ['uptime_kuma'],
  displayName: 'Uptime Kuma',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Settings → Notifications → Setup Notification → Webhook' },
    { kind: 'format', text: 'JSON' },
  ],
  documentation: 'https://github.com/louislam/uptime-kuma/wiki/Notification-Methods',
  topicRule: { topic: 'the name of the monitor', why: 'it is in every message, also about certificates' },
  verification: authorization,
  event: ({ payload }) =>
    !payload.has('heartbeat')
      ? payload.has('msg')
        ? 'test'
        : 'unnamed'
      : (['down', 'up', 'pending', 'maintenance'][payload.number('heartbeat.status') ?? -1] ?? 'unnamed'),
  topic: ({ payload }) =>
    thread(monitorId(payload), payload.text('monitor.name') || monitorIn(payload.text('msg')) || 'Uptime Kuma'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    down: {
      about: 'A monitor is down',
      text: (post) => md`${signs.bad} ${bold(monitor(post))} is down${around(': ', message(post))}`,
    },
    up: {
      about: 'A monitor is up again',
      text: (post) =>
        md`${signs.good} ${bold(monitor(post))} is up${around(' (', post.payload.text('heartbeat.ping'), ' ms)')}`,
    },
    pending: {
      about: 'A monitor did not respond and is being retried',
      text: (post) =>
        md`${signs.warning} ${bold(monitor(post))} did not respond and is being retried${around(': ', message(post))}`,
    },
    maintenance: {
      about: 'Maintenance is in progress',
      text: (post) => md`${signs.under} ${bold(monitor(post))} is under maintenance.`,
    },
    test: {
      about: 'The notification was tested, or a certificate expires soon',
      text: ({ payload }) => md`${payload.text('msg')}`,
    },
  },
})

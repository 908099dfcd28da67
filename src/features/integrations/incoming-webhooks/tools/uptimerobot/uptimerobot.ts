import { around, bold, facts, lines, link, md } from '../markdown.ts'
import { duration, moment, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { thread } from '../thread.ts'
import { type Post, tool } from '../tool.ts'

const one = ({ payload }: Post, name: string) => payload.text(`monitor${name}`, `*monitor${name}*`)
const alert = ({ payload }: Pick<Post, 'payload'>, name: string) =>
  payload.text(`alert${name}`, `alert${name[0]?.toLowerCase()}${name.slice(1)}`)
const titled = (post: Post) => bold(link(one(post, 'FriendlyName') || 'A monitor', one(post, 'URL')))
const lasted = (post: Post) => duration((post.payload.number('alertDuration') ?? Number.NaN) * 1000)

export const uptimerobot = tool({
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Integrations & API → Webhook' },
    { kind: 'select', text: 'Send as JSON' },
    { kind: 'defaults' },
  ],
  documentation: 'https://help.uptimerobot.com/en/articles/11360839-how-to-set-up-webhooks-in-uptimerobot',
  topicRule: { topic: 'the name of the monitor', why: 'it is in every message, also about certificates' },
  verification: authorization,
  event: ({ payload }) =>
    table({ '1': 'down', '2': 'up', '3': 'certificate' })[alert({ payload }, 'Type')] ??
    (alert({ payload }, 'TypeFriendlyName').toLowerCase() || 'unnamed'),
  topic: (post) => thread(one(post, 'ID'), one(post, 'FriendlyName') || 'UptimeRobot'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    down: {
      about: 'A monitor is down',
      text: (post) =>
        lines(
          md`${signs.bad} ${titled(post)} is down${around(': ', alert(post, 'Details'))}`,
          facts({ Since: moment(alert(post, 'DateTime')) }),
        ),
    },
    up: {
      about: 'A monitor is up again',
      text: (post) => md`${signs.good} ${titled(post)} is up again${around(' after ', lasted(post))}.`,
    },
    certificate: {
      about: 'A certificate expires soon',
      text: (post) =>
        lines(
          md`${signs.warning} The certificate of ${titled(post)} expires soon`,
          facts({
            Expires: moment(post.payload.text('sslExpiryDate')),
            'Days left': post.payload.text('sslExpiryDaysLeft'),
          }),
        ),
    },
  },
})

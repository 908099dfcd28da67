import { around, lines, link, md, mono, quote } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { publicKeySignature } from '../public-key-signature.ts'
import { duration, signOf, topicOf } from '../sentences.ts'
import { fits, quiet, tool } from '../tool.ts'

const request = (payload: Part) =>
  link(`#${payload.text('pull_request_number')} ${payload.text('pull_request_title')}`, payload.text('compare_url'))

export const travis = tool({
  name: 'travis',
  displayName: 'Travis CI',
  category: 'delivery',
  setup: [
    { kind: 'file', text: '.travis.yml', code: 'notifications:\n  webhooks: WEBHOOK_URL' },
    { kind: 'publicKey', text: 'https://api.travis-ci.com/config → config.notifications.webhook.public_key' },
  ],
  documentation: 'https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications',
  topicRule: { topic: 'repository and branch', why: 'a failed build and the one that fixes it' },
  verification: publicKeySignature('signature', 'payload'),
  event: ({ payload }) =>
    payload.has('status_message') || payload.has('state') ? payload.text('type') || 'push' : 'unnamed',
  topic: ({ payload }) => topicOf(payload.text('repository.name'), payload.text('branch')) || 'builds',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: Object.fromEntries(
    [
      ['push', 'A build of a push ended'],
      ['pull_request', 'A build of a pull request ended'],
      ['cron', 'A scheduled build ended'],
      ['api', 'A build started through the API ended'],
    ].map(([name = '', about = '']) => [
      name,
      {
        about,
        text: ({ payload, branches }) => {
          const status = payload.text('status_message', 'result_message', 'state')
          if (status === 'Pending' || (branches.length > 0 && !fits(payload.text('branch'), branches))) return quiet
          const took = duration(payload.has('duration') ? (payload.number('duration') ?? 0) * 1000 : undefined)
          const change = payload.has('pull_request_number')
            ? md` of ${request(payload)}`
            : around(' on ', mono(payload.text('branch')))
          const build = link(`Build #${payload.text('number')}`, payload.text('build_url'))
          const sign = signOf(status.replace('Still Failing', 'failed'))
          return lines(
            md`${sign} ${build}${change}: **${status.toLowerCase()}**${around(' after ', took)}`,
            quote(payload.text('message').split('\n', 1)[0] ?? '', 200),
          )
        },
      },
    ]),
  ),
})

import { around, bold, link, md, mono, quote } from '../markdown.ts'
import { signOf, signs } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { type Post, quiet, tool } from '../tool.ts'

const app = ({ payload }: Post) => payload.text('data.app.name', 'app', 'data.name')
const who = ({ payload }: Post) => payload.text('actor.email', 'data.user.email', 'user')
const by = (post: Post) => around(' by ', bold(who(post)))

export const heroku = tool({
  name: 'heroku',
  displayName: 'Heroku',
  category: 'delivery',
  setup: [
    {
      kind: 'run',
      code: `heroku webhooks:add -i api:release -i api:build -l notify -u 'WEBHOOK_URL' -s SECRET -a APP`,
    },
  ],
  documentation: 'https://devcenter.heroku.com/articles/app-webhooks',
  topicRule: { topic: 'the app', why: 'its builds, releases, and crashes' },
  verification: hmac({ header: 'heroku-webhook-hmac-sha256', encoding: 'base64' }),
  event: ({ payload }) =>
    payload.has('resource')
      ? [payload.text('resource'), payload.text('action')].filter(Boolean).join('.')
      : payload.has('git_log')
        ? 'deploy'
        : 'unnamed',
  topic: (post) => app(post) || 'Heroku',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    release: {
      about: 'A release succeeded or failed',
      text: (post) => {
        const one = post.payload.at('data')
        if (!['succeeded', 'failed'].includes(one.text('status'))) return quiet
        const said = md`${signOf(one.text('status'))} ${bold(app(post))} v${one.text('version')}: **${one.text('status')}**`
        return md`${said}${by(post)}${around(' – ', one.text('description'))}`
      },
    },
    build: {
      about: 'A build ended',
      text: (post) => {
        const one = post.payload.at('data')
        if (!['succeeded', 'failed'].includes(one.text('status'))) return quiet
        const named = link(`Build of ${app(post)}`, one.text('output_stream_url'))
        const commit = around(' at ', mono(one.text('source_blob.version').slice(0, 7)))
        return md`${signOf(one.text('status'))} ${named}: **${one.text('status')}**${commit}${by(post)}`
      },
    },
    'dyno.update': {
      about: 'A process changed state',
      text: (post) =>
        post.payload.text('data.state') === 'crashed'
          ? md`${signs.bad} ${mono(post.payload.text('data.name'))} of ${bold(app(post))} has crashed.`
          : quiet,
    },
    dyno: { about: 'A process started or finished', text: () => quiet },
    formation: {
      about: 'The number of processes changed',
      text: (post) => {
        const now = post.payload.at('data')
        const processes = md`${now.text('quantity')} × ${mono(now.text('type'))} (${now.text('size')})`
        return md`${bold(app(post))} runs ${processes}${by(post)}.`
      },
    },
    addon: {
      about: 'An add-on was added, changed or removed',
      text: (post) => {
        const one = post.payload.at('data')
        const name = bold(one.text('addon_service.name', 'name'))
        return md`The add-on ${name} of ${bold(app(post))}: **${one.text('state') || 'changed'}**${by(post)}`
      },
    },
    app: {
      about: 'An app was created, changed or removed',
      text: (post) =>
        post.payload.text('action') === 'update'
          ? quiet
          : md`The app ${bold(app(post))} was ${post.payload.text('action') === 'destroy' ? 'removed' : 'created'}${by(post)}.`,
    },
    deploy: {
      about: 'The app was deployed (the older deploy hook)',
      text: (post) => {
        const { payload } = post
        const named = link(bold(app(post)), payload.text('url'))
        const log = around('\n', quote(payload.text('git_log'), 500))
        return md`${signs.good} ${named} was deployed at ${mono(payload.text('head'))}${by(post)}${log}`
      },
    },
  },
})

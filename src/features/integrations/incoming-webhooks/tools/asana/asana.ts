import { markdownOfHtml } from '../html.ts'
import { around, bold, md, points, quote } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { spaced } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { table } from '../table.ts'
import { thread } from '../thread.ts'
import { quiet, tool } from '../tool.ts'

const verbs = table({
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
  removed: 'removed',
  undeleted: 'restored',
})
/** Asana's webhooks contain only ids, unless rules and scripts add names. */
const thing = (part: Part) =>
  part.text('resource.name') || `${spaced(part.text('resource.resource_type') || 'thing')} ${part.text('resource.gid')}`

export const asana = tool({
  name: 'asana',
  displayName: 'Asana',
  category: 'work',
  setup: [
    {
      kind: 'request',
      text: 'POST https://app.asana.com/api/1.0/webhooks',
      code: 'resource=PROJECT_ID\ntarget=WEBHOOK_URL',
    },
    { kind: 'ownSecret' },
  ],
  documentation: 'https://developers.asana.com/docs/webhooks-guide',
  topicRule: { topic: 'the parent task or project', why: 'Asana sends only changes' },
  verification: hmac({ header: 'x-hook-signature' }),
  handshake: (post) => {
    const secret = post.header('x-hook-secret')
    return secret === '' || secret.length > 500 ? undefined : { headers: { 'X-Hook-Secret': secret }, secret }
  },
  event: (post) =>
    post.header('x-hook-secret') !== ''
      ? 'handshake'
      : post.payload.size('events') === 0 && post.payload.has('events')
        ? 'heartbeat'
        : post.payload.has('events')
          ? 'events'
          : 'unnamed',
  topic: ({ payload }) =>
    thread(
      payload.text('events.0.parent.gid', 'project.gid'),
      payload.text('events.0.parent.name', 'project.name') || 'Asana',
    ),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    handshake: {
      about: 'Asana sets up the webhook and its signing secret',
      text: () => md`Asana is connected.`,
    },
    heartbeat: { about: 'A heartbeat from Asana', text: () => quiet },
    events: {
      about: 'Tasks, stories, sections or projects were added, changed or removed',
      text: ({ payload }) => {
        // a story repeats a change
        const all = payload
          .list('events')
          .filter(
            (one) =>
              one.text('resource.resource_type') !== 'story' ||
              one.text('resource.resource_subtype') === 'comment_added',
          )
        if (all.length === 0) return quiet
        const shown = (one: Part) => {
          const isComment = one.text('resource.resource_type') === 'story'
          const by = one.text('user.name') || 'Someone'
          const field = one.text('change.field')
          const value = one.text(
            'change.new_value.name',
            'change.new_value.display_value',
            'change.new_value',
            'change.added_value.name',
            'change.added_value.display_value',
          )
          const what = isComment
            ? md`commented on ${bold(one.text('parent.name') || 'a task')}`
            : md`${verbs[one.text('action')] ?? 'changed'} ${bold(thing(one))}`
          const more = field === '' ? md`` : value === '' ? md` (${spaced(field)})` : md` (${spaced(field)}: ${value})`
          return md`${bold(by)} ${what}${more}`
        }
        const [one] = all
        if (all.length === 1 && one)
          return md`${shown(one)}.${around('\n', quote(markdownOfHtml(one.text('resource.html_text')) || one.text('resource.text')))}`
        return points(all, shown)
      },
    },
  },
})

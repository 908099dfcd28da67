import { withoutState } from '../alert-topic.ts'
import { bold, code, facts, lines, link, md, mono } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, signOf, signs } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { table } from '../table.ts'
import { type Post, quiet, type Said, tool } from '../tool.ts'

const verbs = table({
  resolved: 'resolved',
  unresolved: 'reopened',
  ignored: 'archived',
  archived: 'archived',
  assigned: 'assigned',
  created: 'new',
})
const signsOfLevels = table({
  fatal: signs.bad,
  error: signs.bad,
  warning: signs.warning,
  info: signs.under,
  debug: signs.off,
})
const sign = (part: Part) => signsOfLevels[part.text('level') || 'error'] ?? signs.bad

const tagOf = (event: Part, name: string) =>
  event
    .list('tags')
    .find((one) => one.text('0') === name)
    ?.text('1') ?? ''

/** Errors contain the project's id; its name is only in their URL. */
const slugIn = (url: string) => /\/projects\/[^/]{1,100}\/([\w-]{1,100})\//.exec(url)?.[1] ?? ''

/** Posts about issues, errors, and alerts name the project in different fields; only its slug is the same in all. */
const projectOf = (payload: Part) =>
  payload.text('data.issue.project.slug', 'data.event.project_slug', 'data.error.project_slug', 'data.project_slug') ||
  slugIn(payload.text('data.event.url', 'data.error.url')) ||
  payload.text(
    ...['project_slug', 'project', 'project_name'],
    ...['data.issue.project.name', 'data.event.project_name', 'data.error.project_name'],
  )

const placeOf = (frame: Part) => `${frame.text('filename', 'abs_path')}:${frame.text('lineno')}`
const inside = (frame: Part) => (frame.has('function') ? ` in ${frame.text('function')}` : '')

/** The last frames of the last exception, in the app's own code if known. */
function trace(event: Part): string {
  const frames = event.list('exception.values').at(-1)?.list('stacktrace.frames') ?? []
  const own = frames.filter((one) => one.isTrue('in_app'))
  return (own.length > 0 ? own : frames)
    .slice(-3)
    .reverse()
    .map((one) => [`${placeOf(one)}${inside(one)}`, `    ${one.text('context_line')}`].join('\n').trimEnd())
    .join('\n')
}

function issueText(post: Post): Said {
  const issue = post.payload.at('data.issue')
  const action = post.payload.text('action')
  const verb = verbs[action]
  if (verb === undefined) return undefined
  const title = link(issue.text('title') || 'An issue', issue.text('web_url', 'permalink', 'url'))
  if (action === 'created')
    return lines(
      md`${sign(issue)} New issue: ${title}`,
      facts({ Where: mono(issue.text('culprit', 'metadata.filename')), Level: issue.text('level') }),
    )
  if (action === 'assigned')
    return activity(
      post.payload.text('actor.name'),
      md`assigned ${title} to ${bold(issue.text('assignedTo.name', 'assignedTo.email') || 'someone')}`,
    )
  return activity(post.payload.text('actor.name') || 'Sentry', md`${verb} ${title}`)
}

function eventText(event: Part, rule: string): Said {
  return lines(
    md`${sign(event)} ${link(event.text('title', 'message') || 'An error', event.text('web_url', 'issue_url', 'url'))}`,
    facts({
      Where: mono(event.text('culprit', 'location', 'transaction')),
      Environment: event.text('environment') || tagOf(event, 'environment'),
      Release: mono(event.text('release')),
      Rule: rule,
    }),
    code(trace(event)),
  )
}

export const sentry = tool({
  name: 'sentry',
  displayName: 'Sentry',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Settings → Custom Integrations → Create → Internal' },
    { kind: 'select', text: 'Alert Rule Action' },
    { kind: 'secret', text: 'Client Secret' },
  ],
  documentation: 'https://docs.sentry.io/organization/integrations/integration-platform/webhooks/',
  topicRule: {
    topic: 'the slug of the project; the rule of a metric alert',
    why: 'alerts, errors, and issues have different names for a project, but the same slug',
  },
  verification: hmac({ header: 'sentry-hook-signature' }),
  event: (post) =>
    [
      post.header('sentry-hook-resource') || (post.payload.has('event') ? 'event_alert' : 'unnamed'),
      post.payload.text('action'),
    ]
      .filter(Boolean)
      .join('.'),
  topic: ({ payload }) => projectOf(payload) || 'Sentry',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    issue: { about: 'An issue appeared, was resolved, assigned or archived', text: issueText },
    event_alert: {
      about: 'An alert rule was triggered by an error',
      text: ({ payload }) =>
        payload.has('data.event')
          ? eventText(payload.at('data.event'), payload.text('data.triggered_rule'))
          : eventText(payload.at('event'), payload.text('triggering_rules.0')),
    },
    error: { about: 'An error happened', text: ({ payload }) => eventText(payload.at('data.error'), '') },
    metric_alert: {
      about: 'A metric crossed its threshold, or recovered',
      topic: ({ payload }) =>
        payload.text('data.metric_alert.alert_rule.name', 'data.metric_alert.title') ||
        withoutState(payload.text('data.description_title')),
      text: ({ payload }) => {
        const action = payload.text('action')
        const title = payload.text('data.description_title', 'data.metric_alert.title')
        return lines(
          md`${signOf(action)} ${link(title, payload.text('data.web_url'))}: **${action}**`,
          md`${payload.text('data.description_text')}`,
        )
      },
    },
    comment: {
      about: 'Someone commented on an issue',
      text: ({ payload }) =>
        ['updated', 'deleted'].includes(payload.text('action'))
          ? quiet
          : activity(
              payload.text('actor.name'),
              md`commented on an issue of ${bold(payload.text('data.project_slug'))}`,
              payload.text('data.comment'),
            ),
    },
    installation: { about: 'The integration was installed or removed', text: () => quiet },
  },
})

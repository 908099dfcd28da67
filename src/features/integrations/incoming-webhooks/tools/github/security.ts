import { around, facts, lines, link, md, mono } from '../markdown.ts'
import { activity, capital, numbered, signOf, signs, spaced, topicOf } from '../sentences.ts'
import { table } from '../table.ts'
import { ticketThread } from '../thread.ts'
import { type EventKind, type Post, quiet, type Said, silent } from '../tool.ts'
import { action, repository, repositoryId, who } from './ticket.ts'

const alert = ({ payload }: Post) => payload.at('alert')

function dependabotText(post: Post): Said {
  const one = alert(post)
  const done = action(post)
  const sign = done === 'created' || done === 'reopened' ? signOf(one.text('security_advisory.severity')) : signOf('ok')
  const title = link(one.text('security_advisory.summary') || 'Dependabot alert', one.text('html_url'))
  return lines(
    md`${sign} ${title} in ${mono(one.text('dependency.package.name'))}: **${spaced(done)}**`,
    facts({
      Severity: capital(one.text('security_advisory.severity')),
      'Affected file': mono(one.text('dependency.manifest_path')),
      'Fixed in': mono(one.text('security_vulnerability.first_patched_version.identifier')),
    }),
  )
}

const secretName = (post: Post) => alert(post).text('secret_type_display_name', 'secret_type') || 'secret'

function secretText(post: Post): Said {
  const one = alert(post)
  const [sign, state] =
    table<readonly [sign: string, state: string]>({
      created: [signs.bad, 'was found'],
      reopened: [signs.bad, 'was reopened'],
      publicly_leaked: [signs.bad, 'was leaked publicly'],
      validated: [signs.bad, 'was validated'],
      resolved: [signs.good, 'was resolved'],
      revoked: [signs.good, 'was revoked'],
    })[action(post)] ?? []
  if (sign === undefined) return quiet
  const title = link(numbered(one.text('number'), secretName(post)), one.text('html_url'))
  const reason = around(': ', spaced(one.text('resolution')))
  return lines(
    md`${sign} The secret ${title} ${state}${action(post) === 'resolved' ? reason : ''}.`,
    facts({ Validity: spaced(one.text('validity')) }),
  )
}

const scanVerbs = table({
  fixed: 'fixed',
  closed_by_user: 'dismissed',
  reopened: 'reopened',
  reopened_by_user: 'reopened',
})

function scanText(post: Post): Said {
  const one = alert(post)
  const done = action(post)
  const name = one.text('rule.description', 'rule.name', 'rule.id') || 'Code scanning alert'
  const title = link(numbered(one.text('number'), name), one.text('html_url'))
  if (done !== 'created') {
    const verb = scanVerbs[done]
    const by = who(post)
    if (verb === undefined) return quiet
    return verb === 'fixed' || by === ''
      ? md`${signOf('ok')} ${title} was ${verb}.`
      : activity(by, md`${verb} ${title}`, done === 'closed_by_user' ? spaced(one.text('dismissed_reason')) : '')
  }
  const place = one.at('most_recent_instance.location')
  const severity = one.text('rule.security_severity_level', 'rule.severity')
  return lines(
    md`${signOf(severity)} ${title}`,
    facts({
      Severity: capital(severity),
      Where: mono([place.text('path'), place.text('start_line')].filter(Boolean).join(':')),
      Tool: one.text('tool.name'),
    }),
  )
}

const numberedTopic = (kind: string, name: (post: Post) => string) => (post: Post) =>
  ticketThread({
    ...{ place: repository(post), placeId: `${repositoryId(post)} ${kind}`, kind },
    ...{ number: alert(post).text('number'), title: name(post) },
  })

export const securityEvents: Readonly<Record<string, EventKind>> = {
  dependabot_alert: {
    about: 'A dependency has a known vulnerability',
    topic: (post) => topicOf(repository(post), `security ${alert(post).text('dependency.package.name')}`),
    text: dependabotText,
  },
  secret_scanning_alert: {
    about: 'A secret was found in the repository, leaked, or revoked',
    topic: numberedTopic('secret', secretName),
    text: secretText,
  },
  secret_scanning_alert_location: silent('A secret was found in another location'),
  secret_scanning_scan: silent('A scan for secrets ended'),
  code_scanning_alert: {
    about: 'Code scanning found a vulnerability, or it was fixed',
    topic: numberedTopic('code scanning', (post) => alert(post).text('rule.description', 'rule.name', 'rule.id')),
    text: scanText,
  },
}

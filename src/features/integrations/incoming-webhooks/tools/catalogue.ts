import { alertmanager } from './alertmanager/alertmanager.ts'
import { ansibletower } from './ansibletower/ansibletower.ts'
import { asana } from './asana/asana.ts'
import { azuredevops } from './azuredevops/azuredevops.ts'
import { bitbucket } from './bitbucket/bitbucket.ts'
import { buildkite } from './buildkite/buildkite.ts'
import { circleci } from './circleci/circleci.ts'
import { datadog } from './datadog/datadog.ts'
import { discourse } from './discourse/discourse.ts'
import { figma } from './figma/figma.ts'
import { freshdesk } from './freshdesk/freshdesk.ts'
import { generic } from './generic/generic.ts'
import { gitea } from './gitea/gitea.ts'
import { github } from './github/github.ts'
import { gitlab } from './gitlab/gitlab.ts'
import { grafana } from './grafana/grafana.ts'
import { helloworld } from './helloworld/helloworld.ts'
import { heroku } from './heroku/heroku.ts'
import { homeassistant } from './homeassistant/homeassistant.ts'
import { hubspot } from './hubspot/hubspot.ts'
import { ifttt } from './ifttt/ifttt.ts'
import { intercom } from './intercom/intercom.ts'
import { jenkins } from './jenkins/jenkins.ts'
import { jira } from './jira/jira.ts'
import { linear } from './linear/linear.ts'
import { netlify } from './netlify/netlify.ts'
import { newrelic } from './newrelic/newrelic.ts'
import { notion } from './notion/notion.ts'
import { opsgenie } from './opsgenie/opsgenie.ts'
import { pagerduty } from './pagerduty/pagerduty.ts'
import { sentry } from './sentry/sentry.ts'
import { statuspage } from './statuspage/statuspage.ts'
import { stripe } from './stripe/stripe.ts'
import type { Tool } from './tool.ts'
import { travis } from './travis/travis.ts'
import { trello } from './trello/trello.ts'
import { uptimekuma } from './uptimekuma/uptimekuma.ts'
import { uptimerobot } from './uptimerobot/uptimerobot.ts'
import { vercel } from './vercel/vercel.ts'
import { wordpress } from './wordpress/wordpress.ts'
import { zapier } from './zapier/zapier.ts'
import { zendesk } from './zendesk/zendesk.ts'

const all = [
  alertmanager,
  ansibletower,
  asana,
  azuredevops,
  bitbucket,
  buildkite,
  circleci,
  datadog,
  discourse,
  figma,
  freshdesk,
  generic,
  gitea,
  github,
  gitlab,
  grafana,
  helloworld,
  heroku,
  homeassistant,
  hubspot,
  ifttt,
  intercom,
  jenkins,
  jira,
  linear,
  netlify,
  newrelic,
  notion,
  opsgenie,
  pagerduty,
  sentry,
  statuspage,
  stripe,
  travis,
  trello,
  uptimekuma,
  uptimerobot,
  vercel,
  wordpress,
  zapier,
  zendesk,
]

export const catalogue: ReadonlyMap<string, Tool> = new Map(all.map((one) => [one.name, one]))

const byAddress = new Map(all.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name, one])))

export const toolAt = (name: string): Tool | undefined => byAddress.get(name)

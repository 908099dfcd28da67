const hosts = new Set([
  ...[
    'api.github.com',
    'api.atlassian.com',
    'api.bitbucket.org',
    'api.pagerduty.com',
    'api.opsgenie.com',
    'api.linear.app',
    'api.trello.com',
  ],
  ...[
    'api.heroku.com',
    'api.netlify.com',
    'api.travis-ci.com',
    'api.buildkite.com',
    'api.newrelic.com',
    'api.figma.com',
  ],
])
/** Near the start of the path: branches and files of a repository can also be named `api/v1`. */
const paths =
  /^\/(?:[^/]+\/){0,3}_apis\/|^\/(?:[^/]+\/){0,2}rest\/(?:api|agile|servicedeskapi)\/|^\/(?:[^/]+\/)?api\/(?:v\d+|0)\//

/** True for addresses of a tool's API, which show raw data or an error to a person who follows them. */
export const isApiAddress = ({ hostname, pathname }: URL): boolean => hosts.has(hostname) || paths.test(pathname)

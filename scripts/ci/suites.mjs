// The command and environment of each suite in .ci/run.

import { matchesAny } from './projects.mjs'

/** The command and variables that run these files of a suite; `all` is for `.ci/run --all`. */
export function commandOf(suite, files, { all = false } = {}) {
  const vitest = (project) => ['npx', 'vitest', 'run', '--project', project, ...files]
  const onPostgresql = (command) => ['scripts/with-postgres.sh', ...command]
  const rounds = (count) => (all ? {} : { LOQUAT_CRASH_ROUNDS: String(count), LOQUAT_POWER_CUTS: '10' })
  const thorough = all ? { LOQUAT_THOROUGH: '1' } : {}
  switch (suite) {
    case 'server':
      // another suite runs at the same time, and each worker first loads the whole server
      return { command: vitest('server'), env: { VITEST_MAX_WORKERS: '2', ...thorough } }
    case 'browser':
      return { command: vitest('browser'), env: thorough }
    case 'webkit':
      return { command: vitest('webkit') }
    case 'endurance':
      // these mostly wait
      return { command: vitest('endurance'), env: { VITEST_MAX_WORKERS: '3', ...rounds(1), ...thorough } }
    case 'server on PostgreSQL':
      return { command: onPostgresql(vitest('server')), env: { VITEST_MAX_WORKERS: '2', ...thorough } }
    case 'endurance on PostgreSQL':
      return { command: onPostgresql(vitest('endurance')), env: { ...rounds(2), ...thorough } }
    case 'checks':
      return { command: ['node', 'scripts/check.mjs'] }
    case 'speed':
      return { command: ['node', 'bench/run.mjs', '--against', 'last-release', '--fail-below', '0.9'] }
  }
  throw new Error(`unknown suite ${suite}`)
}

/** What a new machine may lack, and who needs it; without a `required` one CI fails, others skip their tests. */
const installations = [
  {
    name: 'PostgreSQL',
    command: ['scripts/with-postgres.sh', 'true'],
    suites: ['server', 'endurance'],
    required: true,
  },
  { name: 'nginx and Caddy', command: ['scripts/install-proxies.sh'], suites: ['server'] },
  { name: 'docker-compose', command: ['scripts/install-compose.sh'], suites: ['server'] },
  { name: 'packaging tools', command: ['scripts/install-packaging.sh'], suites: ['endurance'] },
  { name: 'NATS', command: ['scripts/install-nats.sh'], suites: ['server', 'endurance'] },
  { name: 'Chromium', command: ['scripts/install-chromium.sh'], suites: ['browser', 'endurance'], required: true },
  { name: 'Firefox', command: ['scripts/install-firefox.sh'], suites: ['browser'] },
  { name: 'coturn', command: ['scripts/install-coturn.sh'], suites: ['server', 'browser', 'endurance'] },
  { name: 'WebKitGTK', command: ['scripts/install-webkit.sh'], suites: ['webkit'] },
  { name: 'PgBouncer', command: ['scripts/install-pgbouncer.sh'], suites: ['endurance'] },
  { name: 'Python clients', command: ['scripts/install-python-clients.sh'], suites: ['endurance'] },
  { name: 'Go client', command: ['scripts/install-go-client.sh'], suites: ['endurance'] },
  {
    name: 'Rust client',
    command: ['scripts/install-rust-client.sh'],
    suites: ['endurance'],
    // building it takes a minute of CPU time
    onlyFor: ['test/conformance/{rust-client.test.ts,rust/**}', 'scripts/install-rust-client.sh'],
  },
  {
    name: 'LiveKit',
    command: ['scripts/install-livekit.sh'],
    suites: ['server', 'browser'],
    // building it takes minutes
    onlyFor: [
      'src/features/calls/calls/livekit/**',
      'src/command/doctor-livekit.ts',
      'web/calls/{livekit-*,transports}.ts',
      'test/{peers/livekit-server,doctor-livekit.test}.ts',
      'test/web/{livekit-,relayed-livekit-}*.ts',
      'scripts/install-livekit.sh',
    ],
  },
  { name: 'Postfix', command: ['scripts/install-postfix.sh'], suites: ['endurance'] },
  { name: 'OpenLDAP', command: ['scripts/install-openldap.sh'], suites: ['endurance'] },
  { name: 'SimpleSAMLphp', command: ['scripts/install-simplesamlphp.sh'], suites: ['endurance'] },
]

/** What these suites need. Installations that are `onlyFor` some files wait until one changes, or for `all`. */
export const installationsFor = (suites, changed, { all = false } = {}) =>
  installations.filter(
    ({ suites: own, onlyFor }) =>
      own.some((suite) => suites.some((name) => name.startsWith(suite))) &&
      (!onlyFor || all || changed.some((path) => matchesAny(path, onlyFor))),
  )

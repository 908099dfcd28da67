// What .ci/run runs for a change, and why.
import { affectedTests, testFiles } from './affected.mjs'
import { browserTests, everywhere, otherBrowserTests } from './browser-areas.mjs'
import { browserCore, embeddedOnly, matchesAny, projectOf } from './projects.mjs'

/** A change here can break any test, or decides which tests run. */
const affectsEverything = [
  '.ci/**',
  '{package,package-lock}.json',
  '.npmrc',
  'bin/**',
  'web/{package.json,vite.config.ts}',
  'vitest.config.ts',
  'test/harness/**',
  'scripts/ci/**',
  'scripts/{build,build-web,import-lines,licenses}.mjs',
  'scripts/{install-*,with-postgres}.sh',
]

/** Not part of the server or the web client; `npm run check` covers these. */
const onlyChecked = [
  '*.md',
  'docs/**',
  'bench/**',
  'tools/**',
  'scripts/**',
  '{LICENSE,.gitignore,.dockerignore,biome.json,tsconfig*.json}',
  'test/FLAKY.md',
]

/** Tests that read files instead of importing them. */
const readers = [
  {
    files: ['src/**', 'client/**', 'web/**'],
    tests: [
      'test/{browser-half,conventions,declarations,ids,limits,portable}.test.ts',
      'test/{settings,statements}/*.test.ts',
      'src/features/people/languages/texts.test.ts',
      'src/platform/{help/help,openapi/openapi}.test.ts',
    ],
  },
  {
    files: ['help/**', 'docs/**'],
    tests: ['src/platform/help/*.test.ts', 'src/pages/help.test.ts', 'src/command/*.test.ts'],
  },
  { files: ['docs/proxies.md', 'deploy/**', '.dockerignore'], tests: ['test/{deploy,proxies}.test.ts'] },
  { files: ['docs/backups.md', 'deploy/**', 'scripts/packages/**'], tests: ['test/debian/*.test.ts'] },
  // through the harness, in the same process
  { files: ['src/command/**', 'src/main.ts', 'src/app.ts'], tests: ['test/*.test.ts', 'src/command/*.test.ts'] },
  { files: ['src/platform/{processes,runtime}/**'], tests: ['src/platform/{processes,runtime}/*.test.ts'] },
  {
    files: ['demo/**'],
    tests: [
      'src/platform/markdown/**/*.test.ts',
      'src/command/operations/demonstration/*.test.ts',
      'test/command-line.test.ts',
    ],
  },
  { files: ['assets/**'], tests: ['src/pages/*.test.ts', 'src/features/*/{spectators,exports}/**/*.test.ts'] },
  { files: ['web/texts/**'], tests: ['web/texts/*.test.ts', 'src/command/without-terminal.test.ts'] },
  // texts are compiled into modules that no file imports by its path
  { files: ['web/texts/en.arb', 'scripts/messages/**'], tests: ['web/**/*.test.ts', 'test/messages/*.test.ts'] },
  {
    files: ['src/texts/**', 'scripts/messages/**'],
    tests: [
      'src/{platform,features/*}/languages/*.test.ts',
      'src/pages/*.test.ts',
      'src/features/messages/welcome/*.test.ts',
    ],
  },
  { files: ['scripts/**'], tests: ['test/{portable,packed,ci/*}.test.ts'] },
  {
    files: ['test/fixtures/mails/**'],
    tests: ['src/features/integrations/incoming-mail/*.test.ts', 'src/platform/received-mail/*.test.ts'],
  },
  { files: ['test/fixtures/schemas/**'], tests: ['test/upgrade.test.ts'] },
]

const databaseLayer = [
  'migrations/**',
  'src/platform/db/**',
  'src/features/**/store{,/**,.ts}',
  'src/features/**/*-store.ts',
]
/** The subject of tests of crashes, outages, and moves. */
const durability = ['src/platform/{db,runtime,organization,backups,moves,processes,events}/**', 'src/command/**']

/** On a PostgreSQL server after every change of the server. */
const postgresqlCore = [
  'test/statements/*.test.ts',
  'src/platform/db/**/*.test.ts',
  'src/features/*/{messages,channels,events}/**/*.test.ts',
]
/** There too when a store, a migration or the database layer changes: most rows, several processes, every statement. */
const postgresqlRest = [
  'src/{platform,command}/**/*.test.ts',
  'test/**/*.test.ts',
  'src/features/*/{agents,channels,events,groups,messages,scheduled-messages}/**/*.test.ts',
]
const postgresqlNever = ['test/fuzz/**']

/** One short round each of a crash, a server process, an upgrade, and an outage. */
const enduranceCore = [
  'test/crash/crash.test.ts',
  'test/{server-process,upgrade}.test.ts',
  'test/outages/unconfirmed.test.ts',
]
/** Endurance tests about one part: they run when that part changes. */
const enduranceOf = [
  { files: ['src/features/sign-in/sign-in/**'], tests: ['test/saml.test.ts'] },
  { files: ['src/features/sign-in/directories/**'], tests: ['test/{directories,directory-sync}.test.ts'] },
  { files: ['src/features/data/imports/**'], tests: ['test/import-command.test.ts', 'test/crash/imports.test.ts'] },
  {
    files: ['src/features/integrations/incoming-mail/**', 'src/platform/{mail,received-mail}/**'],
    tests: ['test/postfix.test.ts'],
  },
  { files: ['src/features/data/exports/**'], tests: ['test/full-exports/*.test.ts'] },
  { files: ['src/features/messages/attachments/**', 'src/platform/blobs/**'], tests: ['test/outages/uploads.test.ts'] },
  { files: ['src/features/*/{push-devices,notifications}/**'], tests: ['test/crash/{push,missed-messages}.test.ts'] },
  {
    files: ['src/features/messages/scheduled-messages/**', 'src/platform/timer/**'],
    tests: ['test/crash/scheduled.test.ts'],
  },
  { files: ['src/features/automations/**'], tests: ['test/crash/automations.test.ts'] },
  { files: ['src/features/people/quiet-times/**'], tests: ['test/crash/quiet-times.test.ts'] },
  { files: ['src/features/integrations/outgoing-webhooks/**'], tests: ['test/crash/webhooks.test.ts'] },
  {
    files: ['src/platform/http/**', 'src/contract/**'],
    tests: ['test/conformance/*.test.ts', 'test/stopping.test.ts'],
  },
  {
    files: ['test/conformance/rust/**', 'scripts/install-rust-client.sh'],
    tests: ['test/conformance/rust-client.test.ts'],
  },
]
/** Left to `.ci/run --all`: the longest crash tests, which others cover in short, a tab that stays open, and a long call. */
const enduranceOnlyInAll = [
  'test/open-tab/**',
  'test/long-calls/**',
  'test/crash/{backups,database-copy,sleeping}.test.ts',
  'test/{outages,full-exports}/writers.test.ts',
]
/** A narrow screen shows the same entries, in both themes. */
const browserOnlyInAll = ['test/web/workbench.test.ts']
/** Crashes and moves, repeated on a PostgreSQL server. */
const crashes = [
  'test/moves/moving-organizations.test.ts',
  'test/crash/{crash,missed-messages}.test.ts',
  'test/outages/nats-sleeping.test.ts',
]
const crashesOnlyInAll = [
  'test/moves/{nats,pgbouncer}.test.ts',
  'test/crash/{push,scheduled,webhooks}.test.ts',
  'test/{backups,stopping,conformance/attacked}.test.ts',
  'test/full-exports/{round-trip,writers,zulip}.test.ts',
]

/**
 * Selects the tests for a change. `changes` is what changesIn() returns; `all` selects everything for a release.
 * Returns `{ base, changed, suites: [{ name, files, leftOut, because }] }`: for each suite the test files to run, those
 * left out, and the reason in one line.
 */
export function plan(changes, { all = false } = {}) {
  const tests = testFiles()
  const changed = changes.files ?? []
  const trigger = changed.find((path) => matchesAny(path, affectsEverything))
  const everything = all ? '--all' : changes.base === undefined ? changes.reason : trigger && `${trigger} changed`
  const touched = (patterns) => changed.find((path) => matchesAny(path, patterns) && !/\.test\.tsx?$/.test(path))
  const code = changed.filter((path) => !matchesAny(path, onlyChecked))
  const serverCode = touched(['src/**', 'client/**', 'migrations/**'])
  const affected = new Set(everything ? tests : affectedTests(changed))
  const read = new Set(
    tests.filter((test) => readers.some(({ files, tests }) => matchesAny(test, tests) && touched(files))),
  )
  const isAffected = (test) => affected.has(test) || read.has(test)
  const isChanged = (test) => changed.includes(test)

  const suite = (name, candidates, selected, because) => {
    const files = candidates.filter(selected)
    const chosen = new Set(files)
    return { name, files, leftOut: candidates.filter((test) => !chosen.has(test)), because }
  }
  const inProject = (project) => tests.filter((test) => projectOf(test) === project)

  const server = suite(
    'server',
    inProject('server'),
    (test) => everything || isAffected(test),
    everything || 'tests that the changed files reach, by import lines and hooks',
  )

  const databaseChange = touched(databaseLayer)
  const postgresqlTests = inProject('server').filter((test) => !matchesAny(test, embeddedOnly))
  const postgresql = suite(
    'server on PostgreSQL',
    postgresqlTests,
    (test) => {
      if (all) return true
      if (matchesAny(test, postgresqlNever)) return false
      if (everything || databaseChange) return matchesAny(test, postgresqlRest) || (!everything && isChanged(test))
      return isChanged(test) || (serverCode && matchesAny(test, postgresqlCore))
    },
    everything ||
      (databaseChange
        ? `${databaseChange} is part of the database layer`
        : serverCode
          ? 'statements, the database layer, messages, channels and events; no store changed'
          : 'nothing that the server runs changed'),
  )

  const webFolders = [
    ...new Set(
      changed
        .filter((path) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path))
        .map((path) => path.split('/')[1]),
    ),
  ]
  const shared =
    webFolders.find((folder) => everywhere.includes(folder) || !(folder in browserTests)) ?? touched(['client/**'])
  const ofFolders = new Set([
    ...webFolders.flatMap((folder) => browserTests[folder] ?? []),
    ...otherBrowserTests.filter(({ files }) => touched(files)).flatMap(({ tests }) => tests),
  ])
  const browserHelper = touched(['test/web/**'])
  const browser = suite(
    'browser',
    inProject('browser'),
    (test) => {
      if (all || isChanged(test)) return true
      if (everything || shared) return !matchesAny(test, browserOnlyInAll)
      if (browserHelper && affected.has(test)) return true
      return (code.length > 0 && matchesAny(test, browserCore)) || ofFolders.has(/([^/]+)\.test\.ts$/.exec(test)[1])
    },
    everything ||
      (shared
        ? `${shared} is part of every page`
        : code.length > 0
          ? ['the most frequent tasks', ...webFolders.map((folder) => `web/${folder}`)].join(', ')
          : 'nothing that runs changed'),
  )

  const webkitHelper = touched(['test/web-webkit/**'])
  const webkit = suite(
    'webkit',
    inProject('webkit'),
    (test) => all || isChanged(test) || Boolean(webkitHelper && affected.has(test)),
    all ? '--all' : (webkitHelper ?? 'WebKitGTK is left to --all, unless its tests change'),
  )

  const durabilityChange = touched(durability)
  const enduranceTests = inProject('endurance')
  const endurance = suite(
    'endurance',
    enduranceTests,
    (test) => {
      if (all || isChanged(test)) return true
      if (everything || durabilityChange) return !matchesAny(test, enduranceOnlyInAll)
      if (read.has(test) || enduranceOf.some(({ files, tests }) => matchesAny(test, tests) && touched(files)))
        return true
      return serverCode && matchesAny(test, enduranceCore)
    },
    everything ||
      (durabilityChange
        ? `${durabilityChange} is about durability`
        : serverCode
          ? 'one short round each of a crash, a server process, an upgrade and an outage, and what is about the changed areas'
          : 'nothing that the server runs changed'),
  )
  const crashesOnPostgresql = suite(
    'endurance on PostgreSQL',
    enduranceTests.filter((test) => matchesAny(test, [...crashes, ...crashesOnlyInAll])),
    (test) => all || ((everything || durabilityChange || databaseChange) && matchesAny(test, crashes)),
    everything ||
      ((durabilityChange ?? databaseChange)
        ? `${durabilityChange ?? databaseChange} changed`
        : 'no part of storage changed'),
  )
  return { base: changes.base, changed, suites: [server, browser, webkit, endurance, postgresql, crashesOnPostgresql] }
}

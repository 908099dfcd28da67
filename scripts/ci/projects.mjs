// Which test file belongs to which suite, as patterns of paths. vitest.config.ts and .ci/run both use these.
import { matchesGlob } from 'node:path'

export const browser = ['test/web/**/*.test.ts']
/** The most frequent tasks, which also run in Firefox; the rest depends on Chromium's own protocol. */
export const browserCore = [
  'test/web/{talking,searching,connection,editing,moving,message-actions,settings,composing,offline-reload}.test.ts',
]
/** The most common tasks, in WebKitGTK. */
export const webkit = ['test/web-webkit/**/*.test.ts']
/** With Orca: scripts/screen-reader.sh runs them. */
export const screenReader = ['test/screen-reader/**/*.test.ts']
/**
 * Tests that kill, disconnect, or starve real processes; full backups, upgrades, and exports; installed packages; and
 * tests of the test runner.
 */
export const endurance = [
  'test/crash/**/*.test.ts',
  'test/outages/**/*.test.ts',
  'test/moves/**/*.test.ts',
  'test/power-cut/**/*.test.ts',
  'test/open-tab/**/*.test.ts',
  'test/long-calls/**/*.test.ts',
  'test/conformance/{python-clients,go-client,rust-client,attacked}.test.ts',
  'test/ci/failures.test.ts',
  'test/full-exports/{round-trip,writers,zulip}.test.ts',
  'test/packed.test.ts',
  'test/debian/**/*.test.ts',
  'test/upgrade.test.ts',
  'test/backups.test.ts',
  'src/platform/backups/backups.test.ts',
  'src/platform/db/{embedded,online-copy}.test.ts',
  'test/data-directory.test.ts',
  'test/full-disk.test.ts',
  'test/database-loss.test.ts',
  'test/server-process.test.ts',
  'test/stopping.test.ts',
  'test/import-command.test.ts',
  'test/postfix.test.ts',
  'test/directories.test.ts',
  'test/saml.test.ts',
  'test/directory-sync.test.ts',
]

/**
 * Not repeated on a PostgreSQL server: tests without a database or with the embedded one, and those whose statements
 * other tests cover. Tests of search results, duplicates, visibility, and concurrency stay, and the only test of any
 * statement.
 */
export const embeddedOnly = [
  'client/**/*.test.ts',
  'web/**/*.test.ts',
  // no database
  'test/modules-at-start.test.ts',
  'src/features/data/imports/containers/**/*.test.ts',
  'src/features/data/imports/sources/{*/*,vendor-files}.test.ts',
  'src/features/data/imports/message-text.test.ts',
  'src/features/*/{languages/texts,messages/catch-up/excerpt,messages/narrow/highlight}.test.ts',
  'src/features/*/{organization-settings/not-yet,organization/settings,quiet-times/quiet-hours}.test.ts',
  'src/features/*/{user-settings/settings,users/password-queue,email-notifications/html}.test.ts',
  'src/features/notifications/notifications/{screen-states,triggers}.test.ts',
  'src/platform/{documents,emoji,events,help,languages,markdown,openapi,outbound,received-mail,secrets,serve,fair-queues}/**/*.test.ts',
  'src/platform/{backups/keep-rules,timer/timer}.test.ts',
  'src/{command/options,command/progress-bar,command/without-terminal,pages/language}.test.ts',
  'test/{browser-half,declarations,ids,portable}.test.ts',
  'test/settings/places.test.ts',
  // always the embedded database
  'src/platform/db/durable-files.test.ts',
  'test/{command-line,completion,configuration,doctor,reload}.test.ts',
  // about something else
  'src/features/messages/attachments/pictures.test.ts',
  'src/features/notifications/push-devices/web/**/*.test.ts',
  'src/features/sign-in/sign-in/{jwt,lies}.test.ts',
  'src/features/clients/spectators/public/{closed,feeds-and-maps,link-pages}.test.ts',
  'src/features/people/users/avatars/**/*.test.ts',
  'src/features/integrations/video-calls/{constructor-groups,nextcloud-talk,other-calls}.test.ts',
  'src/pages/**/*.test.ts',
  'src/platform/blobs/**/*.test.ts',
  'src/platform/http/{answers,base-path,log,silence,untaken}.test.ts',
  'test/{compression,conventions,deploy,http-answers,limits,proxies,tls}.test.ts',
  'test/conformance/zulip-js.test.ts',
]

const matches = new Map()
export const matchesAny = (path, patterns) => patterns.some((pattern) => matchesOnce(path, pattern))

/** perf: a plan matches the same paths thousands of times, and each match compiles its pattern. */
function matchesOnce(path, pattern) {
  const key = `${pattern}\0${path}`
  if (!matches.has(key)) matches.set(key, matchesGlob(path, pattern))
  return matches.get(key)
}

/** The suite a test file belongs to: `server`, `browser`, `webkit`, `screen-reader` or `endurance`. */
export function projectOf(test) {
  if (matchesAny(test, browser)) return 'browser'
  if (matchesAny(test, webkit)) return 'webkit'
  if (matchesAny(test, screenReader)) return 'screen-reader'
  return matchesAny(test, endurance) ? 'endurance' : 'server'
}

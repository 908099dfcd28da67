import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  pool: 'forks',
  maxWorkers: 2,
  // files of one worker share the loaded code, which is half of the time; no file replaces a module
  isolate: false,
  // perf: what hundreds of files leave behind is collected in fewer rounds, which takes a twelfth off
  execArgv: ['--max-semi-space-size=64'],
  // perf: backups that stand back wait for as long as other tests have work for every processor
  env: { LOQUAT_BACKUP_NICE: '0' },
  // for what hangs: beside other work a test takes many times as long as alone
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const

/** perf: on two processors one more has something to do where others wait, which takes a twelfth off. */
const serverWorkers = 3

/** In real browsers. */
const browser = ['test/web/**/*.test.ts']
/** What people do most, once more in the other browser; the rest asks for what only Chromium's own protocol has. */
const inFirefox = ['test/web/{talking,searching,connection,editing,moving,message-actions,settings,composing}.test.ts']
/** With Orca: scripts/screen-reader.sh runs them. */
const screenReader = ['test/screen-reader/**/*.test.ts']
/**
 * Real processes and databases that are ended, cut off, attacked and short of everything, again and again; backups, upgrades and
 * exports of whole servers; clients and packages that are installed; what starts the test runner itself.
 */
const endurance = [
  'test/crash/**/*.test.ts',
  'test/outages/**/*.test.ts',
  'test/moves/**/*.test.ts',
  'test/power-cut/**/*.test.ts',
  'test/open-tab/**/*.test.ts',
  'test/conformance/{python-clients,go-client,attacked}.test.ts',
  'test/failed-tests.test.ts',
  'test/full-exports/{round-trip,writers,zulip}.test.ts',
  'test/packed.test.ts',
  'test/upgrade.test.ts',
  'test/backups.test.ts',
  'src/platform/backups/backups.test.ts',
  'src/platform/db/{embedded,online-copy}.test.ts',
  'test/data-directory.test.ts',
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
 * Not run once more on a PostgreSQL server: what asks no database, or the embedded one whatever the others ask; and what is
 * about something else – HTTP, a page, a picture, a protocol of others – and asks the database only what tests of the
 * areas that have those statements ask as well. What is about what people find, what is there twice or not at all, who may
 * see it, several at once and several processes stays, and so does every test of a statement that is made there alone.
 */
const withoutServer = [
  'client/**/*.test.ts',
  'web/**/*.test.ts',
  // no database
  'src/areas/imports/containers/**/*.test.ts',
  'src/areas/imports/sources/{*/*,vendor-files}.test.ts',
  'src/areas/imports/message-text.test.ts',
  'src/areas/{languages/texts,messages/catch-up/excerpt,messages/narrow/highlight}.test.ts',
  'src/areas/{organization-settings/not-yet,organization/settings,quiet-times/quiet-hours}.test.ts',
  'src/areas/{user-settings/settings,users/password-lane,email-notifications/html}.test.ts',
  'src/areas/notifications/{screen-states,triggers}.test.ts',
  'src/platform/{documents,emoji,events,help,languages,markdown,openapi,outbound,received-mail,secrets,serve,turns}/**/*.test.ts',
  'src/platform/{backups/keep-rules,timer/timer}.test.ts',
  'src/{command/options,command/without-terminal,pages/language}.test.ts',
  'test/{browser-half,declarations,ids,portable}.test.ts',
  'test/settings/places.test.ts',
  // the embedded one
  'src/platform/db/durable-files.test.ts',
  'test/{command-line,doctor}.test.ts',
  // about something else
  'src/areas/attachments/pictures.test.ts',
  'src/areas/push-devices/web/**/*.test.ts',
  'src/areas/sign-in/{jwt,lies}.test.ts',
  'src/areas/spectators/public/{closed,feeds-and-maps,link-pages}.test.ts',
  'src/areas/users/avatars/**/*.test.ts',
  'src/areas/video-calls/{constructor-groups,nextcloud-talk,other-calls}.test.ts',
  'src/pages/**/*.test.ts',
  'src/platform/blobs/**/*.test.ts',
  'src/platform/http/{answers,base-path,log,silence,untaken}.test.ts',
  'test/{compression,conventions,deploy,http-answers,limits,proxies,tls}.test.ts',
  'test/conformance/zulip-js.test.ts',
]
/** Short files that take long. */
const long = /\/(workbench(-narrow)?|feed-torture|every-action|open-tab|power-cut|database-copy|backups)\.test\.ts$/

/** perf: the other processor would wait in the end for what takes minutes, if it did not begin first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

const onServer = process.env.LOQUAT_TEST_DATABASE_URL !== undefined

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: serverWorkers,
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    // perf: what TypeScript becomes is kept for later runs, under the hash of its text
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/loquat/modules' },
    // one after the other, as they have different numbers of workers
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          sequence: { groupOrder: 0 },
          maxWorkers: serverWorkers,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...browser, ...screenReader, ...endurance, ...(onServer ? withoutServer : [])],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: process.env.LOQUAT_BROWSER === 'firefox' ? inFirefox : browser,
        },
      },
      { test: { ...shared, name: 'screen-reader', sequence: { groupOrder: 2 }, include: screenReader } },
      { test: { ...shared, name: 'endurance', sequence: { groupOrder: 3 }, include: endurance } },
    ],
  },
})

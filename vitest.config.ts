import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browser, browserCore, embeddedOnly, endurance, screenReader, webkit } from './scripts/ci/projects.mjs'
import { textsIn } from './scripts/texts-in.mjs'

/** Texts of the web client, where tests load its code. */
const plugins = [textsIn('en')]

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
        plugins,
        // the web client is a package of its own, which Node knows no such name in
        resolve: { alias: { '#contract': fileURLToPath(new URL('src/contract/index.ts', import.meta.url)) } },
        test: {
          ...shared,
          name: 'server',
          sequence: { groupOrder: 0 },
          maxWorkers: serverWorkers,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...browser, ...webkit, ...screenReader, ...endurance, ...(onServer ? embeddedOnly : [])],
        },
      },
      {
        plugins,
        test: {
          ...shared,
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: process.env.LOQUAT_BROWSER === 'firefox' ? browserCore : browser,
        },
      },
      // one window at a time: the wheel needs the processors to itself
      { plugins, test: { ...shared, name: 'webkit', sequence: { groupOrder: 2 }, maxWorkers: 1, include: webkit } },
      { plugins, test: { ...shared, name: 'screen-reader', sequence: { groupOrder: 3 }, include: screenReader } },
      { plugins, test: { ...shared, name: 'endurance', sequence: { groupOrder: 4 }, include: endurance } },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browser, browserCore, embeddedOnly, endurance, screenReader, webkit } from './scripts/ci/projects.mjs'
import { textsIn } from './scripts/texts-in.mjs'

/** Compiles texts for tests that load the web client's code. */
const plugins = [textsIn('en')]

const shared = {
  pool: 'forks',
  maxWorkers: 2,
  // files of one worker share the loaded code, which takes half of the time; no test mocks a module
  isolate: false,
  // perf: fewer garbage collections for hundreds of files save a twelfth of the time
  execArgv: ['--max-semi-space-size=64'],
  // perf: backups with low priority would wait for as long as other tests keep every processor busy
  env: { LOQUAT_BACKUP_NICE: '0' },
  // only for tests that hang: under load, a test takes many times as long as alone
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const

/** perf: on two processors, a third worker uses the time that others wait, which saves a twelfth. */
const serverWorkers = 3

/** Small files with slow tests: the default sequencer would run them last. */
const long = /\/(workbench(-narrow)?|feed-torture|every-action|open-tab|power-cut|database-copy|backups)\.test\.ts$/

/** perf: slow files start first, so that no processor is idle at the end. */
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
    // perf: compiled TypeScript is cached for later runs, under its source's hash
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/loquat/modules' },
    // one after the other, because they have different numbers of workers
    projects: [
      {
        plugins,
        // the web client is its own package, so Node doesn't resolve this import there
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
      // one window at a time: wheel tests need the processors to themselves
      { plugins, test: { ...shared, name: 'webkit', sequence: { groupOrder: 2 }, maxWorkers: 1, include: webkit } },
      { plugins, test: { ...shared, name: 'screen-reader', sequence: { groupOrder: 3 }, include: screenReader } },
      { plugins, test: { ...shared, name: 'endurance', sequence: { groupOrder: 4 }, include: endurance } },
    ],
  },
})

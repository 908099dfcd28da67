import { defineConfig } from 'vitest/config'

const shared = {
  pool: 'forks',
  maxWorkers: 2,
  // files of one worker share the loaded code, which is half of the time; no file replaces a module
  isolate: false,
  // for what hangs: beside other work a test takes many times as long as alone
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const

/** In real browsers. */
const browser = ['test/web/**/*.test.ts']
/**
 * Real processes and databases that are ended, cut off and short of everything, again and again; backups and upgrades of whole
 * servers; clients and packages that are installed.
 */
const endurance = [
  'test/crash/**/*.test.ts',
  'test/outages/**/*.test.ts',
  'test/power-cut/**/*.test.ts',
  'test/conformance/python-clients.test.ts',
  'test/packed.test.ts',
  'test/upgrade.test.ts',
  'test/backups.test.ts',
  'src/platform/backups/backups.test.ts',
  'src/platform/db/online-copy.test.ts',
  'test/data-directory.test.ts',
  'test/import-command.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: shared.maxWorkers,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...browser, ...endurance],
        },
      },
      { test: { ...shared, name: 'browser', include: browser } },
      { test: { ...shared, name: 'endurance', include: endurance } },
    ],
  },
})

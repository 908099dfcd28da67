import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // files of one worker share the loaded code, which is half of the time; no file replaces a module
    isolate: false,
    // for what hangs: beside other work a test takes many times as long as alone
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

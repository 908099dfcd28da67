import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // files of one worker share the loaded code, which is half of the time; no file replaces a module
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

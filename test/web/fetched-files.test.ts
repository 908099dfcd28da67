import { assert, describe } from 'vitest'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)("the client's files", () => {
  // without grouping, the bundler makes a hundred files, and on a slow network each takes as long as a large one
  test("the client loads few files, and every page's common code comes together", async ({ ada, visit }) => {
    const { page } = await visit(ada)
    const names = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => /\.(js|css)$/.test(path)),
      )
    // the last view that is loaded when idle
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/directory-[^/]+\.js$/.test(name)),
    )
    const files = await names()
    for (const part of ['index', 'compose-box', 'people', 'later', 'inbox', 'views'])
      assert.ok(
        files.some((path) => path.includes(`/${part}-`)),
        part,
      )
    assert.ok(files.length <= 50, files.join('\n'))
  })

  test('the first seconds load less than 165 KB of scripts', async ({ ada, visit }) => {
    const { page } = await visit(ada)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/time-zone-note-[^/]+\.js$/.test(name)),
    )
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        // views are preloaded ten seconds after the first one
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < 10_000)
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })),
    )
    const total = scripts.reduce((sum, { size }) => sum + size, 0) / 1024
    assert.isBelow(total, 165, JSON.stringify(scripts))
    assert.isAbove(total, 100)
  })
})

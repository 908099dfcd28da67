import { assert, describe } from 'vitest'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('the files of the client', () => {
  // the bundler left alone makes a hundred, and behind a slow network each takes as long as a large one
  test('are few: what every page loads comes together', async ({ ada, visit }) => {
    const { page } = await visit(ada)
    const names = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => /\.(js|css)$/.test(path)),
      )
    // the last of the views that are loaded when there is nothing else to do
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
})

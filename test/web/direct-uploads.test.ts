import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { TestBucket } from '../harness/bucket.ts'
import { makeTopic } from '../harness/topic.ts'
import { test as base, hasBrowser } from './browser.ts'
import { drops, field, isWhole, linkIn } from './dropped-files.ts'

const test = base.extend<{ bucket: TestBucket; server: TestServer }>({
  bucket: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const bucket = await TestBucket.start()
      await use(bucket)
      await bucket.close()
    },
    { scope: 'file' },
  ],
  server: [
    async ({ bucket }, use) => {
      const server = await startServer({ ...bucket.options }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})

/** Counts what the page sends: part numbers to the bucket, and chunks to the server. */
function watchSent(page: Page, { origin }: TestBucket) {
  const sent = { parts: [] as number[], pieces: 0 }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'PUT' && url.origin === origin) sent.parts.push(Number(url.searchParams.get('partNumber')))
    if (request.method() === 'PATCH' && url.pathname.includes('/tus/')) sent.pieces++
  })
  return sent
}

describe.skipIf(!hasBrowser)('large files with a bucket', () => {
  test('large files are uploaded to the bucket, not through the server', async ({
    society,
    ada,
    ben,
    visit,
    bucket,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    await here.opens(hash)
    const sent = watchSent(here.page, bucket)
    await drops(here, { name: 'film.bin', mib: 20 })
    const url = await linkIn(here)
    assert.deepEqual(sent, { parts: [1, 2, 3], pieces: 0 })
    assert.isTrue(await isWhole(here, url, 20))
    assert.equal(await here.page.getByRole('list', { name: 'Files' }).count(), 0)
    assert.deepEqual(here.complaints, [])
  })

  test('an upload to the bucket resumes after a reload', async ({ society, ada, ben, visit, bucket }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    let isHeld = true
    await page.route(`${bucket.origin}/**`, (route) =>
      // the second part never arrives while the page is open
      isHeld && route.request().url().includes('partNumber=2') ? undefined : route.continue(),
    )
    const second = page.waitForRequest((request) => request.url().includes('partNumber=2'))
    await drops(here, { name: 'film.bin', mib: 20 })
    await second
    const progress = await page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value)
    assert.isAtLeast(progress, 0.4)
    isHeld = false
    await page.reload()
    await page.getByText('Upload interrupted. Choose the file again to resume.').waitFor()
    const sent = watchSent(page, bucket)
    await drops(here, { name: 'film.bin', mib: 20 })
    const url = await linkIn(here)
    assert.deepEqual(sent, { parts: [2, 3], pieces: 0 })
    assert.isTrue(await isWhole(here, url, 20))
    assert.equal(await page.getByText('Upload interrupted').count(), 0)
  })

  test('large files go through the server when the bucket refuses them', async ({
    society,
    ada,
    ben,
    visit,
    bucket,
  }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await page.route(`${bucket.origin}/**`, (route) => route.abort('connectionrefused'))
    const sent = watchSent(page, bucket)
    await drops(here, { name: 'film.bin', mib: 17 })
    assert.isTrue(await isWhole(here, await linkIn(here), 17))
    assert.deepEqual(sent, { parts: [1, 1, 1], pieces: 3 })
    const left = await society.org.db.read((tx) =>
      tx
        .selectFrom('resumable_upload')
        .select('id')
        .where('org_id', '=', society.org.id)
        .where('attachment_id', 'is', null)
        .execute(),
    )
    assert.deepEqual(left, [], 'what went to the bucket was given up')
    await field(here).fill('')
    await drops(here, { name: 'other.bin', mib: 17 })
    await linkIn(here)
    assert.deepEqual(sent, { parts: [1, 1, 1], pieces: 6 })
  })

  test('a part that fails once is sent again', async ({ society, ada, ben, visit, bucket }) => {
    const { hash } = await makeTopic(society, [ada, ben], 'files')
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    let isRefused = false
    await page.route(`${bucket.origin}/**`, (route) => {
      if (isRefused || !route.request().url().includes('partNumber=2')) return route.continue()
      isRefused = true
      return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
    })
    const sent = watchSent(page, bucket)
    await drops(here, { name: 'film.bin', mib: 17 })
    assert.isTrue(await isWhole(here, await linkIn(here), 17))
    assert.deepEqual(sent, { parts: [1, 2, 2, 3], pieces: 0 })
  })

  test("the page's policy allows connections to the bucket and nowhere else", async ({ ada, visit, bucket }) => {
    const { page } = await visit(ada)
    const policy = (await page.goto(page.url()))?.headers()['content-security-policy'] ?? ''
    assert.include(policy, `connect-src 'self' ${bucket.origin};`)
    const isStopped = await page.evaluate(() =>
      fetch('http://127.0.0.1:1/').then(
        () => false,
        () => true,
      ),
    )
    assert.isTrue(isStopped)
  })
})

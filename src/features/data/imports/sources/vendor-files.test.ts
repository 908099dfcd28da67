import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Outbound, parseNetworks } from '#platform/outbound'
import { afterAll, assert, beforeAll, test } from '#test'
import { Unreadable } from '../records.ts'
import { all } from './fixture.ts'
import { VendorFiles } from './vendor-files.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answers: Record<string, () => void> = {
    '/file': () => response.setHeader('content-type', 'text/plain').end('text'),
    '/page': () => response.setHeader('content-type', 'text/html; charset=utf-8').end('sign in'),
    '/moved': () => response.writeHead(302, { location: '/file' }).end(),
    '/gone': () => response.writeHead(410).end('gone'),
  }
  answers[request.url ?? '']?.()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
const outbound = new Outbound({ allowed: parseNetworks('127.0.0.1')! })
afterAll(async () => {
  await outbound.close()
  server.close()
})

const files = (download = true) => new VendorFiles(outbound, ({ hostname }) => hostname === '127.0.0.1', download)
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const text = { name: 'a.txt', size: 4, contentType: 'text/plain' }

test('a file is fetched from the vendor', async () => {
  const file = files().file(url('/file'), text)
  assert.equal(Buffer.concat(await all(await file!.open())).toString(), 'text')
})

test('pages, redirects, wrong sizes, and errors count as dead URLs', async () => {
  const cases: [string, { name: string; size?: number }][] = [
    ['/page', { name: 'a.txt' }],
    ['/moved', text],
    ['/gone', text],
    ['/file', { name: 'a.txt', size: 5 }],
  ]
  for (const [path, named] of cases) {
    const file = files().file(url(path), named)
    await assert.rejects(async () => file!.open(), /address of a\.txt is dead/, path)
  }
})

test('other hosts, disallowed downloads, and oversized files are not fetched', async () => {
  const before = asked.length
  for (const wrong of ['http://localhost:1/file', 'file:///etc/passwd', 'nonsense', undefined])
    assert.equal(files().file(wrong, text), undefined)
  await assert.rejects(async () => files(false).file(url('/file'), text)!.open(), Unreadable)
  await assert.rejects(
    async () =>
      files()
        .file(url('/file'), { ...text, size: 2 ** 40 })!
        .open(),
    Unreadable,
  )
  assert.equal(asked.length, before)
})

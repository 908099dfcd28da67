import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Header } from 'tar'
import { assert, holds, test } from '#test'
import { Meter } from '../meter.ts'
import { Unreadable } from '../records.ts'
import { Bounds, safePath } from './bounds.ts'
import { rowsOf } from './json-list.ts'
import { unpackTar } from './tar.ts'

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-containers-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tarOf(
  entries: readonly { path: string; content?: string; type?: 'File' | 'SymbolicLink' | 'Link'; linkpath?: string }[],
): Buffer {
  const parts: Buffer[] = []
  for (const { path, content = '', type = 'File', linkpath } of entries) {
    const size = Buffer.byteLength(content)
    const header = new Header({
      path,
      type,
      size: type === 'File' ? size : 0,
      mode: 0o644,
      ...(linkpath ? { linkpath } : {}),
    })
    header.encode()
    parts.push(header.block as Buffer)
    if (type === 'File') parts.push(Buffer.concat([Buffer.from(content), Buffer.alloc((512 - (size % 512)) % 512)]))
  }
  return Buffer.concat([...parts, Buffer.alloc(1_024)])
}

const unpacked = (archive: Buffer) =>
  inFolder(async (folder) => {
    const file = join(folder, 'archive.tar')
    const target = join(folder, 'target')
    await mkdir(target)
    await writeFile(file, archive)
    const refused: string[] = []
    const refuse = (path: string) => void refused.push(path)
    await unpackTar(file, {
      meter: new Meter(),
      folder: target,
      place: (path) => path,
      refuse,
    })
    return {
      files: (await readdir(target, { recursive: true })).sort(),
      around: (await readdir(folder)).sort(),
      refused,
    }
  })

test('entries outside the folder, links, and duplicate names are not unpacked', async () => {
  const { files, around, refused } = await unpacked(
    tarOf([
      { path: 'a/good.json', content: '{}' },
      { path: '../outside', content: 'x' },
      { path: 'a/../../outside', content: 'x' },
      { path: '/tmp/absolute-loquat', content: 'x' },
      { path: 'C:\\windows', content: 'x' },
      { path: 'link', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { path: 'hard', type: 'Link', linkpath: '../archive.tar' },
      { path: 'a/good.json', content: 'again' },
    ]),
  )
  assert.deepEqual(files, ['a', 'a/good.json'])
  assert.deepEqual(around, ['archive.tar', 'target'])
  assert.equal(refused.length, 7)
})

test('a truncated archive, or a file that is none, is refused', async () => {
  const whole = tarOf([{ path: 'a', content: 'x'.repeat(5_000) }])
  for (const bad of [
    gzipSync(whole).subarray(0, 40),
    whole.subarray(0, 2_000),
    Buffer.from('no archive'),
    Buffer.alloc(0),
  ])
    await assert.rejects(unpacked(bad), Unreadable)
})

test('an archive that unpacks to a hundred times its size is refused', async () => {
  const bounds = new Bounds(tmpdir(), 50 * 2 ** 20)
  await bounds.bytes(4_900 * 2 ** 20)
  await assert.rejects(bounds.bytes(200 * 2 ** 20), Unreadable)
  const small = new Bounds(tmpdir(), 1_000)
  await small.bytes(2 ** 30)
  await assert.rejects(small.bytes(1), Unreadable)
})

test('a name is safe only if it stays below the folder', () => {
  assert.equal(safePath('a/./b//c'), 'a/b/c')
  for (const bad of ['..', 'a/..', '/a', 'a\\b', 'a\0', 'C:/a', '', '.', 'x'.repeat(300), 'a/'.repeat(30)])
    assert.equal(safePath(bad), undefined, bad)
})

const read = (text: string) =>
  inFolder(async (folder) => {
    const file = join(folder, 'rows.json')
    await writeFile(file, text)
    const rows: [string, unknown][] = []
    for await (const { table, row } of rowsOf(createReadStream(file))) rows.push([table, row])
    return rows
  })

test('rows of tables are read one by one, whatever they contain', async () => {
  await holds(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.array(fc.jsonValue(), { maxLength: 5 }), { maxKeys: 4, noNullPrototype: true }),
      fc.constantFrom(0, 1, '\t'),
      async (tables, indent) => {
        const expected = Object.entries(tables).flatMap(([table, rows]) => rows.map((row) => [table, row]))
        assert.deepEqual(await read(JSON.stringify(tables, null, indent)), JSON.parse(JSON.stringify(expected)))
      },
    ),
    { runs: 100 },
  )
})

test('a top-level list has no table name; files of any length read the same', async () => {
  assert.deepEqual(await read('\ufeff[{"a":"]}\\""}, 2]'), [
    ['', { a: ']}"' }],
    ['', 2],
  ])
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, text: `"${id}[{` }))
  const found = await read(JSON.stringify({ first: rows, 'other table': [], last: rows.slice(0, 1) }))
  assert.equal(found.length, 20_001)
  assert.deepEqual(found[19_999], ['first', rows[19_999]])
})

test("a truncated file, or one that isn't JSON, is refused", async () => {
  for (const bad of ['{"a": [{"b": 1}, {', '[1, 2', '{"a": [tru]}', ']', '{"a": [{"b": "c'])
    await assert.rejects(read(bad), Unreadable, bad)
})

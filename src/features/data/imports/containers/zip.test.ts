import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, test } from '#test'
import { type Loss, Unreadable } from '../records.ts'
import { all, type Contents, folderOnDisk, scratchFolder, zipOnDisk, zipped } from '../sources/fixture.ts'
import { openArchive } from './open-archive.ts'

async function read(path: string) {
  const losses: Loss[] = []
  const archive = await openArchive(path, { lose: (loss) => losses.push(loss) })
  return { archive, names: [...archive.files.keys()], losses: losses.map(({ loss }) => loss) }
}

function patched(zip: Buffer, from: string, to: string | Buffer): Buffer {
  const bytes = Buffer.from(zip)
  const [old, fresh] = [Buffer.from(from), Buffer.from(to)]
  assert.equal(old.length, fresh.length)
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at + 1)) fresh.copy(bytes, at)
  return bytes
}

const contentOf = async (path: string, name: string) => {
  const { archive } = await read(path)
  try {
    return Buffer.concat(await all(await archive.files.get(name)!.open())).toString()
  } finally {
    await archive.close()
  }
}

const directoryAt = (zip: Buffer, name: string) => {
  const at = zip.lastIndexOf(name)
  return zip.lastIndexOf('PK\x01\x02', at, 'latin1')
}

test('files of a zip are read by name, sorted, compressed or not', async () => {
  for (const compress of [true, false]) {
    const path = await zipOnDisk(await zipped({ 'b.txt': 'second', 'a/ä.txt': 'first' }, compress))
    assert.deepEqual((await read(path)).names, ['a/ä.txt', 'b.txt'])
    assert.equal(await contentOf(path, 'a/ä.txt'), 'first')
  }
})

test("names are UTF-8, flagged or not, or in the format's code page", async () => {
  const zip = await zipped({ 'aXX.txt': '' })
  const unsaid = patched(zip, 'aXX.txt', 'aä.txt')
  assert.deepEqual((await read(await zipOnDisk(unsaid))).names, ['aä.txt'])
  const old = patched(zip, 'aXX.txt', Buffer.from('a\x84\x81.txt', 'latin1'))
  assert.deepEqual((await read(await zipOnDisk(old))).names, ['aäü.txt'])
})

test('names that lead outside the archive are skipped and reported', async () => {
  const names = ['../x.txt', '/abs.txt', 'C:\\x.txt', 'a/../..', '..\\x.txt', 'a\\..\\..']
  for (const name of names) {
    const fake = 'q'.repeat(name.length)
    const { names: found, losses } = await read(
      await zipOnDisk(patched(await zipped({ [fake]: 'x', ok: 'y' }), fake, name)),
    )
    assert.deepEqual(found, ['ok'], name)
    assert.deepEqual(losses, ['Files whose names lead out of the archive'])
  }
})

test('links, encrypted files, duplicates, and unknown compression methods are skipped and reported', async () => {
  const zip = await zipped({ aaaa: 'x', bbbb: 'y' })
  const at = directoryAt(zip, 'aaaa')
  const link = Buffer.from(zip)
  link.writeUInt8(3, at + 5)
  link.writeUInt32LE((0o120777 << 16) >>> 0, at + 38)
  const encrypted = Buffer.from(zip)
  encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8)
  const packed = Buffer.from(zip)
  packed.writeUInt16LE(12, at + 10)
  const cases: [Buffer, string][] = [
    [link, 'Links to other files'],
    [encrypted, 'Files that are encrypted'],
    [packed, 'Files that are packed in a way that is not known'],
    [patched(zip, 'bbbb', 'aaaa'), 'Second files of the same name'],
  ]
  for (const [bytes, loss] of cases) {
    const { names, losses } = await read(await zipOnDisk(bytes))
    assert.equal(names.length, 1, loss)
    assert.deepEqual(losses, [loss])
  }
})

test('a zip bomb is refused', async () => {
  const claiming = async (contents: Contents, bytes: number) => {
    const zip = await zipped(contents)
    for (const name of Object.keys(contents)) zip.writeUInt32LE(bytes, directoryAt(zip, name) + 24)
    return zipOnDisk(zip)
  }
  const [alone, ok] = [await zipped({ aaaa: 'x' }), await read(await claiming({ aaaa: 'x' }, 60 * 2 ** 20))]
  alone.writeUInt32LE(80 * 2 ** 20, directoryAt(alone, 'aaaa') + 24)
  const refused = await read(await zipOnDisk(alone))
  assert.deepEqual([refused.names, refused.losses], [[], ['Files that unpack to far more than they can hold']])
  assert.deepEqual(ok.names, ['aaaa'])
  await assert.rejects(async () => read(await claiming({ aaaa: 'x', bbbb: 'x', cccc: 'x' }, 60 * 2 ** 20)), Unreadable)
})

test('overlapping files are refused', async () => {
  const zip = await zipped({ aaaa: 'x'.repeat(100), bbbb: 'y' }, false)
  zip.writeUInt32LE(0, directoryAt(zip, 'bbbb') + 42)
  await assert.rejects(async () => read(await zipOnDisk(zip)), /on top of each other/)
})

test('a file that is larger than declared ends in an error', async () => {
  const zip = await zipped({ aaaa: 'x'.repeat(1000) })
  zip.writeUInt32LE(10, directoryAt(zip, 'aaaa') + 24)
  const path = await zipOnDisk(zip)
  await assert.rejects(async () => contentOf(path, 'aaaa'), Unreadable)
})

test('a truncated zip file, or a file that is none, is refused', async () => {
  const zip = await zipped({ 'a.txt': 'text' })
  await assert.rejects(async () => read(await zipOnDisk(zip.subarray(0, zip.length - 30))), Unreadable)
  await assert.rejects(async () => read(join(await scratchFolder(), 'gone.zip')), Unreadable)
})

test('a folder lists its files, without links that lead outside', async () => {
  const folder = await folderOnDisk({ 'a/b.txt': 'text' })
  const secret = join(await scratchFolder(), 'secret.txt')
  await writeFile(secret, 'secret')
  await symlink(secret, join(folder, 'link.txt'))
  await symlink('/', join(folder, 'root'))
  assert.deepEqual((await read(folder)).names, ['a/b.txt'])
})

test('a single file brings only the folders that belong to it', async () => {
  const folder = await folderOnDisk({ 'x.json': '[]', 'x.json_Files/a.png': 'png', 'other/b.txt': 'text' })
  const archive = await openArchive(join(folder, 'x.json'), { lose: () => {}, beside: (name) => [`${name}_Files`] })
  assert.deepEqual([...archive.files.keys()], ['x.json', 'x.json_Files/a.png'])
  assert.equal((await readFile(join(folder, 'x.json'))).toString(), '[]')
})

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, test } from '#test'
import { announce, announced } from './announced.ts'

test('a server that can’t remove its announcement stops all the same', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  try {
    const unannounce = await announce(dataDir, {
      url: 'http://127.0.0.1:1',
      control: { url: 'http://127.0.0.1:2', token: 'token' },
    })
    assert.equal((await announced(dataDir)).length, 1)
    const [name = ''] = await readdir(join(dataDir, 'servers'))
    // a folder isn't removed either, even for root
    await rm(join(dataDir, 'servers', name))
    await mkdir(join(dataDir, 'servers', name))
    await unannounce()
    assert.deepEqual(await announced(dataDir), [])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

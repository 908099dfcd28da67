import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assert, test } from '#test'
import { temporaryFolder } from './temporary-folder.ts'

const endedPid = () => spawnSync(process.execPath, ['--version']).pid

function mountSmallDisk(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function removeOwn() {
  const own = await temporaryFolder()
  await own.remove()
  return dirname(own.path)
}

test('a run removes what a killed run left, mounted disks included', async ({ skip }) => {
  const left = join(await removeOwn(), `loquat-tests-${endedPid()}`)
  const disk = join(left, 'disk')
  await mkdir(disk, { recursive: true })
  if (!mountSmallDisk(disk)) {
    await rm(left, { recursive: true })
    return skip('no rights to mount a disk')
  }
  await writeFile(join(disk, 'file'), 'left')
  await removeOwn()
  assert.equal(existsSync(left), false)
})

import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'loquat-tests-'
/** Tests use at most some 300 MB there at a time, in addition to another run. */
const enough = 4 * 2 ** 30

/** Browsers write to their profiles for a moment after they were closed. */
const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const room = async (): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(memory)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    return 0
  }
}

/** Removes what a killed run left, including the small disks that its tests mounted. Errors don't stop this run. */
async function removeLeftover(path: string): Promise<void> {
  try {
    const mounts = await readFile('/proc/self/mounts', 'utf8')
    for (const [, mountPoint = ''] of mounts.matchAll(/^\S+ (\S+)/gm))
      if (mountPoint.startsWith(`${path}/`)) execFileSync('umount', [mountPoint], { stdio: 'ignore' })
    await rm(path, { recursive: true, force: true })
  } catch (error) {
    console.warn(`${path} is left over from another run and can't be removed: ${(error as Error).message}`)
  }
}

/**
 * A folder for the files of this run's tests and of their processes. perf: in memory if there is room, because creating
 * files and waiting for a disk is a fifth of the time of tests with whole data directories; no test can tell the
 * difference, because they kill processes, never the machine. LOQUAT_TEST_FOLDER=disk keeps it on disk. It's removed
 * when the run ends, or by a later run if it was killed.
 */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const isInMemory = process.env.LOQUAT_TEST_FOLDER !== 'disk' && (await room()) > enough
  const parent = isInMemory ? memory : tmpdir()
  for (const name of await readdir(parent)) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length))
    if (pid && !isAlive(pid)) await removeLeftover(join(parent, name))
  }
  const path = join(parent, `${prefix}${process.pid}`)
  await mkdir(path)
  // like /tmp: servers that don't run as root write there as well
  await chmod(path, 0o1777)
  return { path, remove: () => remove(path) }
}

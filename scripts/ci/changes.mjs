// Which files a change touches: everything since its base, uncommitted and untracked files included.
import { spawnSync } from 'node:child_process'

const dayMs = 24 * 60 * 60 * 1000

/**
 * The base is the commit CI_BASE names, or the newest ancestor committed more than 24 hours before HEAD. Returns
 * `{ base, files }` with paths relative to the root, both sides of a rename included. Without a base, such as in a
 * shallow clone, it returns `{ base: undefined, reason }`: nothing is known, so everything has to run.
 */
export function changesIn(root, env = process.env) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status !== 0) throw new Error(stderr.trim() || `git ${args[0]} failed`)
    return stdout
  }
  const paths = (text) => text.split('\0').filter(Boolean)
  let base
  try {
    base = env.CI_BASE ? git('rev-parse', '--verify', `${env.CI_BASE}^{commit}`).trim() : dayBefore(git)
  } catch (error) {
    return { base: undefined, reason: `no base to compare with: ${error.message}` }
  }
  if (!base) return { base: undefined, reason: 'no commit is more than 24 hours older than HEAD' }
  const changed = paths(git('diff', '--name-only', '--no-renames', '-z', base))
  const untracked = paths(git('ls-files', '--others', '--exclude-standard', '-z'))
  return { base, files: [...new Set([...changed, ...untracked])].sort() }
}

function dayBefore(git) {
  const head = Number(git('show', '--no-patch', '--format=%ct', 'HEAD').trim()) * 1000
  const before = Math.floor((head - dayMs) / 1000)
  return git('rev-list', '--max-count=1', `--before=${before}`, 'HEAD').trim()
}

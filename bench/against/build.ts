import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'

export interface Build {
  readonly name: string
  readonly root: string
  /** The bundled server. */
  readonly program: string
  readonly hasWebClient: boolean
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

const buildAt = (name: string, root: string): Build => ({
  name,
  root,
  program: join(root, 'dist/loquat.js'),
  hasWebClient: existsSync(join(root, 'dist/web/index.html')),
})

export const workingTree = (): Build => buildAt('working tree', projectRoot)

/** The commit of `last-release`: the newest tag that HEAD descends from, or else the one that bench/last-release names. */
function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^')
  } catch {
    return readFileSync(join(projectRoot, 'bench/last-release'), 'utf8').trim()
  }
}

/**
 * Builds a revision in a temporary worktree, which is removed when this process exits. A folder that already has a
 * build is used as it is.
 */
export function buildOf(revision: string): Build {
  if (existsSync(join(revision, 'dist/loquat.js'))) return buildAt(revision, revision)
  const wanted = revision === 'last-release' ? lastRelease() : revision
  const commit = commitOf(wanted)
  const folder = mkdtempSync(join(tmpdir(), 'loquat-against-'))
  const root = join(folder, 'tree')
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  })
  git('worktree', 'add', '--detach', root, commit)
  installPackages(root)
  for (const script of ['scripts/build.mjs', 'scripts/build-web.mjs'])
    if (existsSync(join(root, script))) run(root, process.execPath, script)
  return buildAt(wanted === commit ? commit.slice(0, 8) : `${wanted} (${commit.slice(0, 8)})`, root)
}

function commitOf(revision: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)
  } catch {
    throw new Error(`--against: there is no revision '${revision}' in this clone`)
  }
}

/** perf: with the same lock file, packages are hard links to the working tree's. */
function installPackages(root: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf(projectRoot)) {
    try {
      run(root, 'cp', '-al', join(projectRoot, 'node_modules'), 'node_modules')
      return
    } catch {
      // another file system has no hard links to this one
      rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    }
  }
  run(root, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
}

function run(cwd: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

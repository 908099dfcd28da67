// The files that packages for operators install: the output of `npm pack` and its locked libraries, without development files.
import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** npm's names of the processors that have prebuilt libraries, by Debian's and OCI's name, which are the same. */
const processors = { amd64: 'x64', arm64: 'arm64' }
export const architectures = Object.keys(processors)
export const hostArchitecture = architectures.find((name) => processors[name] === process.arch)

/** Files of libraries that a server never loads. Licenses are kept. */
const unusedFile =
  /\.(?:[cm]?ts|map|bare|flow|markdown|md|py|pl|sh|cc|h|tsbuildinfo|yml)$|^(?:Makefile|tsconfig.*\.json|\..*|karma\.conf\.js)$/i
const unusedFolder = /^(?:\..*|tests?|__tests__|bench(?:marks?)?|examples?|@types)$/

const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })

/** Seconds since 1970 for every time stamp in a package: SOURCE_DATE_EPOCH, or the time of the commit. */
export function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given) return Number(given)
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}

/** Packs the checkout, or unpacks what `npm pack` wrote before, into a folder. */
export async function unpack(folder, tarball) {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'loquat-pack-'))
  try {
    if (!tarball) run('npm', ['pack', '--loglevel=error', '--pack-destination', work], { cwd: root })
    const file =
      tarball ??
      join(
        work,
        (await readdir(work)).find((name) => name.endsWith('.tgz')),
      )
    run('tar', ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner'])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Installs the locked libraries for a processor, whatever this machine has. */
export function installLibraries(folder, architecture) {
  const platform = ['--os=linux', `--cpu=${processors[architecture]}`, '--libc=glibc']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-bin-links', ...platform, ...quiet], { cwd: folder })
}

/** Removes development files from the libraries. */
export async function prune(folder, isLibrary = false) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isUnused = entry.isDirectory() ? unusedFolder.test(entry.name) : unusedFile.test(entry.name)
    // a library can have the name of such a folder
    if (isUnused && (isLibrary || entry.name.startsWith('.') || entry.name === '@types'))
      await rm(path, { recursive: true })
    else if (entry.isDirectory())
      await prune(path, isLibrary ? entry.name !== 'node_modules' : !entry.name.startsWith('@'))
  }
}

/** The same modes everywhere, whatever the umask; only programs can be executed. */
export async function setModes(folder, isProgram) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await setModes(path, isProgram)
    else if (!(await lstat(path)).isSymbolicLink()) await chmod(path, isProgram(path) ? 0o755 : 0o644)
  }
}

/** A folder with the whole program, as it's installed in /opt/loquat or /usr/lib/loquat. */
export async function stage(folder, { architecture, tarball }) {
  await unpack(folder, tarball)
  installLibraries(folder, architecture)
  await prune(join(folder, 'node_modules'))
  await setModes(folder, (path) => path === join(folder, 'bin/loquat'))
}

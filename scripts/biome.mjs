// Runs the linter and formatter, with whatever arguments. It is larger than the server with everything it needs, so it
// has a folder and a lock file of its own (tools/) and is installed when it is first needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tools = join(root, 'tools')
const installed = join(tools, 'node_modules/.package-lock.json')
const program = join(tools, 'node_modules/@biomejs/biome')
const version = (file, key) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages[key]?.version : undefined

/** The path of the linter's program, in the version that the lock file names. */
export function biome() {
  const name = 'node_modules/@biomejs/biome'
  if (version(installed, name) !== version(join(tools, 'package-lock.json'), name)) {
    const { status } = spawnSync('npm', ['ci'], { cwd: tools, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('the linter could not be installed: npm ci in tools/ failed')
  }
  return join(program, 'bin/biome')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync(process.execPath, [biome(), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

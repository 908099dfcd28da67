// Development tools that are large, or that need a newer Node than the server, have their own folder and lock file
// (tools/) and are installed on first use.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'tools')
const modules = join(folder, 'node_modules')
const names = Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies)

const versionsIn = (file) => {
  const packages = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
  return names.map((name) => packages[`node_modules/${name}`]?.version)
}

export function tools() {
  const installed = versionsIn(join(modules, '.package-lock.json'))
  const wanted = versionsIn(join(folder, 'package-lock.json'))
  if (!names.every((name, at) => installed[at] === wanted[at] && existsSync(join(modules, name)))) {
    // no warnings about the Node version: they run on this one regardless
    const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('the tools could not be installed: npm ci in tools/ failed')
  }
  return modules
}

if (process.argv[1] === fileURLToPath(import.meta.url)) tools()

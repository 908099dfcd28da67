// Adds to package-lock.json the packages for other platforms that npm left out: it omits them if the registry used for
// locking lacks them, and then npm ci fails everywhere. With --check, it only reports them.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const files = ['package-lock.json', 'tools/package-lock.json']

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

/** The platform that a package's name mentions. */
function platform(name) {
  const words = name.split('/').pop().replace('linuxmusl', 'linux-musl').split(/[-.]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = os.includes('linux') && (words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [])
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(libc?.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

/** The folders in which Node looks for a dependency, the nearest first. */
function* folders(path) {
  const names = path.split('node_modules/').slice(1)
  for (let depth = names.length; depth >= 0; depth--)
    yield names
      .slice(0, depth)
      .map((name) => `node_modules/${name}`)
      .join('')
      .replace(/\/$/, '')
}

for (const name of files) {
  const file = join(root, name)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = complete(lock)
  if (added.length === 0) continue
  if (process.argv.includes('--check')) {
    console.error(`${name} lacks ${added.join(', ')}: run node scripts/complete-lock.mjs`)
    process.exit(1)
  }
  const { '': project, ...packages } = lock.packages
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = { '': project, ...Object.fromEntries(sorted) }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${added.length} packages to ${name}`)
}

/** Adds what is missing; returns the names. */
function complete(lock) {
  const added = []
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, wanted] of Object.entries(optionalDependencies)) {
      const isExact = /^\d/.test(wanted)
      const places = [...folders(path)].map((folder) => `${folder && `${folder}/`}node_modules/${name}`)
      const found = places.map((place) => lock.packages[place]).find(Boolean)
      if (found && (!isExact || found.version === wanted)) continue
      // next to the package that needs it, where npm puts it too
      const place = path.replace(/node_modules\/(@[^/]+\/)?[^/]+$/, `node_modules/${name}`)
      const version = wanted.replace(/^[^\d]+/, '')
      const { cpu, ...rest } = platform(name)
      lock.packages[place] = { version, ...(cpu && { cpu }), ...(dev && { dev }), ...rest }
      added.push(`${name}@${version}`)
    }
  }
  return added
}

// Runs before and after `npm pack`: leaves only this build's files in dist/, writes npm-shrinkwrap.json, the part of
// the lock file that the packed server needs, and a matching package.json. With --remove, it undoes that.
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer, unbundled } from './build.mjs'
import { buildWeb, prune } from './build-web.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const file = join(root, 'npm-shrinkwrap.json')
const manifestFile = join(root, 'package.json')
const aside = join(root, '.package.json.unpacked')

/** Where Node looks for a folder's dependency in the lock file, the nearest first. */
function placeOf(name, from, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/** The lock file's packages that its root needs at run time, in its order. */
export function needed({ packages }) {
  const own = packages['']
  const found = new Set()
  const visit = (from, one) => {
    const optionalPeers = one.peerDependenciesMeta ?? {}
    const peers = Object.keys(one.peerDependencies ?? {}).filter((name) => !optionalPeers[name]?.optional)
    const names = { ...one.dependencies, ...one.optionalDependencies }
    for (const name of [...Object.keys(names), ...peers]) {
      const place = placeOf(name, from, packages)
      if (!place || found.has(place)) continue
      found.add(place)
      visit(place, packages[place])
    }
  }
  visit('', own)
  return Object.keys(packages).filter((place) => found.has(place))
}

/**
 * A locked package with the ranges that `overrides` gives it. npm ignores the overrides of what it installs: it would
 * replace a locked version that a dependent's own range doesn't allow, such as by one for a newer Node.
 */
function overridden(place, one, overrides) {
  if (!one.dependencies) return one
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const ranges = { ...overrides, ...(typeof overrides[name] === 'object' ? overrides[name] : {}) }
  const dependencies = Object.entries(one.dependencies).map(([dependency, range]) => [
    dependency,
    typeof ranges[dependency] === 'string' ? ranges[dependency] : range,
  ])
  return { ...one, dependencies: Object.fromEntries(dependencies) }
}

/**
 * The dependencies that the build imports. The others are bundled, and needn't be installed.
 */
export async function atRunTime(dependencies) {
  const dist = join(root, 'dist')
  const imported = new Set(unbundled)
  for (const folder of ['.', 'chunks', 'workers'])
    for (const name of await readdir(join(dist, folder))) {
      if (!name.endsWith('.js')) continue
      const code = (await readFile(join(dist, folder, name), 'utf8')).replace(/^\s*(?:\/\*\*|\*).*$/gm, '')
      for (const [, specifier] of code.matchAll(
        /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*["'`]([@a-z][^"'`\s]*)["'`]/g,
      ))
        imported.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
    }
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => imported.has(name)))
}

export async function shrinkwrap() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { overrides = {} } = JSON.parse(await readFile(manifestFile, 'utf8'))
  const { name, version, license, dependencies: all, bin, engines } = lock.packages['']
  const dependencies = await atRunTime(all)
  lock.packages[''].dependencies = dependencies
  const kept = needed(lock).map((place) => [place, overridden(place, lock.packages[place], overrides)])
  return {
    name: lock.name,
    version: lock.version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': { name, version, license, dependencies, bin, engines }, ...Object.fromEntries(kept) },
  }
}

/** Files of earlier builds are for servers that run here, and aren't packed. */
async function withoutEarlierBuilds() {
  const begun = Date.now()
  await buildServer()
  await buildWeb()
  const later = begun + 365 * 24 * 3600 * 1000
  for (const folder of ['chunks', 'web', 'workers'].map((name) => join(root, 'dist', name)))
    await prune(folder, await madeSince(folder, begun), later)
}

async function madeSince(folder, begun) {
  const names = await readdir(folder)
  const made = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs >= begun - 1000))
  return new Set(names.filter((_name, at) => made[at]))
}

/** The packed package.json, without development settings. */
export async function packedManifest() {
  const { scripts, workspaces: _, devDependencies: __, ...manifest } = JSON.parse(await readFile(manifestFile, 'utf8'))
  const dependencies = await atRunTime(manifest.dependencies)
  return { ...manifest, dependencies, scripts: { start: scripts.start } }
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/** Restores the original, also after an interrupted run. */
async function restore() {
  if (existsSync(aside)) await rename(aside, manifestFile)
  await rm(file, { force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await restore()
  if (!process.argv.includes('--remove')) {
    await withoutEarlierBuilds()
    await writeFile(file, json(await shrinkwrap()))
    const packed = json(await packedManifest())
    await copyFile(manifestFile, aside)
    await writeFile(manifestFile, packed)
  }
}

// Runs before and after `npm pack`: leaves only this build's files in dist/, writes npm-shrinkwrap.json, the part of
// the lock file that the packed server needs, and a matching package.json. With --remove, it undoes that.
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer } from './build.mjs'
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

export async function shrinkwrap() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { name, version, license, dependencies, bin, engines } = lock.packages['']
  const kept = needed(lock).map((place) => [place, lock.packages[place]])
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
  return { ...manifest, scripts: { start: scripts.start } }
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

// What a build took from libraries and fonts, and the terms of each: who hands parts of them on hands their terms on too.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folders of the packages that files of a build came from; `root` is what relative names begin at. */
export function packagesIn(output, root) {
  const sources = output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)),
  )
  const folders = sources.map(
    (source) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source.replaceAll('\\', '/'))?.[1],
  )
  return new Set(folders.filter((folder) => folder !== undefined))
}

/** The terms of packages, one after the other by name; throws for one that comes without. */
export async function licensesOf(folders) {
  const parts = new Map()
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const files = (await readdir(folder))
      .filter((file) => /^(licen[cs]e|copying|notice)\b(?!.*\.[cm]?js$)/i.test(file))
      .sort()
    if (files.length === 0) throw new Error(`${name} comes without its license`)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const title = `${name} ${version}, ${license}`
    parts.set(name, [`${title}\n${'='.repeat(title.length)}`, ...texts.map((text) => text.trim())].join('\n\n'))
  }
  const inOrder = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  const about = "Loquat's web client contains parts of these packages, each under its own terms."
  return `${[about, ...inOrder].join('\n\n\n')}\n`
}

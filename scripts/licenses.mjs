// The libraries and fonts in a build, and their licenses, which have to be distributed with them.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folders of the packages in a build's output; relative names start at `root`. */
export function packagesIn(output, root) {
  const sources = output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)),
  )
  const folders = sources.map(
    (source) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*)\//.exec(source.replaceAll('\\', '/'))?.[1],
  )
  return new Set(folders.filter((folder) => folder !== undefined))
}

/** The licenses of a product's packages, by name; throws if one has none. */
export async function licensesOf(folders, product) {
  const parts = new Map()
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const { name, version, license } = manifest
    const title = `${name} ${version}, ${license}`
    parts.set(name, [`${title}\n${'='.repeat(title.length)}`, ...(await termsOf(folder, manifest))].join('\n\n'))
  }
  const inOrder = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  const about = `Loquat's ${product} contains parts of these packages, each under its own terms.`
  return `${[about, ...inOrder].join('\n\n\n')}\n`
}

/** A package's license files; without any, the section of its README, or the text of the MIT license that it names. */
async function termsOf(folder, { name, license, author }) {
  const names = await readdir(folder)
  const read = async (file) => (await readFile(join(folder, file), 'utf8')).trim()
  const files = names.filter((file) => /^(licen[cs]e|copying|notice)\b(?!.*\.[cm]?js$)/i.test(file)).sort()
  if (files.length > 0) return Promise.all(files.map(read))
  const readme = names.find((file) => /^readme\b/i.test(file))
  const section = readme && /^#+ *licen[cs]e\s*$([\s\S]*copyright[\s\S]*)/im.exec(await read(readme))?.[1]
  if (section) return [section.trim()]
  const holder = author?.name ?? author
  if (license !== 'MIT' || !holder) throw new Error(`${name} comes without its license`)
  return [mitLicense(holder)]
}

const mitLicense = (holder) => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

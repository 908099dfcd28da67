// Debian's copyright file: the license of Loquat, and those of the libraries it includes.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Libraries in a node_modules folder, also nested ones, with their licenses as they declare them. */
async function librariesIn(folder) {
  const found = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (entry.name.startsWith('@')) found.push(...(await librariesIn(path)))
    else found.push(...(await describe(path)))
  }
  return found
}

async function describe(path) {
  const content = await readFile(join(path, 'package.json'), 'utf8')
  const { name, version, license } = JSON.parse(content)
  const nested = await librariesIn(join(path, 'node_modules')).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const declared = typeof license === 'object' ? license.type : license
  if (!declared) throw new Error(`${name} ${version} declares no license`)
  return [`${name} ${version} (${declared})`, ...nested]
}

/** The text for a staged program. */
export async function copyrightFile(program) {
  const libraries = [...new Set(await librariesIn(join(program, 'node_modules')))].sort()
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: loquat

Files: *
Copyright: 2026 The Loquat maintainers
License: Apache-2.0

License: Apache-2.0
 On Debian systems, the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

Comment:
 The libraries below are in /usr/lib/loquat/node_modules, each with its license.
 The licenses of libraries and fonts in the bundles are in
 /usr/lib/loquat/dist/licenses.txt and /usr/lib/loquat/dist/web/licenses.txt.
${libraries.map((one) => `  ${one}`).join('\n')}
`
}

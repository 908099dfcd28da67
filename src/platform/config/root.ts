import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, when run from sources and from the bundle. */
export const projectRoot = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})()

/** How to invoke the command, for messages: from a checkout or an installed package. */
export const programName: string = basename(dirname(projectRoot)) === 'node_modules' ? 'npx loquat' : 'bin/loquat'

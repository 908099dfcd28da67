import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json: the same whether this runs from the sources or from the bundle. */
export const projectRoot = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})()

/** How somebody who reads it starts a command: from a checkout, or as an installed package. */
export const programName: string = basename(dirname(projectRoot)) === 'node_modules' ? 'npx loquat' : 'bin/loquat'

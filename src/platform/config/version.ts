import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './root.ts'

/** The release number of this server. */
export const version: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version
/** Every feature of the public API that was introduced up to this level is supported. */
export const featureLevel = 493

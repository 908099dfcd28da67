import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './root.ts'

export const version: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version
/** The public API's feature level: every feature up to it is supported. */
export const featureLevel = 493

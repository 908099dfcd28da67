import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'

/** WebKitGTK's MiniBrowser: Debian installs it in a folder named after the architecture and version. */
function findMiniBrowser(): string | undefined {
  for (const machine of existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const path = join('/usr/lib', machine, version, 'MiniBrowser')
      if (existsSync(path)) return path
    }
  return undefined
}

export const programs = {
  browser: findMiniBrowser(),
  driver: '/usr/bin/WebKitWebDriver',
  display: '/usr/bin/Xvfb',
  pointer: '/usr/bin/xdotool',
}

/** A color emoji font, in a folder that only these tests' browsers use. */
export const emojiFontFolder = join(projectRoot, '.cache/color-emoji')

/** `scripts/install-webkit.sh` installs the programs. */
export const hasWebKit =
  Object.values(programs).every((path) => path !== undefined && existsSync(path)) &&
  existsSync(emojiFontFolder) &&
  existsSync(join(projectRoot, 'dist/web/index.html'))
if (!hasWebKit)
  console.warn('WebKitGTK (scripts/install-webkit.sh) or a built client (npm run build) is missing: tests skipped.')

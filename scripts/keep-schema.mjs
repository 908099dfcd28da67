// Archives a release's schema: a backup of the demo organization in test/fixtures/schemas, named after the newest
// migration, from which test/upgrade.test.ts upgrades in later versions. Part of making a release: npm run keep-schema
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const most = 512 * 1024

const newest = readdirSync(join(root, 'migrations'))
  .map((name) => /^(\d{14})_\w+\.sql$/.exec(name)?.[1])
  .filter(Boolean)
  .sort()
  .at(-1)
const target = join(root, 'test/fixtures/schemas', `${newest}.backup`)
if (existsSync(target)) {
  console.log(`${relative(root, target)} is kept already: there is no migration since`)
  process.exit()
}
const work = mkdtempSync(join(tmpdir(), 'loquat-schema-'))
try {
  const loquat = (...args) =>
    execFileSync(process.execPath, [join(root, 'bin/loquat'), ...args, '--data-dir', join(work, 'data')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  loquat('demo', '--password', 'loquat loquat')
  // this also restores it once as a check
  loquat('backup', '--to', join(work, 'backups'))
  const made = readdirSync(join(work, 'backups')).find((name) => name.endsWith('.backup'))
  const { size } = statSync(join(work, 'backups', made))
  if (size > most) throw new Error(`The backup has ${size} bytes: the demonstration has become too large to be kept`)
  copyFileSync(join(work, 'backups', made), target)
  console.log(`${relative(root, target)} is kept, ${Math.round(size / 1024)} KiB`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

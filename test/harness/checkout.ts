import { execFileSync } from 'node:child_process'
import { cp, link, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'

/** With links if wanted and possible: packages are 150 MB. */
export async function copyTree(from: string, to: string, asLinks = true): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (['node_modules', '.git'].includes(entry.name)) continue
    if (entry.isDirectory()) await copyTree(source, target, asLinks)
    else if (asLinks) await link(source, target).catch(() => cp(source, target))
    else if (!entry.isSocket()) await cp(source, target)
  }
}

/**
 * Runs `npm pack` in a copy of the checkout, below a folder, and returns the tarball's path. Packing rewrites the bundle
 * and the package's declaration, while others use the checkout.
 */
export async function packCheckout(folder: string): Promise<string> {
  const checkout = join(folder, 'checkout')
  await copyTree(projectRoot, checkout, false)
  await symlink(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'), 'junction')
  execFileSync('npm', ['pack', '--pack-destination', folder], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'ignore'],
    shell: process.platform === 'win32',
  })
  return join(folder, (await readdir(folder)).find((one) => one.endsWith('.tgz')) as string)
}

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { projectRoot } from '#platform/config'

const cache = join(projectRoot, 'node_modules/.cache/loquat')
const archive = join(cache, 'debian-trixie.tar')
const packages = ['nodejs', 'adduser', 'caddy', 'ca-certificates', 'curl', 'dbus', 'systemd-sysv']

/** Why these tests can't run here, or undefined if they can; scripts/install-packaging.sh installs the programs. */
export function missing(): string | undefined {
  const programs = ['mmdebstrap', 'systemd-nspawn', 'dpkg-deb', 'lintian']
  const absent = programs.filter((name) => spawnSync(name, ['--version']).error)
  if (absent.length > 0) return `without ${absent.join(', ')}`
  if (process.getuid?.() !== 0) return 'only root can start a container'
  return undefined
}

/** A fresh Debian with systemd and what the package depends on, downloaded once; undefined without a Debian mirror. */
export async function freshDebian(): Promise<string | undefined> {
  if (!existsSync(archive)) {
    await mkdir(cache, { recursive: true })
    const partial = `${archive}.${process.pid}`
    const args = ['--quiet', '--variant=minbase', `--include=${packages.join(',')}`, '--format=tar', 'trixie', partial]
    const { status } = spawnSync('mmdebstrap', args, { stdio: 'ignore' })
    if (status !== 0) return undefined
    await rename(partial, archive)
  }
  const root = await mkdtemp(join(tmpdir(), 'loquat-debian-'))
  execFileSync('tar', ['-xf', archive, '-C', root])
  return root
}

/** Limits that a container in a container may not raise. */
const lowerLimits =
  '[Service]\nLimitNOFILE=\nLimitNOFILE=65536\nAmbientCapabilities=\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n'

/** Boots the root, runs a script in it as a service, and returns what it printed once the container is off again. */
export async function walk(root: string, script: string, debs: string[], others: string[]): Promise<string> {
  const units = join(root, 'etc/systemd/system')
  const folder = join(root, 'walk')
  for (const path of [folder, join(root, 'packages'), join(units, 'caddy.service.d')]) await mkdir(path)
  for (const file of [script, ...others]) await copyFile(file, join(folder, basename(file)))
  for (const file of debs) await copyFile(file, join(root, 'packages', basename(file)))
  await writeFile(join(units, 'caddy.service.d/limits.conf'), lowerLimits)
  // mmdebstrap writes none
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  const lines = [
    ...['[Unit]', 'After=multi-user.target', '[Service]', 'Type=oneshot', 'TimeoutStartSec=infinity'],
    ...[`ExecStart=/bin/sh /walk/${basename(script)}`, 'ExecStopPost=/usr/bin/systemctl poweroff'],
    ...['StandardOutput=file:/walk/transcript', 'StandardError=file:/walk/transcript'],
  ]
  await writeFile(join(units, 'loquat-walk.service'), `${lines.join('\n')}\n`)
  await symlink('/etc/systemd/system/loquat-walk.service', join(units, 'multi-user.target.wants/loquat-walk.service'))
  const args = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--console=pipe', '--boot', '-D', root]
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  const container = spawn('systemd-nspawn', args, { env, stdio: 'ignore' })
  await new Promise((resolve) => container.once('exit', resolve))
  return execFileSync('cat', [join(folder, 'transcript')], { encoding: 'utf8' })
}

export const discard = (root: string) => rm(root, { recursive: true, force: true })

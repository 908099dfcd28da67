// npm run package:oci: writes loquat-VERSION-ARCHITECTURE.oci.tar, a container image in OCI's layout, without a container
// engine or a registry. Debian's packages are its base, so Debian's security updates are Node's. It runs as root,
// because mmdebstrap unpacks packages in a chroot.
//
//   --arch amd64|arm64   processor, by default this machine's; another one needs qemu-user-static
//   --tarball FILE       what `npm pack` wrote, instead of packing this checkout
//   --debian-url URL     where Debian's packages come from
//   --out FOLDER         by default dist/packages
//
// User, ports, volume, environment, and command are those of deploy/Dockerfile; OCI's format has no health check.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { hostArchitecture, root, sourceTime, stage } from './staged.mjs'

/** The release whose Node is the oldest that Loquat supports, or newer. */
const suite = 'trixie'
const sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** The settings in the last stage of a Dockerfile, as OCI's image configuration has them. */
export function settingsIn(dockerfile) {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).replace(/\\\n/g, ' ')
  const all = (word) => [...stage.matchAll(new RegExp(`^${word}\\s+(.+)$`, 'gm'))].map(([, value]) => value.trim())
  return {
    User: all('USER')[0],
    WorkingDir: all('WORKDIR').at(-1),
    Env: [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...all('ENV').flatMap((line) => line.split(/\s+/)),
    ],
    Cmd: JSON.parse(all('CMD').at(-1)),
    ExposedPorts: Object.fromEntries(all('EXPOSE').map((port) => [`${port}/tcp`, {}])),
    Volumes: Object.fromEntries(all('VOLUME').map((path) => [path, {}])),
  }
}

/** Debian with Node and the user that the Dockerfile creates. */
function debian(file, { architecture, debianUrl, time }) {
  const unneeded = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  // Debian's essential packages have no useradd
  const user = [
    'echo loquat:x:991:991::/data:/usr/sbin/nologin >>"$1/etc/passwd"',
    'echo loquat:x:991: >>"$1/etc/group"',
    'install -d -o 991 -g 991 -m 700 "$1/data"',
  ].join(' && ')
  const args = [
    '--variant=essential',
    `--architectures=${architecture}`,
    '--include=nodejs,ca-certificates',
    ...unneeded,
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    `--customize-hook=${user}`,
    '--customize-hook=rm -r "$1/var/log/"* "$1/var/cache/"*',
    suite,
    file,
    ...(debianUrl ? [debianUrl] : []),
  ]
  const env = { ...process.env, SOURCE_DATE_EPOCH: `${time}` }
  execFileSync('mmdebstrap', ['--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The program where the Dockerfile puts it. Documentation stays outside. */
async function program(file, { architecture, tarball, time, work }) {
  const tree = join(work, 'program')
  await stage(join(tree, 'opt/loquat'), { architecture, tarball })
  for (const name of ['docs', 'deploy']) await rm(join(tree, 'opt/loquat', name), { recursive: true })
  await mkdir(join(tree, 'usr/local/bin'), { recursive: true })
  await symlink('/opt/loquat/bin/loquat', join(tree, 'usr/local/bin/loquat'))
  const sameBytes = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  execFileSync('tar', [...sameBytes, '-cf', file, '-C', tree, 'opt', 'usr'])
  const { version } = JSON.parse(await readFile(join(tree, 'opt/loquat/package.json'), 'utf8'))
  return version
}

/** Writes a blob, and returns its descriptor. */
async function blob(layout, mediaType, content) {
  const digest = sha256(content)
  await writeFile(join(layout, 'blobs/sha256', digest), content)
  return { mediaType, digest: `sha256:${digest}`, size: content.length }
}

const type = (name) => `application/vnd.oci.image.${name}`

async function layout(folder, layers, { architecture, version, time }) {
  await mkdir(join(folder, 'blobs/sha256'), { recursive: true })
  const created = new Date(time * 1000).toISOString()
  const descriptors = []
  const diffs = []
  for (const file of layers) {
    const content = await readFile(file)
    diffs.push(`sha256:${sha256(content)}`)
    descriptors.push(await blob(folder, type('layer.v1.tar+gzip'), gzipSync(content)))
  }
  const labels = {
    'org.opencontainers.image.title': 'Loquat',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.created': created,
  }
  const settings = settingsIn(await readFile(join(root, 'deploy/Dockerfile'), 'utf8'))
  const history = [`Debian ${suite} with Node`, `Loquat ${version}`].map((created_by) => ({ created, created_by }))
  const config = {
    ...{ created, architecture, os: 'linux', config: { ...settings, Labels: labels } },
    ...{ rootfs: { type: 'layers', diff_ids: diffs }, history },
  }
  const json = (value) => Buffer.from(JSON.stringify(value))
  const manifest = {
    ...{ schemaVersion: 2, mediaType: type('manifest.v1+json') },
    ...{ config: await blob(folder, type('config.v1+json'), json(config)), layers: descriptors, annotations: labels },
  }
  const described = await blob(folder, type('manifest.v1+json'), json(manifest))
  const named = { ...described, annotations: { 'org.opencontainers.image.ref.name': version } }
  const index = { schemaVersion: 2, mediaType: type('index.v1+json'), manifests: [named] }
  await writeFile(join(folder, 'index.json'), JSON.stringify(index))
  await writeFile(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
}

/** Builds the image and returns the path of the archive. */
export async function buildImage({ architecture, tarball, debianUrl, out }) {
  const time = sourceTime()
  const work = await mkdtemp(join(tmpdir(), 'loquat-oci-'))
  try {
    const layers = [join(work, 'debian.tar'), join(work, 'program.tar')]
    const version = await program(layers[1], { architecture, tarball, time, work })
    debian(layers[0], { architecture, debianUrl, time })
    await layout(join(work, 'layout'), layers, { architecture, version, time })
    await mkdir(out, { recursive: true })
    const file = join(out, `loquat-${version}-${architecture}.oci.tar`)
    const args = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '-cf', `${file}.part`]
    execFileSync('tar', [...args, '-C', join(work, 'layout'), 'oci-layout', 'index.json', 'blobs'])
    await rename(`${file}.part`, file)
    return file
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: hostArchitecture },
      tarball: { type: 'string' },
      'debian-url': { type: 'string' },
      out: { type: 'string', default: join(root, 'dist/packages') },
    },
  })
  const { arch: architecture, 'debian-url': debianUrl, ...others } = values
  console.log(await buildImage({ architecture, debianUrl, ...others }))
}

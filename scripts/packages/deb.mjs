// npm run package:deb: writes loquat_VERSION_ARCHITECTURE.deb.
//
//   --arch amd64|arm64   processor, by default this machine's
//   --tarball FILE       what `npm pack` wrote, instead of packing this checkout
//   --out FOLDER         by default dist/packages
//
// The same tarball gives the same bytes: time stamps are SOURCE_DATE_EPOCH or the commit's, and dpkg-deb sorts files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, cp, lutimes, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { copyrightFile } from './copyright.mjs'
import { hostArchitecture, root, setModes, sourceTime, stage } from './staged.mjs'

const deploy = join(root, 'deploy')
const text = (...path) => readFile(join(deploy, ...path), 'utf8')

/** dpkg compares `~` before everything else, so that 1.0.0-beta.1 is older than 1.0.0. */
const debianVersion = (version) => version.replace('-', '~')

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const maintainer = () =>
  `${process.env.DEBFULLNAME ?? 'Loquat maintainers'} <${process.env.DEBEMAIL ?? 'maintainers@loquat.invalid'}>`

/** Moves a staged program to its places in Debian, with the files around it. */
async function arrange(tree, version, time) {
  const program = join(tree, 'usr/lib/loquat')
  const doc = join(tree, 'usr/share/doc/loquat')
  await mkdir(doc, { recursive: true })
  await rename(join(program, 'docs'), join(doc, 'docs'))
  await rename(join(program, 'deploy'), join(doc, 'examples'))
  await rm(join(program, 'LICENSE'))
  await write(join(doc, 'copyright'), await copyrightFile(program))
  const [date] = new Date(time * 1000).toUTCString().replace('GMT', '+0000').split('\n')
  const changes = `loquat (${version}) stable; urgency=medium\n\n  * Version ${version}.\n\n -- ${maintainer()}  ${date}\n`
  await write(join(doc, 'changelog.gz'), compressed(changes))
  await write(join(tree, 'usr/share/man/man1/loquat.1.gz'), compressed(await text('debian', 'loquat.1')))
  await write(join(tree, 'usr/share/lintian/overrides/loquat'), await text('debian', 'lintian-overrides'))
  const places = (content) =>
    content
      .replace('file:/opt/loquat/docs/', 'file:/usr/share/doc/loquat/docs/')
      .replaceAll('/opt/loquat', '/usr/lib/loquat')
  await write(join(tree, 'usr/lib/systemd/system/loquat.service'), places(await text('loquat.service')))
  await write(join(tree, 'usr/bin/loquat'), places(await text('loquat.sh')))
  for (const name of ['loquat.toml', 'loquat.env']) await write(join(tree, 'etc/loquat', name), await text(name))
}

async function write(file, content) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** Without a time stamp or a file name. */
const compressed = (content) => gzipSync(content, { level: 9 })

async function describe(tree, version, architecture) {
  const sizes = execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' })
  const values = {
    VERSION: version,
    ARCHITECTURE: architecture,
    MAINTAINER: maintainer(),
    SIZE: `${Number.parseInt(sizes, 10)}`,
  }
  const control = (await text('debian', 'control')).replace(/@(\w+)@/g, (_, name) => values[name])
  await mkdir(join(tree, 'DEBIAN'))
  for (const name of ['postinst', 'prerm', 'postrm']) await cp(join(deploy, 'debian', name), join(tree, 'DEBIAN', name))
  await writeFile(join(tree, 'DEBIAN/control'), control)
  await writeFile(join(tree, 'DEBIAN/conffiles'), '/etc/loquat/loquat.env\n/etc/loquat/loquat.toml\n')
  for (const file of await filesBelow(join(tree, 'usr'))) {
    const sum = createHash('md5')
      .update(await readFile(file))
      .digest('hex')
    await appendFile(join(tree, 'DEBIAN/md5sums'), `${sum}  ${relative(tree, file)}\n`)
  }
}

const isProgram = (path) => /\/(?:bin\/loquat|DEBIAN\/(?:postinst|prerm|postrm))$/.test(path)

/** Builds a package from a folder that `stage` filled; the folder is gone afterwards. Returns its path. */
export async function buildDeb(staged, { architecture, out, compression = 'xz' }) {
  const time = sourceTime()
  const version = debianVersion(JSON.parse(await readFile(join(staged, 'package.json'), 'utf8')).version)
  const tree = await mkdtemp(join(dirname(staged), 'deb-'))
  await mkdir(join(tree, 'usr/lib'), { recursive: true })
  await rename(staged, join(tree, 'usr/lib/loquat'))
  await arrange(tree, version, time)
  await setModes(tree, isProgram)
  await describe(tree, version, architecture)
  await setModes(join(tree, 'DEBIAN'), isProgram)
  for (const entry of await readdir(tree, { recursive: true })) await lutimes(join(tree, entry), time, time)
  await mkdir(out, { recursive: true })
  const file = join(out, `loquat_${version}_${architecture}.deb`)
  const environment = { ...process.env, SOURCE_DATE_EPOCH: `${time}` }
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, file], {
    env: environment,
    stdio: 'ignore',
  })
  await rm(tree, { recursive: true })
  return file
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: hostArchitecture },
      tarball: { type: 'string' },
      out: { type: 'string', default: join(root, 'dist/packages') },
    },
  })
  const work = await mkdtemp(join(tmpdir(), 'loquat-deb-'))
  try {
    await stage(join(work, 'loquat'), { architecture: values.arch, tarball: values.tarball })
    console.log(await buildDeb(join(work, 'loquat'), { architecture: values.arch, out: values.out }))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

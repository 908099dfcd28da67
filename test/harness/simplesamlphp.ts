import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from './certificate.ts'
import { freePort } from './port.ts'

const pages = '/usr/share/simplesamlphp/www'

const hasPhp = () => {
  try {
    return /^dom$/im.test(execFileSync('php', ['-m'], { encoding: 'utf8' }))
  } catch {
    return false
  }
}
/** Whether SimpleSAMLphp is installed; see `scripts/install-simplesamlphp.sh`. */
export const hasSimpleSamlPhp = existsSync(pages) && hasPhp()

export interface KnownPerson {
  readonly name: string
  readonly password: string
  readonly attributes: Readonly<Record<string, string>>
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const map = (values: Readonly<Record<string, string>>) =>
  `[${Object.entries(values).map(([name, value]) => `${quoted(name)} => [${quoted(value)}]`)}]`

/** A test's own identity provider, with everything it writes in a folder, on a port of the loopback address. */
export class SimpleSamlPhp {
  readonly url: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url
    this.#folder = folder
    this.#process = process
  }

  static async start(people: readonly KnownPerson[]): Promise<SimpleSamlPhp> {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'loquat-simplesamlphp-')), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const place = (name: string) => join(folder, name)
    for (const name of ['config', 'metadata', 'keys', 'temporary', 'log', 'data', 'sessions']) await mkdir(place(name))
    const { cert, key } = makeCertificate(['simplesamlphp'], { rsaBits: 2_048 })
    await writeFile(place('keys/idp.crt'), cert)
    await writeFile(place('keys/idp.pem'), key, { mode: 0o600 })
    const settings: Record<string, string> = {
      baseurlpath: quoted(`${url}/`),
      certdir: quoted(`${place('keys')}/`),
      loggingdir: quoted(`${place('log')}/`),
      datadir: quoted(`${place('data')}/`),
      tempdir: quoted(place('temporary')),
      metadatadir: quoted(`${place('metadata')}/`),
      'metadata.sources': `[['type' => 'flatfile'], ['type' => 'xml', 'file' => ${quoted(place('services.xml'))}]]`,
      secretsalt: quoted('a salt of a test'),
      'auth.adminpassword': quoted('nobody knows it'),
      'admin.checkforupdates': 'false',
      technicalcontact_email: quoted('nobody@example.org'),
      timezone: quoted('UTC'),
      'logging.handler': quoted('file'),
      showerrors: 'true',
      'enable.saml20-idp': 'true',
      'module.enable': `['exampleauth' => true, 'core' => true, 'saml' => true]`,
      // without TLS, which loopback doesn't need
      'session.cookie.secure': 'false',
      'session.cookie.samesite': 'null',
      'language.cookie.secure': 'false',
      'language.cookie.samesite': 'null',
      'session.phpsession.savepath': quoted(place('sessions')),
      'session.duration': '3600',
      'session.datastore.timeout': '3600',
      'session.state.timeout': '3600',
      'language.available': `['en']`,
      'language.default': quoted('en'),
      'theme.use': quoted('default'),
      'store.type': quoted('phpsession'),
      'authproc.idp': `[10 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid']]`,
    }
    const lines = Object.entries(settings).map(([name, value]) => `  ${quoted(name)} => ${value},`)
    await writeFile(place('config/config.php'), `<?php\n$config = [\n${lines.join('\n')}\n];\n`)
    const known = people.map(
      ({ name, password, attributes }) => `${quoted(`${name}:${password}`)} => ${map(attributes)},`,
    )
    const sources = `<?php\n$config = ['people' => ['exampleauth:UserPass',\n${known.join('\n')}\n]];\n`
    await writeFile(place('config/authsources.php'), sources)
    const hosted = `<?php\n$metadata['__DYNAMIC:1__'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'people'];\n`
    await writeFile(place('metadata/saml20-idp-hosted.php'), hosted)
    const noServices = '<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>'
    await writeFile(place('services.xml'), noServices)
    const process = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', pages], {
      stdio: 'ignore',
      env: { ...globalThis.process.env, SIMPLESAMLPHP_CONFIG_DIR: place('config') },
    })
    const self = new SimpleSamlPhp(url, folder, process)
    await self.#answers()
    return self
  }

  async metadataFile(): Promise<string> {
    const file = join(this.#folder, 'own-metadata.xml')
    const answer = await fetch(`${this.url}/saml2/idp/metadata.php`)
    if (!answer.ok) throw new Error(`SimpleSAMLphp answers ${answer.status}: ${await this.log()}`)
    await writeFile(file, await answer.text())
    return file
  }

  /** Registers a service by its metadata. */
  async knows(metadata: string): Promise<void> {
    await writeFile(join(this.#folder, 'services.xml'), metadata)
  }

  log(): Promise<string> {
    return readFile(join(this.#folder, 'log', 'simplesamlphp.log'), 'utf8').catch(() => '')
  }

  async #answers(): Promise<void> {
    while (this.#process.exitCode === null) {
      if (await fetch(`${this.url}/resources/default.css`).catch(() => undefined)) return
      await sleep(50)
    }
    throw new Error(`PHP ended with ${this.#process.exitCode}`)
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    if (this.#process.exitCode === null) await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

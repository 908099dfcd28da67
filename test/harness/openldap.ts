import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Attribute, Change, Client } from 'ldapts'
import { makeCertificate } from './certificate.ts'
import { freePort } from './port.ts'

const run = promisify(execFile)

/** Whether OpenLDAP is installed; see `scripts/install-openldap.sh`. */
export const hasOpenLdap = existsSync('/usr/sbin/slapd') && existsSync('/etc/ldap/schema/msuser.schema')

export const suffix = 'dc=example,dc=org'
const [admin, reader, password] = [`cn=admin,${suffix}`, `cn=reader,${suffix}`, 'a password of the directory']

export interface LdapPerson {
  readonly uid: string
  readonly name: string
  readonly mail?: string
  readonly password?: string
  readonly [attribute: string]: string | string[] | Buffer | undefined
}

export const dnOf = (uid: string) => `uid=${uid.replace(/[,+"\\<>;=]/g, '\\$&')},ou=people,${suffix}`

const attributesOf = ({ uid, name, password: secret, ...more }: LdapPerson) => ({
  objectClass: ['inetOrgPerson', 'testAccount'],
  uid,
  cn: name,
  sn: name.split(' ').at(-1) as string,
  ...(secret === undefined ? {} : { userPassword: secret }),
  ...more,
})

/** A test's own OpenLDAP, on ports of the loopback address, with its configuration and data in a folder. */
export class OpenLdap {
  readonly port: number
  readonly tlsPort: number
  readonly folder: string
  /** The self-signed certificate, in PEM. */
  readonly caFile: string
  readonly passwordFile: string
  #process: ChildProcess

  private constructor(folder: string, ports: readonly number[], process: ChildProcess) {
    this.folder = folder
    this.port = ports[0] as number
    this.tlsPort = ports[1] as number
    this.caFile = join(folder, 'cert.pem')
    this.passwordFile = join(folder, 'reader')
    this.#process = process
  }

  static async start(people: readonly LdapPerson[]): Promise<OpenLdap> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-openldap-'))
    const ports = [await freePort(), await freePort()]
    const place = (name: string) => join(folder, name)
    await mkdir(place('data'))
    const { cert, key } = makeCertificate(['localhost', '127.0.0.1'])
    await writeFile(place('cert.pem'), cert)
    await writeFile(place('key.pem'), key)
    await writeFile(place('reader'), `${password}\n`)
    await writeFile(
      place('slapd.conf'),
      [
        ...['core', 'cosine', 'nis', 'inetorgperson', 'msuser'].map(
          (name) => `include /etc/ldap/schema/${name}.schema`,
        ),
        "attributetype ( 1.3.6.1.4.1.4203.666.11.99.2 NAME 'thumbnailPhoto' SINGLE-VALUE",
        '  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )',
        // attributes of Active Directory entries, in addition to OpenLDAP's
        "objectclass ( 1.3.6.1.4.1.4203.666.11.99.1 NAME 'testAccount' SUP top AUXILIARY",
        '  MAY ( userAccountControl $ objectGUID $ sAMAccountName $ thumbnailPhoto ) )',
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        `pidfile ${place('pid')}`,
        `TLSCertificateFile ${place('cert.pem')}`,
        `TLSCertificateKeyFile ${place('key.pem')}`,
        `TLSCACertificateFile ${place('cert.pem')}`,
        'database mdb',
        `suffix "${suffix}"`,
        `rootdn "${admin}"`,
        `rootpw "${password}"`,
        `directory ${place('data')}`,
        'maxsize 104857600',
        'dbnosync',
        // like Active Directory: larger results need paging
        'sizelimit size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited',
        'access to attrs=userPassword by anonymous auth by * none',
        'access to * by users read by * none',
        '',
      ].join('\n'),
    )
    await writeFile(place('all.ldif'), ldif(people))
    await run('/usr/sbin/slapadd', ['-q', '-f', place('slapd.conf'), '-l', place('all.ldif')])
    const ldap = new OpenLdap(folder, ports, OpenLdap.#spawn(folder, ports))
    await ldap.#answers()
    return ldap
  }

  static #spawn(folder: string, ports: readonly number[]): ChildProcess {
    const urls = `ldap://127.0.0.1:${ports[0]} ldaps://127.0.0.1:${ports[1]}`
    return spawn('/usr/sbin/slapd', ['-f', join(folder, 'slapd.conf'), '-h', urls, '-d', '0'], { stdio: 'ignore' })
  }

  async #answers(): Promise<void> {
    while (this.#process.exitCode === null) {
      const isThere = await new Promise<boolean>((resolve) => {
        const socket = connect(this.port, '127.0.0.1')
        socket.once('connect', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', () => resolve(false))
      })
      if (isThere) return
      await sleep(20)
    }
    throw new Error(`slapd ended with ${this.#process.exitCode}`)
  }

  /** Its configuration, as an administrator would write it. */
  described(more: object = {}): object {
    return {
      name: 'company',
      url: `ldap://127.0.0.1:${this.port}`,
      bind_dn: reader,
      bind_password_file: this.passwordFile,
      base: `ou=people,${suffix}`,
      ...more,
    }
  }

  async #asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}` })
    await client.bind(admin, password)
    try {
      return await work(client)
    } finally {
      await client.unbind()
    }
  }

  async add(person: LdapPerson): Promise<void> {
    await this.#asAdmin((client) => client.add(dnOf(person.uid), attributeList(attributesOf(person))))
  }

  /** Replaces values; an empty list removes them. */
  async change(uid: string, values: Readonly<Record<string, string | Buffer | string[]>>): Promise<void> {
    const changes = attributeList(values).map((modification) => new Change({ operation: 'replace', modification }))
    await this.#asAdmin((client) => client.modify(dnOf(uid), changes))
  }

  async rename(uid: string, newUid: string): Promise<void> {
    await this.#asAdmin((client) => client.modifyDN(dnOf(uid), `uid=${newUid}`))
  }

  async remove(...uids: string[]): Promise<void> {
    await this.#asAdmin(async (client) => {
      for (const uid of uids) await client.del(dnOf(uid))
    })
  }

  /** A group of people by their full DNs, or by their user names. */
  async group(name: string, uids: readonly string[], kind: 'groupOfNames' | 'posixGroup' = 'groupOfNames') {
    const dn = `cn=${name},ou=groups,${suffix}`
    const values =
      kind === 'posixGroup'
        ? { objectClass: kind, cn: name, gidNumber: '500', memberUid: [...uids] }
        : { objectClass: kind, cn: name, member: uids.map(dnOf) }
    await this.#asAdmin(async (client) => {
      await client.del(dn).catch(() => {})
      await client.add(dn, attributeList(values))
    })
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    if (this.#process.exitCode === null && this.#process.signalCode === null) await ended
    await rm(this.folder, { recursive: true, force: true })
  }
}

const attributeList = (values: object): Attribute[] =>
  Object.entries(values).map(
    ([type, value]) => new Attribute({ type, values: [value as string | Buffer | string[]].flat() as string[] }),
  )

function ldif(people: readonly LdapPerson[]): string {
  const entry = (dn: string, values: object) =>
    [`dn:: ${Buffer.from(dn).toString('base64')}`, ...Object.entries(values).flatMap(lines), '', ''].join('\n')
  const lines = ([name, value]: [string, unknown]) =>
    [value].flat().map((one) => `${name}:: ${Buffer.from(one as string).toString('base64')}`)
  const ou = (name: string) => entry(`ou=${name},${suffix}`, { objectClass: 'organizationalUnit', ou: name })
  return [
    entry(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
    entry(reader, {
      objectClass: ['simpleSecurityObject', 'organizationalRole'],
      cn: 'reader',
      userPassword: password,
    }),
    ou('people'),
    ou('groups'),
    ...people.map((person) => entry(dnOf(person.uid), attributesOf(person))),
  ].join('')
}

/** A proxy to a directory that can drop or stall all connections after a number of response bytes. */
export class Doorway {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly port: number
  /** Whether connections then stay open without responding. */
  isSilent = false
  #left = Number.POSITIVE_INFINITY

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  /** Without a port, it accepts connections and never responds. */
  static async open(port?: number): Promise<Doorway> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const doorway = new Doorway(server, (server.address() as AddressInfo).port)
    server.on('connection', (socket) => {
      doorway.#sockets.add(socket)
      socket.on('error', () => {})
      if (port === undefined) return void socket.resume()
      const behind = connect(port, '127.0.0.1')
      doorway.#sockets.add(behind)
      behind.on('error', () => socket.destroy())
      behind.on('close', () => socket.destroy())
      socket.on('close', () => behind.destroy())
      socket.pipe(behind)
      behind.on('data', (bytes) => {
        doorway.#left -= bytes.length
        if (doorway.#left >= 0) socket.write(bytes)
        else if (!doorway.isSilent) socket.destroy()
      })
    })
    return doorway
  }

  /** Allows this many more bytes of responses. */
  allow(bytes: number): void {
    this.#left = bytes
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config'
import { options } from '../../src/command/options.ts'
import type { Directory } from '../../src/features/sign-in/directories/directory.ts'
import { directoriesIn } from '../../src/features/sign-in/directories/directory-file.ts'
import { startServer, type TestServer } from './server.ts'

/** Servers that ask directories, each in the ways that a test wants. */
export class DirectoryServers {
  readonly #servers: TestServer[] = []
  #folder: Promise<string> | undefined
  #files = 0

  /** A file for `--ldap-file`. */
  async file(...directories: object[]): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'loquat-ldap-files-'))
    const file = join(await this.#folder, `${this.#files++}.json`)
    await writeFile(file, JSON.stringify(directories))
    return file
  }

  /** As such a file is read. */
  async read(directory: object): Promise<Directory> {
    const [read] = directoriesIn(readConfig(options, { ldapFile: await this.file(directory) }, {}))
    return read as Directory
  }

  async start(...directories: object[]): Promise<TestServer> {
    const server = await startServer({ ldapFile: await this.file(...directories), logLevel: 'silent' })
    this.#servers.push(server)
    return server
  }

  async close(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.close()
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }
}

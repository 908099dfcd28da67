import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { runHere } from './command.ts'
import { CommandProcesses } from './command-processes.ts'
import { copyDirectory, prepareDirectory } from './directory.ts'
import { foundSociety } from './process.ts'

interface Made {
  realm_url: string
  owner: { user_id: number; email: string; api_key: string }
}

/** A data directory with one organization, created by the command; each test works on a copy. */
export class SocietyDirectory {
  /** For files of the tests; removed with its content. */
  readonly folder: string
  readonly original: string
  readonly made: Made
  /** Commands in processes of their own, which work in the folder. */
  readonly processes: CommandProcesses
  #copies = 0

  private constructor(folder: string, original: string, made: Made) {
    this.folder = folder
    this.original = original
    this.made = made
    this.processes = new CommandProcesses(folder)
  }

  static async prepare(): Promise<SocietyDirectory> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-test-'))
    const original = join(folder, 'original')
    await prepareDirectory(original)
    const { code, out, err } = await runHere([...foundSociety, '--data-dir', original])
    assert.equal(code, 0, err)
    assert.equal(out.split('\n').length, 2, 'one line')
    return new SocietyDirectory(folder, original, JSON.parse(out))
  }

  async copy(): Promise<string> {
    const copy = join(this.folder, `copy-${++this.#copies}`)
    await copyDirectory(this.original, copy)
    return copy
  }

  clientOf(url: string): LoquatClient {
    const { email, api_key } = this.made.owner
    return new LoquatClient({ email, apiKey: api_key, transport: fetchTransport(url) })
  }

  async remove(): Promise<void> {
    this.processes.end()
    await rm(this.folder, { recursive: true, force: true })
  }
}

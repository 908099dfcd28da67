import { MemoryFS } from '@electric-sql/pglite'

type Init = MemoryFS['init']

/** The parts of PGlite's file system that we use; they're untyped. */
interface Node {
  contents: Uint8Array
  usedBytes: number
  mount: { type: { createNode(parent: Node, name: string, mode: number, device: number): Node } }
}
interface Module {
  FS: {
    lookupPath(path: string): { node: Node }
    mkdirTree(path: string, mode: number): void
  }
}

const root = '/pglite/data'
const [ownFolder, ownFile] = [0o700, 0o100600]

/** Files from a tar archive. perf: the library takes a quarter of a second, mostly for copies and path lookups. */
export class MemoryFiles extends MemoryFS {
  readonly #archive: SharedArrayBuffer

  constructor(archive: SharedArrayBuffer) {
    super()
    this.#archive = archive
  }

  override async init(...[pglite, given]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, given)
    const fill = (module: object) => this.#fill(module as Module)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), fill] } }
  }

  #fill({ FS }: Module): void {
    const folders = new Map<string, Node>()
    const folder = (path: string): Node => {
      const known = folders.get(path)
      if (known) return known
      FS.mkdirTree(path, ownFolder)
      const { node } = FS.lookupPath(path)
      folders.set(path, node)
      return node
    }
    for (const { path, type, content } of entries(this.#archive)) {
      const whole = root + path.replace(/\/$/, '')
      if (type === 'folder') folder(whole)
      else {
        const cut = whole.lastIndexOf('/')
        const parent = folder(whole.slice(0, cut))
        const node = parent.mount.type.createNode(parent, whole.slice(cut + 1), ownFile, 0)
        node.contents = ownCopy(content)
        node.usedBytes = content.length
      }
    }
  }
}

/** perf: what is nothing but zeros is left as the system gives it, which half of a write-ahead log is. */
function ownCopy(content: Uint8Array): Uint8Array {
  const own = new Uint8Array(content.length)
  let end = content.length
  const numbers = new Float64Array(content.buffer, content.byteOffset, content.length >> 3)
  if (content.length % 8 === 0) {
    let at = numbers.length
    while (at > 0 && numbers[at - 1] === 0) at--
    end = at * 8
  }
  own.set(content.subarray(0, end))
  return own
}

interface Entry {
  readonly path: string
  readonly type: 'file' | 'folder'
  readonly content: Uint8Array
}

const block = 512

/** Reads an archive written by PGlite: names of at most 100 bytes, only files and folders. */
function* entries(archive: SharedArrayBuffer): Generator<Entry> {
  const bytes = new Uint8Array(archive)
  const decoder = new TextDecoder('latin1')
  const text = (from: number, length: number) => decoder.decode(bytes.slice(from, from + length)).replace(/\0.*$/s, '')
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0
    const content = bytes.subarray(at + block, at + block + size)
    yield { path: text(at, 100), type: text(at + 156, 1) === '5' ? 'folder' : 'file', content }
    at += block + Math.ceil(size / block) * block
  }
}

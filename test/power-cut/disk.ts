import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** A process's operations, in order; see recorder.cjs. */
export interface Entry {
  op: string
  fd: number
  path: string
  to: string
  makes: boolean
  empties: boolean
  position: number
  size: number
  number: string
  text: string
  bytes: Buffer
}

export function* entriesIn(log: Buffer): Generator<Entry> {
  for (let at = 0; at < log.length; ) {
    const end = at + log.readUInt32LE(at)
    const head = at + 8 + log.readUInt32LE(at + 4)
    yield { ...JSON.parse(log.toString('utf8', at + 8, head)), bytes: log.subarray(head, end) }
    at = end
  }
}

/** The largest atomic write of a disk. */
const sector = 512

interface Change {
  position: number
  /** Undefined for a truncation to `position`. */
  bytes?: Buffer
}

/** A file or a folder. Synced content is durable; any part of the rest may have reached the disk. */
class Node {
  content = Buffer.alloc(0)
  size = 0
  pending: Change[] = []
  readonly children: Map<string, Node> | undefined
  /** The children whose names are durable. */
  readonly lasting = new Map<string, Node>()

  constructor(isFolder: boolean) {
    if (isFolder) this.children = new Map()
  }
}

/** A change of a name, of two in a rename; it's atomic. */
interface Naming {
  parts: { folder: Node; name: string; node: Node | undefined }[]
}

/** What happens to names that weren't synced: all lost, all kept, kept up to one, or any of them. */
const waysOfNames = ['none', 'all', 'first', 'some'] as const

/** The possible states of a disk after a power cut at any point of a record. */
export class Disk {
  readonly #root: string
  readonly #top = new Node(true)
  readonly #open = new Map<number, Node>()
  readonly #syncs = new Map<string, { node: Node; changes: number; namings: Set<Naming> }>()
  #namings: Naming[] = []

  /** The folder itself exists. */
  constructor(root: string) {
    this.#root = root
  }

  apply(entry: Entry): void {
    const { op, path, to, fd } = entry
    if (op === 'open') this.#open.set(fd, this.#opened(entry))
    else if (op === 'close') this.#open.delete(fd)
    else if (op === 'put') {
      const node = this.#opened({ ...entry, makes: true, empties: true })
      node.pending.push({ position: 0, bytes: entry.bytes })
    } else if (op === 'write') this.#file(fd).pending.push({ position: entry.position, bytes: entry.bytes })
    else if (op === 'truncate')
      (path ? (this.#find(path) as Node) : this.#file(fd)).pending.push({ position: entry.size })
    else if (op === 'mkdir') {
      if (path !== this.#root && !this.#find(path)) this.#name([path, new Node(true)])
    } else if (op === 'rename') this.#name([path, undefined], [to, this.#find(path)])
    else if (op === 'link') this.#name([to, this.#find(path)])
    else if (op === 'unlink' || op === 'rmdir' || op === 'rm') this.#name([path, undefined])
    else if (op === 'sync begins') {
      const node = this.#file(fd)
      const namings = this.#namings.filter(({ parts }) => parts.some(({ folder }) => folder === node))
      this.#syncs.set(entry.number, { node, changes: node.pending.length, namings: new Set(namings) })
    } else if (op === 'sync') this.#synced(entry.number)
  }

  #opened({ path, makes, empties }: Entry): Node {
    let node = this.#find(path)
    if (!node) {
      if (!makes) throw new Error(`${path} was opened, but nobody made it`)
      node = new Node(false)
      this.#name([path, node])
    } else if (empties) node.pending.push({ position: 0 })
    return node
  }

  #file(fd: number): Node {
    const node = this.#open.get(fd)
    if (!node) throw new Error(`nobody opened ${fd}`)
    return node
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#top
    for (const name of relative(this.#root, path).split('/')) if (name) node = node?.children?.get(name)
    return node
  }

  #name(...changes: [path: string, node: Node | undefined][]): void {
    const parts = changes.map(([path, node]) => {
      const folder = this.#find(dirname(path))
      if (!folder?.children) throw new Error(`the folder of ${path} is not there`)
      if (node) folder.children.set(basename(path), node)
      else folder.children.delete(basename(path))
      return { folder, name: basename(path), node }
    })
    this.#namings.push({ parts })
  }

  #synced(number: string): void {
    const { node, changes, namings } = this.#syncs.get(number) as { node: Node; changes: number; namings: Set<Naming> }
    this.#syncs.delete(number)
    // another sync may have been quicker
    for (const { position, bytes } of node.pending.splice(0, Math.min(changes, node.pending.length))) {
      if (!bytes) node.size = position
      else {
        reserve(node, position + bytes.length)
        bytes.copy(node.content, position)
      }
      if (!bytes) node.content.fill(0, position)
    }
    this.#namings = this.#namings.filter((naming) => {
      if (!namings.has(naming)) return true
      for (const { folder, name, node } of naming.parts) keep(folder.lasting, name, node)
      return false
    })
    for (const syncing of this.#syncs.values())
      if (syncing.node === node) syncing.changes = Math.max(0, syncing.changes - changes)
  }

  /** Writes one possible state into an empty folder. `random` returns numbers from 0 to 1. */
  materialize(into: string, random: () => number): void {
    const names = new Map<Node, Map<string, Node>>()
    const namesOf = (folder: Node) => {
      let found = names.get(folder)
      if (!found) {
        found = new Map(folder.lasting)
        names.set(folder, found)
      }
      return found
    }
    const way = waysOfNames[Math.floor(random() * waysOfNames.length)]
    const first = Math.floor(random() * (this.#namings.length + 1))
    this.#namings.forEach(({ parts }, index) => {
      if (way === 'all' || (way === 'first' && index < first) || (way === 'some' && random() < 0.5))
        for (const { folder, name, node } of parts) keep(namesOf(folder), name, node)
    })
    // some cuts keep most unsynced writes, some none
    const luck = random() < 0.15 ? 0 : random() < 0.1 ? 1 : random()
    const write = (folder: Node, path: string) => {
      for (const [name, node] of namesOf(folder)) {
        const inside = join(path, name)
        if (node.children) {
          mkdirSync(inside, { mode: 0o700 })
          write(node, inside)
        } else writeState(node, inside, luck, random)
      }
    }
    write(this.#top, into)
  }
}

function keep(names: Map<string, Node>, name: string, node: Node | undefined): void {
  if (node) names.set(name, node)
  else names.delete(name)
}

function reserve(node: Node, size: number): void {
  if (size > node.content.length) {
    const larger = Buffer.alloc(Math.max(size, node.content.length * 2))
    node.content.copy(larger, 0, 0, node.size)
    node.content = larger
  }
  node.size = Math.max(node.size, size)
}

const piece = 2 ** 18
const zeros = Buffer.alloc(piece)

function writeState(node: Node, path: string, luck: number, random: () => number): void {
  const file = openSync(path, 'wx', 0o600)
  let size = node.size
  for (let at = 0; at < size; at += piece) {
    const part = node.content.subarray(at, Math.min(at + piece, size))
    if (!part.equals(zeros.subarray(0, part.length))) writeSync(file, part, 0, part.length, at)
  }
  ftruncateSync(file, size)
  for (const { position, bytes } of node.pending) {
    if (random() > luck) {
      // lost; but the file's size may have grown already, with zeros
      if (bytes && position + bytes.length > size && random() < 0.2) {
        size = position + bytes.length
        ftruncateSync(file, size)
      }
    } else if (!bytes) {
      size = position
      ftruncateSync(file, size)
    } else if (random() < 0.7) {
      writeSync(file, bytes, 0, bytes.length, position)
      size = Math.max(size, position + bytes.length)
    } else size = Math.max(size, writeTorn(file, position, bytes, random))
  }
  closeSync(file)
}

/** Writes the beginning of it, or any of its sectors; returns the end of what was written. */
function writeTorn(file: number, position: number, bytes: Buffer, random: () => number): number {
  const share = random()
  const onlyBeginning = random() < 0.5
  let end = 0
  for (let at = 0; at < bytes.length; ) {
    const next = Math.min(bytes.length, at + sector - ((position + at) % sector))
    if (onlyBeginning ? at < bytes.length * share : random() < share) {
      writeSync(file, bytes, at, next - at, position + at)
      end = position + next
    }
    at = next
  }
  return end
}

import { statfs } from 'node:fs/promises'
import { Unreadable } from '../records.ts'

/** What unpacking an archive may take, so that a small file cannot fill a disk. */
const mostEntries = 5_000_000
/** Texts of chats are a tenth or a twentieth when they are packed. */
const mostTimesLarger = 100
const atLeast = 2 ** 30
/** What is left on the disk for everything else. */
const leftOnDisk = 2 ** 30
const lookEvery = 2 ** 28

/** Counts what is unpacked; throws `Unreadable` where it is too much. */
export class Bounds {
  readonly #folder: string
  readonly #most: number
  #entries = 0
  #bytes = 0
  #lookAt = 0

  constructor(folder: string, packedSize: number) {
    this.#folder = folder
    this.#most = Math.max(atLeast, packedSize * mostTimesLarger)
  }

  entry(): void {
    if (++this.#entries > mostEntries) throw new Unreadable('there are too many files in it')
  }

  async bytes(count: number): Promise<void> {
    this.#bytes += count
    if (this.#bytes > this.#most) throw new Unreadable('it becomes too large when it is unpacked')
    if (this.#bytes < this.#lookAt) return
    this.#lookAt = this.#bytes + lookEvery
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < leftOnDisk) throw new Unreadable('there is too little room on the disk to unpack it')
  }
}

const mostDeep = 20

/** Where a file of an archive goes below a folder; undefined for a name that leads elsewhere or that no disk takes. */
export function safePath(name: string): string | undefined {
  if (/[\0\\]|^\/|^[A-Za-z]:/.test(name)) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.length > mostDeep) return undefined
  return parts.some((part) => part === '..' || Buffer.byteLength(part) > 255) ? undefined : parts.join('/')
}

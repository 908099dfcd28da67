import { statfs } from 'node:fs/promises'
import { Unreadable } from '../records.ts'

/** Limits for unpacking, so that a small file can't fill the disk. */
const maxEntries = 5_000_000
/** Real chat archives unpack to 10 to 20 times their size. */
const maxTimesLarger = 100
const atLeast = 2 ** 30
/** Free disk space to leave for everything else. */
const leftOnDisk = 2 ** 30
const lookEvery = 2 ** 28

/** Throws `Unreadable` above the limits. */
export class Bounds {
  readonly #folder: string
  readonly #most: number
  #entries = 0
  #bytes = 0
  #lookAt = 0

  constructor(folder: string, packedSize: number) {
    this.#folder = folder
    this.#most = Math.max(atLeast, packedSize * maxTimesLarger)
  }

  entry(): void {
    if (++this.#entries > maxEntries) throw new Unreadable('there are too many files in it')
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

const maxDepth = 20

/** The path below a folder; undefined for a name that leads outside or that file systems refuse. */
export function safePath(name: string): string | undefined {
  if (/[\0\\]|^\/|^[A-Za-z]:/.test(name)) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.length > maxDepth) return undefined
  return parts.some((part) => part === '..' || Buffer.byteLength(part) > 255) ? undefined : parts.join('/')
}

import { signal } from '@preact/signals'
import { ownId } from '../../store/people.ts'
import { forgetUpload } from '../../transport/resumable.ts'

/** A partial upload of a large file. Its bytes aren't stored: choosing the file again resumes it. */
export interface BegunUpload {
  readonly fingerprint: string
  readonly address: string
  readonly name: string
  /** `targetKey` of the conversation, because draft names change on reload. */
  readonly place: string
  readonly at: number
}

/** The server keeps partial uploads for a day. */
const keptMs = 24 * 3_600_000
const prefix = () => `loquat upload ${ownId.peek()} `

/** Identifies a file without reading all of it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`

export const begunUploads = signal<readonly BegunUpload[]>([])

/** Call once, when the user's ID is known: restores partial uploads of earlier pages. */
export function takeUpBegun(): void {
  begunUploads.value = read()
}

function read(): BegunUpload[] {
  const found: BegunUpload[] = []
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix()))) {
      const one = parsed(localStorage.getItem(key))
      if (isBegun(one) && Date.now() - one.at < keptMs) found.push({ ...one, fingerprint: key.slice(prefix().length) })
      else localStorage.removeItem(key)
    }
  } catch {
    // no storage
  }
  return found
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

function isBegun(value: unknown): value is Omit<BegunUpload, 'fingerprint'> {
  const { address, name, place, at } = (value ?? {}) as Record<string, unknown>
  return [address, name, place].every((one) => typeof one === 'string') && Number.isFinite(at)
}

export function keepBegun({ fingerprint, ...one }: BegunUpload): void {
  try {
    localStorage.setItem(prefix() + fingerprint, JSON.stringify(one))
  } catch {
    // no storage: resumable only while the page is open
  }
  begunUploads.value = [
    ...begunUploads.peek().filter((each) => each.fingerprint !== fingerprint),
    { fingerprint, ...one },
  ]
}

export function dropBegun(fingerprint: string): void {
  try {
    localStorage.removeItem(prefix() + fingerprint)
  } catch {
    // no storage
  }
  begunUploads.value = begunUploads.peek().filter((each) => each.fingerprint !== fingerprint)
}

export function abandonBegun({ fingerprint, address }: BegunUpload): void {
  dropBegun(fingerprint)
  void forgetUpload(address)
}

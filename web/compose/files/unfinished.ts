import { signal } from '@preact/signals'
import { ownId } from '../../store/people.ts'
import { forgetUpload } from '../../transport/resumable.ts'

/** A partial upload of a large file. Its bytes aren't stored: choosing the file again resumes it. */
export interface UnfinishedUpload {
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

export const unfinishedUploads = signal<readonly UnfinishedUpload[]>([])

/** Call once, when the user's ID is known: restores partial uploads of earlier pages. */
export function resumeUnfinished(): void {
  unfinishedUploads.value = read()
}

function read(): UnfinishedUpload[] {
  const found: UnfinishedUpload[] = []
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix()))) {
      const one = parsed(localStorage.getItem(key))
      if (isStarted(one) && Date.now() - one.at < keptMs)
        found.push({ ...one, fingerprint: key.slice(prefix().length) })
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

function isStarted(value: unknown): value is Omit<UnfinishedUpload, 'fingerprint'> {
  const { address, name, place, at } = (value ?? {}) as Record<string, unknown>
  return [address, name, place].every((one) => typeof one === 'string') && Number.isFinite(at)
}

export function keepUnfinished({ fingerprint, ...one }: UnfinishedUpload): void {
  try {
    localStorage.setItem(prefix() + fingerprint, JSON.stringify(one))
  } catch {
    // no storage: resumable only while the page is open
  }
  unfinishedUploads.value = [
    ...unfinishedUploads.peek().filter((each) => each.fingerprint !== fingerprint),
    { fingerprint, ...one },
  ]
}

export function dropUnfinished(fingerprint: string): void {
  try {
    localStorage.removeItem(prefix() + fingerprint)
  } catch {
    // no storage
  }
  unfinishedUploads.value = unfinishedUploads.peek().filter((each) => each.fingerprint !== fingerprint)
}

export function abandonUnfinished({ fingerprint, address }: UnfinishedUpload): void {
  dropUnfinished(fingerprint)
  void forgetUpload(address)
}

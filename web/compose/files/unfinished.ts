import { signal } from '@preact/signals'
import { ownId } from '../../store/people.ts'
import { forgetUpload } from '../../transport/resumable.ts'

/** A large file of which a part has arrived. Its bytes are not kept: who chooses it again continues it. */
export interface UnfinishedUpload {
  readonly fingerprint: string
  readonly address: string
  readonly name: string
  /** The conversation that it was for, by `targetKey`: drafts have other names once the page is loaded anew. */
  readonly place: string
  /** Milliseconds. */
  readonly at: number
}

/** The server keeps them for a day. */
const keptMs = 24 * 3_600_000
const prefix = () => `loquat upload ${ownId.peek()} `

/** By which a file is known again: nothing better can be had without reading all of it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`

export const unfinishedUploads = signal<readonly UnfinishedUpload[]>([])

/** To be called once, when one's id is known: takes up what an earlier page has begun. */
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
    // a browser that stores nothing
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
    // a browser that stores nothing: it continues for as long as the page is open
  }
  unfinishedUploads.value = [
    ...unfinishedUploads.peek().filter((each) => each.fingerprint !== fingerprint),
    { fingerprint, ...one },
  ]
}

/** It is whole, or was given up. */
export function dropUnfinished(fingerprint: string): void {
  try {
    localStorage.removeItem(prefix() + fingerprint)
  } catch {
    // as above
  }
  unfinishedUploads.value = unfinishedUploads.peek().filter((each) => each.fingerprint !== fingerprint)
}

/** Nobody will choose it again. */
export function abandonUnfinished({ fingerprint, address }: UnfinishedUpload): void {
  dropUnfinished(fingerprint)
  void forgetUpload(address)
}

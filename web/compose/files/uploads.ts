import { signal } from '@preact/signals'
import { connection, part } from '../../store/connection.ts'
import { t } from '../../texts/writing.ts'
import { uploadResumably } from '../../transport/resumable.ts'
import { type UploadHandle, upload } from '../../transport/upload.ts'
import { UploadError } from '../../transport/upload-error.ts'
import { uploadErrorText } from '../../transport/upload-error-text.ts'
import { dropUnfinished, fingerprintOf, keepUnfinished, unfinishedUploads } from './unfinished.ts'

export interface Upload {
  readonly id: number
  readonly draft: string
  readonly place: string
  readonly file: File
  /** Text in the draft until there's a link. */
  readonly placeholder: string
  readonly state: 'waiting' | 'sending' | 'failed'
  readonly progress: number
  /** Waiting for the connection. */
  readonly isPaused: boolean
  readonly reason?: string
}

const limitMib = part<number>('max_file_upload_size_mib')
const atOnce = 3
/** Larger files are uploaded in resumable chunks, which takes more requests. */
const largeBytes = 5 * 1024 * 1024

export const uploads = signal<readonly Upload[]>([])
const handles = new Map<number, UploadHandle>()
let last = 0

/** Replaces text in a draft, whether or not it's on the screen. */
type ReplaceText = (draft: string, text: string, by: string) => void
let replaceText: ReplaceText = () => {}
export const onUploaded = (replace: ReplaceText): void => {
  replaceText = replace
}

/** Fields that insert links themselves, such as inline message editors, by draft name. */
const places = new Map<string, (placeholder: string, by: string) => void>()

/** Handles finished uploads of a draft. Returns a function that removes the handler. */
export function placesFiles(draft: string, place: (placeholder: string, by: string) => void): () => void {
  places.set(draft, place)
  return () => {
    if (places.get(draft) === place) places.delete(draft)
  }
}

function settle({ draft, placeholder }: Upload, by: string): void {
  const place = places.get(draft)
  if (place) place(placeholder, by)
  else replaceText(draft, placeholder, by)
}

const change = (id: number, to: Partial<Upload>): void => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...to } : one))
}

/** Brackets in a file name would end the link text. */
const inLink = (name: string): string => name.replace(/[[\]\n]/g, ' ')

/** Queues files for a draft; returns the placeholder text. Rejected files show the reason. */
export function addFiles(draft: string, place: string, files: readonly File[]): string {
  const added = files.map((file): Upload => {
    const id = ++last
    const isTooLarge = limitMib.value !== undefined && file.size > limitMib.value * 1024 * 1024
    const isUsed =
      uploads.value.some((one) => one.file.name === file.name) ||
      files.some((one) => one !== file && one.name === file.name)
    return {
      id,
      draft,
      place,
      file,
      placeholder: `[${t.uploading(inLink(file.name))}${isUsed ? ` (${id})` : ''}]()`,
      state: isTooLarge ? 'failed' : 'waiting',
      progress: 0,
      isPaused: false,
      ...(isTooLarge ? { reason: t.fileTooLarge(limitMib.value ?? 0) } : {}),
    }
  })
  uploads.value = [...uploads.value, ...added]
  next()
  return added
    .filter(({ state }) => state === 'waiting')
    .map(({ placeholder }) => placeholder)
    .join('\n')
}

/** Removes placeholders of uploads that ended when the page was closed. */
export function withoutLostFiles(text: string): string {
  const [before = '', after = ''] = t.uploading('\n').split('\n')
  return text.replace(/\[([^\]\n]*)\]\(\)\n?/g, (place, words: string) => {
    const isPlaceholder = words.startsWith(before) && words.includes(after)
    return isPlaceholder && !uploads.peek().some(({ placeholder }) => place.startsWith(placeholder)) ? '' : place
  })
}

/** Starts waiting uploads in order, a few at once. */
function next(): void {
  const free = atOnce - uploads.value.filter(({ state }) => state === 'sending').length
  for (const one of uploads.value.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
    void start(one)
}

async function start(one: Upload): Promise<void> {
  const { id, file } = one
  change(id, { state: 'sending', progress: 0 })
  const progress = (done: number) => change(id, { progress: done })
  const handle = file.size > largeBytes ? resumably(one, progress) : upload(file, progress)
  handles.set(id, handle)
  try {
    const { url, filename } = await handle.done
    uploads.value = uploads.value.filter((one) => one.id !== id)
    settle(one, `[${inLink(filename)}](${url})`)
  } catch (problem) {
    if (problem instanceof UploadError) change(id, { state: 'failed', reason: uploadErrorText(problem) })
  } finally {
    handles.delete(id)
    next()
  }
}

/** Fingerprints of active uploads, so that uploading a file twice doesn't resume the other upload. */
const underWay = new Set<string>()

function resumably({ id, place, file }: Upload, progress: (done: number) => void): UploadHandle {
  const fingerprint = fingerprintOf(file)
  const isAlone = !underWay.has(fingerprint)
  if (isAlone) underWay.add(fingerprint)
  const known = isAlone ? unfinishedUploads.peek().find((one) => one.fingerprint === fingerprint) : undefined
  const handle = uploadResumably(file, {
    address: known?.address,
    begun(address) {
      if (isAlone) keepUnfinished({ fingerprint, address, name: file.name, place, at: Date.now() })
    },
    progress,
    waiting: (isPaused) => change(id, { isPaused }),
    patience,
  })
  const settled = (isOver: boolean) => {
    if (!isAlone) return
    underWay.delete(fingerprint)
    if (isOver) dropUnfinished(fingerprint)
  }
  handle.done.then(
    () => settled(true),
    // a refused file would be refused again; an unreadable one may work if it's chosen again
    (problem: unknown) => settled(!(problem instanceof UploadError && problem.kind === 'unreadable')),
  )
  return handle
}

/** Waits this long, or until the connection is back. */
function patience(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let wasAway = connection.peek() !== 'live'
    const unsubscribe = connection.subscribe((state) => {
      if (state !== 'live') wasAway = true
      else if (wasAway) setTimeout(end)
    })
    const stop = () => {
      reject(signal.reason)
      end()
    }
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      unsubscribe()
      removeEventListener('online', end)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    addEventListener('online', end)
    signal.addEventListener('abort', stop)
  })
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', progress: 0 })
  next()
}

export function removeUpload(id: number): void {
  const one = uploads.value.find((each) => each.id === id)
  if (!one) return
  uploads.value = uploads.value.filter((each) => each.id !== id)
  handles.get(id)?.cancel()
  settle(one, '')
}

export function removeUploadsOf(draft: string): void {
  for (const one of uploads.peek()) if (one.draft === draft) removeUpload(one.id)
}

export const isUploading = (draft: string): boolean =>
  uploads.value.some((one) => one.draft === draft && one.state !== 'failed')

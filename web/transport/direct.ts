import { ApiError } from '#contract'
import { beginDirectUpload, getDirectUpload, keepDirectPart } from '../../src/areas/attachments/direct/api.ts'
import { api } from './api.ts'
import { UploadRefused } from './upload.ts'

const folder = 'api/v1/direct_uploads/'
/** Smaller files are not asked about. */
const leastBytes = 16 * 1024 * 1024
const waits = [1, 2, 5, 10, 30].map((secs) => secs * 1000)
/** A bucket that was never reached after so many attempts cannot be reached from here. */
const mostFailures = 2

interface Options {
  readonly begun: (address: string) => void
  readonly progress: (done: number) => void
  readonly waiting: (waits: boolean) => void
  readonly patience: (ms: number, signal: AbortSignal) => Promise<void>
}

export const isDirect = (address: string): boolean => address.includes(folder)

type Progress = Awaited<ReturnType<typeof fetchProgress>>
const fetchProgress = (upload_token: string) => api.call(getDirectUpload, { upload_token })

/**
 * Sends a large file straight to the bucket in which the server keeps files, in parts that it gives addresses for; goes on where
 * it was, as uploads through the server do. Undefined where the server is to take the file itself.
 */
export async function uploadDirectly(
  file: File,
  address: string | undefined,
  { begun, progress, waiting, patience }: Options,
  signal: AbortSignal,
): Promise<{ url: string; filename: string } | undefined> {
  if (address === undefined && file.size < leastBytes) return undefined
  let token = address?.slice(address.indexOf(folder) + folder.length)
  let at: Progress | undefined
  let isReached = token !== undefined
  for (let failures = 0; ; ) {
    try {
      if (token === undefined) {
        const { name: filename, type: content_type, size } = file
        const { upload } = await api.call(beginDirectUpload, { filename, content_type, size })
        if (!upload) return undefined
        token = upload.token
        at = upload
        begun(`/${folder}${token}`)
      }
      at ??= await fetchProgress(token)
      progress(at.offset / file.size)
      if (at.url !== null) return { url: at.url, filename: at.filename ?? file.name }
      const etag = await put(file, at, progress, signal)
      const { offset } = at
      at = undefined
      at = await api.call(keepDirectPart, { upload_token: token, offset, etag })
      isReached = true
      failures = 0
      waiting(false)
    } catch (problem) {
      signal.throwIfAborted()
      at = undefined
      const status = problem instanceof ApiError ? problem.status : 0
      if (status === 409) continue
      if (status === 404) {
        token = undefined
        isReached = false
        if (address !== undefined) return undefined
      } else if (status >= 400 && status < 500 && status !== 429 && status !== 401)
        throw new UploadRefused(status, (problem as ApiError).message)
      if (!isReached && ++failures >= mostFailures) return undefined
      waiting(true)
      await patience(waits[Math.min(isReached ? failures++ : failures, waits.length - 1)] as number, signal)
    }
  }
}

/** Answers the bucket's tag of the part. `fetch` cannot tell how far a body has gone. */
function put(file: File, at: Progress, progress: (done: number) => void, signal: AbortSignal): Promise<string> {
  const { offset, next } = at
  if (!next) throw new UploadRefused(0, '')
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  signal.addEventListener('abort', stop)
  return new Promise<string>((resolve, reject) => {
    request.open('PUT', next.address)
    request.upload.onprogress = ({ loaded }) => progress((offset + loaded) / file.size)
    request.onload = () => {
      const tag = request.getResponseHeader('etag')
      if (request.status === 200 && tag) resolve(tag)
      else reject(new TypeError('the bucket did not take the part'))
    }
    request.onerror = () => reject(new TypeError('the connection broke'))
    request.onabort = () => reject(signal.reason)
    request.send(file.slice(offset, offset + next.size, ''))
  }).finally(() => signal.removeEventListener('abort', stop))
}

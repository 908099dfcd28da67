import { UploadError, unreadableOr } from './upload-error.ts'

export interface UploadHandle {
  /** `url` is relative to the server, as used in messages. Rejects with {@link UploadError}, or an `AbortError` when canceled. */
  readonly done: Promise<{ url: string; filename: string }>
  cancel(): void
}

/** Uploads one file with `XMLHttpRequest`, because `fetch` reports no progress; `progress` is from 0 to 1. */
export function upload(file: File, progress: (done: number) => void): UploadHandle {
  const request = new XMLHttpRequest()
  const done = new Promise<{ url: string; filename: string }>((resolve, reject) => {
    request.open('POST', 'api/v1/user_uploads')
    // marks requests from this client's own script, because a cookie alone isn't accepted (CSRF)
    request.setRequestHeader('x-loquat-web', '1')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = (request.response ?? {}) as { result?: string; msg?: string; url?: string; filename?: string }
      if (answer.result === 'success' && answer.url !== undefined)
        resolve({ url: answer.url, filename: answer.filename ?? file.name })
      else reject(new UploadError(answer.msg ? 'refused' : 'failed', answer.msg, request.status))
    }
    // a file that changed on the disk ends a request like a broken connection
    request.onerror = () => void unreadableOr('unreachable', file).then((kind) => reject(new UploadError(kind)))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
  return { done, cancel: () => request.abort() }
}

export interface UploadHandle {
  /** `url` is relative to the server, as used in messages. Rejects with {@link UploadRefused} or when canceled. */
  readonly done: Promise<{ url: string; filename: string }>
  cancel(): void
}

/** The server refused the file, or without a reason, couldn't be reached. */
export class UploadRefused extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

/** Uploads one file with progress from 0 to 1, which `fetch` doesn't support. */
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
      else reject(new UploadRefused(request.status, answer.msg ?? ''))
    }
    request.onerror = () => reject(new UploadRefused(0, ''))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
  return { done, cancel: () => request.abort() }
}

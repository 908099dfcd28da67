export interface BodyReply {
  readonly status: number
  header(name: string): string | null
  readonly json: Record<string, unknown>
}

export interface BodyRequest {
  readonly method: 'PATCH' | 'PUT'
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Blob
  readonly progress: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Sends bytes with upload progress, which `fetch` doesn't support. Rejects on connection errors and when canceled. */
export function sendBody({ method, address, headers = {}, body, progress, signal }: BodyRequest): Promise<BodyReply> {
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  signal.addEventListener('abort', stop)
  return new Promise<BodyReply>((resolve, reject) => {
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.onprogress = ({ loaded }) => progress(loaded)
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        json: jsonOf(request.responseText),
      })
    request.onerror = () => reject(new TypeError('the connection broke'))
    request.onabort = () => reject(signal.reason)
    request.send(body)
  }).finally(() => signal.removeEventListener('abort', stop))
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

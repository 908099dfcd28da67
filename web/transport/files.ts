import { ApiError } from '#contract'

/** Sends a file to an address of the API, with what else it takes; throws {@link ApiError} when the server refuses. */
export async function sendFile(
  method: 'POST' | 'PATCH',
  path: `/${string}`,
  file: File,
  params: Readonly<Record<string, string>> = {},
  /** Who sends it, where that is somebody else than oneself: a bot. */
  sender?: { readonly email: string; readonly apiKey: string },
): Promise<Record<string, unknown>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(params)) body.append(name, value)
  body.append('file', file)
  // says that this client's own script asks: a cookie alone counts for nothing
  const reply = await fetch(`api/v1${path}`, {
    method,
    headers: sender ? { authorization: `Basic ${btoa(`${sender.email}:${sender.apiKey}`)}` } : { 'x-loquat-web': '1' },
    credentials: sender ? 'omit' : 'same-origin',
    body,
  })
  const { result, msg, code, ...fields } = (await reply.json()) as Record<string, unknown>
  if (result !== 'success') throw new ApiError(reply.status, String(code), String(msg), fields)
  return fields
}

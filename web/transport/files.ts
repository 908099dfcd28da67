import { ApiError } from '#contract'

/** Uploads a file with other parameters to an API path; throws {@link ApiError} if the server refuses. */
export async function sendFile(
  method: 'POST' | 'PATCH',
  path: `/${string}`,
  file: File,
  params: Readonly<Record<string, string>> = {},
  /** The sender, if it isn't the user: a bot. */
  sender?: { readonly email: string; readonly apiKey: string },
): Promise<Record<string, unknown>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(params)) body.append(name, value)
  body.append('file', file)
  // marks requests from this client's own script, because a cookie alone isn't accepted (CSRF)
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

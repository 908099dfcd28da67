import { type Fetched, raw } from './files.ts'
import type { Person } from './person.ts'

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** A request of a client for resumable uploads. */
export const tus = (
  { server, org, email, apiKey }: Person,
  method: string,
  path = '/api/v1/tus/',
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Fetched> =>
  raw(server, org, path, {
    method,
    headers: { authorization: `Basic ${encoded(`${email}:${apiKey}`)}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  })

/** Begins an upload; its address. */
export async function beginTus(person: Person, length: number, filename = 'film.bin'): Promise<string> {
  const { status, headers, body } = await tus(person, 'POST', '/api/v1/tus/', {
    'upload-length': `${length}`,
    'upload-metadata': `filename ${encoded(filename)},filetype ${encoded('text/plain')}`,
  })
  if (status !== 201) throw new Error(`The upload was refused: ${body}`)
  return headers.location as string
}

/** Sends what follows at an offset. */
export const sendPiece = (
  person: Person,
  path: string,
  offset: number,
  bytes: Buffer,
  more: Record<string, string> = {},
) =>
  tus(
    person,
    'PATCH',
    path,
    { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream', ...more },
    bytes,
  )

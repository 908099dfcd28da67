import { type IncomingHttpHeaders, request } from 'node:http'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../src/features/people/organization/cache.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'

export interface SentFile {
  /** As it stands between quotes in the part's header. */
  filename: string
  content: Uint8Array | string
  /** The part's own type; none by default. */
  type?: string
  /** Name of the part; every client has another. */
  part?: string
}

export interface Fetched {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The body, where it is JSON. */
  json: Record<string, unknown>
}

interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** A request to an organization, with nothing taken for granted: its answer is bytes. */
export function raw(server: TestServer, org: Organization, path: string, sending: Sending = {}): Promise<Fetched> {
  const { method = 'GET', headers = {}, body } = sending
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: server.port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          host: `${org.get(organizationCache).subdomain}.${new URL(server.runtime.config.url ?? '').hostname}`,
          ...(body ? { 'content-length': body.length } : {}),
          ...headers,
        },
      },
      async (incoming) => {
        const received = Buffer.concat(await incoming.toArray())
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: received,
          get json() {
            return JSON.parse(received.toString('utf8'))
          },
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const basic = ({ email, apiKey }: Person) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`

/** What somebody gets for an address, as a browser or client would fetch it. */
export const fetchAs = (person: Person, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  raw(person.server, person.org, path, { method, headers: { authorization: basic(person), ...headers } })

/** Sends files, and fields beside them, as multipart/form-data. */
export function sendFiles(
  person: Person,
  path: string,
  files: SentFile[],
  fields: Record<string, string> = {},
  method = 'POST',
): Promise<Fetched> {
  const boundary = 'a-boundary-that-is-in-no-file'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ filename, content, type, part = 'file' }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${filename}"\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return raw(person.server, person.org, `/api/v1${path}`, {
    method,
    headers: { authorization: basic(person), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(parts),
  })
}

/** Uploads one file; its address and name. */
export async function upload(
  person: Person,
  filename: string,
  content: Uint8Array | string,
  more: Partial<SentFile> = {},
): Promise<{ url: string; uri: string; filename: string }> {
  const { status, json } = await sendFiles(person, '/user_uploads', [{ filename, content, ...more }])
  if (status !== 200) throw new Error(`The upload was refused: ${JSON.stringify(json)}`)
  return json as never
}

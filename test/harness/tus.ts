import assert from 'node:assert/strict'
import { resumableUploads } from '../../src/features/messages/attachments/resumable/exchange.ts'
import { type Fetched, raw } from './files.ts'
import type { Person } from './person.ts'

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** A request of a client for resumable uploads; checks the response against the reference. */
export async function tus(
  { server, org, email, apiKey }: Person,
  method: string,
  path = '/api/v1/tus/',
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Fetched> {
  const reply = await raw(server, org, path, {
    method,
    headers: { authorization: `Basic ${encoded(`${email}:${apiKey}`)}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  })
  checkDescribed(headers['x-http-method-override'] ?? method, path, reply)
  return reply
}

/** Errors of every endpoint. */
const always = [401, 429]

/** Asserts that the reference documents the status, with its headers. */
export function checkDescribed(method: string, path: string, { status, headers }: Fetched): void {
  const isBelow = path !== '/api/v1/tus/'
  const one = resumableUploads.operations.find((each) => each.method === method && (each.path !== '/') === isBelow)
  if (!one) return
  const what = `${method} ${one.path}: ${status}`
  const given = new Map(Object.entries(headers).filter(([name]) => /^(tus-|upload-|location$)/.test(name)))
  for (const [name, value] of Object.entries(resumableUploads.headers)) {
    assert.equal(given.get(name.toLowerCase()), value, `${what} ${name}`)
    given.delete(name.toLowerCase())
  }
  const answer = one.answers.find((each) => each.status === status)
  if (!answer) {
    assert.ok([...always, ...one.errors.map((error) => error.status)].includes(status), what)
    return
  }
  for (const { name, schema, isOptional } of answer.headers) {
    const value = given.get(name.toLowerCase())
    const fits = [value, Number(value)].some((each) => schema.safeParse(each).success)
    assert.ok(fits || (isOptional && value === undefined), `${what} ${name}: ${value}`)
    given.delete(name.toLowerCase())
  }
  assert.deepEqual([...given.keys()], [], `${what}: not in the reference`)
}

export async function beginTus(person: Person, length: number, filename = 'film.bin'): Promise<string> {
  const { status, headers, body } = await tus(person, 'POST', '/api/v1/tus/', {
    'upload-length': `${length}`,
    'upload-metadata': `filename ${encoded(filename)},filetype ${encoded('text/plain')}`,
  })
  if (status !== 201) throw new Error(`The upload was refused: ${body}`)
  return pathOfTus(headers)
}

/** The path of the upload's absolute URL. */
export const pathOfTus = ({ location = '' }: Fetched['headers']): string => new URL(location).pathname

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

import type { Endpoint } from '#contract'
import type { Chance } from './chance.ts'
import type { Known } from './known.ts'
import { absent, broken, fitting } from './values.ts'

export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

type Values = Map<string, unknown>

/** Parameters that match the declaration. */
export function valuesFor(chance: Chance, known: Known, endpoint: Endpoint): Values {
  const values: Values = new Map()
  for (const { names, name, schema } of endpoint.decoders) {
    const value = fitting(chance, known, schema, name)
    if (value !== absent) values.set(chance.happens(0.9) ? name : chance.of(names), value)
  }
  return values
}

/** The same with one parameter broken, left out, or added. */
export function brokenValues(chance: Chance, endpoint: Endpoint, values: Values): Values {
  const changed = new Map(values)
  const name = endpoint.decoders.length > 0 ? chance.of(endpoint.decoders).name : 'x'
  if (chance.happens(0.1)) changed.delete(name)
  else if (chance.happens(0.05)) changed.set(chance.of(['__proto__', 'a\u0000', '', 'x'.repeat(300)]), 'y')
  else changed.set(name, broken(chance, values.get(name)))
  return changed
}

// a lone surrogate isn't UTF-8: send what some encoders make of it
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`

export function requestOf(
  chance: Chance,
  endpoint: Endpoint,
  values: Values,
  key: string | undefined,
  authorization: string | undefined,
): FuzzedRequest {
  const texts = new Map<string, string>()
  for (const [name, value] of values)
    texts.set(name, typeof value === 'string' && chance.happens(0.9) ? value : (JSON.stringify(value) ?? ''))
  // so that the test doesn't wait
  if (endpoint.path === '/events') texts.set('dont_block', 'true')
  if (endpoint.streams) texts.set('queue_id', 'none')
  const path = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name: string) => {
    const value = texts.get(name) ?? '1'
    texts.delete(name)
    return encoded(value.slice(0, 3_000)) || '0'
  })
  const query = [...texts].map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&')
  const headers: Record<string, string> = authorization ? { authorization } : {}
  const webhook = endpoint.caller === 'webhook' ? `?api_key=${key}` : ''
  if (endpoint.files)
    return { method: endpoint.method, path, headers: { ...headers, ...multipart }, body: file(chance, texts) }
  const inQuery = endpoint.method === 'GET' && query.length < 60_000
  if (inQuery) return { method: endpoint.method, path: `${path}?${query}`, headers, body: undefined }
  return {
    method: endpoint.method,
    path: path + webhook,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(query),
  }
}

const boundary = 'fuzz-0123456789'
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function file(chance: Chance, texts: Map<string, string>): Buffer {
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const fields = [...texts].map(([name, text]) => part(`name="${name.replace(/["\r\n]/g, '')}"`, text))
  const content = chance.of([
    Buffer.from(png, 'base64'),
    Buffer.from('plain'),
    Buffer.alloc(0),
    Buffer.from(png, 'base64').subarray(0, 40),
  ])
  const name = chance.of(['a.png', 'Grüße.txt', '../../x', '', 'a\u0000.png', 'x'.repeat(400)])
  const files = Array.from({ length: chance.of([0, 1, 1, 1, 2]) }, () =>
    part(`name="file"; filename="${name}"`, content),
  )
  return Buffer.concat([...fields, ...files, Buffer.from(`--${boundary}--\r\n`)])
}

import { createHash, type Hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#contract'
import { malformedHeader, wrongContentType, wrongVersion } from './errors.ts'
import { checksums, longestMetadata, protocolVersion } from './limits.ts'

/** Throws unless the request uses the supported protocol version. */
export function checkVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] === protocolVersion) return
  const { status, code, message } = wrongVersion
  throw new ApiError(status, code, message, {}, { 'Tus-Version': protocolVersion })
}

export function checkIsPiece(headers: IncomingHttpHeaders): void {
  if (!/^application\/offset\+octet-stream\s*(;|$)/i.test(headers['content-type'] ?? '')) throw wrongContentType()
}

export function bytesIn(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const text = headers[name]
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value))
    throw malformedHeader({}, { name: name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset' })
  return value
}

/** The file's metadata; clients have two names for each field. */
export function metadataIn(headers: IncomingHttpHeaders): { name: string; type: string; isArchive: boolean } {
  const text = headers['upload-metadata'] ?? ''
  if (typeof text !== 'string' || text.length > longestMetadata) throw malformedHeader({}, { name: 'Upload-Metadata' })
  const values = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(/ +/)
    if (name === '') continue
    if (more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw malformedHeader({}, { name: 'Upload-Metadata' })
    values.set(name, Buffer.from(value, 'base64').toString('utf8'))
  }
  const type = values.get('filetype') ?? values.get('type') ?? ''
  return {
    name: values.get('filename') ?? values.get('name') ?? '',
    /** For an import: owners can upload archives above the limit for other files. */
    isArchive: values.get('purpose') === 'import',
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.slice(0, 200) : '',
  }
}

export interface Checksum {
  readonly hash: Hash
  readonly expected: Buffer
}

export function checksumIn(headers: IncomingHttpHeaders): Checksum | undefined {
  const text = headers['upload-checksum']
  if (text === undefined) return undefined
  const [name = '', value = ''] = typeof text === 'string' ? text.split(' ') : []
  const algorithm = checksums.find((one) => one === name.toLowerCase())
  if (!algorithm || value === '') throw malformedHeader({}, { name: 'Upload-Checksum' })
  return { hash: createHash(algorithm), expected: Buffer.from(value, 'base64') }
}

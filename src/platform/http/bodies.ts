import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Endpoint, valueTooLong } from '#contract'
import type { UploadedFile } from '#platform/serve'
import { bodyBytesOf, checkLength, limitsOf, tooLarge } from './body-limits.ts'
import { type MultipartLimits, readMultipart } from './multipart.ts'
import { addPairs, type CharacterLimit } from './pairs.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[]
    uploadFolder: string | undefined
    bodyBytes: Buffer | undefined
  }
  interface FastifyContextConfig {
    takesFiles?: boolean
    /** The handler reads the body as a stream: any type but forms, or forms too. */
    streams?: 'all but forms' | 'all'
    formBytes?: number
    bodyParam?: string | undefined
    keepsBody?: boolean | undefined
  }
}

interface BodyRule {
  readonly bytes: number
  /** Absent for a page's form: its handler picks the names it knows. */
  readonly endpoint: Endpoint | undefined
}

/** Parses bodies of all methods into parameters, after identifying the caller. Unneeded bodies aren't read. */
export function parseBodies(app: FastifyInstance, limits: MultipartLimits): void {
  for (const method of ['GET', 'DELETE']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true } as object)
  app.decorateRequest('uploads', { getter: () => [] as UploadedFile[] } as never)
  app.decorateRequest('uploadFolder', undefined)
  app.decorateRequest('bodyBytes', undefined)
  app.removeAllContentTypeParsers()
  const ruleOf = ({ call, routeOptions }: FastifyRequest): BodyRule | undefined => {
    const { formBytes } = routeOptions.config
    if (call) return { bytes: bodyBytesOf(call, limits.fieldSize), endpoint: call.route.endpoint }
    return formBytes === undefined ? undefined : { bytes: formBytes, endpoint: undefined }
  }
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest, body: Readable) => {
    const { bodyParam, keepsBody, streams } = request.routeOptions.config
    if (streams) return streams === 'all' ? body : undefined
    const rule = ruleOf(request)
    if (!rule) return undefined
    const bytes = await collected(request, body, rule.bytes)
    if (keepsBody) request.bodyBytes = bytes
    const limitOf = rule.endpoint && limitsOf(rule.endpoint)
    // compat: some programs send JSON and call it a form
    if (bodyParam && beginsJson(bytes)) return whole(bodyParam, bytes, limitOf)
    const pairs = new Map<string, string>()
    addPairs(pairs, bytes, limitOf)
    return keepsBody ? only(pairs, bodyParam) : pairs
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    const { takesFiles, bodyParam, keepsBody, streams } = request.routeOptions.config
    if (streams) return undefined
    const rule = ruleOf(request)
    if (!rule) return undefined
    const { fields, files, folder } = await readMultipart(body, request.headers['content-type'] as string, {
      fieldSize: rule.bytes,
      fileSize: takesFiles ? limits.fileSize : 0,
    })
    Object.defineProperty(request, 'uploads', { value: files })
    request.uploadFolder = folder
    return keepsBody ? only(fields, bodyParam) : fields
  })
  // compat: a body of any other kind holds no parameters, or is one
  app.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    const { bodyParam, keepsBody, streams } = request.routeOptions.config
    if (streams) return body
    const rule = ruleOf(request)
    if (!rule?.endpoint || !(bodyParam || keepsBody)) return undefined
    const bytes = await collected(request, body, rule.bytes)
    if (keepsBody) request.bodyBytes = bytes
    return bodyParam && bytes.length > 0 ? whole(bodyParam, bytes, limitsOf(rule.endpoint)) : undefined
  })
}

function whole(name: string, bytes: Buffer, limitOf: CharacterLimit | undefined): ReadonlyMap<string, string> {
  const characters = limitOf?.(name)
  if (characters !== undefined && bytes.length > characters * 4) throw valueTooLong(name, characters)
  return new Map([[name, bytes.toString('utf8')]])
}

const spaces = new Set([...' \t\r\n'].map((sign) => sign.charCodeAt(0)))
const beginnings = new Set([...'{['].map((sign) => sign.charCodeAt(0)))

function beginsJson(bytes: Buffer): boolean {
  const first = bytes.find((byte) => !spaces.has(byte))
  return first !== undefined && beginnings.has(first)
}

/** Reads a body. If it's too long, rejects but keeps reading, so that the client can receive the error. */
function collected(request: FastifyRequest, body: Readable, limit: number): Promise<Buffer> {
  checkLength(request, limit)
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = []
    let size = 0
    const keep = (part: Buffer) => {
      size += part.length
      if (size <= limit) return void kept.push(part)
      kept.length = 0
      body.off('data', keep).off('end', end)
      reject(tooLarge(limit))
    }
    const end = () => resolve(Buffer.concat(kept))
    body.on('data', keep).once('end', end).once('error', reject)
  })
}

/** Bodies of other services' formats: their fields aren't our parameters. */
const only = (pairs: ReadonlyMap<string, string>, name: string | undefined) =>
  new Map([...pairs].filter(([one]) => one === name))

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '#platform/serve'
import { addPairs, type MultipartLimits, payloadTooLarge, readMultipart } from './parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[]
    uploadFolder: string | undefined
    bodyBytes: Buffer | undefined
  }
  interface FastifyContextConfig {
    takesFiles?: boolean
    /** The handler reads the body as it comes. */
    streams?: boolean
    bodyParam?: string | undefined
    keepsBody?: boolean | undefined
  }
}

/** Parameters come from forms of either kind, with every method; a body becomes a map of names to texts. */
export function parseBodies(app: FastifyInstance, limits: MultipartLimits): void {
  for (const method of ['GET', 'DELETE']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true } as object)
  app.decorateRequest('uploads', { getter: () => [] as UploadedFile[] } as never)
  app.decorateRequest('uploadFolder', undefined)
  app.decorateRequest('bodyBytes', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, bytes, done) => {
    const pairs = new Map<string, string>()
    const { bodyParam, keepsBody } = request.routeOptions.config
    const text = bytes.toString('utf8')
    if (keepsBody) request.bodyBytes = bytes as Buffer
    // compat: some programs send JSON and call it a form
    if (bodyParam && /^\s*[{[]/.test(text)) pairs.set(bodyParam, text)
    else
      try {
        addPairs(pairs, text)
      } catch (error) {
        return done(error as Error)
      }
    done(null, keepsBody ? only(pairs, bodyParam) : pairs)
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    const { takesFiles } = request.routeOptions.config
    const { fields, files, folder } = await readMultipart(body as never, request.headers['content-type'] as string, {
      ...limits,
      fileSize: takesFiles ? limits.fileSize : 0,
    })
    Object.defineProperty(request, 'uploads', { value: files })
    request.uploadFolder = folder
    const { bodyParam, keepsBody } = request.routeOptions.config
    return keepsBody ? only(fields, bodyParam) : fields
  })
  // compat: a body of any other kind holds no parameters, or is one
  app.addContentTypeParser('*', (request: FastifyRequest, body: NodeJS.ReadableStream, done: BodyDone) => {
    const { bodyParam, keepsBody, streams } = request.routeOptions.config
    if (streams) return done(null, body)
    const kept: Buffer[] = []
    let size = 0
    const keep = (part: Buffer) => {
      size += part.length
      if (size <= limits.fieldSize) {
        if (bodyParam) kept.push(part)
        return
      }
      kept.length = 0
      body.off('data', keep).off('end', end)
      done(payloadTooLarge({}, { limit: Math.floor(limits.fieldSize / 2 ** 20) }))
    }
    const end = () => {
      const bytes = Buffer.concat(kept)
      if (keepsBody) request.bodyBytes = bytes
      done(null, bodyParam && size > 0 ? new Map([[bodyParam, bytes.toString('utf8')]]) : undefined)
    }
    body.on('data', keep).on('end', end).on('error', done)
  })
}

/** What others post holds names of theirs, which are no parameters of ours. */
const only = (pairs: ReadonlyMap<string, string>, name: string | undefined) =>
  new Map([...pairs].filter(([one]) => one === name))

/** Refuses a body that says how large it is, before any of it is read. */
export function checkLength({ headers }: FastifyRequest, limit: number): void {
  if (Number(headers['content-length']) > limit) throw payloadTooLarge({}, { limit: Math.floor(limit / 2 ** 20) })
}

type BodyDone = (error: Error | null, body?: unknown) => void

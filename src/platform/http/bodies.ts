import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '#platform/serve'
import { addPairs, type MultipartLimits, payloadTooLarge, readMultipart } from './parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly UploadedFile[]
    uploadFolder: string | undefined
  }
  interface FastifyContextConfig {
    takesFiles?: boolean
  }
}

/** Parameters come from forms of either kind, with every method; a body becomes a map of names to texts. */
export function parseBodies(app: FastifyInstance, limits: MultipartLimits): void {
  for (const method of ['GET', 'DELETE']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true } as object)
  app.decorateRequest('uploads', { getter: () => [] as UploadedFile[] } as never)
  app.decorateRequest('uploadFolder', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    const pairs = new Map<string, string>()
    addPairs(pairs, text as string)
    done(null, pairs)
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    const { takesFiles } = request.routeOptions.config
    const { fields, files, folder } = await readMultipart(body as never, request.headers['content-type'] as string, {
      ...limits,
      fileSize: takesFiles ? limits.fileSize : 0,
    })
    Object.defineProperty(request, 'uploads', { value: files })
    request.uploadFolder = folder
    return fields
  })
  // compat: a body of any other kind holds no parameters
  app.addContentTypeParser('*', (_request: FastifyRequest, body: NodeJS.ReadableStream, done: BodyDone) => {
    let size = 0
    body.on('data', (part: Buffer) => {
      size += part.length
      if (size > limits.fieldSize) done(payloadTooLarge({}, { limit: Math.floor(limits.fieldSize / 2 ** 20) }))
    })
    body.on('end', () => done(null, undefined))
    body.on('error', done)
  })
}

type BodyDone = (error: Error | null, body?: unknown) => void

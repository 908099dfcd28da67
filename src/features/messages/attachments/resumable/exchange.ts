import type { Context, Exchange, ExchangeAnswer, ExchangeRequest } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'
import { uploadUrl } from '../paths.ts'
import { attachmentsById } from '../rows.ts'
import { beginUpload, type Continued, continueUpload, ownUpload, removeUploads } from './actions.ts'
import * as api from './api.ts'
import { inPlaceOfOthers } from './arrival.ts'
import { methodNotAllowed, moreThanPromised, noSuchUpload, offsetConflict } from './errors.ts'
import { bytesIn, checkIsPiece, checksumIn, checkVersion, metadataIn } from './headers.ts'
import { checksums, protocolVersion } from './limits.ts'
import type { UploadRow } from './store.ts'
import * as store from './store.ts'

const path = '/tus'

export const resumableUploads: Exchange = {
  path,
  headers: { 'Tus-Resumable': protocolVersion },
  operations: [
    api.describeResumableUploads,
    api.beginResumableUpload,
    api.getResumableUpload,
    api.continueResumableUpload,
    api.endResumableUpload,
  ],
  describe: ({ config }) => ({
    status: 204,
    headers: {
      'Tus-Version': protocolVersion,
      'Tus-Extension': 'creation,creation-with-upload,expiration,checksum,termination',
      'Tus-Max-Size': `${config.maxFileUploadMib * 2 ** 20}`,
      'Tus-Checksum-Algorithm': checksums.join(),
    },
  }),
  async handle(ctx, request) {
    checkVersion(request.headers)
    if (request.rest === '') {
      if (request.method !== 'POST') throw methodNotAllowed()
      return create(ctx, request)
    }
    const handler = onUpload[request.method]
    if (!handler) throw methodNotAllowed()
    const upload = await ownUpload(ctx, request.rest)
    return inPlaceOfOthers(ctx.server, upload.id, request.body, () => handler(ctx, request))
  },
}

/** Each request loads the upload again: the previous request, for which it waited, may have changed it. */
const onUpload: Record<string, (ctx: Context, request: ExchangeRequest) => Promise<ExchangeAnswer>> = {
  async HEAD(ctx, { rest }) {
    const { received, length, expires_at } = await ownUpload(ctx, rest)
    return { status: 200, headers: { ...progress(received, expires_at), 'Upload-Length': `${length}` } }
  },

  async PATCH(ctx, request) {
    checkIsPiece(request.headers)
    const given = bytesIn(request.headers, 'upload-offset')
    const upload = await ownUpload(ctx, request.rest)
    if (given !== upload.received) throw offsetConflict({}, { given, received: upload.received })
    const continued = upload.attachment_id === null ? await take(ctx, request, upload) : await again(ctx, upload)
    return answerTo(continued, continued.attachment ? 200 : 204)
  },

  async DELETE(ctx, { rest }) {
    const { token, owner_id } = await ownUpload(ctx, rest)
    await removeUploads(ctx.org, ctx.server.blobs, async ({ tx }) => {
      const row = await store.byToken(tx, owner_id, token)
      return row ? [row] : []
    })
    return { status: 204 }
  },
}

async function create(ctx: Context, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const length = bytesIn(request.headers, 'upload-length')
  const file = metadataIn(request.headers)
  if (request.body) checkIsPiece(request.headers)
  const upload = await beginUpload(ctx, length, file)
  const realmUrl = ctx.server.organizationUrl(ctx.get(organizationCache).subdomain)
  const headers = { Location: `${realmUrl}/api/v1${path}/${upload.token}` }
  if (!request.body && length > 0)
    return { status: 201, headers: { ...headers, ...progress(upload.received, upload.expires_at) } }
  const answer = answerTo(
    await inPlaceOfOthers(ctx.server, upload.id, request.body, () => take(ctx, request, upload)),
    201,
  )
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function take(ctx: Context, { headers, body }: ExchangeRequest, upload: UploadRow): Promise<Continued> {
  const announced = headers['content-length']
  if (announced !== undefined && Number(announced) > upload.length - upload.received) throw moreThanPromised()
  return continueUpload(ctx, upload, body, checksumIn(headers))
}

async function again(ctx: Context, { attachment_id, received, expires_at }: UploadRow): Promise<Continued> {
  const [attachment] = await ctx.read((tx) => attachmentsById(tx, ctx.org.id, [attachment_id as number]))
  if (!attachment) throw noSuchUpload()
  return { received, expiresAt: expires_at, attachment }
}

function answerTo({ received, expiresAt, attachment }: Continued, status: number): ExchangeAnswer {
  const headers = progress(received, expiresAt)
  if (!attachment) return { status, headers }
  const url = uploadUrl(attachment.path_id)
  return { status, headers, fields: { url, uri: url, filename: attachment.name } }
}

const progress = (received: number, expiresAt: Date) => ({
  'Upload-Offset': `${received}`,
  'Upload-Expires': expiresAt.toUTCString(),
})

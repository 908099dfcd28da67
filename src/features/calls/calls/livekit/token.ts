import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { LiveKit } from './connection.ts'

type Access = Pick<LiveKit, 'key' | 'secret'>

/** Short, because a token still opens the room after its session has been removed. */
export const joinSecs = 10
const requestSecs = 60
const maxWebhookAgeSecs = 5 * 60

const bytesOf = (secret: string): Uint8Array => new TextEncoder().encode(secret)

async function signed({ key, secret }: Access, claims: JWTPayload, secs: number, now: Date): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT({ ...claims, exp: Math.floor(now.getTime() / 1_000) + secs })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(key)
    .sign(bytesOf(secret))
}

/** Lets a session join its call's room. It can't send data: everything but media goes through this server. */
export const joinToken = (access: Access, { room, session }: { room: string; session: string }, now: Date) =>
  signed(
    access,
    {
      sub: session,
      video: { room, roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: false },
    },
    joinSecs,
    now,
  )

/** For this server's requests to LiveKit. */
export const requestToken = (
  access: Access,
  grants: Readonly<Record<string, unknown>>,
  now: Date,
  secs: number = requestSecs,
) => signed(access, { video: grants }, secs, now)

export type Refusal = 'signature' | 'hash' | 'age'

/** Why a webhook isn't valid; undefined if it is. One without a time is only checked for its token's. */
export async function webhookRefusal(
  { key, secret }: Access,
  { token, body, createdAt }: { token: string; body: Uint8Array; createdAt: number | undefined },
  now: Date,
): Promise<Refusal | undefined> {
  const { errors, jwtVerify } = await import('jose')
  let claims: JWTPayload
  try {
    const options = { issuer: key, algorithms: ['HS256'], currentDate: now, clockTolerance: 10 }
    claims = (await jwtVerify(token, bytesOf(secret), { ...options, requiredClaims: ['exp'] })).payload
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'age' : 'signature'
  }
  if (claims.sha256 !== createHash('sha256').update(body).digest('base64')) return 'hash'
  const isOld = createdAt !== undefined && Math.abs(now.getTime() / 1_000 - createdAt) > maxWebhookAgeSecs
  return isOld ? 'age' : undefined
}
